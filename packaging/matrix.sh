#!/bin/sh
# Runs the tests that talk to an office against LibreOffice 25.2, from a Debian 13
# in a folder of its own (MATRIX_ROOT), and writes the outcome to docs/matrix.md.
# Needs root (chroot, bind mounts) and installs debootstrap. The second run uses
# the folder again.
set -eu

cd "$(dirname "$0")/.."
root=${MATRIX_ROOT:-$HOME/.cache/unodesk/trixie}
# Not the -nogui packages: theirs ends at the first comment that is inserted.
packages="libreoffice-writer libreoffice-calc libreoffice-draw libreoffice-impress libreoffice-math libreoffice-gtk3 libreoffice-l10n-de fonts-dejavu-core"

[ "$(id -u)" = 0 ] || { echo "make test-matrix needs root: it makes a chroot" >&2; exit 1; }
command -v debootstrap >/dev/null || { apt-get -q update; apt-get -q install -y --no-install-recommends debootstrap; }
if [ ! -x "$root/usr/bin/soffice" ]; then
	echo "Making a Debian 13 with LibreOffice in $root"
	mkdir -p "$root"
	debootstrap --variant=minbase trixie "$root"
fi
missing=""
for p in $packages; do
	[ "$(chroot "$root" dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null || true)" = installed ] || missing="$missing $p"
done
if [ -n "$missing" ]; then
	chroot "$root" apt-get -q update
	DEBIAN_FRONTEND=noninteractive chroot "$root" apt-get -q install -y --no-install-recommends $missing
fi

# The tests' folders, the pipes and the process table are shared with the office.
mounted=""
cleanup() {
	for m in $mounted; do umount "$root$m" 2>/dev/null || true; done
	rm -rf "$bin"
}
bin=$(mktemp -d)
trap cleanup EXIT
for m in /proc /dev /tmp; do
	mkdir -p "$root$m"
	mountpoint -q "$root$m" || { mount --bind "$m" "$root$m"; mounted="$m $mounted"; }
done

# The soffice that tests find first starts the one in the folder.
cat >"$bin/soffice" <<END
#!/bin/sh
exec chroot "$root" /usr/bin/env HOME=/root PATH=/usr/bin:/bin LANG=C.UTF-8 \\
	DISPLAY="\$DISPLAY" SAL_USE_VCLPLUGIN="\$SAL_USE_VCLPLUGIN" /usr/bin/soffice "\$@"
END
chmod +x "$bin/soffice"
version=$("$bin/soffice" --version)
echo "$version"

log=$(mktemp)
status=passed
# Left out: starting a second soffice (through the folder) by the path of the
# first one's program, which is not valid outside.
PATH="$bin:$PATH" CI=true go test -trimpath -count=1 -timeout 40m -skip "^TestStartAgain$" ./uno/... ./server/... >"$log" 2>&1 || status=failed
# The main job through the real program, headless and with a window.
PATH="$bin:$PATH" CI=true go test -trimpath -count=1 -timeout 10m -v -run "^TestUsersOffice$|^TestA04" ./cmd/unodeskctl >>"$log" 2>&1 || status=failed
{
	echo "# Other versions of LibreOffice"
	echo
	echo "\`make test-matrix\` runs the office tests against the LibreOffice of Debian 13 as well. The last run:"
	echo
	echo "- office: $version"
	echo "- built with: $(go version)"
	echo "- outcome: $status"
	echo
	echo '```'
	sed 's/\t/  /g' "$log"
	echo '```'
} >docs/matrix.md
cat "$log"
rm -f "$log"
[ $status = passed ]
