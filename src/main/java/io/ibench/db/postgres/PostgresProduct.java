package io.ibench.db.postgres;

import java.util.List;
import java.util.Locale;

/** The name of a server's product: PostgreSQL or a fork. Stateless. */
final class PostgresProduct {

  private static final String POSTGRESQL = "PostgreSQL";
  private static final String AURORA = "Aurora";

  /**
   * A product based on PostgreSQL.
   *
   * @param mark part of its version, in lower case
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
   * The product's name; for a fork, with PostgreSQL in brackets.
   *
   * @param version the value of {@code version()}
   * @param aurora it has Aurora's functions: its version does not mention Aurora
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
