#!/bin/sh
# Makes sure that the packages for a task are there: needs.sh build|office|exam|test|bench|windows.
# On Debian and its relatives it installs what is missing with apt, as root or
# through sudo, and says so first. Elsewhere it names what is missing.
set -eu

build="gcc libc6-dev pkgconf libgl-dev libxrandr-dev libxxf86vm-dev libxi-dev libxcursor-dev libxinerama-dev"
office="libreoffice-writer libreoffice-calc libreoffice-draw libreoffice-impress libreoffice-math libreoffice-gtk3 libreoffice-l10n-de fonts-dejavu-core"
desktop="xvfb xauth dbus openbox xdotool xclip imagemagick xfce4-panel adwaita-icon-theme librsvg2-common libgarcon-common"
validate="desktop-file-utils appstream"
hosts="chromium" # what plays AI hosts; npm installs the rest
command -v npm >/dev/null 2>&1 || hosts="$hosts npm"

case "${1:-}" in
build) want=$build ;;
office) want="libreoffice-writer libreoffice-calc" ;;
exam) want=$office ;;
test) want="$build $office $desktop $validate $hosts" ;;
bench) want="$build $office python3-uno xvfb dbus xdotool" ;;
windows) want="gcc-mingw-w64-x86-64 wine wine64 xvfb openbox xdotool" ;;
*)
	echo "usage: $0 build|office|exam|test|bench|windows" >&2
	exit 2
	;;
esac

if ! command -v dpkg-query >/dev/null 2>&1; then
	echo "This system has no apt. Install what corresponds to these Debian packages, if it is missing:"
	echo "  $want"
	exit 0
fi

missing=""
for p in $want; do
	[ "$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null || true)" = installed ] || missing="$missing $p"
done
[ -n "$missing" ] || exit 0

root=""
if [ "$(id -u)" != 0 ]; then
	root=sudo
fi
echo "Installing with apt:$missing"
$root apt-get -q update
DEBIAN_FRONTEND=noninteractive $root apt-get -q install -y --no-install-recommends $missing
