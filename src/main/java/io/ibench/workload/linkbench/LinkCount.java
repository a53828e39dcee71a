package io.ibench.workload.linkbench;

import io.ibench.db.Add;
import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Transaction;
import java.util.List;
import java.util.Optional;

/**
 * The count of visible links of an id and type, as a statement of the transaction that writes a
 * link. Values are bound only when the count changes, as most writes do not change it. Not
 * thread-safe.
 */
final class LinkCount {

  private final Prepared up;
  private final Prepared down;
  private long id1;
  private long type;
  private long time;

  private LinkCount(Prepared up, Prepared down) {
    this.up = up;
    this.down = down;
  }

  /** A statement in the middle of the transaction. */
  static LinkCount between(Transaction transaction) throws DatabaseException {
    return new LinkCount(transaction.prepare(command(1)), transaction.prepare(command(-1)));
  }

  /** The last statement of the transaction. */
  static LinkCount last(Transaction transaction) throws DatabaseException {
    return new LinkCount(transaction.prepareLast(command(1)), transaction.prepareLast(command(-1)));
  }

  private static Command command(long delta) {
    return new Command.Upsert(
        GraphTables.COUNTS,
        List.of("id", "link_type", "time"),
        List.of("time"),
        List.of(new Add("count", delta), new Add("version", 1)),
        Optional.empty());
  }

  void keep(long keepId1, long keepType, long keepTime) {
    id1 = keepId1;
    type = keepType;
    time = keepTime;
  }

  /**
   * Counts one link more or one less.
   *
   * @param visible true: a link has become visible; false: a link has become hidden
   */
  void change(boolean visible) throws DatabaseException {
    Prepared upOrDown = visible ? up : down;
    upOrDown.setLong(0, id1);
    upOrDown.setLong(1, type);
    upOrDown.setLong(2, time);
    upOrDown.execute();
  }
}
