package io.ibench.learn.compare;

import com.fasterxml.jackson.databind.JsonNode;
import io.ibench.report.store.RunReport;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a load is in numbers. Immutable. A figure that is not known is not in its map.
 *
 * @param shares of each transaction, by its name
 * @param perStatement what the server did for a statement
 */
record LoadFigures(Map<String, Double> shares, Map<Figure, Double> perStatement) {

  /** What a server does for a statement. */
  enum Figure {
    STATEMENTS("statements of a transaction"),
    ROWS("rows returned or changed"),
    ROWS_READ("rows read"),
    PAGES("pages asked for"),
    HITS("of these in the buffer pool, %");

    private final String title;

    Figure(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }
  }

  private static final String HANDLER_READS = "handler_read_";

  /** Of a report that learn has written. */
  static LoadFigures of(JsonNode report) {
    Map<String, Double> shares = new LinkedHashMap<>();
    double all = 0;
    for (JsonNode each : report.path("transactions")) {
      shares.put(each.path("name").asText(), each.path("share").asDouble());
      all += each.path("share").asDouble();
    }
    double sum = all;
    shares.replaceAll((name, share) -> share / sum);
    JsonNode targets = report.path("targets");
    Map<Figure, Double> figures = new LinkedHashMap<>();
    put(figures, Figure.STATEMENTS, targets.path("statements"));
    if (targets.has("rows_sent") && targets.has("rows_changed")) {
      figures.put(
          Figure.ROWS,
          targets.path("rows_sent").asDouble() + targets.path("rows_changed").asDouble());
    }
    put(figures, Figure.ROWS_READ, targets.path("rows_read"));
    put(figures, Figure.PAGES, targets.path("pages"));
    return new LoadFigures(shares, figures);
  }

  private static void put(Map<Figure, Double> figures, Figure figure, JsonNode value) {
    if (value.isNumber()) {
      figures.put(figure, value.asDouble());
    }
  }

  /** Of a step of a run. */
  static LoadFigures of(RunReport.Step step) {
    Map<String, Double> shares = new LinkedHashMap<>();
    double transactions = 0;
    double rows = 0;
    for (RunReport.Operation each : step.whole().operations()) {
      transactions += each.count();
      rows += each.rows();
    }
    for (RunReport.Operation each : step.whole().operations()) {
      shares.put(each.name(), each.count() / transactions);
    }
    Map<String, Number> tallies = step.whole().workloadCounters();
    double statements = number(tallies, "reads") + number(tallies, "writes");
    Map<Figure, Double> figures = new LinkedHashMap<>();
    if (statements > 0) {
      figures.put(Figure.STATEMENTS, statements / transactions);
      figures.put(Figure.ROWS, rows / statements);
      server(figures, step.whole().serverCounters(), statements);
    }
    return new LoadFigures(shares, figures);
  }

  private static void server(
      Map<Figure, Double> figures, Map<String, Number> counters, double statements) {
    double read = number(counters, "rows_read");
    if (!counters.containsKey("rows_read")) {
      read =
          counters.entrySet().stream()
              .filter(each -> each.getKey().startsWith(HANDLER_READS))
              .mapToDouble(each -> each.getValue().doubleValue())
              .sum();
    }
    if (read > 0) {
      figures.put(Figure.ROWS_READ, read / statements);
    }
    double pages = number(counters, "innodb_buffer_pool_read_requests");
    double missed = number(counters, "innodb_buffer_pool_reads");
    if (pages == 0) {
      missed = number(counters, "blks_read");
      pages = number(counters, "blks_hit") + missed;
    }
    if (pages > 0) {
      figures.put(Figure.PAGES, pages / statements);
      figures.put(Figure.HITS, 100 * (1 - missed / pages));
    }
  }

  private static double number(Map<String, Number> counters, String name) {
    Number found = counters.get(name);
    return found == null ? 0 : found.doubleValue();
  }
}
