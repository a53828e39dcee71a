#!/usr/bin/env bash
# MariaDB turns the query cache on although query_cache_type=OFF is given, if query_cache_size is given too.
#
# Guess     An explicit query_cache_type=OFF keeps the cache off, whatever its size: the size is only memory.
# Version   MariaDB 10.11.19 (Debian 12, package mariadb-server-core 1:10.11.19-0+deb12u1)
# Seen      With any query_cache_size, also the default one, the type is ON although query_cache_type=OFF is given before or
#           behind it, without a warning. With the type OFF alone it is OFF. DEMAND stays DEMAND.
# Wrong in the guess: that a size is given, and not which one, wins over the explicit type.
# So        A my.cnf that turns the cache off and keeps its size measures with the cache: point selects of ever new rows cost
#           a fifth more CPU. Set query_cache_size=0, or ask the running server. A private server of ibench is asked, and
#           refused if it has another value than asked for.
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

server() {
  "$loader" --library-path "$libraries" "$folder/root/usr/sbin/mariadbd" --no-defaults \
    --lc-messages-dir="$folder/root/usr/share/mysql" --datadir="$folder/data" --user=root "$@" 2>&1
}

# --bootstrap starts a whole server, which executes the statements that it reads. Nothing must listen.
mkdir -- "$folder/data"
type_of() {
  echo "SELECT @@query_cache_type INTO OUTFILE '$folder/type';" >"$folder/ask.sql"
  rm -f -- "$folder/type"
  server --bootstrap --secure-file-priv= "$@" <"$folder/ask.sql" >"$folder/log" || missing "the server says: $(tail -n 1 -- "$folder/log")"
  grep -qi 'query.cache' "$folder/log" && echo "it says something about the cache"
  echo "$* -> $(<"$folder/type")"
}

seen="$(type_of --query_cache_type=OFF)
$(type_of --query_cache_size=1048576 --query_cache_type=OFF)
$(type_of --query_cache_size=64M --query_cache_type=OFF)
$(type_of --query_cache_type=OFF --query_cache_size=64M)
$(type_of --query_cache_size=64M --query_cache_type=DEMAND)"
echo "$seen"
[[ $seen == '--query_cache_type=OFF -> OFF
--query_cache_size=1048576 --query_cache_type=OFF -> ON
--query_cache_size=64M --query_cache_type=OFF -> ON
--query_cache_type=OFF --query_cache_size=64M -> ON
--query_cache_size=64M --query_cache_type=DEMAND -> DEMAND' ]]
