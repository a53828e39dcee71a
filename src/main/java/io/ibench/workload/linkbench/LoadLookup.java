package io.ibench.workload.linkbench;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import java.util.List;

/**
 * Looks whether a row of the load is in its table, after a connection was lost. One worker's; its
 * statements are prepared when they are first needed, and once: a session keeps all that it ever
 * prepared.
 */
final class LoadLookup {

  private final LinkBenchSettings settings;
  private final Session session;
  private final Prepared[] selects = new Prepared[LoadSource.Kind.values().length];

  LoadLookup(LinkBenchSettings settings, Session session) {
    this.settings = settings;
    this.session = session;
  }

  /** Where rows of a kind are loaded to. */
  static Table table(LoadSource.Kind kind) {
    return switch (kind) {
      case LINKS -> GraphTables.LINKS;
      case NODES -> GraphTables.NODES;
      case COUNTS -> GraphTables.COUNTS;
    };
  }

  /**
   * Looks for one row.
   *
   * @param offset of its id from the first one
   * @param type of a link or count, from 0
   * @param link of a link, its number among those of its id and type
   */
  boolean isThere(LoadSource.Kind kind, long offset, int type, long link) throws DatabaseException {
    Prepared select = select(kind);
    bindKey(select, kind, offset, type, link);
    return select.execute() > 0;
  }

  private Prepared select(LoadSource.Kind kind) throws DatabaseException {
    int index = kind.ordinal();
    if (selects[index] == null) {
      Table table = table(kind);
      List<Condition> key = table.primaryKey().stream().map(Condition::eq).toList();
      selects[index] = session.prepare(Command.Select.of(table, table.primaryKey(), key));
    }
    return selects[index];
  }

  /** In the order of the tables' primary keys. */
  private void bindKey(Prepared select, LoadSource.Kind kind, long offset, int type, long link) {
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
