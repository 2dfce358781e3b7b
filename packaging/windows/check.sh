#!/bin/bash
# Builds the programs for Windows and tries them under wine, on a screen of their own: check.sh FOLDER, where the
# programs go. The first build of the window toolkit takes minutes.
#
# This is wine, not Windows: it tells that the programs start and find their way. Wine does not list named pipes, so no
# LibreOffice is found there.
set -eu

[ $# = 1 ] || { echo "usage: $0 FOLDER" >&2; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
go=${GO:-go}
cc=x86_64-w64-mingw32-gcc

CGO_ENABLED=0 GOOS=windows "$go" build -trimpath -ldflags "-s -w" -o "$out/unodeskctl.exe" ./cmd/unodeskctl
CGO_ENABLED=1 GOOS=windows CC=$cc "$go" build -trimpath -ldflags "-s -w -H=windowsgui" -o "$out/unodesk.exe" .
echo "built $out/unodeskctl.exe and $out/unodesk.exe"

work=$(mktemp -d)
pids=()
finish() {
	# Only what this script has started, the youngest first.
	for ((i = ${#pids[@]} - 1; i >= 0; i--)); do kill "${pids[i]}" 2>/dev/null || true; done
	WINEPREFIX=$work/wine /usr/lib/wine/wineserver64 -k -w 2>/dev/null || true # of this prefix alone
	wait 2>/dev/null || true
	rm -rf "$work"
}
trap finish EXIT
export WINEPREFIX=$work/wine WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
export LIBGL_ALWAYS_SOFTWARE=1 LANG=en_US.UTF-8 LC_CTYPE=C.UTF-8
wine=/usr/lib/wine/wine64
exec 5>"$work/display"
Xvfb -displayfd 5 -screen 0 1280x900x24 -nolisten tcp -noreset 2>/dev/null & pids+=($!)
for _ in $(seq 100); do [ -s "$work/display" ] && break; sleep 0.1; done
DISPLAY=:$(cat "$work/display")
export DISPLAY
openbox >/dev/null 2>&1 & pids+=($!)
$wine wineboot -i >/dev/null 2>&1
$cc -shared -O2 -s -o "$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll" packaging/windows/prng.c -ladvapi32

failed=0
# try NAME CODE WORDS COMMAND…: the command has to end with the code and say the words.
try() {
	local name=$1 code=$2 words=$3 said got=0
	shift 3
	said=$(timeout 120 "$@" 2>&1 </dev/null) || got=$?
	verdict "$name" "$([ $got = "$code" ] && grep -qF -- "$words" <<<"$said" && echo yes)" "exit code $got (want $code), without \"$words\": $said"
}
# verdict NAME YES DETAILS
verdict() {
	if [ "$2" = yes ]; then
		echo "ok    $1"
	else
		failed=1
		echo "FAIL  $1: $3"
	fi
}
# seen NAME COMMAND…: the command has to succeed in the end.
seen() {
	local name=$1
	shift
	for _ in $(seq 60); do "$@" >/dev/null 2>&1 && { verdict "$name" yes ""; return; }; sleep 1; done
	verdict "$name" no "not in a minute or more"
}
ctl=("$wine" "$out/unodeskctl.exe")

try "version" 0 "unodeskctl 0." "${ctl[@]}" version
try "config list" 0 "mcp.mcp_port = 8765" "${ctl[@]}" config list
port=$((20000 + RANDOM % 10000))
try "config set" 0 "" "${ctl[@]}" config set mcp.mcp_port $port
try "config get" 0 $port "${ctl[@]}" config get mcp.mcp_port
try "config set, refused" 1 "use a number from 1024 to 65535" "${ctl[@]}" config set mcp.mcp_port 80
try "status without a server" 3 "no Unodesk server is running" "${ctl[@]}" status
try "doctor" 0 "Port $port: free" "${ctl[@]}" doctor
try "connect" 0 "Claude Desktop: not found" "${ctl[@]}" connect
try "autostart on" 0 'CurrentVersion\Run' "${ctl[@]}" autostart on
try "autostart off" 0 "off:" "${ctl[@]}" autostart off
try "service status" 1 "not installed" "${ctl[@]}" service status

"${ctl[@]}" serve >"$work/serve" 2>&1 & pids+=($!)
seen "serve" grep -q "listening on http://127.0.0.1:$port/mcp" "$work/serve"
try "status" 0 "tools: " "${ctl[@]}" status
try "a second serve" 1 "is in use by a Unodesk that runs already" "${ctl[@]}" serve
try "tools" 0 "get_guidance" "${ctl[@]}" tools
try "call" 0 "editing: how to change documents" "${ctl[@]}" call get_guidance
try "call without LibreOffice" 1 "LibreOffice" "${ctl[@]}" call list_open_documents
answer=$(printf '%s\n' \
	'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"check","version":"1"}}}' \
	'{"jsonrpc":"2.0","method":"notifications/initialized"}' \
	'{"jsonrpc":"2.0","id":2,"method":"tools/list"}' | timeout 120 "${ctl[@]}" mcp 2>&1) || true
verdict "mcp" "$(grep -q '"name":"list_open_documents"' <<<"$answer" && echo yes)" "$answer"
kill "${pids[-1]}" # the server; wine passes no gentle word on

"${ctl[@]}" config set mcp.mcp_enabled true >/dev/null 2>&1
"$wine" "$out/unodesk.exe" >"$work/app" 2>&1 & pids+=($!)
seen "the app serves" "${ctl[@]}" status
second() { "$wine" "$out/unodesk.exe" 2>&1 | grep -q "is running already"; }
seen "a second start" second
seen "the status window" xdotool search --onlyvisible --name '^Unodesk$'
complaints=$(grep -E "Fyne error|Error in Fyne|panic|level=ERROR" "$work/app" || true)
verdict "the app complains of nothing" "$([ -z "$complaints" ] && echo yes)" "$complaints"
[ -z "${PICTURE:-}" ] || { sleep 5; import -window root "$PICTURE"; } # what the window holds is drawn a moment later
exit $failed
