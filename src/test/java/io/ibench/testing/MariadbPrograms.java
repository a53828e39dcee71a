package io.ibench.testing;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where MariaDB's programs are on this machine: on the PATH, or where servers usually are. If the
 * environment names a MySQL, its one program takes their place.
 */
final class MariadbPrograms {

  static final String MYROCKS_LIBRARY = "ha_rocksdb.so";

  private static final String SERVER = "mariadbd";
  private static final String INSTALLER = "mariadb-install-db";
  private static final String USUAL_FOLDERS =
      "/usr/sbin:/usr/local/sbin:/usr/local/bin:/usr/local/mysql/bin:/usr/local/mysql/scripts";

  /** The path of a {@code mysqld}; {@code bin/test --engines mysql-9.7} sets it. */
  private static final String MYSQL = "IBENCH_TEST_MYSQLD";

  private MariadbPrograms() {}

  /** MySQL's program, which makes its data directory itself; empty: the servers are MariaDB. */
  static Optional<Path> mysql() {
    return Optional.ofNullable(System.getenv(MYSQL)).map(Path::of);
  }

  static Optional<String> missing() {
    if (mysql().isPresent()) {
      return mysql()
          .filter(program -> !Files.isExecutable(program))
          .map(program -> MYSQL + " names no program: " + program);
    }
    return Stream.of(SERVER, INSTALLER)
        .filter(program -> find(program).isEmpty())
        .findFirst()
        .map(program -> "MariaDB is not installed: no " + program + " on the PATH");
  }

  static Optional<String> missingMyRocks() {
    Optional<String> noServer = missing();
    if (noServer.isPresent()) {
      return noServer;
    }
    Path home = home();
    boolean found =
        Stream.of("lib/mysql/plugin", "lib64/mysql/plugin", "lib/plugin")
            .anyMatch(folder -> Files.exists(home.resolve(folder).resolve(MYROCKS_LIBRARY)));
    return found
        ? Optional.empty()
        : Optional.of("MyRocks is not installed: no " + MYROCKS_LIBRARY + " under " + home);
  }

  static Path server() {
    return mysql().or(() -> find(SERVER)).orElseThrow();
  }

  /** The folder that has its programs, messages and plugins. */
  static Path home() {
    return server().resolve("../..").normalize();
  }

  static Path installer() {
    return find(INSTALLER).orElseThrow();
  }

  private static Optional<Path> find(String program) {
    String folders = System.getenv().getOrDefault("PATH", "") + File.pathSeparator + USUAL_FOLDERS;
    return Stream.of(folders.split(File.pathSeparator))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
