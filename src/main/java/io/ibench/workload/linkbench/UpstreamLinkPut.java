package io.ibench.workload.linkbench;

import io.ibench.db.Assign;
import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Transaction;
import io.ibench.workload.linkbench.LinkBenchKeys.Compat;
import java.util.List;
import java.util.Optional;

/**
 * Writes a link with the statements of Facebook's LinkBench: adds it or sets the visibility of an
 * existing one; then the count when the visibility has changed; then the data of an existing one.
 *
 * <p>It corrects one error of the original: a new hidden link is committed.
 */
final class UpstreamLinkPut implements LinkPut {

  private final Transaction transaction;
  private final Prepared show;
  private final Prepared fill;
  private final LinkCount count;
  private final LinkCount lastCount;
  private boolean visible;

  /**
   * @param lastCount the last statement of a transaction; no other code uses it between bind and
   *     execute
   */
  UpstreamLinkPut(Transaction transaction, LinkCount lastCount) throws DatabaseException {
    this.transaction = transaction;
    this.lastCount = lastCount;
    show = transaction.prepare(LinkUpsert.command(Compat.UPSTREAM));
    count = LinkCount.between(transaction);
    fill =
        transaction.prepareLast(
            new Command.Update(
                GraphTables.LINKS,
                List.of(
                    Assign.parameter("visibility"),
                    Assign.parameter("data"),
                    Assign.parameter("time"),
                    Assign.parameter("version")),
                List.of(),
                GraphTables.LINK_KEY,
                Optional.empty()));
  }

  @Override
  public void bind(
      long id1, long type, long id2, long visibility, byte[] data, int length, long time) {
    LinkUpsert.bind(show, id1, type, id2, visibility, data, length, time);
    fill.setLong(0, visibility);
    fill.setBytes(1, data, length);
    fill.setLong(2, time);
    fill.setLong(3, 0);
    fill.setLong(4, type);
    fill.setLong(5, id1);
    fill.setLong(6, id2);
    visible = visibility == GraphData.VISIBLE;
    count.keep(id1, type, time);
    lastCount.keep(id1, type, time);
  }

  @Override
  public long execute() throws DatabaseException {
    transaction.begin();
    show.execute();
    long before = show.old();
    if (before == Prepared.ABSENT) {
      if (visible) {
        lastCount.change(true);
      } else {
        transaction.commit();
      }
      return before;
    }
    if (visible != (before == GraphData.VISIBLE)) {
      count.change(visible);
    }
    fill.execute();
    return before;
  }
}
