package io.ibench.fleet;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.internal.AgentTable;
import io.ibench.db.internal.AgentTable.Row;
import io.ibench.db.internal.AgentTable.State;
import io.ibench.measure.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * One agent's place among the agents of a run. An agent passes positions, which only grow, and
 * waits at some of them for the others. Every method is one statement at most, and none waits: the
 * caller looks again after {@link #pauseNanos}. Thread-safe.
 *
 * <p>Each agent writes its row, and reads the rows of all, once in each beat of the heart. An agent
 * is lost when it says that it has ended early, or when its row shows no beat for {@link
 * #BEATS_UNTIL_LOST} beats of the server's clock, in all of which this agent could read: after an
 * outage of the server nobody is lost who comes back.
 */
public final class Meeting {

  /** An agent whose last beat is older is lost. */
  public static final int BEATS_UNTIL_LOST = 3;

  private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long PAUSE_PER_AGENT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long SHORTEST_LEAD_MICROS = TimeUnit.SECONDS.toMicros(1);
  private static final int LEAD_PAUSES = 3;
  private static final long MICRO = 1_000;

  private static final String GONE = "the table of the agents, ibench_agents,";

  /** Begins the note of an agent that has ended because others are lost: their ranks. */
  private static final String MISSES = "misses ";

  private final AgentTable table;
  private final ClockOffset.ServerClock server;
  private final Clock clock;
  private final long beatNanos;
  private final long epochMicros;
  private final long startNanos;
  private final TreeMap<Integer, String> lost = new TreeMap<>();
  private final TreeSet<Integer> seen = new TreeSet<>();
  private Row own;
  private ClockOffset offset = new ClockOffset(0, 0);
  private long statements;
  private boolean joined;
  private boolean reading;
  private long readingSinceNanos;
  private long readNanos;
  private long writtenNanos;

  /**
   * @param rank of this agent, from 0
   * @param of the number of agents
   * @param beatNanos how often each agent shows that it is alive
   */
  public Meeting(
      AgentTable table,
      ClockOffset.ServerClock server,
      Clock clock,
      int rank,
      int of,
      long beatNanos) {
    this.table = table;
    this.server = server;
    this.clock = clock;
    this.beatNanos = beatNanos;
    startNanos = clock.nanoTime();
    epochMicros = TimeUnit.MILLISECONDS.toMicros(clock.epochMillis());
    own = new Row(rank, of, 0, 0, 0, State.WORKING, "");
  }

  public int rank() {
    return own.rank();
  }

  public int of() {
    return own.of();
  }

  /** How long an agent waits between two looks; more agents look less often. */
  public long pauseNanos() {
    return Math.max(SHORTEST_PAUSE_NANOS, own.of() * PAUSE_PER_AGENT_NANOS);
  }

  /** This agent's clock: the time of day when the meeting was made, and the time since. */
  private long ownMicros() {
    return epochMicros + (clock.nanoTime() - startNanos) / MICRO;
  }

  private long serverMicros() {
    return ownMicros() + offset.micros();
  }

  /** When the server's clock shows this time, as {@link Clock#nanoTime}. */
  public synchronized long nanosAt(long serverMicros) {
    return startNanos + (serverMicros - offset.micros() - epochMicros) * MICRO;
  }

  /** The server's time at a moment of {@link Clock#nanoTime}. */
  public synchronized long microsAt(long nanos) {
    return epochMicros + (nanos - startNanos) / MICRO + offset.micros();
  }

  /** Compares the clocks again, by {@link ClockOffset#PROBES} questions. */
  public synchronized ClockOffset compareClocks() throws DatabaseException {
    offset =
        ClockOffset.measure(
            () -> {
              statements++;
              return server.micros();
            },
            this::ownMicros);
    return offset;
  }

  /**
   * Joins the others; call {@link #compareClocks} before.
   *
   * @param settings for {@link #settings}
   * @param note for the others
   * @return the row of an earlier agent with the same rank, if this agent cannot join
   */
  public synchronized Optional<Row> join(String settings, String note) throws DatabaseException {
    own = new Row(own.rank(), own.of(), 0, 0, serverMicros(), State.WORKING, note);
    statements += 2;
    Optional<Row> earlier = table.join(own);
    joined = earlier.isEmpty();
    if (joined) {
      writtenNanos = clock.nanoTime();
      table.putSettings(own, settings);
    }
    return earlier;
  }

  /** The settings of an agent; empty before it has stored them. */
  public Optional<String> settings(int rank) throws DatabaseException {
    return table.settings(rank);
  }

  /** This agent has come to a position. Its note stays. */
  public synchronized void reach(long position) throws DatabaseException {
    write(position, false, State.WORKING, own.note());
  }

  /** This agent has come to a position at which it is ready to begin a step. Its note stays. */
  public synchronized void ready(long position) throws DatabaseException {
    write(position, true, State.WORKING, own.note());
  }

  /**
   * This agent has come to a position, and tells the others something. Before it tells something
   * else, all must have passed another position.
   */
  public void tell(long position, String note) throws DatabaseException {
    write(position, false, State.WORKING, note);
  }

  /** All steps of this agent are over; its row and its note stay. */
  public synchronized void done() throws DatabaseException {
    write(own.position(), false, State.DONE, own.note());
  }

  /**
   * This agent ends early; its row stays. If it ends because others are lost, it says which.
   *
   * @param why one line
   */
  public synchronized void breakOff(String why) throws DatabaseException {
    String missed =
        lost.keySet().stream().map(String::valueOf).collect(Collectors.joining(",", MISSES, ""));
    String line = lost.isEmpty() ? why : missed;
    write(own.position(), false, State.BROKEN, line + "\n" + own.note());
  }

  private synchronized void write(long position, boolean ready, State state, String note)
      throws DatabaseException {
    long now = serverMicros();
    own =
        new Row(
            own.rank(),
            own.of(),
            Math.max(position, own.position()),
            ready ? now : own.readyMicros(),
            now,
            state,
            note);
    put();
  }

  private void put() throws DatabaseException {
    statements++;
    try {
      table.write(own);
    } catch (DatabaseException e) {
      reading = false;
      throw explained(e);
    }
    writtenNanos = clock.nanoTime();
  }

  /** The rows of all agents that have joined, by rank. */
  public synchronized List<Row> look() throws DatabaseException {
    statements++;
    List<Row> rows;
    try {
      rows = table.rows();
    } catch (DatabaseException e) {
      reading = false;
      throw explained(e);
    }
    requireRows(rows);
    long now = clock.nanoTime();
    if (!reading || now - readNanos > BEATS_UNTIL_LOST * beatNanos) {
      reading = true;
      readingSinceNanos = now;
    }
    readNanos = now;
    boolean couldRead = now - readingSinceNanos > BEATS_UNTIL_LOST * beatNanos;
    for (Row row : rows) {
      if (row.rank() != own.rank() && row.rank() < own.of()) {
        notice(row, couldRead);
      }
    }
    return rows;
  }

  /** Says which table it is: nobody but the agents knows it. */
  private static DatabaseException explained(DatabaseException failure) {
    return switch (failure.kind()) {
      case NOT_FOUND ->
          new DatabaseException(
              failure.kind(), GONE + " is gone: " + failure.getMessage(), failure);
      case DENIED ->
          new DatabaseException(
              failure.kind(), GONE + " may not be used: " + failure.getMessage(), failure);
      default -> failure;
    };
  }

  /**
   * Rows are never deleted by an agent: without its own this agent is seen by nobody, and an agent
   * without one is waited for in vain.
   */
  private void requireRows(List<Row> rows) throws DatabaseException {
    Set<Integer> ranks = rows.stream().map(Row::rank).collect(Collectors.toSet());
    if (joined && !ranks.contains(own.rank())) {
      throw new DatabaseException(
          FailureKind.NOT_FOUND, GONE + " has lost the row of this agent, " + own.rank());
    }
    for (int rank : seen) {
      if (!ranks.contains(rank)) {
        lost.putIfAbsent(rank, "has no row in ibench_agents any more");
      }
    }
    seen.addAll(ranks);
  }

  private void notice(Row row, boolean couldRead) {
    if (row.state() == State.BROKEN) {
      String why = row.note().lines().findFirst().orElse("");
      if (why.startsWith(MISSES)) {
        for (String rank : why.substring(MISSES.length()).split(",")) {
          lost.putIfAbsent(Integer.valueOf(rank), "is missed by agent " + row.rank());
        }
      } else {
        lost.putIfAbsent(row.rank(), "has ended early: " + why);
      }
    } else if (row.state() == State.WORKING && couldRead && ageNanos(row) > lostNanos()) {
      lost.putIfAbsent(row.rank(), "has shown no sign of life since then");
    }
  }

  private long lostNanos() {
    return BEATS_UNTIL_LOST * beatNanos;
  }

  private long ageNanos(Row row) {
    return (serverMicros() - row.beatMicros()) * MICRO;
  }

  /** The rows of all agents if each has come to the position; empty while one has not. */
  public Optional<List<Row>> gathered(long position) throws DatabaseException {
    List<Row> rows = look();
    boolean all = rows.size() == own.of();
    for (Row row : rows) {
      all &= row.position() >= position && row.state() != State.BROKEN;
    }
    return all ? Optional.of(rows) : Optional.empty();
  }

  /**
   * When the step begins for which all are ready, by the server's clock: the same for all agents,
   * and late enough for each to see it.
   *
   * @param rows of all agents
   */
  public long startMicros(List<Row> rows) {
    long ready = rows.stream().mapToLong(Row::readyMicros).max().orElseThrow();
    long pauses = TimeUnit.NANOSECONDS.toMicros(LEAD_PAUSES * pauseNanos());
    return ready + Math.max(SHORTEST_LEAD_MICROS, pauses);
  }

  /**
   * Shows that this agent is alive, if that is due, and looks for the others.
   *
   * @return when to call it again, in nanoseconds from now; sooner while an agent is missed
   */
  public synchronized long beat() throws DatabaseException {
    if (clock.nanoTime() - writtenNanos >= beatNanos - beatNanos / 10) {
      own =
          new Row(
              own.rank(),
              own.of(),
              own.position(),
              own.readyMicros(),
              serverMicros(),
              own.state(),
              own.note());
      put();
    }
    boolean missed = false;
    for (Row row : look()) {
      missed |=
          row.rank() != own.rank()
              && row.state() == State.WORKING
              && ageNanos(row) > (BEATS_UNTIL_LOST - 1) * beatNanos;
    }
    return missed && lost.isEmpty() ? beatNanos / 4 : beatNanos;
  }

  /** Why agents are lost, by their ranks. */
  public synchronized TreeMap<Integer, String> lost() {
    return new TreeMap<>(lost);
  }

  /** The statements since the meeting was made. */
  public synchronized long statements() {
    return statements;
  }
}
