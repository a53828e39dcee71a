#!/usr/bin/env bash
# Apache Otava finds more changes the longer a series without any is: two in each of 2,000 values, with p down to 4e-7.
#
# Guess     max_pvalue 0.001 is the error rate of a series, or at most that of each window of 50 values: one wrong change in some
#           tens of series of 60 values, and a few percent of series of 2,000 values with one.
# Version   apache-otava 0.8.0, scipy 1.16.3, numpy 2.2.0, of PyPI
# Seen      Normal noise, no change: 8 of 200 series of 60 values have one, 13 of 20 of 2,000 values, 48 changes in all. Noise of
#           3 % with one value in 20 that is 20 % off: 33 of 200 series of 60 values, the least p is 3e-13.
# Wrong in the guess: a window begins in the middle of the one before, or behind a change, the place is the one that differs most,
#           and the test takes the scatter of the two segments alone, which in segments of two or three values is small by chance. A p
#           of 1e-6 is no certainty.
# So        A limit for a year of nights is another one than for a month, and another one for fifty figures than for one. Values
#           that are far off need a robust scatter, or one bad night rings.
set -euo pipefail

missing() {
  echo "$*" >&2
  exit 2
}

command -v python3 >/dev/null || missing "this needs python3"
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
python3 -m venv "$folder/env" >"$folder/log" 2>&1 || missing "python3 -m venv: $(tail -n 1 -- "$folder/log")"
"$folder/env/bin/pip" install -q apache-otava==0.8.0 scipy==1.16.3 numpy==2.2.0 >"$folder/log" 2>&1 ||
  missing "pip cannot install apache-otava 0.8.0: $(tail -n 1 -- "$folder/log")"

cat >"$folder/series.py" <<'PY'
import numpy as np
from otava.analysis import compute_change_points


def count(name, series):
    found = [compute_change_points(each.tolist(), 50, 0.001, 0.0)[0] for each in series]
    least = min(change.stats.pvalue for changes in found for change in changes)
    print("%s: %d of %d series, %d changes, least p %.0e"
          % (name, sum(map(bool, found)), len(found), sum(map(len, found)), least))


def off(random):
    values = random.normal(100, 3, 60)
    values[random.random(60) < 0.05] *= 0.8
    return values


random = np.random.default_rng(1)
count("60 values", [random.normal(100, 1, 60) for _ in range(200)])
random = np.random.default_rng(1)
count("2000 values", [random.normal(100, 1, 2000) for _ in range(20)])
random = np.random.default_rng(1)
count("60 values, some far off", [off(random) for _ in range(200)])
PY
seen=$("$folder/env/bin/python" "$folder/series.py")
echo "$seen"
[[ $seen == '60 values: 8 of 200 series, 9 changes, least p 5e-05
2000 values: 13 of 20 series, 48 changes, least p 4e-07
60 values, some far off: 33 of 200 series, 45 changes, least p 3e-13' ]]
