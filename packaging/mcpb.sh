#!/bin/sh
# Makes the bundles by which Claude Desktop installs the bridge without a line of
# configuration: mcpb.sh FOLDER SYSTEM/PROCESSOR…, such as linux/amd64. Each is
# checked with the format's own validator; needs Go and npm.
set -eu

[ $# -ge 2 ] || { echo "usage: $0 FOLDER SYSTEM/PROCESSOR…" >&2; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/.."
version=$(sed -n 's/^const Next = "\(.*\)"/\1/p' app/version/version.go)
mcpb="npm exec --yes --package=@anthropic-ai/mcpb@2.1.2 -- mcpb"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for target in "$@"; do
	system=${target%/*} processor=${target#*/}
	dir="$work/$system-$processor"
	mkdir -p "$dir/server"
	program=unodeskctl platform=$system
	if [ "$system" = windows ]; then
		program=unodeskctl.exe platform=win32
	fi
	CGO_ENABLED=0 GOOS=$system GOARCH=$processor ${GO:-go} build -trimpath -ldflags "-s -w" -o "$dir/server/$program" ./cmd/unodeskctl
	sed -e "s/VERSION/$version/" -e "s/PLATFORM/$platform/" -e "s#server/unodeskctl\"#server/$program\"#" packaging/mcpb/manifest.json >"$dir/manifest.json"
	cp icons/unodesk-256.png "$dir/icon.png"
	$mcpb validate "$dir/manifest.json"
	$mcpb pack "$dir" "$out/unodesk-$version-$system-$processor.mcpb" >/dev/null
	echo "made $out/unodesk-$version-$system-$processor.mcpb"
done
