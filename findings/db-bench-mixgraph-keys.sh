#!/usr/bin/env bash
# db_bench's mixgraph draws hot keys only if both distributions are given, that of ranges and that of keys; else without a word.
#
# Guess     The distribution of ranges alone makes some ranges hot; the distribution of keys alone makes some keys hot.
# Version   db_bench 7.8.3 of rocksdb-tools (Debian 12, package 7.8.3-2)
# Seen      50,000 gets of 100,000 loaded keys, one seed, a small block cache. Without distributions 50,000 found, 807 of the
#           blocks in the cache. Ranges alone: the same to the last block. Keys alone: 25,038 found, 459. Both: 50,000, 15,161.
# Wrong in the guess: ranges are asked for only where the distribution of keys has parameters. Without ranges the number of a
#           key is the remainder of a signed number: half of the keys are negative, and no fill has written them.
# So        A prefix_random run, which leaves the distribution of keys out, measures keys that are all equally hot.
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
  install rocksdb-tools=7.8.3-2 >"$folder/log" 2>&1 ||
  missing "apt-get does not have rocksdb-tools 7.8.3-2: $(tail -n 1 -- "$folder/log")"
for package in "$folder"/packages/*.deb; do
  dpkg -x "$package" "$folder/root"
done
loader=$(find "$folder/root/" -name 'ld-linux*' -print -quit)
libraries=$(find "$folder/root/" -name '*.so*' -printf '%h\n' | sort -u | paste -sd :)

bench() {
  "$loader" --library-path "$libraries" "$folder/root/usr/bin/db_bench" "--db=$folder/data" --num=100000 --seed=7 "$@" 2>&1
}

bench --benchmarks=fillseq --value_size=100 >"$folder/log" || missing "db_bench does not run: $(tail -n 1 -- "$folder/log")"

# What 50,000 gets found, and how many of their blocks were in the cache.
gets() {
  bench --use_existing_db --benchmarks=mixgraph --reads=50000 --mix_get_ratio=1 --mix_put_ratio=0 --mix_seek_ratio=0 \
    --statistics --cache_size=200000 "$@" |
    sed -nE 's/.*reads ([0-9]+) in .*/found \1/p; s/^rocksdb\.block\.cache\.data\.hit COUNT : ([0-9]+).*/cached \1/p' | paste -sd ' '
}

ranges=(--keyrange_num=30 --keyrange_dist_a=14.18 --keyrange_dist_b=-2.917 --keyrange_dist_c=0.0164 --keyrange_dist_d=-0.08082)
keys=(--key_dist_a=0.002312 --key_dist_b=0.3467)
neither=$(gets)
only_ranges=$(gets "${ranges[@]}")
only_keys=$(gets "${keys[@]}")
both=$(gets "${ranges[@]}" "${keys[@]}")
printf '%s\n' "neither: $neither" "ranges: $only_ranges" "keys: $only_keys" "both: $both"
[[ $neither == 'found 50000 cached 807' && $only_ranges == "$neither" && $only_keys == 'found 25038 cached 459' &&
  $both == 'found 50000 cached 15161' ]]
