package io.ibench.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Servers of MariaDB, with InnoDB and, by {@code plugin_load_add = ha_rocksdb}, MyRocks. */
public final class MariadbServers extends MysqlFamily {

  private static final String SERVER = "mariadbd";
  private static final String INSTALLER = "mariadb-install-db";
  private static final Pattern VERSION = Pattern.compile("Ver (\\d+\\.\\d+\\.\\d+)");
  private static final String MYROCKS = "ha_rocksdb";

  @Override
  public String name() {
    return "mariadb";
  }

  @Override
  String product() {
    return "MariaDB";
  }

  @Override
  String server() {
    return SERVER;
  }

  @Override
  String hint() {
    return "; Debian's package is mariadb-server";
  }

  @Override
  public Installed installed(ServerSpec spec) throws ServerException {
    Path server = find(SERVER, spec);
    Path installer = find(INSTALLER, spec);
    String printed = printedVersion(server);
    String version =
        version(printed)
            .orElseThrow(
                () -> new ServerException(server + " --version prints no version: " + printed));
    if (spec.conf().getOrDefault("plugin_load_add", "").contains(MYROCKS)) {
      requireMyRocks(server);
    }
    return new Installed(version, Map.of(SERVER, server, INSTALLER, installer));
  }

  @Override
  public List<String> programs() {
    return List.of(SERVER, INSTALLER);
  }

  @Override
  public Optional<String> version(String printed) {
    Matcher version = VERSION.matcher(printed);
    return version.find() ? Optional.of("MariaDB " + version.group(1)) : Optional.empty();
  }

  private static void requireMyRocks(Path server) throws ServerException {
    Path home = server.resolve("../..").normalize();
    boolean found =
        Stream.of("lib/mysql/plugin", "lib64/mysql/plugin", "lib/plugin")
            .anyMatch(folder -> Files.exists(home.resolve(folder).resolve(MYROCKS + ".so")));
    if (!found) {
      throw new ServerException(
          "MyRocks is not installed: no "
              + MYROCKS
              + ".so below "
              + home
              + "; Debian's package is mariadb-plugin-rocksdb");
    }
  }

  @Override
  List<String> initStatements(ServerInstance server) {
    String name = ServerInstance.DATABASE;
    String user = name + "@'127.0.0.1'";
    return List.of(
        "CREATE DATABASE IF NOT EXISTS " + name + ";",
        "CREATE USER IF NOT EXISTS " + user + ";",
        "ALTER USER " + user + " IDENTIFIED BY '" + server.password() + "';",
        "GRANT ALL PRIVILEGES ON *.* TO " + user + ";");
  }

  @Override
  public List<Program> initialization(ServerInstance server) {
    List<String> words =
        new ArrayList<>(
            List.of(
                server.installed().program(INSTALLER).toString(),
                "--defaults-file=" + server.configurationFile(),
                "--datadir=" + server.data(),
                // A server that starts elsewhere removes the temporary tables in its own folder.
                "--tmpdir=" + server.temporary(),
                "--skip-test-db"));
    user(server).ifPresent(user -> words.add("--user=" + user));
    server.spec().home().ifPresent(home -> words.add("--basedir=" + home));
    return List.of(Program.of("creating MariaDB's data directory", words));
  }
}
