package io.ibench.fleet;

import io.ibench.engine.Peers.Counted;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What an agent has counted in a step, as a note: a line for each totals. Stateless. */
final class CountedText {

  private CountedText() {}

  static String of(Counted counted) {
    StringBuilder text = new StringBuilder("rows=" + counted.rows());
    counted
        .counters()
        .forEach(
            (totals, values) ->
                text.append('\n')
                    .append(totals)
                    .append('=')
                    .append(
                        Arrays.stream(values)
                            .mapToObj(Long::toString)
                            .collect(Collectors.joining(","))));
    return text.toString();
  }

  /**
   * Reads a note.
   *
   * @throws IllegalArgumentException when it is no such note
   */
  static Counted parse(String text) {
    long rows = 0;
    Map<Integer, long[]> counters = new TreeMap<>();
    for (String line : text.lines().toList()) {
      String[] parts = line.split("=", 2);
      if (parts.length < 2) {
        throw new IllegalArgumentException("not what an agent has counted: " + line);
      }
      if (parts[0].equals("rows")) {
        rows = Long.parseLong(parts[1]);
      } else {
        counters.put(
            Integer.valueOf(parts[0]),
            Arrays.stream(parts[1].split(",")).mapToLong(Long::parseLong).toArray());
      }
    }
    return new Counted(rows, counters);
  }

  /** The sums of both. */
  static Counted sum(Counted one, Counted other) {
    Map<Integer, long[]> sums = new TreeMap<>();
    one.counters().forEach((totals, values) -> sums.put(totals, values.clone()));
    other
        .counters()
        .forEach(
            (totals, values) ->
                sums.merge(
                    totals,
                    values,
                    (a, b) -> {
                      long[] sum = a.clone();
                      Arrays.setAll(sum, i -> a[i] + b[i]);
                      return sum;
                    }));
    return new Counted(one.rows() + other.rows(), sums);
  }
}
