package io.ibench.cli.run;

import io.ibench.cli.ground.UsageException;
import io.ibench.cli.run.TogetherOptions.Together;
import io.ibench.cli.setup.Setup;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Table;
import io.ibench.db.internal.AgentTable;
import io.ibench.db.internal.AgentTable.Row;
import io.ibench.engine.Peers;
import io.ibench.fleet.Meeting;
import io.ibench.fleet.MeetingPeers;
import io.ibench.measure.Clock;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.store.ResultFolder;
import io.ibench.workload.Division;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.internal.RegisteredDataset;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * This process among the agents of its run. It joins the others before the first step, and tells
 * them how it ends. Confined to one thread.
 */
public final class AgentGroup implements AutoCloseable {

  private static final String LEFT_EARLY = "broken off";

  private final Together agent;
  private final Setup setup;
  private final Meeting meeting;
  private final AgentTable table;
  private final MeetingPeers peers;
  private final AgentSettings settings;
  private final Clock clock = Clock.system();
  private OptionalLong loadMillis = OptionalLong.empty();
  private Optional<String> whyEarly = Optional.of(LEFT_EARLY);
  private boolean joined;

  private AgentGroup(Together agent, Setup setup, Database database) {
    this.agent = agent;
    this.setup = setup;
    settings = AgentSettings.of(setup);
    table = new AgentTable(database, agent.name());
    meeting =
        new Meeting(
            table,
            () ->
                database
                    .serverMicros()
                    .orElseThrow(
                        () ->
                            new DatabaseException(
                                FailureKind.FATAL, "the server does not tell its time")),
            clock,
            agent.rank(),
            agent.of(),
            setup.together().beatNanos());
    peers = new MeetingPeers(meeting, clock, setup.settings().outageMaxNanos());
  }

  /**
   * Refuses what several agents cannot do; needs no database.
   *
   * @throws UsageException with all mistakes
   */
  public static void check(Together agent, Setup setup) throws UsageException {
    Division division = new Division(agent.rank(), agent.of());
    List<String> mistakes = new ArrayList<>();
    setup.plan().whyUndivided().ifPresent(why -> mistakes.add("--together: " + why));
    for (Step step : setup.plan().steps()) {
      if (step instanceof Step.Work work && !division.reaches(work)) {
        mistakes.add(
            "--of "
                + agent.of()
                + ": step "
                + work.name()
                + " has fewer clients or threads than agents in one of its groups; give it more,"
                + " or use fewer agents");
      }
    }
    String byRate =
        setup.plan().steps().stream()
            .filter(step -> step instanceof Step.Work work && work.rateGoal().isPresent())
            .map(Step::name)
            .collect(Collectors.joining(", "));
    if (!byRate.isEmpty()) {
      mistakes.add(
          "--together: the rate ends "
              + byRate
              + " (until), and each agent would end it at another time; give a duration, such as"
              + " 60s");
    }
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes);
    }
  }

  /** Refuses a database that several agents cannot share. Changes nothing. */
  static AgentGroup of(Together agent, Setup setup, Database database)
      throws UsageException, DatabaseException {
    List<String> mistakes = new ArrayList<>();
    if (database.location().embedded()) {
      mistakes.add(
          "--together: "
              + setup.database()
              + " is inside the client: agents on several machines need a server");
    } else {
      if (!database.keepsData() || database.serverMicros().isEmpty()) {
        mistakes.add(
            "--together: "
                + setup.database()
                + " does not tell its time, by which agents begin together");
      }
      if (!database.generatesKeys() && hasGeneratedKeys(setup.plan())) {
        mistakes.add(
            "--together: "
                + setup.database()
                + " generates no keys: each agent would count by itself, from the same number");
      }
    }
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes);
    }
    return new AgentGroup(agent, setup, database);
  }

  private static boolean hasGeneratedKeys(Plan plan) {
    return plan.tables().stream().map(Plan.LoadedTable::table).anyMatch(Table::generatedKey);
  }

  Peers peers() {
    return peers;
  }

  /** What results say about this agent. */
  RunInfo.Agent info(String host) {
    return new RunInfo.Agent(agent.name(), agent.rank(), agent.of(), host, settings.hash());
  }

  /** The time that loaded rows get: that of rank 0. */
  OptionalLong loadMillis() {
    return loadMillis;
  }

  /**
   * Joins the others, and waits until all have come.
   *
   * @param terminal tells the user what it waits for
   * @throws UsageException when they cannot work together: then no table was touched
   */
  void join(RegisteredDataset dataset, RunTerminal terminal)
      throws UsageException, DatabaseException, InterruptedException {
    meeting.compareClocks();
    long millis = setup.settings().rowTimeMillis().orElseGet(() -> meetingMillis(clock.nanoTime()));
    Optional<Row> earlier = enter(note(dataset.ordinal(), millis));
    if (earlier.isPresent()) {
      throw new UsageException(
          "--together "
              + agent.name()
              + ": agent "
              + agent.rank()
              + " was here before, last seen at "
              + Instant.ofEpochMilli(earlier.get().beatMicros() / 1_000)
                  .truncatedTo(ChronoUnit.SECONDS)
              + "; no agent joins a run twice: start all of them with a new name");
    }
    joined = true;
    peers.beginBeating(setup.together().beatNanos());
    List<Row> rows = awaitAll(terminal);
    loadMillis = OptionalLong.of(value(rows.get(0), "load_millis"));
    requireOrdinal(rows, dataset.ordinal());
  }

  private Optional<Row> enter(String note) throws UsageException, DatabaseException {
    try {
      return meeting.join(settings.text(), note);
    } catch (DatabaseException e) {
      if (!e.kind().refusesWrites()) {
        throw e;
      }
      throw new UsageException(
          "--together: agents meet in the table ibench_agents, which this one cannot write; use a"
              + " server and a user that may write, or one agent: "
              + e.getMessage());
    }
  }

  private long meetingMillis(long nanos) {
    return meeting.microsAt(nanos) / 1_000;
  }

  private String note(long ordinal, long millis) {
    return "hash=" + settings.hash() + "\nordinal=" + ordinal + "\nload_millis=" + millis;
  }

  private static long value(Row row, String name) {
    return Long.parseLong(text(row, name));
  }

  private static String text(Row row, String name) {
    return row.note()
        .lines()
        .filter(line -> line.startsWith(name + "="))
        .map(line -> line.substring(name.length() + 1))
        .findFirst()
        .orElse("");
  }

  private List<Row> awaitAll(RunTerminal terminal)
      throws UsageException, DatabaseException, InterruptedException {
    long end = clock.nanoTime() + setup.together().waitNanos();
    boolean said = false;
    while (true) {
      List<Row> rows = meeting.look();
      boolean areEqual = areEqual(rows);
      requireAlive();
      if (areEqual && rows.size() == agent.of()) {
        return rows;
      }
      if (clock.nanoTime() > end) {
        throw refused("not all agents have come within together.wait: " + missing(rows));
      }
      if (!said) {
        terminal.say("ibench: waiting for " + missing(rows));
        said = true;
      }
      TimeUnit.NANOSECONDS.sleep(meeting.pauseNanos());
    }
  }

  private String missing(List<Row> rows) {
    TreeSet<Integer> missing = new TreeSet<>();
    for (int rank = 0; rank < agent.of(); rank++) {
      missing.add(rank);
    }
    rows.forEach(row -> missing.remove(row.rank()));
    List<String> ranks = missing.stream().limit(10).map(String::valueOf).toList();
    return "agent "
        + String.join(", ", ranks)
        + (missing.size() > 10 ? " and " + (missing.size() - 10) + " others" : "")
        + " of "
        + agent.of();
  }

  /**
   * Compares the settings with those of every agent that is here.
   *
   * @return false if one with other settings has not stored them yet: they come after its row
   */
  private boolean areEqual(List<Row> rows) throws UsageException, DatabaseException {
    boolean known = true;
    List<String> mistakes = new ArrayList<>();
    for (Row row : rows) {
      if (row.of() != agent.of()) {
        mistakes.add("agent " + row.rank() + " was started with --of " + row.of());
      } else if (!text(row, "hash").isEmpty() && !text(row, "hash").equals(settings.hash())) {
        Optional<String> others = table.settings(row.rank());
        known &= others.isPresent();
        if (others.isPresent()) {
          mistakes.add(
              "agent " + row.rank() + " has other settings: " + settings.differences(others.get()));
        }
      }
    }
    if (!mistakes.isEmpty()) {
      throw refused(mistakes.toArray(String[]::new));
    }
    return known;
  }

  private void requireAlive() throws UsageException {
    if (!meeting.lost().isEmpty()) {
      List<String> lines = new ArrayList<>();
      meeting.lost().forEach((rank, why) -> lines.add("agent " + rank + ": it " + why));
      throw refused(lines.toArray(String[]::new));
    }
  }

  /** Another run between the first look at the tables and the last one's would change the seeds. */
  private void requireOrdinal(List<Row> rows, long ordinal) throws UsageException {
    if (value(rows.get(0), "ordinal") != ordinal) {
      throw refused("another run has worked on the tables since agent 0 has come; begin again");
    }
  }

  private UsageException refused(String... mistakes) {
    whyEarly = Optional.of(String.join("; ", mistakes));
    List<String> lines = new ArrayList<>();
    for (String mistake : mistakes) {
      lines.add("--together " + agent.name() + ": " + mistake);
    }
    return new UsageException(lines);
  }

  /** The run is over: the others learn whether this agent has done all its steps. */
  void ended(ResultFolder results) {
    whyEarly =
        switch (results.state()) {
          case DONE -> Optional.empty();
          case INTERRUPTED -> Optional.of("interrupted");
          default -> Optional.of(failure(results));
        };
  }

  private static String failure(ResultFolder results) {
    return results.report().steps().stream()
        .flatMap(step -> step.failure().stream())
        .findFirst()
        .or(results::failure)
        .orElse("a step has failed");
  }

  @Override
  public void close() {
    if (joined) {
      try {
        peers.leave(whyEarly);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    peers.close();
    table.close();
  }
}
