package io.ibench.db.rocksdb.engine;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import org.rocksdb.RocksDBException;

/** Deletes the rows that match, the first ones in the order of the primary key. */
final class DeleteCommand extends RocksPrepared implements RowsToChange.Change {

  private final RowLayout layout;
  private final Access access;
  private final RowsToChange rows;
  private final Changes changes;
  private final Row operands;
  private final Bytes key = new Bytes();

  DeleteCommand(Command.Delete delete, RocksSession session, RocksTable table, Place place) {
    super(session, table, new Parameters(delete), place);
    layout = table.layout();
    access = new Access(layout, null, Predicate.of(delete, layout));
    rows = new RowsToChange(access, session, table, delete.limit());
    changes = new Changes(session, table);
    operands = layout.row();
  }

  /** A tombstone, whether the key is there or not. */
  private boolean isBlind() {
    return session.calls().blindDeletes()
        && access.isPoint()
        && access.rest().isEmpty()
        && table.indexes().length == 0;
  }

  @Override
  boolean needsTransaction() {
    return !isBlind();
  }

  @Override
  boolean onlyWrites() {
    return isBlind();
  }

  @Override
  String describe() {
    return isBlind()
        ? "delete without a read in family " + layout.table().name()
        : rows.describe() + ", then delete, also of its index entries";
  }

  @Override
  int run() throws RocksDBException, DatabaseException {
    if (!isBlind()) {
      return rows.forEach(parameters, this);
    }
    for (int i = 0; i < access.equal().size(); i++) {
      access.equal().get(i).operandInto(operands, parameters);
    }
    layout.encodeKey(operands, key);
    session.delete(table.family(), key);
    return 1;
  }

  @Override
  public void apply(Row row) throws RocksDBException {
    changes.delete(row);
  }
}
