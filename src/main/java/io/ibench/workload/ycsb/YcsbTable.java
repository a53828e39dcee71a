package io.ibench.workload.ycsb;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Table;

/** The table and its statements. Immutable. */
final class YcsbTable {

  static final String NAME = "usertable";
  static final String KEY = "ycsb_key";

  private final Table table;
  private final int fields;

  YcsbTable(YcsbSettings settings) {
    Table built = Table.named(NAME).text(KEY, KeyText.MOST_BYTES).primaryKey(KEY);
    for (int i = 0; i < settings.fields(); i++) {
      built = built.bytes(field(i), settings.fieldLength());
    }
    table = built;
    fields = settings.fields();
  }

  private static String field(int number) {
    return "field" + number;
  }

  Table table() {
    return table;
  }

  Command insert(int rows) {
    return new Command.Insert(table, table.columnNames(), rows);
  }

  /** Reads the key and all fields. */
  Command read() {
    return table.select().where(KEY);
  }

  /** Reads only whether the row is there. */
  Command lookup() {
    return table.select(KEY).where(KEY);
  }

  Command update(int field) {
    return table.update().set(field(field)).where(KEY);
  }

  Command updateAll() {
    Command.Update update = table.update();
    for (int i = 0; i < fields; i++) {
      update = update.set(field(i));
    }
    return update.where(KEY);
  }

  /** So many rows from a key on. */
  Command scan(int rows) {
    return table.select().where(Condition.of(KEY, Condition.Op.GE)).first(rows, KEY);
  }

  /** So many rows above a key. */
  Command above(int rows) {
    return table.select().where(Condition.of(KEY, Condition.Op.GT)).first(rows, KEY);
  }
}
