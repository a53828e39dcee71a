package io.ibench.report.text;

import io.ibench.measure.Role;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Columns;
import io.ibench.report.document.Table;
import io.ibench.report.figures.Durations;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredClient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rates and latencies of each client; of many clients the slowest, median and fastest. */
public final class ClientTable {

  /** More clients are not shown one by one. */
  private static final int MAX_SHOWN = 12;

  private record RateColumn(Figure figure, String p99, Role role) {}

  private static final List<RateColumn> RATES =
      List.of(
          new RateColumn(Figure.IPS, "insert", Role.INSERT),
          new RateColumn(Figure.DPS, "delete", Role.DELETE),
          new RateColumn(Figure.QPS, "query", Role.QUERY));

  private record ClientRow(String title, String client, StoredClient figures) {}

  private ClientTable() {}

  /** Shows the steps with several clients; empty without such steps. */
  public static Table of(RunReport run) {
    List<ClientRow> rows = new ArrayList<>();
    run.steps().stream().filter(s -> s.clients().size() > 1).forEach(step -> addRows(rows, step));
    List<RateColumn> shown =
        RATES.stream().filter(rate -> rows.stream().anyMatch(row -> has(row, rate))).toList();
    return new Columns<ClientRow>()
        .text("step", ClientRow::title)
        .text("client", ClientRow::client)
        .addAll(
            shown,
            rate -> FigureColumn.of(rate.figure()).head(),
            (row, rate) -> row.figures().rates().text(rate.figure()))
        .addAll(
            shown,
            rate -> FigureColumn.head(rate.p99(), "p99", "p99_us"),
            (row, rate) -> latency(p99(row.figures(), rate.role()).orElse(null)))
        .add(
            FigureColumn.head("max", "max_us"),
            row -> latency(longest(row.figures().operations().stream(), "max_us").orElse(null)))
        .table("clients: rates, 99th percentiles of service times, and the longest one", rows);
  }

  private static boolean has(ClientRow row, RateColumn rate) {
    return row.figures().rates().knows(rate.figure())
        || p99(row.figures(), rate.role()).isPresent();
  }

  private static void addRows(List<ClientRow> rows, Step step) {
    List<StoredClient> clients = step.clients();
    if (clients.size() <= MAX_SHOWN) {
      for (StoredClient client : clients) {
        rows.add(
            new ClientRow(
                client == clients.get(0) ? step.title() : "", "" + client.client(), client));
      }
      return;
    }
    Figure rate = step.unit() == Unit.QUERIES ? Figure.QPS : Figure.IPS;
    List<StoredClient> sorted = clients.stream().sorted(fasterLast(rate)).toList();
    StoredClient slowest = sorted.get(0);
    StoredClient median = sorted.get((sorted.size() - 1) / 2);
    StoredClient fastest = sorted.get(sorted.size() - 1);
    rows.add(new ClientRow(step.title(), "slowest " + slowest.client(), slowest));
    rows.add(new ClientRow("", "median " + median.client(), median));
    rows.add(new ClientRow("", "fastest " + fastest.client(), fastest));
  }

  /** By rate. Clients with equal work have equal rates: then a longer p99 is slower. */
  private static Comparator<StoredClient> fasterLast(Figure rate) {
    return Comparator.comparingDouble((StoredClient client) -> client.rates().valueOr(rate, 0))
        .thenComparing(
            client -> longest(client.operations().stream(), "p99_us").orElse(0.0),
            Comparator.reverseOrder());
  }

  /** The p99 of the slowest operation of a role: percentiles cannot be added up. */
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

  /** With the unit that suits the value; a dash for null. */
  static String latency(@Nullable Number micros) {
    return micros == null
        ? NumberText.figure(null)
        : Durations.latency(Math.round(1e3 * micros.doubleValue()));
  }
}
