#!/usr/bin/env bash
# Apache Otava's p-values of a change are about half of those of Student's t-test, so its limit lets twice as much pass.
#
# Guess     The t-test of Otava gives the p of scipy's ttest_ind on the same two segments, as its documentation names that test.
# Version   apache-otava 0.8.0, scipy 1.16.3, numpy 2.2.0, of PyPI
# Seen      Two values a side: 0.085 against 0.151; three: 0.0112 against 0.0220; ten: 2.9e-9 against 6.6e-9. Of 20,000 pairs
#           of segments without a change 2.0 % have p <= 0.01 with two values a side, and 1.7 % with five. It hands numpy's
#           standard deviation, which divides by n, to a function of scipy that expects the one of n - 1.
# Wrong in the guess: it is the right test with too small a scatter; the error is largest where a change is newest.
# So        A limit of 0.001 in Otava is one of 0.002 or weaker for the last few nights. Who compares change points of two tools
#           takes the same deviation in both; who sets a limit halves it.
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

cat >"$folder/segments.py" <<'PY'
import numpy as np
from otava.analysis import TTestSignificanceTester
from scipy.stats import ttest_ind

tester = TTestSignificanceTester(0.001)
for n in (2, 3, 10):
    random = np.random.default_rng(1)
    before, after = random.normal(100, 1, n), random.normal(103, 1, n)
    print(n, "values: %.2g, t-test %.2g" % (tester.compare(before, after).pvalue, ttest_ind(before, after).pvalue))
random = np.random.default_rng(2)
for n in (2, 5):
    pairs = [(random.normal(0, 1, n), random.normal(0, 1, n)) for _ in range(20000)]
    own = sum(tester.compare(a, b).pvalue <= 0.01 for a, b in pairs)
    right = sum(ttest_ind(a, b).pvalue <= 0.01 for a, b in pairs)
    print(n, "values, no change: %.1f %% at 1 %%, t-test %.1f %%" % (own / 200, right / 200))
PY
seen=$("$folder/env/bin/python" "$folder/segments.py")
echo "$seen"
[[ $seen == '2 values: 0.085, t-test 0.15
3 values: 0.011, t-test 0.022
10 values: 2.9e-09, t-test 6.6e-09
2 values, no change: 2.0 % at 1 %, t-test 1.1 %
5 values, no change: 1.7 % at 1 %, t-test 1.0 %' ]]
