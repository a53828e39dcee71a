package io.ibench.db.jdbc;

import io.ibench.db.Column;
import io.ibench.db.Command;
import io.ibench.db.Index;
import io.ibench.db.Table;

final class PostgresSql extends Sql {
  @Override
  int mostParameters() {
    return 65535;
  }

  @Override
  Carrier carrier() {
    return new SqliteCarrier();
  }

  @Override
  String type(Table table, Column column) {
    return switch (column.type()) {
      case LONG, INT -> "bigint NOT NULL";
      case BYTE -> "smallint NOT NULL";
      case TIME -> "timestamp(0) NOT NULL";
      case FLOAT -> "real NOT NULL";
      case BYTES -> "bytea NOT NULL";
    };
  }

  @Override
  String tableSuffix(Table table) {
    return "";
  }

  @Override
  String indexHint(Index index) {
    return "";
  }

  @Override
  String onConflict(Command.Upsert upsert) {
    return " ON CONFLICT DO NOTHING";
  }

  @Override
  String limitedDelete(Command.Delete delete, String where) {
    String key = delete.table().primaryKey().get(0);
    return "DELETE FROM "
        + delete.table().name()
        + " WHERE "
        + key
        + " = ANY (ARRAY (SELECT "
        + key
        + " FROM "
        + delete.table().name()
        + where
        + " ORDER BY "
        + key
        + " LIMIT "
        + delete.limit()
        + "))";
  }
}
