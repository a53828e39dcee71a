package io.ibench.faults;

import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.PrivatePostgres;
import java.nio.file.Path;
import java.util.Optional;

/** A product of which private servers can be started. */
enum Product {
  MARIADB("MariaDB InnoDB", "mariadb"),
  MYROCKS("MariaDB MyRocks", "mariadb-myrocks"),
  POSTGRES("PostgreSQL", "postgres");

  private final String title;
  private final Path settings;

  Product(String title, String file) {
    this.title = title;
    this.settings = Path.of("conf", file + ".properties");
  }

  String title() {
    return title;
  }

  /** The file of settings for ibench, which takes server and user from the environment. */
  Path settings() {
    return settings;
  }

  /** Why no server can be started on this machine; empty if one can. */
  Optional<String> missing() {
    return switch (this) {
      case MARIADB -> PrivateMariadb.missing();
      case MYROCKS -> PrivateMariadb.missingMyRocks();
      case POSTGRES -> PrivatePostgres.missing();
    };
  }
}
