#!/usr/bin/env bash
# fio counts its fsyncs as sync.total_ios, and each fdatasync as a short read, though it measures both as syncs.
#
# Guess     With --fsync=1 or --fdatasync=1 and 100 writes, the JSON has 100 in sync.total_ios and in sync.lat_ns.N.
#           Once a 0 had been seen with fdatasync, the guess was that fsync has it too.
# Version   fio 3.33 (Debian 12, package fio 3.33-3), engine psync
# Seen      --fsync=1      write.total_ios 100, sync.total_ios 99, sync.lat_ns.N 99, read.short_ios  0
#           --fdatasync=1  write.total_ios 100, sync.total_ios  0, sync.lat_ns.N 99, read.short_ios 99
# Wrong in the guess: fsync is counted; there is none after the last write; and fdatasync is counted elsewhere, as short
#           reads of a job that reads nothing ("short=99,0,0,0" in the text).
# So        To count flushes in a result of fio, read sync.lat_ns.N. With fdatasync short_ios of reads says nothing.
set -euo pipefail

missing() {
  echo "$*" >&2
  exit 2
}

command -v apt-get >/dev/null && command -v dpkg >/dev/null || missing "this needs apt-get and Debian 12's packages"
command -v python3 >/dev/null || missing "this needs python3"
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
mkdir -p -- "$folder/packages/partial" "$folder/root"
: >"$folder/status"
# With an empty list of installed packages apt-get takes all libraries of fio as well.
apt-get -qq -y --download-only --no-install-recommends -o Debug::NoLocking=1 -o APT::Sandbox::User= \
  -o "Dir::State::status=$folder/status" -o "Dir::Cache::archives=$folder/packages" install fio=3.33-3 \
  >"$folder/log" 2>&1 || missing "apt-get does not have fio=3.33-3: $(tail -n 1 -- "$folder/log")"
for package in "$folder"/packages/*.deb; do
  dpkg -x "$package" "$folder/root"
done
loader=$(find "$folder/root/" -name 'ld-linux*' -print -quit)
libraries=$(find "$folder/root/" -name '*.so*' -printf '%h\n' | sort -u | paste -sd :)

run() {
  "$loader" --library-path "$libraries" "$folder/root/usr/bin/fio" --name=writes --filename="$folder/data" --size=1M \
    --bs=4k --rw=write --number_ios=100 --ioengine=psync "$1" --output-format=json --output="$folder/result" >/dev/null
  python3 - "$1" "$folder/result" <<'PYTHON'
import json
import sys

with open(sys.argv[2]) as file:
    job = json.load(file)["jobs"][0]
write, sync = job["write"], job["sync"]
print(sys.argv[1], write["total_ios"], sync["total_ios"], sync["lat_ns"]["N"], job["read"]["short_ios"])
PYTHON
}

seen=$(run --fsync=1 && run --fdatasync=1)
echo "option, write.total_ios, sync.total_ios, sync.lat_ns.N, read.short_ios"
echo "$seen"
[[ $seen == $'--fsync=1 100 99 99 0\n--fdatasync=1 100 0 99 99' ]]
