package io.ibench.db.postgres;

import java.util.List;
import java.util.Locale;

/** Which of the products that speak PostgreSQL's protocol a server is. */
final class PostgresProduct {

  private static final String POSTGRESQL = "PostgreSQL";
  private static final String AURORA = "Aurora";

  /**
   * A product made of PostgreSQL.
   *
   * @param mark what stands in its version, in lower case
   */
  private record Fork(String name, String mark) {

    Fork(String name) {
      this(name, name.toLowerCase(Locale.ROOT));
    }
  }

  private static final List<Fork> FORKS =
      List.of(
          new Fork("EnterpriseDB"),
          new Fork("YugabyteDB", "-yb-"),
          new Fork("CockroachDB"),
          new Fork("Greenplum"),
          new Fork("Cloudberry"),
          new Fork("Redshift"),
          new Fork("openGauss"),
          new Fork("AlloyDB"),
          new Fork(AURORA));

  private PostgresProduct() {}

  /**
   * The product's name, with PostgreSQL beside it when it is another.
   *
   * @param version what {@code version()} says
   * @param aurora it has Aurora's functions: its version is silent about it
   */
  static String of(String version, boolean aurora) {
    if (aurora) {
      return beside(AURORA);
    }
    String words = version.toLowerCase(Locale.ROOT);
    return FORKS.stream()
        .filter(fork -> words.contains(fork.mark()))
        .findFirst()
        .map(fork -> beside(fork.name()))
        .orElse(POSTGRESQL);
  }

  private static String beside(String fork) {
    return fork + " (" + POSTGRESQL + ")";
  }
}
