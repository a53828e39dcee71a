package io.ibench.testing;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Where MariaDB's programs are on this machine: on the PATH, or where servers usually are. */
final class MariadbPrograms {

  static final String MYROCKS_LIBRARY = "ha_rocksdb.so";

  private static final String SERVER = "mariadbd";
  private static final String INSTALLER = "mariadb-install-db";
  private static final String USUAL_FOLDERS =
      "/usr/sbin:/usr/local/sbin:/usr/local/bin:/usr/local/mysql/bin:/usr/local/mysql/scripts";

  private MariadbPrograms() {}

  static Optional<String> missing() {
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
    Path home = server().resolve("../..").normalize();
    boolean found =
        Stream.of("lib/mysql/plugin", "lib64/mysql/plugin", "lib/plugin")
            .anyMatch(folder -> Files.exists(home.resolve(folder).resolve(MYROCKS_LIBRARY)));
    return found
        ? Optional.empty()
        : Optional.of("MyRocks is not installed: no " + MYROCKS_LIBRARY + " under " + home);
  }

  static Path server() {
    return find(SERVER).orElseThrow();
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
