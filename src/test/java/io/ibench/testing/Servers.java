package io.ibench.testing;

import io.ibench.db.Product;
import io.ibench.db.Products;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Assumptions;

/** Real servers for tests. Without one the test is skipped, or fails if {@code CI=true}. */
public final class Servers {

  private Servers() {}

  /** The MariaDB server that the tests of this JVM share; the caller leaves it running. */
  public static PrivateMariadb requireMariadb() {
    require(Product::isMysqlFamily, PrivateMariadb.missing());
    return PrivateMariadb.shared();
  }

  /** The same server, with the storage engine MyRocks loaded. */
  public static PrivateMariadb requireMyRocks() {
    require(Product::isMysqlFamily, PrivateMariadb.missingMyRocks());
    return PrivateMariadb.shared();
  }

  /**
   * Starts a MariaDB server for the caller alone, who may kill, stop and fill it; the caller closes
   * it.
   *
   * @param options of the server besides its usual ones
   */
  public static PrivateMariadb requireOwnMariadb(String... options) {
    require(Product::isMysqlFamily, PrivateMariadb.missing());
    return PrivateMariadb.startWith(options);
  }

  /** Like {@link #requireOwnMariadb}, with the storage engine MyRocks loaded. */
  public static PrivateMariadb requireOwnMyRocks() {
    require(Product::isMysqlFamily, PrivateMariadb.missingMyRocks());
    return PrivateMariadb.startWithMyRocks();
  }

  /** The PostgreSQL server that the tests of this JVM share; the caller leaves it running. */
  public static PrivatePostgres requirePostgres() {
    require(Product::isPostgres, PrivatePostgres.missing());
    return PrivatePostgres.shared();
  }

  /** pgbouncer before that server, which the tests of this JVM share. */
  public static PrivatePgbouncer requirePgbouncer(PrivatePgbouncer.Mode mode) {
    require(Product::isPostgres, PrivatePgbouncer.missing());
    return PrivatePgbouncer.shared(mode);
  }

  /**
   * Starts a PostgreSQL server for the caller alone, who may kill, stop and fill it; the caller
   * closes it.
   *
   * @param options of the server besides its usual ones, such as {@code log_statement=all}
   */
  public static PrivatePostgres requireOwnPostgres(String... options) {
    require(Product::isPostgres, PrivatePostgres.missing());
    return PrivatePostgres.startWith(options);
  }

  /** Also skips a test on a server of which this run tests no product. */
  private static void require(Predicate<Product> onIt, Optional<String> missing) {
    Assumptions.assumeTrue(
        Products.ofThisRun().stream().anyMatch(onIt), "this run tests products of other servers");
    missing.ifPresent(Requirement.ofThisEnvironment()::unmet);
  }
}
