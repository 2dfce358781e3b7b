// Package version knows which version of Unodesk this is.
package version

// Next is the version that this source leads to. FyneApp.toml and the packages name it too; a test compares them.
const Next = "0.1.0"

// release is set by release builds: -ldflags "-X github.com/unodesk/unodesk/app/version.release=0.1.0".
var release string

// Own returns the version of this build, such as "0.1.0", or "0.1.0-dev" for one that is no release.
func Own() string {
	if release != "" {
		return release
	}
	return Next + "-dev"
}
