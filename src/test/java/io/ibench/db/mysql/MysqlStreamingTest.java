package io.ibench.db.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Cursor;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.MariadbSchema;
import io.ibench.db.Prepared;
import io.ibench.db.Product;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.Servers;
import io.ibench.testing.TcpProxy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A scan must not keep its result in memory: Connector/J does, unless it is told otherwise. */
@Timeout(300)
@NeedsServer
class MysqlStreamingTest {

  private static final int ROWS = 48;
  private static final int ROW_BYTES = 1 << 20;

  private static final Table BIG =
      new Table(
          "big",
          List.of(Column.number("id", ColumnType.LONG), Column.bytes("body", ROW_BYTES)),
          List.of("id"),
          false,
          List.of());

  private static void fill(Session session) throws DatabaseException {
    Prepared insert = session.prepare(new Command.Insert(BIG, BIG.columnNames(), 1));
    for (int id = 0; id < ROWS; id++) {
      insert.setLong(0, id);
      insert.setBytes(1, new byte[ROW_BYTES], ROW_BYTES);
      insert.execute();
    }
  }

  @Test
  void aScanIsNotReadToItsEndBeforeItsFirstRow() throws DatabaseException {
    PrivateMariadb server = Servers.requireMariadb();
    try (TcpProxy proxy = TcpProxy.to("127.0.0.1", server.port());
        MariadbSchema schema = new MariadbSchema(server, Product.MYSQL);
        Database database = schema.open(schema.url(proxy.port()));
        Session session = database.session()) {
      database.create(BIG);
      fill(session);
      proxy.reset();
      try (Cursor cursor =
          session.scan(new Scan(BIG, List.of("id", "body"), List.of(), List.of("id")))) {
        assertThat(cursor.next()).isTrue();
        // The received rows are in the buffers of three sockets, some MB each.
        assertThat(proxy.bytesToClient()).isBetween((long) ROW_BYTES, (long) ROWS / 2 * ROW_BYTES);
        long rows = 1;
        while (cursor.next()) {
          rows++;
        }
        assertThat(rows).isEqualTo(ROWS);
      }
      assertThat(proxy.bytesToClient()).isGreaterThan((long) ROWS * ROW_BYTES);
    }
  }
}
