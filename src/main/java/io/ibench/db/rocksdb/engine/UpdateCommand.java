package io.ibench.db.rocksdb.engine;

import io.ibench.db.Add;
import io.ibench.db.Assign;
import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import java.util.List;
import org.rocksdb.RocksDBException;

/** Changes the rows that match. */
final class UpdateCommand extends RocksPrepared implements RowsToChange.Change {

  private final RowLayout layout;
  private final List<Assign> set;
  private final List<Add> add;
  private final int[] setColumns;
  private final int[] addColumns;
  private final int oldColumn;
  private final RowsToChange rows;
  private final Changes changes;
  private final Row after;
  private long old = ABSENT;

  UpdateCommand(Command.Update update, RocksSession session, RocksTable table, Place place) {
    super(session, table, new Parameters(update), place);
    layout = table.layout();
    set = update.set();
    add = update.add();
    setColumns = set.stream().mapToInt(each -> layout.table().position(each.column())).toArray();
    addColumns = add.stream().mapToInt(each -> layout.table().position(each.column())).toArray();
    oldColumn = update.old().map(layout.table()::position).orElse(-1);
    for (int column : setColumns) {
      if (layout.table().primaryKey().contains(layout.table().columns().get(column).name())) {
        throw new IllegalArgumentException("an update sets no column of the primary key");
      }
    }
    rows =
        new RowsToChange(new Access(layout, null, Predicate.of(update, layout)), session, table, 0);
    changes = new Changes(session, table);
    after = layout.row();
  }

  @Override
  boolean needsTransaction() {
    return true;
  }

  @Override
  String describe() {
    return rows.describe() + ", then put, also of index entries that change";
  }

  @Override
  int run() throws RocksDBException, DatabaseException {
    old = ABSENT;
    return rows.forEach(parameters, this);
  }

  @Override
  public void apply(Row row) throws RocksDBException {
    after.copyOf(row);
    int parameter = 0;
    for (int i = 0; i < setColumns.length; i++) {
      int column = setColumns[i];
      if (set.get(i).constant().isPresent()) {
        after.numbers[column] = set.get(i).constant().get();
      } else {
        parameters.into(after, parameter++, column, layout.isNumber(column));
      }
    }
    for (int i = 0; i < addColumns.length; i++) {
      boolean constant = add.get(i).constant().isPresent();
      after.numbers[addColumns[i]] +=
          constant ? add.get(i).constant().get() : parameters.number(parameter++);
    }
    changes.replace(row, after);
    if (oldColumn >= 0) {
      old = row.numbers[oldColumn];
    }
  }

  @Override
  public long old() {
    return oldColumn < 0 ? super.old() : old;
  }
}
