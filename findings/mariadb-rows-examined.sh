#!/usr/bin/env bash
# The Rows_examined of MariaDB's slow log leaves out the row of a table that a join reads as a constant; Rows_read does not.
#
# Guess     For a statement Rows_examined in the slow log is what Rows_read of the session grows by.
# Version   MariaDB 10.11.19 (Debian 12, packages 1:10.11.19-0+deb12u1)
# Seen      A look-up by primary key alone: 1 and 1. The same row, joined with two rows of another table: 2 and 3.
# Wrong in the guess: the optimizer reads the row by primary key before the execution whose rows it counts.
# So        Rows examined for a statement, summed over a log, cannot be compared with the server's counters.
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
client -e "CREATE DATABASE test; USE test; CREATE TABLE item (id int PRIMARY KEY, name int); CREATE TABLE sale (id int PRIMARY KEY, item int, KEY (item));
  INSERT INTO item VALUES (1, 7), (2, 8); INSERT INTO sale VALUES (1, 1), (2, 1), (3, 2)" >"$folder/answer" 2>&1 ||
  missing "the server does not answer: $(tail -n 1 -- "$folder/answer" "$folder/log")"

# By how much the session's Rows_read grows. Reading a counter reads no row.
read_by() {
  client test -N -e "SHOW SESSION STATUS LIKE 'Rows_read'; $1; SHOW SESSION STATUS LIKE 'Rows_read'" |
    awk '$1 == "Rows_read" {after = $2 - before; before = $2} END {print after}'
}

examined() {
  awk -v sql="$1;" '/^# Query_time: / {rows = $NF} $0 == sql {found = rows} END {print found}' "$folder/slow.log"
}

alone='SELECT name FROM item WHERE id = 1'
joined='SELECT i.name, count(s.id) FROM item i LEFT JOIN sale s ON s.item = i.id WHERE i.id = 1 GROUP BY i.name'
seen=
for sql in "$alone" "$joined"; do
  read=$(read_by "$sql")
  seen+="examined $(examined "$sql") read $read;"
done
echo "$seen"
[[ $seen == 'examined 1 read 1;examined 2 read 3;' ]]
