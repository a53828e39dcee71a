package io.ibench.workload.kv;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Prepared;
import io.ibench.db.Table;

/** The table and its statements. Immutable. */
final class KvTable {

  static final String NAME = "kv";
  static final String KEY = "k";
  static final String VALUE = "v";

  private final Table table;
  private final KvSettings settings;

  KvTable(KvSettings settings) {
    this.settings = settings;
    Table named = Table.named(NAME);
    this.table =
        (settings.numbersAsKeys()
                ? named.key(KEY)
                : named.bytes(KEY, settings.keys().size()).primaryKey(KEY))
            .bytes(VALUE, settings.longestValue());
  }

  Table table() {
    return table;
  }

  Command insert(int rows) {
    return new Command.Insert(table, table.columnNames(), rows);
  }

  Command put() {
    return table.upsert();
  }

  Command get() {
    return table.select(VALUE).where(KEY);
  }

  Command multiget(int keys) {
    return table.select(KEY, VALUE).where(Condition.in(KEY, keys));
  }

  Command delete() {
    return table.delete().where(KEY);
  }

  /** From a key on; {@code rows} 0: only its own key or the next one. */
  Command seek(int rows, boolean reverse) {
    return part(rows, reverse ? Condition.Op.LE : Condition.Op.GE, reverse);
  }

  /** The rows after a key, or before it. */
  Command following(int rows, boolean reverse) {
    return part(rows, reverse ? Condition.Op.LT : Condition.Op.GT, reverse);
  }

  /** The rows from a key to another one, both included. */
  Command range() {
    return table
        .select(KEY, VALUE)
        .where(Condition.of(KEY, Condition.Op.GE))
        .where(Condition.of(KEY, Condition.Op.LE))
        .ordered(KEY);
  }

  private Command part(int rows, Condition.Op op, boolean reverse) {
    Command.Select select =
        (rows == 0 ? table.select(KEY) : table.select(KEY, VALUE)).where(Condition.of(KEY, op));
    int limit = Math.max(1, rows);
    return reverse ? select.last(limit, KEY) : select.first(limit, KEY);
  }

  KeyAccess access() {
    return new KeyAccess(settings);
  }

  /** Binds and reads keys. Confined to one thread; allocates nothing. */
  static final class KeyAccess {

    private final boolean numbers;
    private final KeyFormat format;
    private final byte[] buffer;

    private KeyAccess(KvSettings settings) {
      numbers = settings.numbersAsKeys();
      format = settings.keys();
      buffer = new byte[format.size()];
    }

    void bind(Prepared command, int parameter, long key) {
      if (numbers) {
        command.setLong(parameter, key);
      } else {
        format.write(key, buffer);
        command.setBytes(parameter, buffer, buffer.length);
      }
    }

    /** Binds a key that the table never has, after the one of a number. */
    void bindMissing(Prepared command, int parameter, long key) {
      format.writeMissing(key, buffer);
      command.setBytes(parameter, buffer, buffer.length);
    }

    /** Binds a list. */
    void bind(Prepared command, int parameter, long[] keys) {
      if (numbers) {
        command.setLongs(parameter, keys, keys.length);
        return;
      }
      for (int i = 0; i < keys.length; i++) {
        format.write(keys[i], buffer);
        command.setBytesAt(parameter, i, buffer, buffer.length);
      }
    }

    /** The key in the first column of a row, or -1 if it is none that ibench writes. */
    long read(Prepared select, int row) {
      if (numbers) {
        return select.getLong(row, 0);
      }
      return select.getBytes(row, 0, buffer) == buffer.length ? format.read(buffer) : -1;
    }
  }
}
