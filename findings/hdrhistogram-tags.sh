#!/usr/bin/env bash
# HdrHistogram's own processor of logs fails, with exit code 0, on a log whose lines all have a tag.
#
# Guess     HistogramLogProcessor without -tag takes all lines, or prints an empty table and says that there are tags.
# Version   HdrHistogram 2.2.2 (Java)
# Seen      Without -tag: a NullPointerException in its thread, nothing on stdout, exit code 0.
#           With -tag read: the table of the 160 values. With -listtags: the tag.
# Wrong in the guess: a log without a line that has no tag is no empty log to it, and a script cannot see it fail.
# So        Give the processor a -tag for a log with tags, such as those of ibench, and look at what it wrote.
set -euo pipefail

missing() {
  echo "$*" >&2
  exit 2
}

for tool in java mvn; do
  command -v "$tool" >/dev/null || missing "this needs $tool"
done
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd -- "$folder"

mvn -q -B dependency:copy -Dartifact=org.hdrhistogram:HdrHistogram:2.2.2 -DoutputDirectory=. >log 2>&1 ||
  missing "Maven does not have HdrHistogram 2.2.2"
cat >Log.java <<'JAVA'
class Log {
  public static void main(String[] arguments) throws Exception {
    var histogram = new org.HdrHistogram.Histogram(3);
    histogram.setTag("read");
    histogram.setStartTimeStamp(1000);
    histogram.setEndTimeStamp(2000);
    for (int value = 1; value <= 160; value++) {
      histogram.recordValue(value);
    }
    var writer = new org.HdrHistogram.HistogramLogWriter("tags.hlog");
    writer.outputLogFormatVersion();
    writer.outputLegend();
    writer.outputIntervalHistogram(histogram);
    writer.close();
  }
}
JAVA
java -cp HdrHistogram-2.2.2.jar Log.java

run() {
  local code=0
  java -cp HdrHistogram-2.2.2.jar org.HdrHistogram.HistogramLogProcessor -i tags.hlog "$@" >out 2>err || code=$?
  echo "${*:-without -tag}: exit code $code, $(wc -l <out) lines, $(grep -c NullPointerException err || true) exceptions," \
    "count $(sed -n 's/.*Total count *= *\([0-9]*\)]/\1/p' out)"
}

seen=$(run && run -tag read)
echo "$seen"
[[ $seen == "without -tag: exit code 0, 0 lines, 1 exceptions, count"*$'\n-tag read: exit code 0, '*' 0 exceptions, count 160' ]]
