#!/usr/bin/env bash
# The help of mariadbd shows optimizer_switch only up to the last switch that is on.
#
# Guess     `mariadbd --verbose --help` shows the value that SHOW VARIABLES shows, with all switches, on or off.
# Version   MariaDB 10.11.19 (Debian 12, package mariadb-server-core 1:10.11.19-0+deb12u1)
# Seen      Of 38 switches, by default 35: the last three, which are off, are missing. With the last one on, all 38.
# Wrong in the guess: switches in the middle that are off are shown, those at the end are not.
# So        Who compares the help of two versions, or takes a server's defaults from it, does not see the newest
#           switches, as they come last and begin as off. Ask a running server.
set -euo pipefail

missing() {
  echo "$*" >&2
  exit 2
}

command -v apt-get >/dev/null && command -v dpkg >/dev/null || missing "this needs apt-get and Debian 12's packages"
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
mkdir -p -- "$folder/packages/partial" "$folder/root"
: >"$folder/status"
# With an empty list of installed packages apt-get takes all libraries as well.
apt-get -qq -y --download-only --no-install-recommends -o Debug::NoLocking=1 -o APT::Sandbox::User= \
  -o "Dir::State::status=$folder/status" -o "Dir::Cache::archives=$folder/packages" \
  install mariadb-server-core=1:10.11.19-0+deb12u1 >"$folder/log" 2>&1 ||
  missing "apt-get does not have mariadb-server-core=1:10.11.19-0+deb12u1: $(tail -n 1 -- "$folder/log")"
for package in "$folder"/packages/*.deb; do
  dpkg -x "$package" "$folder/root"
done
loader=$(find "$folder/root/" -name 'ld-linux*' -print -quit)
libraries=$(find "$folder/root/" -name '*.so*' -printf '%h\n' | sort -u | paste -sd :)

switches() {
  "$loader" --library-path "$libraries" "$folder/root/usr/sbin/mariadbd" --no-defaults \
    --lc-messages-dir="$folder/root/usr/share/mysql" "$@" --verbose --help 2>/dev/null |
    sed -n 's/^optimizer-switch  *//p' | tr , '\n' >"$folder/switches"
  echo "$(wc -l <"$folder/switches") switches, the last: $(tail -n 1 -- "$folder/switches")"
}

seen="$(switches)
$(switches --optimizer-switch=cset_narrowing=on)"
echo "$seen"
[[ $seen == '35 switches, the last: condition_pushdown_from_having=on
38 switches, the last: cset_narrowing=on' ]]
