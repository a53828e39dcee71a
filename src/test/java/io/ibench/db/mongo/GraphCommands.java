package io.ibench.db.mongo;

import io.ibench.config.Config;
import io.ibench.db.Add;
import io.ibench.db.Assign;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.db.Transaction;
import io.ibench.workload.Plan;
import io.ibench.workload.linkbench.LinkBenchWorkload;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** LinkBench's link operations with keys chosen by a test, on the workload's own tables. */
final class GraphCommands {

  static final Table LINKS = table("linktable");
  static final Table COUNTS = table("counttable");
  static final Table NODES = table("nodetable");

  static final long ID1 = 7;
  static final long LINK_TYPE = 123456789;
  static final byte[] NO_DATA = {};

  private final Transaction transaction;
  private final Prepared put;
  private final Prepared hide;
  private final Prepared up;
  private final Prepared down;
  private final Prepared count;

  GraphCommands(Session session) throws DatabaseException {
    transaction = session.transaction();
    put =
        transaction.prepare(
            new Command.Upsert(
                LINKS,
                LINKS.columnNames(),
                List.of("visibility", "data", "time", "version"),
                List.of(),
                Optional.of("visibility")));
    hide =
        transaction.prepare(
            new Command.Update(
                LINKS,
                List.of(Assign.constant("visibility", 0)),
                List.of(),
                List.of(Condition.eq("id2"), Condition.eq("id1"), Condition.eq("link_type")),
                Optional.of("visibility")));
    up = transaction.prepareLast(countCommand(1));
    down = transaction.prepareLast(countCommand(-1));
    count =
        session.prepare(
            Command.Select.of(
                COUNTS, List.of("count"), List.of(Condition.eq("link_type"), Condition.eq("id"))));
  }

  static Table table(String name) {
    return new LinkBenchWorkload()
        .plan(Config.of(Map.of("steps", "create"))).tables().stream()
            .map(Plan.LoadedTable::table)
            .filter(table -> table.name().equals(name))
            .findFirst()
            .orElseThrow();
  }

  static void createTables(Database database) throws DatabaseException {
    for (Table table : List.of(LINKS, COUNTS, NODES)) {
      database.create(table);
    }
    database.createIndex(LINKS, LINKS.indexes().get(0));
  }

  private static Command countCommand(long delta) {
    return new Command.Upsert(
        COUNTS,
        List.of("id", "link_type", "time"),
        List.of("time"),
        List.of(new Add("count", delta), new Add("version", 1)),
        Optional.empty());
  }

  /** Adds or replaces a visible link; returns its visibility before. */
  long putLink(long id2, byte[] data, long time) throws DatabaseException {
    put.setLong(0, ID1);
    put.setLong(1, id2);
    put.setLong(2, LINK_TYPE);
    put.setLong(3, 1);
    put.setBytes(4, data, data.length);
    put.setLong(5, time);
    put.setLong(6, 0);
    transaction.begin();
    put.execute();
    long old = put.old();
    end(old != 1, up, time);
    return old;
  }

  /** Hides a link; returns its visibility before. */
  long hideLink(long id2) throws DatabaseException {
    hide.setLong(0, id2);
    hide.setLong(1, ID1);
    hide.setLong(2, LINK_TYPE);
    transaction.begin();
    hide.execute();
    long old = hide.old();
    end(old == 1, down, 0);
    return old;
  }

  private void end(boolean changed, Prepared counter, long time) throws DatabaseException {
    if (!changed) {
      transaction.commit();
      return;
    }
    counter.setLong(0, ID1);
    counter.setLong(1, LINK_TYPE);
    counter.setLong(2, time);
    counter.execute();
  }

  /** The stored count; 0 when there is none. */
  long count() throws DatabaseException {
    count.setLong(0, LINK_TYPE);
    count.setLong(1, ID1);
    return count.execute() == 0 ? 0 : count.getLong(0, 0);
  }

  /** GET_LINKS_LIST of the columns id2 and time. */
  static Command list(int limit, int offset) {
    return new Command.Select(
        LINKS,
        List.of("id2", "time"),
        List.of(
            Condition.eq("id1"),
            Condition.eq("link_type"),
            Condition.eq("visibility", 1),
            Condition.of("time", Condition.Op.GE),
            Condition.of("time", Condition.Op.LE)),
        Optional.of(LINKS.index("id1_type")),
        List.of("time", "id2"),
        true,
        limit,
        offset);
  }
}
