package io.ibench.cli.learn;

import io.ibench.db.DatabaseException;
import io.ibench.db.Native;
import io.ibench.db.NativeKind;
import io.ibench.db.NativePrepared;
import io.ibench.db.Session;
import io.ibench.learn.data.Catalog;
import io.ibench.learn.data.CatalogException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks a server for its catalogue, by a session of ibench. Confined to the session's thread. */
final class DatabaseCatalog implements Catalog {

  /** No schema has more columns. */
  private static final int MOST_ROWS = 200_000;

  private final Session session;

  DatabaseCatalog(Session session) {
    this.session = session;
  }

  @Override
  public List<Object[]> query(String sql) throws CatalogException {
    try {
      NativePrepared prepared = session.prepare(new Native(sql, 0, Native.Control.NONE, MOST_ROWS));
      prepared.execute();
      List<Object[]> rows = new ArrayList<>();
      int columns = prepared.columns().size();
      for (int row = 0; row < prepared.keptRows(); row++) {
        Object[] values = new Object[columns];
        for (int column = 0; column < columns; column++) {
          values[column] = value(prepared, row, column);
        }
        rows.add(values);
      }
      return rows;
    } catch (DatabaseException e) {
      throw new CatalogException(String.valueOf(e.getMessage()), e);
    }
  }

  private static @Nullable Object value(NativePrepared prepared, int row, int column) {
    NativeKind kind = prepared.kind(row, column);
    return switch (kind) {
      case NULL -> null;
      case INTEGER -> prepared.getLong(row, column);
      case BOOLEAN -> prepared.getLong(row, column) != 0;
      case DOUBLE -> prepared.getDouble(row, column);
      default -> prepared.getText(row, column);
    };
  }
}
