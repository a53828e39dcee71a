#!/usr/bin/env bash
# The p99 of the same recorded values differs among the libraries of HdrHistogram.
#
# Guess     All libraries say the same: they have the same buckets, and write the same logs.
# Versions  Java 2.2.2, Python 0.10.8, Go 1.4.0; each records 1 to 160 once, with three digits: each number has its bucket
# Seen      p99 of 160 values: Java 159, Python 158, Go 158
#           JavaScript 3.0.1 and Rust 7.5.4 (tried once, not here) say 159, as Java does.
# Why       99 % of 160 are 158.4 values. Java takes the next whole number, 159, as the nearest rank; Python and Go
#           round to the nearest, 158, so that 98.75 % of the values are at or below their p99.
# So        Compare percentiles of a few hundred values, or of a long tail, only if one library made both. ibench and
#           its logs use the Java library.
set -euo pipefail

missing() {
  echo "$*" >&2
  exit 2
}

for tool in java mvn python3 go; do
  command -v "$tool" >/dev/null || missing "this needs $tool"
done
folder=$(mktemp -d)
trap 'chmod -R u+w -- "$folder"; rm -rf -- "$folder"' EXIT
cd -- "$folder"

mvn -q -B dependency:copy -Dartifact=org.hdrhistogram:HdrHistogram:2.2.2 -DoutputDirectory=. >log 2>&1 ||
  missing "Maven does not have HdrHistogram 2.2.2"
cat >Percentile.java <<'JAVA'
class Percentile {
  public static void main(String[] arguments) {
    var histogram = new org.HdrHistogram.Histogram(1, 3_600_000_000L, 3);
    for (int value = 1; value <= 160; value++) {
      histogram.recordValue(value);
    }
    System.out.println("Java " + histogram.getValueAtPercentile(99));
  }
}
JAVA

python3 -m venv python && python/bin/pip -q install hdrhistogram==0.10.8 >log 2>&1 ||
  missing "pip does not have hdrhistogram 0.10.8"
cat >percentile.py <<'PYTHON'
from hdrh.histogram import HdrHistogram

histogram = HdrHistogram(1, 3_600_000_000, 3)
for value in range(1, 161):
    histogram.record_value(value)
print("Python", histogram.get_value_at_percentile(99))
PYTHON

mkdir go
cat >go/go.mod <<'MODULE'
module percentile

go 1.20

require github.com/HdrHistogram/hdrhistogram-go v1.4.0
MODULE
cat >go/main.go <<'GO'
package main

import (
	"fmt"

	hdr "github.com/HdrHistogram/hdrhistogram-go"
)

func main() {
	histogram := hdr.New(1, 3_600_000_000, 3)
	for value := int64(1); value <= 160; value++ {
		if err := histogram.RecordValue(value); err != nil {
			panic(err)
		}
	}
	fmt.Println("Go", histogram.ValueAtPercentile(99))
}
GO
(cd go && GOPATH=$folder/gopath go mod tidy && GOPATH=$folder/gopath go build -o ../percentile .) >log 2>&1 ||
  missing "go does not have hdrhistogram-go 1.4.0"

seen=$(java -cp HdrHistogram-2.2.2.jar Percentile.java && python/bin/python percentile.py && ./percentile)
echo "$seen"
[[ $seen == $'Java 159\nPython 158\nGo 158' ]]
