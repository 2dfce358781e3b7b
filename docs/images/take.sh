#!/bin/bash
# Takes the pictures of this folder from the real program: a screen of its own, a real panel, a real LibreOffice.
# Needs: xvfb openbox dbus xdotool imagemagick xfce4-panel adwaita-icon-theme librsvg2-common libreoffice-writer
# Usage: docs/images/take.sh [light|dark]
set -eu
export PATH=/usr/bin:/bin:$PATH
repo=$(cd "$(dirname "$0")/../.." && pwd)
theme=${1:-light}
suffix=$([ "$theme" = light ] || echo "-$theme")
home=$(mktemp -d)
pids=()
finish() {
	# Only what this script has started, the youngest first.
	for ((i = ${#pids[@]} - 1; i >= 0; i--)); do kill "${pids[i]}" 2>/dev/null || true; done
	wait 2>/dev/null || true
	rm -rf "$home"
}
trap finish EXIT
run() { "$@" >"$home/$(basename "$1").log" 2>&1 & pids+=($!); }
until_ok() { for _ in $(seq 120); do "$@" >/dev/null 2>&1 && return; sleep 0.5; done; echo "not seen: $*" >&2; exit 1; }

go build -C "$repo" -trimpath -o "$home/unodesk" .

exec 5>"$home/display"
run Xvfb -displayfd 5 -screen 0 1280x900x24 -nolisten tcp -noreset
until_ok test -s "$home/display"
export DISPLAY=:$(cat "$home/display") HOME=$home LANG=en_US.UTF-8 LIBGL_ALWAYS_SOFTWARE=1 FYNE_THEME=$theme
export XDG_CONFIG_HOME=$home/config XDG_STATE_HOME=$home/state XDG_RUNTIME_DIR=$home/run
unset DBUS_SESSION_BUS_ADDRESS
mkdir -p "$XDG_CONFIG_HOME/unodesk" "$XDG_CONFIG_HOME/xfce4/xfconf/xfce-perchannel-xml" "$XDG_STATE_HOME" "$XDG_RUNTIME_DIR"
chmod 700 "$XDG_RUNTIME_DIR"
run openbox
display -window root -size 1280x900 xc:#4a6572 2>/dev/null || true # a black ground does as well

exec 6>"$home/bus"
run dbus-daemon --session --nofork --print-address=6
until_ok test -s "$home/bus"
export DBUS_SESSION_BUS_ADDRESS=$(cat "$home/bus")
cat >"$XDG_CONFIG_HOME/xfce4/xfconf/xfce-perchannel-xml/xfce4-panel.xml" <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=6;x=640;y=14"/>
      <property name="position-locked" type="bool" value="true"/>
      <property name="length" type="uint" value="100"/>
      <property name="size" type="uint" value="28"/>
      <property name="icon-size" type="uint" value="22"/>
      <property name="plugin-ids" type="array">
        <value type="int" value="1"/><value type="int" value="2"/><value type="int" value="3"/>
      </property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="tasklist"><property name="show-handle" type="bool" value="false"/></property>
    <property name="plugin-2" type="string" value="separator"><property name="expand" type="bool" value="true"/><property name="style" type="uint" value="0"/></property>
    <property name="plugin-3" type="string" value="systray"/>
  </property>
</channel>
XML
run xfce4-panel --disable-wm-check
until_ok gdbus call --session -d org.kde.StatusNotifierWatcher -o /StatusNotifierWatcher \
	-m org.freedesktop.DBus.Properties.Get org.kde.StatusNotifierWatcher IsStatusNotifierHostRegistered

cat >"$home/Letter to the neighbours.html" <<'HTML'
<html><body><h1>Street festival</h1><p>Dear neighbours,</p>
<p>the street festival takes place on the first Saturday in June. Please tell us by the end of April what you would like
to bring: cakes, salads, games for the children, or a musical instrument.</p><p>Kind regards</p></body></html>
HTML
profile=file://$home/office
soffice "-env:UserInstallation=$profile" --headless --infilter="HTML (StarWriter)" --convert-to odt --outdir "$home" \
	"$home/Letter to the neighbours.html" >"$home/convert.log" 2>&1
soffice "-env:UserInstallation=$profile" --norestore --nologo --nofirststartwizard \
	"$home/Letter to the neighbours.odt" >"$home/office.log" 2>&1 & pids+=($!)
until_ok xdotool search --onlyvisible --name "Letter to the neighbours"
# The script starts a launcher that starts the program itself: that one has to be ended too.
office=$(pgrep -f "soffice.bin.*$home/office" | head -1)
pids+=("$office")
sleep 4
for w in $(xdotool search --onlyvisible --name "Tip of the Day" || true); do xdotool windowactivate --sync "$w" key Escape; done
w=$(xdotool search --onlyvisible --name "Letter to the neighbours" | tail -1)
xdotool windowsize "$w" 1000 740 windowmove "$w" 60 70
printf '{"mcp.mcp_enabled": true, "app.office_profile": "%s"}' "$profile" >"$XDG_CONFIG_HOME/unodesk/settings.json"
run "$home/unodesk"
app=${pids[-1]}
sleep 6

shot() { import -window "$1" -frame "$repo/docs/images/$2$suffix.png"; }
window() { xdotool search --onlyvisible --name "^$1\$" | tail -1 | grep .; } # fails while there is none
menu() { # label -> dbusmenu click
	local pid name id
	pid=$app
	name=org.kde.StatusNotifierItem-$pid-1
	id=$(LC_ALL=C.UTF-8 gdbus call --session -d "$name" -o /StatusNotifierItem/menu -m com.canonical.dbusmenu.GetLayout -- 0 -1 "[]" |
		grep -oE "\(([0-9]+), \{[^}]*'label': <'$1'>" | grep -oE "^\([0-9]+" | tr -d '(' | tail -1)
	gdbus call --session -d "$name" -o /StatusNotifierItem/menu -m com.canonical.dbusmenu.Event -- "$id" clicked "<''>" 0 >/dev/null
}

menu 'Status…'; until_ok window Unodesk; sleep 3
w=$(window Unodesk); xdotool windowmove "$w" 360 90; sleep 1
xdotool mousemove 5 895 sleep 0.5
shot "$w" status
xdotool windowmove "$w" 690 60; sleep 1
import -window root "$repo/docs/images/desktop$suffix.png"
port=8765
call() { curl -sf "http://127.0.0.1:$port/mcp" -A "$1" -H 'Content-Type: application/json' \
	-d "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"$2\",\"arguments\":$3}}" >/dev/null; }
call 'Claude' get_document_content '{}'
call 'Claude' apply_document_content '{"old_content":"end of April","content":["middle of April"]}'
call 'Cursor' search_in_document '{"pattern":"festival"}'
call 'Cursor' apply_document_content '{"old_content":"no such words","content":["others"]}'
menu 'Activity…'; until_ok window 'Unodesk activity'; sleep 2
w=$(window 'Unodesk activity'); xdotool windowmove "$w" 200 60; sleep 1
xdotool mousemove --window "$w" 200 190 click 1 sleep 0.5 mousemove 5 895; sleep 1
shot "$w" activity
xdotool windowactivate --sync "$w" key alt+F4; sleep 1
mkdir -p "$home/.cursor"
menu 'Connect an AI program…'; until_ok window 'Unodesk connections'; sleep 2
w=$(window 'Unodesk connections'); xdotool windowmove "$w" 330 60 mousemove 5 895; sleep 1
shot "$w" connect
xdotool windowactivate --sync "$w" key alt+F4; sleep 1
menu 'Settings…'; until_ok window 'Unodesk settings'; sleep 2
w=$(window 'Unodesk settings'); xdotool windowmove "$w" 330 60 mousemove 5 895; sleep 1
shot "$w" settings
xdotool mousemove --window "$w" 330 36 click 1 sleep 1 mousemove 5 895; sleep 1
shot "$w" settings-models
xdotool windowactivate --sync "$w" key alt+F4; sleep 1
sed -i "s/^{/{\"doc.ask_first\": \"edits\", /" "$XDG_CONFIG_HOME/unodesk/settings.json"; sleep 3
call 'Claude' apply_document_content '{"old_content":"a musical instrument","content":["music"]}' & pids+=($!)
asking=$!
until_ok window 'Unodesk question'; sleep 2
w=$(window 'Unodesk question'); xdotool windowmove "$w" 330 60 mousemove 5 895; sleep 1
shot "$w" ask
xdotool windowactivate --sync "$w" key alt+F4 || true
wait "$asking" || true # refused
if w=$(window Unodesk); then xdotool windowactivate --sync "$w" key alt+F4; sleep 1; fi
xdotool mousemove 1266 14 sleep 0.5 click 3; sleep 2
import -window root -crop 420x440+860+0 +repage "$repo/docs/images/tray-menu$suffix.png"
xdotool key Escape
menu 'Quit Unodesk'
sleep 1
