#!/usr/bin/env bash
# perf record of an ordinary user leaves out the kernel without a word: samples stand for a part of the CPU, exit code 0.
#
# Guess     Where perf_event_paranoid is 2, perf refuses an ordinary user's `-e cpu-clock`, or warns that it samples less.
# Version   linux-perf 6.1.192-3 of Debian 12, kernel.perf_event_paranoid = 2
# Seen      It records, prints nothing about it and exits with 0. The event in the file is cpu-clock:u. Of a process that
#           reads /dev/zero, which is in the kernel most of the time, the samples stand for less than half of its CPU.
# Wrong in the guess: the change of the event is said with -v only.
# So        A profile of a server by such a user lacks sendto, recvfrom and fsync, and its shares are those of the rest. ibench
#           compares the samples with the CPU by /proc, and makes no table if they are off by more than 15 % and the noise of counting.
set -euo pipefail

missing() {
  echo "$*" >&2
  exit 2
}

((EUID == 0)) || missing "this needs root, to become the user nobody and to install perf"
for tool in apt-get dpkg runuser dd; do
  command -v "$tool" >/dev/null || missing "this needs $tool"
done
paranoid=$(</proc/sys/kernel/perf_event_paranoid)
((paranoid == 2)) || missing "perf_event_paranoid is $paranoid here, and this is about 2"
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd -- "$folder"
chmod 755 .
version=$(apt-cache policy linux-perf | sed -n 's/.*Candidate: \(6\.1\..*\)/\1/p')
[[ -n $version ]] || missing "there is no linux-perf 6.1"
apt-get download -qq "linux-perf=$version" >/dev/null 2>&1 || missing "linux-perf $version cannot be downloaded"
dpkg -x linux-perf_*.deb perf
perf=$PWD/perf/usr/bin/perf
"$perf" --version >/dev/null 2>&1 || missing "perf lacks a library: apt-get install linux-perf brings all"
mkdir own
chown nobody own

cat >reads.sh <<'SH'
cd own
dd if=/dev/zero of=/dev/null bs=64k count=400000 2>/dev/null &
"$1" record -e cpu-clock -F 999 -p $! -o data -- sleep 1 >said 2>&1
echo "exit code $?"
ticks=$(awk '{print $14 + $15}' /proc/$!/stat)
kill $!
samples=$("$1" script -i data -F event 2>/dev/null | grep -c cpu-clock)
"$1" script -i data -F event 2>/dev/null | sort -u
grep -iE 'kernel|paranoid|exclud|warn' said || echo "nothing said about the kernel"
awk -v samples="$samples" -v ticks="$ticks" 'BEGIN {
  print samples / 999 < 0.5 * ticks / 100 ? "less than half of the CPU" : "most of the CPU"
}'
SH
seen=$(runuser -u nobody -- bash reads.sh "$perf" | sed 's/: *$//; s/^ *//')
echo "perf $version"
echo "$seen"
[[ $seen == 'exit code 0
cpu-clock:u
nothing said about the kernel
less than half of the CPU' ]]
