package io.ibench.db.internal;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The table {@code ibench_agents}, where the agents of a run meet: one row for each agent, which
 * only that agent writes. Rows are never deleted, so that a name is used once. It uses only {@link
 * Command}s. Keeps one session, and opens another one after a failure. Thread-safe.
 */
public final class AgentTable implements AutoCloseable {

  private static final int MAX_TEXT_BYTES = 65_535;

  /** Text is stored as UTF-8 bytes. */
  public static final Table TABLE =
      new Table(
          "ibench_agents",
          List.of(
              Column.number("run", ColumnType.LONG),
              Column.number("agent_rank", ColumnType.LONG),
              Column.number("agents", ColumnType.LONG),
              Column.number("position", ColumnType.LONG),
              Column.number("ready_micros", ColumnType.LONG),
              Column.number("beat_micros", ColumnType.LONG),
              Column.number("state", ColumnType.LONG),
              Column.bytes("note", MAX_TEXT_BYTES)),
          List.of("run", "agent_rank"),
          false,
          List.of());

  /** What an agent does. The table stores the ordinal. */
  public enum State {
    WORKING,
    /** All its steps are over. */
    DONE,
    /** It has ended early; its note says why. */
    BROKEN
  }

  /**
   * The row of one agent. Immutable.
   *
   * @param rank from 0
   * @param of the number of agents
   * @param position how far it has come in the run: a number that only grows
   * @param readyMicros when it was ready to begin its last step, by the server's clock
   * @param beatMicros when the agent was last alive, by the server's clock
   * @param note what it tells the others; at most 65,535 bytes
   */
  public record Row(
      int rank,
      int of,
      long position,
      long readyMicros,
      long beatMicros,
      State state,
      String note) {}

  private final Database database;
  private final long run;
  private final long settings;
  private final byte[] buffer = new byte[MAX_TEXT_BYTES];
  private Optional<Statements> open = Optional.empty();

  private record Statements(Session session, Prepared select, Prepared insert, Prepared update) {}

  /**
   * @param name of the run
   */
  public AgentTable(Database database, String name) {
    this.database = database;
    run = TableRegister.key(name);
    settings = TableRegister.key(name + "\nsettings");
  }

  /**
   * Adds an agent, before all its other calls.
   *
   * @return the row of the agent that has this rank already; empty when this agent is added
   */
  public synchronized Optional<Row> join(Row own) throws DatabaseException {
    createTable();
    try {
      insert(run, own);
      return Optional.empty();
    } catch (DatabaseException e) {
      close();
      if (e.kind() != FailureKind.DUPLICATE_KEY) {
        throw e;
      }
      return rows().stream().filter(row -> row.rank() == own.rank()).findFirst();
    }
  }

  /** Other agents may create it at the same time. */
  private void createTable() throws DatabaseException {
    if (database.exists(TABLE.name())) {
      return;
    }
    try {
      database.create(TABLE);
    } catch (DatabaseException e) {
      if (!database.exists(TABLE.name())) {
        throw e;
      }
    }
  }

  /** Stores the settings of an agent that has joined; once. */
  public synchronized void putSettings(Row own, String text) throws DatabaseException {
    guarded(
        () -> {
          insert(
              settings, new Row(own.rank(), own.of(), 0, 0, own.beatMicros(), own.state(), text));
          return own;
        });
  }

  /** The settings of an agent; empty before it has stored them. */
  public synchronized Optional<String> settings(int rank) throws DatabaseException {
    return rows(settings).stream().filter(row -> row.rank() == rank).map(Row::note).findFirst();
  }

  /** The rows of all agents that have joined, by rank; one statement. */
  public List<Row> rows() throws DatabaseException {
    return rows(run);
  }

  private synchronized List<Row> rows(long key) throws DatabaseException {
    return guarded(
        () -> {
          Prepared select = statements().select();
          select.setLong(0, key);
          int count = select.execute();
          List<Row> rows = new ArrayList<>(count);
          for (int row = 0; row < count; row++) {
            rows.add(row(select, row));
          }
          rows.sort(Comparator.comparingInt(Row::rank));
          return rows;
        });
  }

  private Row row(Prepared select, int row) throws DatabaseException {
    int length = select.getBytes(row, 6, buffer);
    return new Row(
        Math.toIntExact(select.getLong(row, 0)),
        Math.toIntExact(select.getLong(row, 1)),
        select.getLong(row, 2),
        select.getLong(row, 3),
        select.getLong(row, 4),
        State.values()[Math.toIntExact(select.getLong(row, 5))],
        new String(buffer, 0, length, StandardCharsets.UTF_8));
  }

  /** Replaces the agent's own row; one statement. */
  public synchronized void write(Row own) throws DatabaseException {
    guarded(
        () -> {
          Prepared update = statements().update();
          update.setLong(0, own.position());
          update.setLong(1, own.readyMicros());
          update.setLong(2, own.beatMicros());
          update.setLong(3, own.state().ordinal());
          TableRegister.text(update, 4, own.note());
          update.setLong(5, run);
          update.setLong(6, own.rank());
          return update.execute();
        });
  }

  private void insert(long key, Row row) throws DatabaseException {
    Prepared insert = statements().insert();
    insert.setLong(0, key);
    insert.setLong(1, row.rank());
    insert.setLong(2, row.of());
    insert.setLong(3, row.position());
    insert.setLong(4, row.readyMicros());
    insert.setLong(5, row.beatMicros());
    insert.setLong(6, row.state().ordinal());
    TableRegister.text(insert, 7, row.note());
    insert.execute();
  }

  private interface Call<T> {
    T call() throws DatabaseException;
  }

  /** After a failure the next call begins with a new session. */
  private <T> T guarded(Call<T> call) throws DatabaseException {
    try {
      return call.call();
    } catch (DatabaseException e) {
      close();
      throw e;
    }
  }

  private Statements statements() throws DatabaseException {
    if (open.isEmpty()) {
      Session session = database.session();
      try {
        open = Optional.of(prepared(session));
      } catch (DatabaseException e) {
        session.close();
        throw e;
      }
    }
    return open.get();
  }

  private static Statements prepared(Session session) throws DatabaseException {
    List<String> columns = TABLE.columnNames();
    return new Statements(
        session,
        session.prepare(
            Command.Select.of(
                TABLE, columns.subList(1, columns.size()), List.of(Condition.eq("run")))),
        session.prepare(new Command.Insert(TABLE, columns, 1)),
        session.prepare(
            new Command.Update(TABLE, List.of(), List.of(), List.of(), Optional.empty())
                .set("position")
                .set("ready_micros")
                .set("beat_micros")
                .set("state")
                .set("note")
                .where("run")
                .where("agent_rank")));
  }

  /** Closes the session; rows stay. The next call opens another one. */
  @Override
  public synchronized void close() {
    Optional<Statements> former = open;
    open = Optional.empty();
    if (former.isPresent()) {
      try {
        former.get().session().close();
      } catch (DatabaseException e) {
        return; // The connection was lost, or the server has gone: nothing is left to close.
      }
    }
  }
}
