package io.ibench.db.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.MariadbSchema;
import io.ibench.db.Product;
import io.ibench.db.Table;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Modes of SQL that a server's administrator may have set. */
@Timeout(300)
@NeedsServer
class SqlModeTest {

  private static final Table TEXTS =
      new Table(
          "texts",
          List.of(Column.number("id", ColumnType.LONG), Column.bytes("words", 60_000)),
          List.of("id"),
          false,
          List.of());

  private static String url(MariadbSchema schema, String modes) {
    return schema.url() + "&sessionVariables=sql_mode='" + modes + "'";
  }

  @ParameterizedTest
  @CsvSource({
    "MARIADB, ORACLE, ORACLE",
    "MYSQL, ORACLE, ORACLE",
    "MARIADB, SIMULTANEOUS_ASSIGNMENT, SIMULTANEOUS_ASSIGNMENT",
    "MYSQL, 'EMPTY_STRING_IS_NULL,ANSI_QUOTES', EMPTY_STRING_IS_NULL"
  })
  void refusesModesThatChangeItsStatementsAndSaysWhatToSet(
      Product product, String modes, String named) throws DatabaseException {
    try (MariadbSchema schema = new MariadbSchema(Servers.requireMariadb(), product)) {
      DatabaseException failure =
          catchThrowableOfType(
              DatabaseException.class, () -> schema.open(url(schema, modes)).close());
      assertThat(failure.isInvalidSetting()).isTrue();
      assertThat(failure).hasMessageContaining("sql_mode has " + named);
      String words = failure.getMessage();
      int begin = words.indexOf("sessionVariables=sql_mode='");
      String remedy = words.substring(begin, words.indexOf("' to the url", begin) + 1);
      try (Database database = schema.open(schema.url() + "&" + remedy)) {
        assertThat(database.description().name()).isEqualTo(product.adapter());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "MARIADB, 'ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES'",
    "MYSQL, 'ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES'",
    "MARIADB, 'PAD_CHAR_TO_FULL_LENGTH,TRADITIONAL'",
    "MYSQL, ''"
  })
  void findsItsTablesInOtherModes(Product product, String modes) throws DatabaseException {
    try (MariadbSchema schema = new MariadbSchema(Servers.requireMariadb(), product)) {
      try (Database database = schema.open(schema.url())) {
        database.create(TEXTS);
      }
      try (Database database = schema.open(url(schema, modes))) {
        assertThat(database.differences(TEXTS)).isEmpty();
      }
    }
  }

  @Test
  void anOrdinaryModeIsTaken() throws DatabaseException {
    try (MariadbSchema schema = new MariadbSchema(Servers.requireMariadb());
        Database database = schema.open(schema.url())) {
      assertThat(database.description().warnings()).isEmpty();
    }
  }
}
