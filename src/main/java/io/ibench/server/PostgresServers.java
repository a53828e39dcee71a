package io.ibench.server;

import io.ibench.server.ConfFile.Option;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Servers of PostgreSQL, which never run as root. */
public final class PostgresServers implements ProgramProduct {

  private static final String SERVER = "postgres";
  private static final String INSTALLER = "initdb";
  private static final String PASSWORD_FILE = "password";
  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
  private static final Pattern VERSION = Pattern.compile("\\(PostgreSQL\\) (\\d[\\w.]*)");

  private static final Map<String, Long> SIZES =
      Map.of("b", 1L, "kb", 1L << 10, "mb", 1L << 20, "gb", 1L << 30, "tb", 1L << 40);

  private static final Map<String, Long> TIMES =
      Map.of(
          "us",
          1L,
          "ms",
          1_000L,
          "s",
          1_000_000L,
          "min",
          60_000_000L,
          "h",
          3_600_000_000L,
          "d",
          86_400_000_000L);

  /** What the server's program prints of a file or an option. */
  private static final Pattern REFUSED =
      Pattern.compile(
          "(?:LOG|FATAL|ERROR):\\s+((?:syntax error|unrecognized configuration|invalid value"
              + "|parameter \"|could not open|could not load|configuration file \"(?!.*contains"
              + " errors)| *[-\\d.]+ ).*)");

  private static final Set<String> READ_ONLY = Set.of("archive_command");

  private static final Set<String> RESERVED =
      Set.of(
          "data_directory",
          "config_file",
          "hba_file",
          "ident_file",
          "external_pid_file",
          "port",
          "listen_addresses",
          "unix_socket_directories",
          "logging_collector");

  /**
   * What {@link #readBack} adds to a value that has a unit, such as {@code 128MB (16384 x 8kB)}.
   */
  private static final Pattern WITH_UNIT = Pattern.compile("(.*) \\((-?[0-9.]+) x (.+)\\)");

  @Override
  public String name() {
    return "postgres";
  }

  @Override
  public String adapter() {
    return "postgres";
  }

  @Override
  public Optional<String> systemUser() {
    return Optional.of("postgres");
  }

  @Override
  public boolean runsAsRoot() {
    return false;
  }

  @Override
  public Installed installed(ServerSpec spec) throws ServerException {
    Path server = find(SERVER, spec);
    Path installer = find(INSTALLER, spec);
    String printed =
        Programs.output(List.of(server.toString(), "--version"))
            .orElseThrow(() -> new ServerException(server + " --version fails"));
    String version =
        version(printed)
            .orElseThrow(
                () -> new ServerException(server + " --version prints no version: " + printed));
    return new Installed(version, Map.of(SERVER, server, INSTALLER, installer));
  }

  @Override
  public List<String> programs() {
    return List.of(SERVER, INSTALLER);
  }

  @Override
  public Optional<String> version(String printed) {
    Matcher version = VERSION.matcher(printed);
    return version.find() ? Optional.of("PostgreSQL " + version.group(1)) : Optional.empty();
  }

  private static Path find(String program, ServerSpec spec) throws ServerException {
    if (spec.home().isPresent()) {
      Path home = spec.home().get();
      return Stream.of("bin", "")
          .map(folder -> home.resolve(folder).resolve(program))
          .filter(Files::isExecutable)
          .findFirst()
          .orElseThrow(
              () -> new ServerException("server.home = " + home + " has no bin/" + program));
    }
    List<Path> folders = new ArrayList<>(debianFolders());
    folders.addAll(List.of(Path.of("/usr/pgsql/bin"), Path.of("/usr/local/pgsql/bin")));
    return Programs.find(program, folders)
        .orElseThrow(
            () ->
                new ServerException(
                    "PostgreSQL is not installed: no "
                        + program
                        + " on the PATH or in "
                        + DEBIAN
                        + "; Debian's package is postgresql, or name its folder by server.home"));
  }

  /** One for each version, the newest first. */
  private static List<Path> debianFolders() {
    if (!Files.isDirectory(DEBIAN)) {
      return List.of();
    }
    try (Stream<Path> versions = Files.list(DEBIAN)) {
      return versions
          .filter(folder -> folder.getFileName().toString().matches("\\d{1,4}"))
          .sorted(Comparator.comparing(PostgresServers::number).reversed())
          .map(folder -> folder.resolve("bin"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int number(Path folder) {
    return Integer.parseInt(folder.getFileName().toString());
  }

  @Override
  public List<String> mistakes(ServerSpec spec) {
    return ConfFile.mistakes(spec, RESERVED, READ_ONLY);
  }

  @Override
  public List<String> fileMistakes(ServerSpec spec) {
    return ConfFile.fileMistakes(spec, PostgresServers::ofFile, RESERVED, READ_ONLY);
  }

  private static List<Option> ofFile(ServerSpec spec) throws ServerException {
    if (spec.confFile().isEmpty()) {
      return List.of();
    }
    try {
      return PostgresFile.options(spec.confFile().get());
    } catch (IOException e) {
      throw new ServerException(
          "server.conf_file = " + spec.confFile().get() + " cannot be read: " + e);
    }
  }

  private static List<Option> merged(ServerSpec spec) {
    return ConfFile.merged(spec, Map.of(), PostgresServers::ofFile, RESERVED);
  }

  @Override
  public List<String> taken(ServerSpec spec) {
    return ConfFile.taken(spec, PostgresServers::ofFile, RESERVED, Set.of());
  }

  /** The server reads its file and its options before it prints one of them, and then ends. */
  @Override
  public Optional<List<String>> refused(ServerSpec spec, Installed installed) {
    String file = spec.confFile().map(Path::toAbsolutePath).map(Path::toString).orElse("/dev/null");
    List<String> words =
        new ArrayList<>(List.of(installed.program(SERVER).toString(), "-C", "port", "-D", "/"));
    words.addAll(List.of("-c", "config_file=" + file));
    spec.conf()
        .forEach(
            (option, value) -> {
              if (!value.equals(ServerSpec.REMOVED)) {
                words.addAll(List.of("-c", option + "=" + value));
              }
            });
    return Programs.outputOfAny(words)
        .map(
            text ->
                text.lines()
                    .map(REFUSED::matcher)
                    .filter(Matcher::find)
                    .map(found -> SERVER + ": " + found.group(1).strip())
                    .distinct()
                    .toList());
  }

  /** Comes after the file that initdb writes for this machine. */
  @Override
  public String configuration(ServerInstance server) {
    List<String> lines = new ArrayList<>(List.of("include_if_exists = 'data/postgresql.conf'"));
    merged(server.spec())
        .forEach(option -> lines.add(option.name() + " = " + quoted(option.text())));
    lines.add("# the place of this server");
    lines.add("listen_addresses = '127.0.0.1'");
    lines.add("port = " + server.port());
    lines.add("unix_socket_directories = ''");
    return String.join("\n", lines) + "\n";
  }

  private static String quoted(String value) {
    String escaped = value.replace("\\", "\\\\").replace("'", "''").replace("\n", "\\n");
    return "'" + escaped + "'";
  }

  @Override
  public Map<String, String> secretFiles(ServerInstance server) {
    return Map.of(PASSWORD_FILE, server.password() + "\n");
  }

  @Override
  public List<Program> initialization(ServerInstance server) {
    List<String> words =
        new ArrayList<>(
            List.of(
                server.installed().program(INSTALLER).toString(),
                "--pgdata=" + server.data(),
                "--username=" + ServerInstance.DATABASE,
                "--auth=scram-sha-256",
                "--pwfile=" + server.folder().resolve(PASSWORD_FILE),
                "--encoding=UTF8",
                "--no-locale"));
    if (!server.log().equals(server.data())) {
      words.add("--waldir=" + server.log());
    }
    return List.of(Program.of("creating PostgreSQL's data directory", words));
  }

  @Override
  public Program command(ServerInstance server) {
    List<String> words = new ArrayList<>(server.spec().wrap());
    server
        .spec()
        .preload()
        .ifPresent(library -> words.addAll(List.of("env", "LD_PRELOAD=" + library)));
    words.add(server.installed().program(SERVER).toString());
    words.addAll(List.of("-D", server.data().toString()));
    words.addAll(List.of("-c", "config_file=" + server.configurationFile()));
    return Program.of("starting PostgreSQL", words);
  }

  /** Does not wait for clients, as TERM would. */
  @Override
  public String stopSignal() {
    return "INT";
  }

  private static String url(ServerInstance server, String database) {
    return "jdbc:postgresql://127.0.0.1:" + server.port() + "/" + database + "?sslmode=disable";
  }

  private static Map<String, String> map(ServerInstance server, String query)
      throws ServerException {
    return Sql.map(url(server, "postgres"), ServerInstance.DATABASE, server.password(), query);
  }

  @Override
  public void ready(ServerInstance server) throws ServerException {
    boolean missing =
        map(server, "SELECT datname, '' FROM pg_database").keySet().stream()
            .noneMatch(ServerInstance.DATABASE::equals);
    if (missing) {
      Sql.execute(
          url(server, "postgres"),
          ServerInstance.DATABASE,
          server.password(),
          "CREATE DATABASE " + ServerInstance.DATABASE);
    }
  }

  @Override
  public Map<String, String> asked(ServerSpec spec) {
    return ConfFile.values(merged(spec), Map.of());
  }

  @Override
  public Map<String, String> readBack(ServerInstance server, Set<String> options)
      throws ServerException {
    Map<String, String> all =
        map(
            server,
            "SELECT name, current_setting(name) || coalesce(' (' || setting || ' x ' || unit || ')',"
                + " '') FROM pg_settings"
                // A driver sets some for its session, such as application_name.
                + " WHERE source NOT IN ('client', 'session')");
    Map<String, String> found = new LinkedHashMap<>();
    for (String option : options) {
      String value = all.get(option.toLowerCase(Locale.ROOT));
      if (value != null) {
        found.put(option, value);
      }
    }
    return found;
  }

  @Override
  public boolean isEqual(String option, String asked, String has) {
    Matcher withUnit = WITH_UNIT.matcher(has);
    if (!withUnit.matches()) {
      // "on" is the first of several methods.
      boolean on = option.equalsIgnoreCase("wal_compression") && has.equals("pglz");
      return OptionValues.isEqual(asked, on ? "on" : has, Map.of())
          || OptionValues.set(asked).equals(OptionValues.set(has)) && asked.contains(",");
    }
    return OptionValues.isEqual(asked, withUnit.group(2), Map.of())
        || OptionValues.isEqual(asked, withUnit.group(1), SIZES)
        || OptionValues.isEqual(asked, withUnit.group(1), TIMES);
  }

  @Override
  public ServerAccess access(ServerInstance server) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("database", server.spec().driver().orElse(adapter()));
    settings.put("url", url(server, ServerInstance.DATABASE));
    settings.put("user", ServerInstance.DATABASE);
    settings.put("password", "${" + ServerAccess.PASSWORD + "}");
    return new ServerAccess(settings, Map.of(ServerAccess.PASSWORD, server.password()));
  }
}
