package io.ibench.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Servers of MySQL: 5.6 has a program that makes the data directory, later ones do it alone. */
public final class MysqlServers extends MysqlFamily {

  private static final String SERVER = "mysqld";
  private static final String OLD_INSTALLER = "mysql_install_db";

  /** Options that say whether there is a binlog, which later ones have unasked. */
  private static final Set<String> BINLOG = Set.of("log_bin", "skip_log_bin", "disable_log_bin");

  private static final Pattern VERSION = Pattern.compile("Ver (\\d+)\\.(\\d+)\\.\\d+");

  @Override
  public String name() {
    return "mysql";
  }

  @Override
  String product() {
    return "MySQL";
  }

  @Override
  String server() {
    return SERVER;
  }

  @Override
  String hint() {
    return "; unpack its tar.gz and name the folder";
  }

  @Override
  public Installed installed(ServerSpec spec) throws ServerException {
    Path server = find(SERVER, spec);
    return of(server, printedVersion(server), spec);
  }

  /** From what {@code mysqld --version} prints. */
  Installed of(Path server, String printed, ServerSpec spec) throws ServerException {
    String version =
        version(printed)
            .orElseThrow(() -> new ServerException(server + " is no MySQL: " + printed));
    Map<String, Path> programs = new HashMap<>(Map.of(SERVER, server));
    if (isOld(version)) {
      programs.put(OLD_INSTALLER, find(OLD_INSTALLER, spec));
    }
    return new Installed(version, programs);
  }

  /** Those of 5.7 and later. */
  @Override
  public List<String> programs() {
    return List.of(SERVER);
  }

  @Override
  public Optional<String> version(String printed) {
    Matcher version = VERSION.matcher(printed);
    return printed.contains("MariaDB") || !version.find()
        ? Optional.empty()
        : Optional.of("MySQL " + version.group().substring("Ver ".length()));
  }

  /** Before 5.7, where the server makes its data directory itself. */
  private static boolean isOld(String version) {
    return version.matches("MySQL 5\\.[0-6]\\..*");
  }

  private static boolean isOld(ServerInstance server) {
    return isOld(server.installed().version());
  }

  /** Later ones print their help whatever the options are. */
  @Override
  List<String> checks(String version) {
    boolean validates =
        version.matches("MySQL (8\\.0\\.(1[6-9]|[2-9]\\d)|8\\.[1-9]|9\\.|\\d{2}).*");
    return validates ? List.of("--" + NO_FILE_FOLDER, "--validate-config") : super.checks(version);
  }

  @Override
  List<String> initStatements(ServerInstance server) {
    String name = ServerInstance.DATABASE;
    String user = name + "@'127.0.0.1'";
    String create = "CREATE DATABASE IF NOT EXISTS " + name + ";";
    String identified = " IDENTIFIED BY '" + server.password() + "'";
    return isOld(server)
        ? List.of(create, "GRANT ALL PRIVILEGES ON *.* TO " + user + identified + ";")
        : List.of(
            create,
            "CREATE USER IF NOT EXISTS " + user + ";",
            "ALTER USER " + user + identified + ";",
            "GRANT ALL PRIVILEGES ON *.* TO " + user + ";");
  }

  @Override
  List<String> furtherPlace(ServerInstance server) {
    List<String> lines = new ArrayList<>();
    // Else the X plug-in listens on a fixed port of all addresses; before 5.7 there is none.
    lines.add("loose_mysqlx = OFF");
    boolean binlog = !server.installed().version().startsWith("MySQL 5.");
    boolean asked = asked(server.spec()).keySet().stream().anyMatch(BINLOG::contains);
    if (binlog && !asked && !server.log().equals(server.data())) {
      lines.add("log_bin = " + server.log().resolve("binlog"));
    }
    return lines;
  }

  @Override
  public List<Program> initialization(ServerInstance server) {
    List<String> words = new ArrayList<>();
    if (isOld(server)) {
      words.add(server.installed().program(OLD_INSTALLER).toString());
      words.add("--defaults-file=" + server.configurationFile());
      words.add("--basedir=" + home(server));
      words.add("--datadir=" + server.data());
      user(server).ifPresent(user -> words.add("--user=" + user));
    } else {
      words.add(server.installed().program(SERVER).toString());
      words.add("--defaults-file=" + server.configurationFile());
      server.spec().home().ifPresent(home -> words.add("--basedir=" + home));
      // The user and the database come with the first start.
      words.add("--initialize-insecure");
    }
    return List.of(Program.of("creating MySQL's data directory", words));
  }

  /** Where the tar.gz was unpacked. */
  private static Path home(ServerInstance server) {
    return server
        .spec()
        .home()
        .orElseGet(
            () -> {
              Path program = server.installed().program(SERVER);
              Path home = program.resolve("../..").normalize();
              return Files.isDirectory(home) ? home : program.getParent();
            });
  }
}
