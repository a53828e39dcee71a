package io.ibench.db.rocksdb;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import java.util.Map;

/**
 * A process that inserts rows for ever, and prints each key after its commit. Arguments: the
 * folder, the settings {@code sync} and {@code memtable}.
 */
public final class RocksWriter {

  static final Table TABLE =
      Table.named("rows")
          .generatedKey("id")
          .number("weight")
          .bytes("data", 100)
          .index("by_weight", "weight");

  private RocksWriter() {}

  static Map<String, String> settings(String folder, String sync, String memtable) {
    return Map.of("dir", folder, "sync", sync, "memtable", memtable);
  }

  public static void main(String[] arguments) throws Exception {
    Database database =
        Adapters.open("rocksdb", settings(arguments[0], arguments[1], arguments[2]));
    if (!database.exists(TABLE.name())) {
      database.create(TABLE);
      database.createIndex(TABLE, TABLE.indexes().get(0));
    }
    byte[] data = new byte[100];
    try (Session session = database.session()) {
      Prepared insert = session.prepare(TABLE.insert());
      for (long id = 1; true; id++) {
        insert.setLong(0, id * 7919 % 1000);
        insert.setBytes(1, data, data.length);
        insert.execute();
        System.out.println(id);
      }
    }
  }
}
