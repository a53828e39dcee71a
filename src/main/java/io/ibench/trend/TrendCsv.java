package io.ibench.trend;

import io.ibench.report.text.CsvReport;
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
      List<Object> cells = new ArrayList<>();
      cells.add(trend.started(run));
      cells.add(trend.version(run));
      cells.add(trend.folders().get(run));
      for (String tag : tags) {
        cells.add(trend.tags(run).getOrDefault(tag, ""));
      }
      for (Series each : series) {
        cells.add(each.values().get(run));
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

  private static String line(List<?> cells) {
    return cells.stream().map(CsvReport::cell).collect(Collectors.joining(",", "", "\r\n"));
  }
}
