package io.ibench.workload.linkbench;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Transaction;
import io.ibench.workload.linkbench.LinkBenchKeys.Compat;
import java.util.List;
import java.util.Optional;

/** Writes a link in one statement, then its count when its visibility has changed. */
final class LinkUpsert implements LinkPut {

  private final Transaction transaction;
  private final Prepared put;
  private final LinkCount count;
  private boolean visible;

  /**
   * @param count the last statement of a transaction; no other code uses it between bind and
   *     execute
   */
  LinkUpsert(Transaction transaction, LinkCount count) throws DatabaseException {
    this.transaction = transaction;
    this.count = count;
    put = transaction.prepare(command(Compat.NONE));
  }

  /**
   * Adds a link, or replaces the contents of an existing one; with UPSTREAM only its visibility.
   * Returns the visibility before.
   */
  static Command command(Compat compat) {
    List<String> set =
        compat == Compat.UPSTREAM
            ? List.of("visibility")
            : List.of("visibility", "data", "time", "version");
    return new Command.Upsert(
        GraphTables.LINKS,
        GraphTables.LINKS.columnNames(),
        set,
        List.of(),
        Optional.of("visibility"));
  }

  /** Binds a {@link #command}. */
  static void bind(
      Prepared put,
      long id1,
      long type,
      long id2,
      long visibility,
      byte[] data,
      int length,
      long time) {
    put.setLong(0, id1);
    put.setLong(1, id2);
    put.setLong(2, type);
    put.setLong(3, visibility);
    put.setBytes(4, data, length);
    put.setLong(5, time);
    put.setLong(6, 0);
  }

  @Override
  public void bind(
      long id1, long type, long id2, long visibility, byte[] data, int length, long time) {
    bind(put, id1, type, id2, visibility, data, length, time);
    visible = visibility == GraphData.VISIBLE;
    count.keep(id1, type, time);
  }

  @Override
  public long execute() throws DatabaseException {
    transaction.begin();
    put.execute();
    long before = put.old();
    if (visible == (before == GraphData.VISIBLE)) {
      transaction.commit();
    } else {
      count.change(visible);
    }
    return before;
  }
}
