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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The table {@code ibench_lease}: one row for each table that a run works on now, so that no other
 * run changes it meanwhile. A run takes a row for each of its tables, renews them every {@link
 * #RENEW_NANOS}, and deletes them at its end; those of a run that died are stale. The table is
 * created with the first row and never dropped. It uses only {@link Command}s, so it works with
 * every adapter; a database that keeps no data has no rows. Each call opens its own session. Not
 * thread-safe.
 */
public final class TableLease {

  /** How often a run renews its rows. */
  public static final long RENEW_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** A row that was not renewed for so long, by the server's clock, is stale. */
  public static final long STALE_MILLIS = TimeUnit.MINUTES.toMillis(3);

  private static final int MAX_NAME_BYTES = 255;
  private static final int MAX_OWNER_BYTES = 2_000;

  /** Text is stored as UTF-8 bytes. */
  public static final Table TABLE =
      new Table(
          "ibench_lease",
          List.of(
              Column.number("id", ColumnType.LONG),
              Column.bytes("table_name", MAX_NAME_BYTES),
              Column.bytes("run_id", MAX_NAME_BYTES),
              Column.bytes("owner", MAX_OWNER_BYTES),
              Column.number("token", ColumnType.LONG),
              Column.number("renewed_millis", ColumnType.LONG)),
          List.of("id"),
          false,
          List.of());

  private static final List<Condition> BY_TOKEN =
      List.of(Condition.eq("id"), Condition.eq("token"));

  private final Database database;
  private final List<String> tables;
  private final String runId;
  private final String owner;
  private final long token;

  /**
   * The lease of one run.
   *
   * @param owner the run's process, in words that {@code isGone} of {@link #take} understands
   * @param token a random number that no other run has
   */
  public TableLease(
      Database database, List<String> tables, String runId, String owner, long token) {
    this.database = database;
    this.tables = tables.stream().sorted().toList();
    this.runId = runId;
    this.owner = owner;
    this.token = token;
  }

  /**
   * Who has leased a table.
   *
   * @param ageMillis the time since the last renewal, by the server's clock
   */
  public record Holder(String table, String runId, String owner, long token, long ageMillis) {

    /** Whether it was not renewed for so long that its run is taken to be over. */
    public boolean isStale() {
      return ageMillis > STALE_MILLIS;
    }
  }

  /** The run no longer has the lease: another one has taken it. */
  public static final class LostException extends Exception {

    private static final long serialVersionUID = 1L;

    LostException(String table, String by) {
      super("the lease of " + table + " is lost: " + by + " works on it");
    }
  }

  /** The holders of the tables, stale ones as well; changes nothing. */
  public List<Holder> holders() throws DatabaseException {
    if (!database.keepsData() || !database.exists(TABLE.name())) {
      return List.of();
    }
    try (Session session = database.session()) {
      return List.copyOf(holders(session).values());
    }
  }

  private Map<String, Holder> holders(Session session) throws DatabaseException {
    long now = database.serverMillis();
    Prepared select =
        session.prepare(Command.Select.of(TABLE, TABLE.columnNames(), List.of(Condition.eq("id"))));
    Map<String, Holder> holders = new LinkedHashMap<>();
    for (String table : tables) {
      select.setLong(0, TableRegister.key(table));
      if (select.execute() > 0) {
        holders.put(
            table,
            new Holder(
                TableRegister.text(select, 1),
                TableRegister.text(select, 2),
                TableRegister.text(select, 3),
                select.getLong(0, 4),
                Math.max(0, now - select.getLong(0, 5))));
      }
    }
    return holders;
  }

  /**
   * Takes the lease of all tables, or of none.
   *
   * @param isGone whether a holder is known to have died, so that its row is free
   * @return the holders that prevent it; empty when this run has the lease
   */
  public List<Holder> take(Predicate<Holder> isGone) throws DatabaseException {
    if (!database.keepsData()) {
      return List.of();
    }
    createTable();
    List<String> taken = new ArrayList<>();
    try (Session session = database.session()) {
      for (String table : tables) {
        Optional<Holder> other = take(session, table, isGone);
        if (other.isPresent()) {
          release(session, taken);
          return List.of(other.get());
        }
        taken.add(table);
      }
    }
    return List.of();
  }

  /** Another run may create it at the same time. */
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

  /** Returns who holds it; empty when it is taken now. */
  private Optional<Holder> take(Session session, String table, Predicate<Holder> isGone)
      throws DatabaseException {
    if (insert(session, table)) {
      return Optional.empty();
    }
    Holder holder = holders(session).get(table);
    if (holder == null) {
      // It was released in between.
      return insert(session, table) ? Optional.empty() : take(session, table, none -> false);
    }
    boolean free = holder.token() == token || holder.isStale() || isGone.test(holder);
    return free && replace(session, holder) ? Optional.empty() : Optional.of(holder);
  }

  private boolean insert(Session session, String table) throws DatabaseException {
    Prepared insert = session.prepare(new Command.Insert(TABLE, TABLE.columnNames(), 1));
    insert.setLong(0, TableRegister.key(table));
    TableRegister.text(insert, 1, table);
    TableRegister.text(insert, 2, runId);
    TableRegister.text(insert, 3, owner);
    insert.setLong(4, token);
    insert.setLong(5, database.serverMillis());
    try {
      insert.execute();
      return true;
    } catch (DatabaseException e) {
      if (e.kind() != FailureKind.DUPLICATE_KEY) {
        throw e;
      }
      return false;
    }
  }

  /** False when another run was faster. */
  private boolean replace(Session session, Holder holder) throws DatabaseException {
    Prepared delete = session.prepare(new Command.Delete(TABLE, BY_TOKEN, 0));
    delete.setLong(0, TableRegister.key(holder.table()));
    delete.setLong(1, holder.token());
    delete.execute();
    return insert(session, holder.table());
  }

  /**
   * Renews the lease.
   *
   * @throws LostException when another run has taken it
   */
  public void renew() throws DatabaseException, LostException {
    if (!database.keepsData()) {
      return;
    }
    try (Session session = database.session()) {
      Prepared update =
          session.prepare(
              new Command.Update(TABLE, List.of(), List.of(), List.of(), Optional.empty())
                  .set("renewed_millis")
                  .where("id")
                  .where("token"));
      for (String table : tables) {
        update.setLong(0, database.serverMillis());
        update.setLong(1, TableRegister.key(table));
        update.setLong(2, token);
        if (update.execute() == 0) {
          requireMine(session, table);
        }
      }
    }
  }

  /** Some products count only rows that an update has changed. */
  private void requireMine(Session session, String table) throws DatabaseException, LostException {
    Holder holder = holders(session).get(table);
    if (holder == null) {
      throw new LostException(table, "another run, which is over,");
    }
    if (holder.token() != token) {
      throw new LostException(table, "run " + holder.runId());
    }
  }

  /** Ends the lease; rows of other runs stay. */
  public void release() throws DatabaseException {
    if (!database.keepsData() || !database.exists(TABLE.name())) {
      return;
    }
    try (Session session = database.session()) {
      release(session, tables);
    }
  }

  private void release(Session session, List<String> taken) throws DatabaseException {
    Prepared delete = session.prepare(new Command.Delete(TABLE, BY_TOKEN, 0));
    for (String table : taken) {
      delete.setLong(0, TableRegister.key(table));
      delete.setLong(1, token);
      delete.execute();
    }
  }
}
