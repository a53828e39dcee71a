package io.ibench.workload.linkbench;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import java.util.List;

/**
 * Checks whether a row of the load is in its table, after a connection was lost. Confined to the
 * worker's thread. Prepares each statement once, when it is first needed, as a session keeps every
 * prepared statement.
 */
final class LoadLookup {

  private final LinkBenchSettings settings;
  private final Session session;
  private final Prepared[] selects = new Prepared[LoadSource.RowKind.values().length];

  LoadLookup(LinkBenchSettings settings, Session session) {
    this.settings = settings;
    this.session = session;
  }

  /** The table of a kind of rows. */
  static Table table(LoadSource.RowKind kind) {
    return switch (kind) {
      case LINKS -> GraphTables.LINKS;
      case NODES -> GraphTables.NODES;
      case COUNTS -> GraphTables.COUNTS;
    };
  }

  /**
   * Whether the row exists.
   *
   * @param offset of its id from the first one
   * @param type the link type of a link or count, from 0
   * @param link the number of a link among those of its id and type
   */
  boolean exists(LoadSource.RowKind kind, long offset, int type, long link)
      throws DatabaseException {
    Prepared select = select(kind);
    bindKey(select, kind, offset, type, link);
    return select.execute() > 0;
  }

  private Prepared select(LoadSource.RowKind kind) throws DatabaseException {
    int index = kind.ordinal();
    if (selects[index] == null) {
      Table table = table(kind);
      List<Condition> key = table.primaryKey().stream().map(Condition::eq).toList();
      selects[index] = session.prepare(Command.Select.of(table, table.primaryKey(), key));
    }
    return selects[index];
  }

  /** Binds the values of the primary key, in its order. */
  private void bindKey(Prepared select, LoadSource.RowKind kind, long offset, int type, long link) {
    long id = settings.startId() + offset;
    long linkType = GraphData.FIRST_LINK_TYPE + type;
    switch (kind) {
      case NODES -> select.setLong(0, id);
      case LINKS -> {
        select.setLong(0, linkType);
        select.setLong(1, id);
        select.setLong(2, settings.id2s().loaded(id, type, link));
      }
      case COUNTS -> {
        select.setLong(0, id);
        select.setLong(1, linkType);
      }
    }
  }
}
