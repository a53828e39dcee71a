package io.ibench.overhead;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.db.jdbc.BareAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.LongSupplier;

/**
 * What ibench adds to the driver's own cost on a database, by operations on tables of its own. Not
 * thread-safe, but for {@link #stop}.
 */
public final class DatabaseCosts {

  private final BareAccess access;
  private final Alternation alternation;
  private final Command.Upsert link;
  private volatile boolean stopped;

  /**
   * @param quick some 2 s for each operation instead of 8
   * @param serverCpuNanos CPU time of the server so far; below 0 if it is unknown
   */
  public DatabaseCosts(BareAccess access, boolean quick, LongSupplier serverCpuNanos)
      throws DatabaseException {
    this.access = access;
    alternation =
        new Alternation(
            Alternation.Meter.ofThread(),
            quick ? Alternation.Lengths.QUICK : Alternation.Lengths.USUAL,
            () -> stopped,
            serverCpuNanos);
    link = Tables.link(access.reportsOldValues());
  }

  /** The names of tables that are in the way and not those of an earlier measurement. */
  public static List<String> foreignTables(BareAccess access) throws DatabaseException {
    return Tables.foreign(access);
  }

  /** Creates the tables; those that an earlier measurement has left are dropped first. */
  public void load() throws DatabaseException {
    Tables.drop(access);
    Tables.load(access);
  }

  /** Drops the tables. */
  public void drop() throws DatabaseException {
    Tables.drop(access);
  }

  /**
   * Compares all operations.
   *
   * @throws CancellationException after {@link #stop}
   */
  public List<OverheadRow> measure() throws DatabaseException {
    List<OverheadRow> rows = new ArrayList<>();
    InsertedKeys inserted = new InsertedKeys();
    for (ComparedOperation operation : ComparedOperation.values()) {
      try (BareSide bare = new BareSide(access, operation, link, inserted);
          IbenchSide ibench = new IbenchSide(access, operation, link, inserted)) {
        rows.add(alternation.compare(operation.label(), bare, ibench));
      }
    }
    return rows;
  }

  /** The product's name, without that of its packager. */
  public String product() {
    return access.description().product().replaceFirst(" \\(.*", "");
  }

  /** The product, its version and its driver. */
  public String about() {
    Description description = access.description();
    return product() + " " + description.version() + ", " + description.driver();
  }

  /** Deletes the file of a database that did not exist before; after the database is closed. */
  public void deleteIfNew() {
    access.deleteIfNew();
  }

  /** Ends the measurement. Any thread. */
  public void stop() {
    stopped = true;
  }
}
