package io.ibench.report;

import io.ibench.measure.Role;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.RunReport.Operation;
import io.ibench.report.RunReport.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What each client did, step by step; of many clients the slowest, the median and the fastest. */
final class ClientTable {

  /** More than so many are not shown one by one. */
  static final int MOST_SHOWN = 12;

  private record Rate(String key, String p99, Role role) {}

  private static final List<Rate> RATES =
      List.of(
          new Rate("ips", "insert", Role.INSERT),
          new Rate("dps", "delete", Role.DELETE),
          new Rate("qps", "query", Role.QUERY));

  private record Row(String title, String client, StoredClient figures) {}

  private ClientTable() {}

  /** Empty when no step had several clients. */
  static String text(RunReport run, Layout layout) {
    List<Row> rows = new ArrayList<>();
    run.steps().stream().filter(s -> s.clients().size() > 1).forEach(step -> addRows(rows, step));
    if (rows.isEmpty()) {
      return "";
    }
    List<Rate> shown =
        RATES.stream().filter(rate -> rows.stream().anyMatch(row -> has(row, rate))).toList();
    TextTable table = new TextTable(2, 0);
    addHead(table, shown);
    rows.forEach(row -> table.add(cells(row, shown)));
    String title = "clients: rates, 99th percentiles of service times, and the longest one";
    return layout.title(title) + layout.table(table);
  }

  private static boolean has(Row row, Rate rate) {
    return row.figures().rates().containsKey(rate.key())
        || p99(row.figures(), rate.role()).isPresent();
  }

  private static void addHead(TextTable table, List<Rate> shown) {
    List<String> above = new ArrayList<>(List.of("", ""));
    List<String> head = new ArrayList<>(List.of("step", "client"));
    shown.forEach(rate -> above.add(""));
    shown.forEach(rate -> head.add(rate.key()));
    shown.forEach(rate -> above.add(rate.p99()));
    shown.forEach(rate -> head.add("p99"));
    above.add("");
    head.add("max");
    table.head(above);
    table.head(head);
  }

  private static void addRows(List<Row> rows, Step step) {
    List<StoredClient> clients = step.clients();
    if (clients.size() <= MOST_SHOWN) {
      for (StoredClient client : clients) {
        rows.add(
            new Row(client == clients.get(0) ? step.title() : "", "" + client.client(), client));
      }
      return;
    }
    String key = step.unit() == Unit.QUERIES ? "qps" : "ips";
    List<StoredClient> sorted = clients.stream().sorted(fasterLast(key)).toList();
    StoredClient slowest = sorted.get(0);
    StoredClient median = sorted.get((sorted.size() - 1) / 2);
    StoredClient fastest = sorted.get(sorted.size() - 1);
    rows.add(new Row(step.title(), "slowest " + slowest.client(), slowest));
    rows.add(new Row("", "median " + median.client(), median));
    rows.add(new Row("", "fastest " + fastest.client(), fastest));
  }

  /** Clients with equal work have equal rates; of them the one with the longest wait is slower. */
  private static Comparator<StoredClient> fasterLast(String key) {
    return Comparator.comparingDouble((StoredClient client) -> rate(client, key))
        .thenComparing(
            client -> longest(client.operations().stream(), "p99_us").orElse(0.0),
            Comparator.reverseOrder());
  }

  private static double rate(StoredClient client, String key) {
    return Optional.ofNullable(client.rates().get(key)).map(Number::doubleValue).orElse(0.0);
  }

  private static List<String> cells(Row row, List<Rate> shown) {
    StoredClient client = row.figures();
    List<String> cells = new ArrayList<>(List.of(row.title(), row.client()));
    shown.forEach(rate -> cells.add(Numbers.figure(client.rates().get(rate.key()))));
    shown.forEach(rate -> cells.add(latency(p99(client, rate.role()))));
    cells.add(latency(longest(client.operations().stream(), "max_us")));
    return cells;
  }

  /** Of several operations of one kind that of the slowest: percentiles cannot be added up. */
  private static Optional<Double> p99(StoredClient client, Role role) {
    return longest(client.operations().stream().filter(o -> o.role() == role), "p99_us");
  }

  private static Optional<Double> longest(Stream<Operation> operations, String key) {
    return operations
        .map(Operation::service)
        .map((Map<String, Number> service) -> service.get(key))
        .flatMap(Stream::ofNullable)
        .map(Number::doubleValue)
        .max(Comparator.naturalOrder());
  }

  private static String latency(Optional<Double> micros) {
    return micros
        .map(value -> Durations.latency(Math.round(1e3 * value)))
        .orElse(Numbers.figure(null));
  }
}
