package io.ibench.report.text;

import io.ibench.report.document.Columns;
import io.ibench.report.document.Note;
import io.ibench.report.document.Table;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.Durations;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredAgent;
import io.ibench.report.store.StoredAgent.Share;
import io.ibench.report.store.StoredAgentStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What each of several agents did in the steps of a merged run, and what all did together. */
public final class AgentShareTable {

  /** Of more agents only the extreme ones are shown. */
  private static final int MAX_SHOWN = 12;

  private static final int MAX_HOST = 16;
  private static final long MICRO_NANOS = 1_000;
  private static final List<Figure> RATES = List.of(Figure.IPS, Figure.DPS, Figure.QPS);

  private static final List<FigureColumn> CLIENT =
      List.of(
          new FigureColumn("client", "cpu %", Figure.CLIENT_CPU_PCT),
          new FigureColumn("run", "delay %", Figure.CLIENT_RUN_DELAY_PCT),
          new FigureColumn("out-", "side %", Figure.OUTSIDE_PCT));

  private static final String CLOCK =
      "How far the agent's clock may be off the server's, after the difference was measured.";
  private static final String LATE = "How long after the agreed start the agent began.";

  private record AgentRow(String step, String agent, StoredAgent of, Share share) {}

  private AgentShareTable() {}

  /** One sentence about all agents together; empty for a run of one process. */
  public static Optional<Note> together(RunReport run) {
    if (run.agents().isEmpty()) {
      return Optional.empty();
    }
    long hosts = run.agents().stream().map(StoredAgent::host).distinct().count();
    String who =
        count(run.agents().size(), "agent")
            + " on "
            + count(hosts, "host")
            + (run.agents().size() == 1 ? "" : " worked as one client");
    String did =
        TextReport.mainStep(run)
            .map(step -> ", and " + verb(run) + " in " + step.title() + " " + rates(step))
            .orElse("");
    return Optional.of(Note.of("together", who + did));
  }

  private static String verb(RunReport run) {
    return run.agents().size() == 1 ? "did" : "did together";
  }

  private static String count(long count, String noun) {
    return NumberText.count(count) + " " + noun + (count == 1 ? "" : "s");
  }

  private static String rates(Step step) {
    List<String> rates =
        RATES.stream()
            .filter(step.whole().figures()::knows)
            .map(rate -> step.whole().figures().text(rate) + " " + rate.key())
            .toList();
    return rates.isEmpty() ? "no operation" : String.join(", ", rates);
  }

  /** The agents of the main step; empty for a run of one process. */
  static Table brief(RunReport run) {
    return table(run, TextReport.mainStep(run).stream().toList());
  }

  /** The agents of all steps with operations. */
  public static Table of(RunReport run) {
    return table(run, TextReport.busy(run));
  }

  private static Table table(RunReport run, List<Step> steps) {
    List<AgentRow> rows = steps.stream().flatMap(step -> rows(run, step).stream()).toList();
    List<Figure> rates = RATES.stream().filter(rate -> isKnown(rows, rate)).toList();
    return new Columns<AgentRow>()
        .text("step", AgentRow::step)
        .text("agent", AgentRow::agent)
        .text("host", AgentShareTable::host)
        .addAll(
            rates,
            rate -> FigureColumn.of(rate).head(),
            (row, rate) -> row.share().figures().text(rate))
        .add(
            FigureColumn.head("", "p99", "p99_us"),
            row -> ClientTable.latency(row.share().figures().numbers().get("p99_us")))
        .addAll(
            CLIENT,
            FigureColumn::head,
            (row, column) -> row.share().figures().text(column.figure()))
        .add(
            new TableColumn("clock", "+-", CLOCK, false),
            row -> micros(row.share().clock().map(StoredAgentStep::offsetUncertaintyUs)))
        .add(
            new TableColumn("began", "late", LATE, false),
            row -> micros(row.share().clock().map(StoredAgentStep::startLateUs)))
        .table(
            "agents: rates, 99th percentile of the slowest operation, and how they kept together",
            rows);
  }

  private static boolean isKnown(List<AgentRow> rows, Figure rate) {
    return rows.stream().anyMatch(row -> row.share().figures().knows(rate));
  }

  private static List<AgentRow> rows(RunReport run, Step step) {
    Map<StoredAgent, Share> shares = new LinkedHashMap<>();
    for (StoredAgent agent : run.agents()) {
      agent.steps().stream()
          .filter(share -> share.step().equals(step.name()) && share.repeat() == step.repeat())
          .forEach(share -> shares.put(agent, share));
    }
    List<AgentRow> rows = new ArrayList<>();
    if (shares.size() <= MAX_SHOWN) {
      shares.forEach(
          (agent, share) ->
              rows.add(
                  new AgentRow(
                      rows.isEmpty() ? step.title() : "", "" + agent.rank(), agent, share)));
      return rows;
    }
    return extremes(step, shares);
  }

  /** The slowest, the median and the fastest agent, the latest one, and those that were lost. */
  private static List<AgentRow> extremes(Step step, Map<StoredAgent, Share> shares) {
    Figure rate =
        RATES.stream().filter(step.whole().figures()::knows).reduce((a, b) -> b).orElse(Figure.QPS);
    List<StoredAgent> whole =
        shares.keySet().stream()
            .filter(agent -> Objects.requireNonNull(shares.get(agent)).state() != RunState.RUNNING)
            .sorted(
                Comparator.comparingDouble(
                    (StoredAgent agent) ->
                        Objects.requireNonNull(shares.get(agent)).figures().valueOr(rate, 0)))
            .toList();
    List<AgentRow> rows = new ArrayList<>();
    if (!whole.isEmpty()) {
      add(rows, step, "slowest", whole.get(0), shares);
      add(rows, step, "median", whole.get((whole.size() - 1) / 2), shares);
      add(rows, step, "fastest", whole.get(whole.size() - 1), shares);
      whole.stream()
          .filter(agent -> Objects.requireNonNull(shares.get(agent)).clock().isPresent())
          .max(
              Comparator.comparingLong(
                  agent ->
                      Objects.requireNonNull(shares.get(agent))
                          .clock()
                          .orElseThrow()
                          .startLateUs()))
          .ifPresent(latest -> add(rows, step, "latest", latest, shares));
    }
    shares.keySet().stream()
        .filter(agent -> Objects.requireNonNull(shares.get(agent)).state() == RunState.RUNNING)
        .limit(MAX_SHOWN)
        .forEach(agent -> add(rows, step, "lost", agent, shares));
    return rows;
  }

  private static void add(
      List<AgentRow> rows,
      Step step,
      String what,
      StoredAgent agent,
      Map<StoredAgent, Share> shares) {
    String title = rows.isEmpty() ? step.title() : "";
    rows.add(
        new AgentRow(
            title, what + " " + agent.rank(), agent, Objects.requireNonNull(shares.get(agent))));
  }

  private static String host(AgentRow row) {
    return shortened(row.of().host()) + (row.share().state() == RunState.RUNNING ? " (lost)" : "");
  }

  private static String micros(Optional<Long> micros) {
    return micros.isEmpty()
        ? NumberText.figure(null)
        : Durations.latency(micros.get() * MICRO_NANOS);
  }

  /** The names of pods and nodes are long, and their ends differ. */
  private static String shortened(String host) {
    return host.length() <= MAX_HOST ? host : ".." + host.substring(host.length() - MAX_HOST + 2);
  }
}
