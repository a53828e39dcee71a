package io.ibench.testing;

/** Real servers for tests. Without one the test is skipped, or fails if {@code CI=true}. */
public final class Servers {

  private Servers() {}

  /** The MariaDB server that the tests of this JVM share; the caller leaves it running. */
  public static PrivateMariadb requireMariadb() {
    PrivateMariadb.missing().ifPresent(Requirement.ofThisEnvironment()::unmet);
    return PrivateMariadb.shared();
  }

  /** The same server, with the storage engine MyRocks loaded. */
  public static PrivateMariadb requireMyRocks() {
    PrivateMariadb.missingMyRocks().ifPresent(Requirement.ofThisEnvironment()::unmet);
    return PrivateMariadb.shared();
  }

  /**
   * Starts a MariaDB server for the caller alone, who may kill, stop and fill it; the caller closes
   * it.
   *
   * @param options of the server besides its usual ones
   */
  public static PrivateMariadb requireOwnMariadb(String... options) {
    PrivateMariadb.missing().ifPresent(Requirement.ofThisEnvironment()::unmet);
    return PrivateMariadb.startWith(options);
  }

  /** Like {@link #requireOwnMariadb}, with the storage engine MyRocks loaded. */
  public static PrivateMariadb requireOwnMyRocks() {
    PrivateMariadb.missingMyRocks().ifPresent(Requirement.ofThisEnvironment()::unmet);
    return PrivateMariadb.startWithMyRocks();
  }

  /** The PostgreSQL server that the tests of this JVM share; the caller leaves it running. */
  public static PrivatePostgres requirePostgres() {
    PrivatePostgres.missing().ifPresent(Requirement.ofThisEnvironment()::unmet);
    return PrivatePostgres.shared();
  }

  /** pgbouncer before that server, which the tests of this JVM share. */
  public static PrivatePgbouncer requirePgbouncer(PrivatePgbouncer.Mode mode) {
    PrivatePgbouncer.missing().ifPresent(Requirement.ofThisEnvironment()::unmet);
    return PrivatePgbouncer.shared(mode);
  }

  /**
   * Starts a PostgreSQL server for the caller alone, who may kill, stop and fill it; the caller
   * closes it.
   *
   * @param options of the server besides its usual ones, such as {@code log_statement=all}
   */
  public static PrivatePostgres requireOwnPostgres(String... options) {
    PrivatePostgres.missing().ifPresent(Requirement.ofThisEnvironment()::unmet);
    return PrivatePostgres.startWith(options);
  }
}
