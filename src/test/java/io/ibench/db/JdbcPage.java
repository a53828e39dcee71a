package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The settings in docs/jdbc.md, as a user copies them. */
public final class JdbcPage {

  /** Names a product of the page; {@code bin/test --engines} sets it. */
  private static final String PRODUCT = "IBENCH_TEST_JDBC";

  private static final List<String> INSIDE_THE_CLIENT = List.of("Derby", "DuckDB", "HSQLDB", "H2");
  private static final String FIREBIRD = "Firebird";
  private static final String ON_FIREBIRD = "//localhost//var/lib/firebird/4.0/data/ibench-";

  private JdbcPage() {}

  /** The one that this run of the tests is about, if it is about one. */
  public static Optional<String> namedProduct() {
    return Optional.ofNullable(System.getenv(PRODUCT));
  }

  /** Whether that one is a server. */
  static boolean isOnServer() {
    return namedProduct().filter(FIREBIRD::equals).isPresent();
  }

  /** Those of this run of the tests: what needs a server is among them only if it is named. */
  public static List<String> products() {
    return Products.ofThisRun().contains(Product.JDBC)
        ? namedProduct().map(List::of).orElse(INSIDE_THE_CLIENT)
        : List.of();
  }

  /**
   * The lines below the heading that begins with the product's name.
   *
   * @param folder gets the files of the database, which the page has in the current folder
   */
  public static String lines(String product, Path folder) throws IOException {
    String section = Files.readString(Path.of("docs/jdbc.md")).split("\n### " + product)[1];
    String lines =
        section
            .lines()
            .skip(1)
            .dropWhile(String::isEmpty)
            .takeWhile(line -> line.startsWith("    "))
            .map(String::strip)
            .collect(Collectors.joining("\n", "", "\n"));
    assertThat(lines).startsWith("database ");
    if (product.equals(FIREBIRD)) {
      return onFirebird(lines, folder);
    }
    assertThat(lines).contains("./ibench-");
    return lines.replace("./ibench-", folder + "/ibench-");
  }

  /** On the server of src/test/engines/with-firebird, in a file that is named like the folder. */
  private static String onFirebird(String lines, Path folder) {
    String given = System.getenv("FIREBIRD_URL");
    String place = given.substring(given.indexOf("//"), given.lastIndexOf('/') + 1);
    String password = "${IBENCH_PASSWORD:}";
    assertThat(lines).contains(ON_FIREBIRD, "user     = SYSDBA", password);
    return lines
        .replace(ON_FIREBIRD, place + folder.getFileName() + "-")
        .replace(password, System.getenv("FIREBIRD_PASSWORD"));
  }
}
