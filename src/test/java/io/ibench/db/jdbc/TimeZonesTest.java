package io.ibench.db.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.MariadbSchema;
import io.ibench.db.Prepared;
import io.ibench.db.Product;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import java.time.Instant;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A table contains a time in UTC, whatever the zones of client and server. */
@Timeout(300)
@NeedsServer
@Isolated
class TimeZonesTest {

  private static final Table TIMES =
      new Table(
          "times",
          List.of(Column.number("id", ColumnType.LONG), Column.number("at", ColumnType.TIME)),
          List.of("id"),
          false,
          List.of());

  /** 02:30 does not exist on this day in New York, nor an hour later in many zones of Europe. */
  private static final String MOMENT = "2021-03-14 02:30:00";

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MYSQL", "POOLED", "POOLED_MARIADB"})
  void aTimeIsKeptInUtc(Product product) throws Exception {
    long millis = Instant.parse(MOMENT.replace(' ', 'T') + "Z").toEpochMilli();
    TimeZone before = TimeZone.getDefault();
    try (MariadbSchema schema = new MariadbSchema(Servers.requireMariadb(), product)) {
      TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
      String url = schema.url() + "&sessionVariables=time_zone='-09:00'";
      try (Database database = schema.open(url);
          Session session = database.sessionForWorker()) {
        database.create(TIMES);
        Prepared insert = session.prepare(new Command.Insert(TIMES, TIMES.columnNames(), 1));
        Accounts.bound(insert, 1, millis).execute();
        Prepared select = session.prepare(Command.Select.of(TIMES, List.of("at"), List.of()));
        assertThat(select.execute()).isEqualTo(1);
        assertThat(select.getLong(0, 0)).isEqualTo(millis);
      }
      try (var connection = schema.connect();
          var statement = connection.createStatement();
          var results = statement.executeQuery("SELECT CAST(at AS CHAR) FROM times")) {
        results.next();
        assertThat(results.getString(1)).isEqualTo(MOMENT);
      }
    } finally {
      TimeZone.setDefault(before);
    }
  }
}
