package instance

import "os"

// ours trusts the folder: on Windows it stands in the user's own profile.
func ours(os.FileInfo) bool { return true }
