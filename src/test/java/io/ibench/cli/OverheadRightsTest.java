package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Product;
import io.ibench.db.ServerSchema;
import io.ibench.testing.NeedsServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NeedsServer
class OverheadRightsTest {

  @TempDir private Path temporary;

  @Test
  void aUserWithoutRightsIsToldSoInOneLine() throws Exception {
    try (ServerSchema schema = ServerSchema.of(Product.MARIADB);
        Connection administrator = schema.connect();
        Statement statement = administrator.createStatement()) {
      statement.execute("DROP USER IF EXISTS reader_of_overhead");
      statement.execute("CREATE USER reader_of_overhead IDENTIFIED BY 'reads'");
      statement.execute(
          "GRANT SELECT ON " + administrator.getCatalog() + ".* TO reader_of_overhead");
      Path settings =
          Files.writeString(
              temporary.resolve("reader.properties"),
              "database = mariadb\nuser = reader_of_overhead\npassword = reads\nurl = "
                  + schema.url()
                  + "\n");

      Cli overhead = ibench("overhead", "-d", settings, "-o", temporary.resolve("result"));

      assertThat(overhead.code()).isEqualTo(2);
      assertThat(overhead.out()).isEmpty();
      assertThat(overhead.err())
          .startsWith("ibench: cannot make the tables of overhead: denied: ")
          .contains("CREATE command denied")
          .hasLineCount(1);
      assertThat(temporary.resolve("result")).doesNotExist();
      statement.execute("DROP USER reader_of_overhead");
    }
  }
}
