#!/usr/bin/env bash
# A session's SET timestamp moves the times of its entries in MariaDB's slow log.
#
# Guess     `# Time:` and `SET timestamp=` of an entry say when the server executed the statement.
# Version   MariaDB 10.11.19 (Debian 12, packages 1:10.11.19-0+deb12u1)
# Seen      After `SET timestamp=5` the session's entries have `# Time: 700101  0:00:05` and `SET timestamp=5;`, until
#           `SET timestamp=DEFAULT`. The entries of other sessions have the time of day.
# Wrong in the guess: both say what the session takes for now. (MySQL 9.7 has the time of day in `# Time:`.)
# So        Who orders or filters entries by these times misplaces those of an application that sets its timestamp.
#           The order in the file is that of the ends: compare each time with those of the entries around it.
set -euo pipefail

missing() {
  echo "$*" >&2
  exit 2
}

command -v apt-get >/dev/null && command -v dpkg >/dev/null || missing "this needs apt-get and Debian 12's packages"
folder=$(mktemp -d)
server=
trap '[[ -z $server ]] || { kill "$server" && wait "$server" || true; }; rm -rf -- "$folder"' EXIT
mkdir -p -- "$folder/packages/partial" "$folder/root" "$folder/data"
: >"$folder/status"
# With an empty list of installed packages apt-get takes all libraries as well.
apt-get -qq -y --download-only --no-install-recommends -o Debug::NoLocking=1 -o APT::Sandbox::User= \
  -o "Dir::State::status=$folder/status" -o "Dir::Cache::archives=$folder/packages" \
  install mariadb-server-core=1:10.11.19-0+deb12u1 mariadb-client-core=1:10.11.19-0+deb12u1 >"$folder/log" 2>&1 ||
  missing "apt-get does not have MariaDB 1:10.11.19-0+deb12u1: $(tail -n 1 -- "$folder/log")"
for package in "$folder"/packages/*.deb; do
  dpkg -x "$package" "$folder/root"
done
loader=$(find "$folder/root/" -name 'ld-linux*' -print -quit)
libraries=$(find "$folder/root/" -name '*.so*' -printf '%h\n' | sort -u | paste -sd :)

TZ=UTC0 "$loader" --library-path "$libraries" "$folder/root/usr/sbin/mariadbd" --no-defaults "--user=$(id -un)" \
  --lc-messages-dir="$folder/root/usr/share/mysql" --datadir="$folder/data" --skip-grant-tables --skip-networking \
  --socket="$folder/socket" --slow-query-log=1 --long-query-time=0 --slow-query-log-file="$folder/slow.log" \
  >"$folder/log" 2>&1 &
server=$!

client() {
  "$loader" --library-path "$libraries" "$folder/root/usr/bin/mariadb" --no-defaults --socket="$folder/socket" "$@"
}

for ((i = 0; i < 100; i++)); do
  client -e 'SELECT 0' >"$folder/answer" 2>&1 && break
  sleep 0.2
done
client -e "SET timestamp=5; SELECT 'set'; SET timestamp=DEFAULT; SELECT 'default'" >"$folder/answer" 2>&1 ||
  missing "the server does not answer: $(tail -n 1 -- "$folder/answer" "$folder/log")"

# The last time before a statement, and the timestamp of the statement.
seen=$(awk '/^# Time: / {time = $3 " " $4} /^SET timestamp=/ {stamp = $0} /^SELECT .(set|default)/ {print $0, time, stamp}' "$folder/slow.log")
echo "$seen"
today=$(sed -n "s/^SELECT 'default'; //p" <<<"$seen")
[[ $(sed -n "s/^SELECT 'set'; //p" <<<"$seen") == '700101 0:00:05 SET timestamp=5;' && $today != 700101* && -n $today ]]
