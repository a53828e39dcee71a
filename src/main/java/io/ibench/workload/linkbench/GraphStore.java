package io.ibench.workload.linkbench;

import io.ibench.db.Assign;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import io.ibench.workload.linkbench.LinkBenchKeys.Compat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * LinkBench's operations as statements of one session. Not thread-safe. Each operation is bound
 * once and executed once or, after failures, several times.
 *
 * <p>A write to a link is one transaction: the link, then the count of its id and type when its
 * visibility has changed. The order is fixed, so that two writers cannot deadlock.
 */
final class GraphStore {

  private static final List<Condition> NODE_KEY = List.of(Condition.eq("id"), Condition.eq("type"));

  /** Null, as all that writes, if the session only reads. */
  private final @Nullable Transaction transaction;

  private final @Nullable LinkCount lastCount;
  private final @Nullable LinkPut putLink;
  private final @Nullable Prepared hideLink;
  private final Prepared getLinks;
  private final Prepared listLinks;
  private final Prepared listHistory;
  private final Prepared countLinks;
  private final @Nullable Prepared addNode;
  private final @Nullable Prepared updateNode;
  private final @Nullable Prepared deleteNode;
  private final Prepared getNode;

  /**
   * @param compat UPSTREAM: adds and updates links with the ancestor's statements
   * @param onlyReads prepares nothing that writes, which some servers check at once
   */
  GraphStore(Session session, Compat compat, int rangeLimit, int multigetMax, boolean onlyReads)
      throws DatabaseException {
    transaction = onlyReads ? null : session.transaction();
    lastCount = onlyReads ? null : LinkCount.last(Objects.requireNonNull(transaction));
    putLink = onlyReads ? null : linkPut(compat);
    hideLink = onlyReads ? null : Objects.requireNonNull(transaction).prepare(hideLinkCommand());
    getLinks = session.prepare(getLinksCommand(multigetMax));
    listLinks = session.prepare(listCommand(rangeLimit, 0));
    listHistory = session.prepare(listCommand(rangeLimit, 1));
    countLinks = session.prepare(countLinksCommand());
    addNode = onlyReads ? null : session.prepare(addNodeCommand());
    updateNode = onlyReads ? null : session.prepare(updateNodeCommand());
    deleteNode = onlyReads ? null : session.prepare(deleteNodeCommand());
    getNode = session.prepare(getNodeCommand());
  }

  private LinkPut linkPut(Compat compat) throws DatabaseException {
    return compat == Compat.UPSTREAM
        ? new UpstreamLinkPut(
            Objects.requireNonNull(transaction), Objects.requireNonNull(lastCount))
        : new LinkUpsert(Objects.requireNonNull(transaction), Objects.requireNonNull(lastCount));
  }

  static Command addNodeCommand() {
    return new Command.Insert(GraphTables.NODES, List.of("type", "version", "time", "data"), 1);
  }

  static Command updateNodeCommand() {
    return new Command.Update(
        GraphTables.NODES,
        List.of(Assign.parameter("version"), Assign.parameter("time"), Assign.parameter("data")),
        List.of(),
        NODE_KEY,
        Optional.empty());
  }

  static Command getNodeCommand() {
    return Command.Select.of(GraphTables.NODES, GraphTables.NODES.columnNames(), NODE_KEY);
  }

  static Command countLinksCommand() {
    return Command.Select.of(
        GraphTables.COUNTS,
        List.of("count"),
        List.of(Condition.eq("id"), Condition.eq("link_type")));
  }

  static Command hideLinkCommand() {
    return new Command.Update(
        GraphTables.LINKS,
        List.of(Assign.constant("visibility", GraphData.HIDDEN)),
        List.of(),
        GraphTables.LINK_KEY,
        Optional.of("visibility"));
  }

  static Command deleteNodeCommand() {
    return new Command.Delete(GraphTables.NODES, NODE_KEY, 0);
  }

  static Command getLinksCommand(int multigetMax) {
    return Command.Select.of(
        GraphTables.LINKS,
        GraphTables.LINKS.columnNames(),
        List.of(Condition.eq("link_type"), Condition.eq("id1"), Condition.in("id2", multigetMax)));
  }

  /** Newest first; id2 makes the order total, unlike the ancestor's. */
  static Command listCommand(int limit, int offset) {
    return new Command.Select(
        GraphTables.LINKS,
        GraphTables.LINKS.columnNames(),
        List.of(
            Condition.eq("id1"),
            Condition.eq("link_type"),
            Condition.eq("visibility", GraphData.VISIBLE),
            Condition.of("time", Condition.Op.GE),
            Condition.of("time", Condition.Op.LE)),
        Optional.of(GraphTables.ID1_TYPE),
        List.of("time", "id2"),
        true,
        limit,
        offset);
  }

  void bindPutLink(
      long id1, long type, long id2, long visibility, byte[] data, int length, long time) {
    Objects.requireNonNull(putLink).bind(id1, type, id2, visibility, data, length, time);
  }

  /**
   * Adds the link or replaces its contents.
   *
   * @return its visibility before, or {@link Prepared#ABSENT}
   */
  long putLink() throws DatabaseException {
    return Objects.requireNonNull(putLink).execute();
  }

  void bindHideLink(long id1, long type, long id2, long time) {
    Objects.requireNonNull(hideLink).setLong(0, type);
    hideLink.setLong(1, id1);
    hideLink.setLong(2, id2);
    Objects.requireNonNull(lastCount).keep(id1, type, time);
  }

  /**
   * Hides the link.
   *
   * @return its visibility before, or {@link Prepared#ABSENT}
   */
  long hideLink() throws DatabaseException {
    Objects.requireNonNull(transaction).begin();
    Objects.requireNonNull(hideLink).execute();
    long before = hideLink.old();
    if (before == GraphData.VISIBLE) {
      Objects.requireNonNull(lastCount).change(false);
    } else {
      transaction.commit();
    }
    return before;
  }

  void rollback() throws DatabaseException {
    if (transaction != null) {
      transaction.rollback();
    }
  }

  Prepared bindGetLinks(long id1, long type, long[] id2s, int count) {
    getLinks.setLong(0, type);
    getLinks.setLong(1, id1);
    getLinks.setLongs(2, id2s, count);
    return getLinks;
  }

  Prepared bindListLinks(long id1, long type, long earliest, long latest) {
    return bindList(listLinks, id1, type, earliest, latest);
  }

  /** The same list without its first row. */
  Prepared bindListHistory(long id1, long type, long earliest, long latest) {
    return bindList(listHistory, id1, type, earliest, latest);
  }

  private static Prepared bindList(Prepared list, long id1, long type, long earliest, long latest) {
    list.setLong(0, id1);
    list.setLong(1, type);
    list.setLong(2, earliest);
    list.setLong(3, latest);
    return list;
  }

  Prepared bindCountLinks(long id1, long type) {
    countLinks.setLong(0, id1);
    countLinks.setLong(1, type);
    return countLinks;
  }

  Prepared bindAddNode(long type, long version, long timeSeconds, byte[] data, int length) {
    Objects.requireNonNull(addNode).setLong(0, type);
    addNode.setLong(1, version);
    addNode.setLong(2, timeSeconds);
    addNode.setBytes(3, data, length);
    return addNode;
  }

  Prepared bindUpdateNode(
      long id, long type, long version, long timeSeconds, byte[] data, int length) {
    Objects.requireNonNull(updateNode).setLong(0, version);
    updateNode.setLong(1, timeSeconds);
    updateNode.setBytes(2, data, length);
    updateNode.setLong(3, id);
    updateNode.setLong(4, type);
    return updateNode;
  }

  Prepared bindDeleteNode(long id, long type) {
    Objects.requireNonNull(deleteNode).setLong(0, id);
    deleteNode.setLong(1, type);
    return deleteNode;
  }

  Prepared bindGetNode(long id, long type) {
    getNode.setLong(0, id);
    getNode.setLong(1, type);
    return getNode;
  }
}
