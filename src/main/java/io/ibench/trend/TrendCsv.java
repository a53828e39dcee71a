package io.ibench.trend;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A trend as CSV after RFC 4180: a row for each run, a column for each series, as Apache Otava
 * reads it. Stateless.
 */
public final class TrendCsv {

  private TrendCsv() {}

  /** With a head; the cell of an unknown value is empty. */
  public static String of(Trend trend) {
    List<String> tags = new ArrayList<>(new TreeSet<>(tags(trend)));
    List<Series> series = new ArrayList<>(trend.series());
    series.addAll(trend.machine());
    StringBuilder csv = new StringBuilder();
    List<String> head = new ArrayList<>(List.of("time", "version", "folder"));
    tags.forEach(tag -> head.add("tag." + tag));
    series.forEach(each -> head.add(name(trend, each)));
    csv.append(line(head));
    for (int run = 0; run < trend.places().size(); run++) {
      List<String> cells = new ArrayList<>();
      cells.add(trend.started(run).toString());
      cells.add(trend.version(run));
      cells.add(trend.folders().get(run).toString());
      for (String tag : tags) {
        cells.add(trend.tags(run).getOrDefault(tag, ""));
      }
      for (Series each : series) {
        double value = each.values().get(run);
        cells.add(Double.isFinite(value) ? Double.toString(value) : "");
      }
      csv.append(line(cells));
    }
    return csv.toString();
  }

  private static List<String> tags(Trend trend) {
    List<String> tags = new ArrayList<>();
    for (int run = 0; run < trend.places().size(); run++) {
      tags.addAll(trend.tags(run).keySet());
    }
    return tags;
  }

  /** Such as {@code request.qps}. */
  private static String name(Trend trend, Series series) {
    String step = series.step().isEmpty() ? "machine" : trend.stepTitle(series);
    return step + "." + series.figure().key();
  }

  private static String line(List<String> cells) {
    return cells.stream().map(TrendCsv::quoted).collect(Collectors.joining(",", "", "\r\n"));
  }

  private static String quoted(String cell) {
    boolean plain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
    return plain ? cell : "\"" + cell.replace("\"", "\"\"") + "\"";
  }
}
