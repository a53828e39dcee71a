package io.ibench.server;

import io.ibench.server.ConfFile.Option;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What servers of MariaDB and MySQL have in common. */
abstract class MysqlFamily implements ProgramProduct {

  private static final List<Path> USUAL_FOLDERS =
      List.of(
          Path.of("/usr/sbin"),
          Path.of("/usr/libexec"),
          Path.of("/usr/local/sbin"),
          Path.of("/usr/local/bin"),
          Path.of("/usr/local/mysql/bin"),
          Path.of("/usr/local/mysql/scripts"));

  /** A build may name a folder that is only on machines where it is installed. */
  static final String NO_FILE_FOLDER = "secure_file_priv=";

  static final String INIT_FILE = "init.sql";

  private static final Map<String, Long> UNITS =
      Map.of("k", 1L << 10, "m", 1L << 20, "g", 1L << 30, "t", 1L << 40, "p", 1L << 50);

  /** A size as PostgreSQL writes it. */
  private static final Pattern BYTES = Pattern.compile("(\\d+)\\s*([kmgtpKMGTP])[iI]?[bB]");

  /** What the server's program prints of an option. */
  private static final Pattern REFUSED =
      Pattern.compile(
          "\\[ERROR\\].*?\\b((?:unknown (?:variable|option)|ambiguous option|Error while setting)"
              + " .*)");

  /** What it prints of an option that only old files still have. */
  private static final Pattern REMOVED =
      Pattern.compile("\\[Warning\\].*?('(?:--)?([\\w-]+)' was removed\\. It does nothing now.*)");

  /** No pages of the run before; and no names of hosts, which would have to be looked up. */
  private static final Map<String, String> DEFAULTS = new LinkedHashMap<>();

  static {
    DEFAULTS.put("innodb_buffer_pool_dump_at_shutdown", "OFF");
    DEFAULTS.put("innodb_buffer_pool_load_at_startup", "OFF");
    DEFAULTS.put("skip_name_resolve", "");
  }

  private static final Set<String> RESERVED =
      Set.of(
          "datadir",
          "basedir",
          "port",
          "socket",
          "bind_address",
          "pid_file",
          "tmpdir",
          "user",
          "init_file",
          "log_error",
          "secure_file_priv",
          "skip_networking",
          "skip_grant_tables");

  /** Options whose repetitions add up, with what stands between two values. */
  private static final Map<String, String> ADDING =
      Map.of("plugin_load_add", ";", "optimizer_switch", ",");

  private static final Pattern GROUPS = Pattern.compile("following groups are read: (.*)");

  private static final Set<String> READ_ONLY =
      Set.of("plugin_dir", "character_sets_dir", "lc_messages_dir", "init_connect");

  /** Variables that have another name than their options. */
  private static final Map<String, String> OTHER_NAMES =
      Map.of("default_time_zone", "time_zone", "transaction_isolation", "tx_isolation");

  /** The product as people write it. */
  abstract String product();

  /** The server's program. */
  abstract String server();

  /** Where the product comes from, for the message that it is missing; begins with a semicolon. */
  abstract String hint();

  /** The statements that make database and user, one in each line. */
  abstract List<String> initStatements(ServerInstance server);

  /** Whom root must name, because these servers refuse to be root otherwise. */
  static Optional<String> user(ServerInstance server) {
    return server.runAs().or(() -> SystemUser.isRoot() ? Optional.of("root") : Optional.empty());
  }

  /** Further lines of the server's configuration, which keep it at its place. */
  List<String> furtherPlace(ServerInstance server) {
    return List.of();
  }

  private List<String> place(ServerInstance server) {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "datadir = " + server.data(),
                "tmpdir = " + server.temporary(),
                // Relative to the data directory: a longer path would not fit into an address.
                "socket = server.sock",
                "pid_file = server.pid",
                "bind_address = 127.0.0.1",
                "port = " + server.port(),
                NO_FILE_FOLDER));
    lines.addAll(furtherPlace(server));
    if (server.runAs().isEmpty() && SystemUser.isRoot()) {
      lines.add("user = root");
    }
    if (!server.log().equals(server.data())) {
      lines.add("innodb_log_group_home_dir = " + server.log());
      if (loads(server.spec(), "ha_rocksdb")) {
        lines.add("rocksdb_wal_dir = " + server.log());
      }
    }
    return lines;
  }

  /** In the home that the user names, else where servers usually are. */
  final Path find(String program, ServerSpec spec) throws ServerException {
    if (spec.home().isPresent()) {
      Path home = spec.home().get();
      return Stream.of("bin", "sbin", "scripts", "libexec", "")
          .map(folder -> home.resolve(folder).resolve(program))
          .filter(Files::isExecutable)
          .findFirst()
          .orElseThrow(
              () -> new ServerException("server.home = " + home + " has no bin/" + program));
    }
    Optional<Path> found = Programs.find(program, USUAL_FOLDERS);
    return found.orElseThrow(
        () ->
            new ServerException(
                product()
                    + " is not installed: no "
                    + program
                    + " on the PATH or in "
                    + USUAL_FOLDERS.get(0)
                    + hint()
                    + ", or name its folder by server.home"));
  }

  /** What the server's program says of its version. */
  static String printedVersion(Path server) throws ServerException {
    return Programs.output(List.of(server.toString(), "--no-defaults", "--version"))
        .orElseThrow(() -> new ServerException(server + " --version fails"));
  }

  /** MyRocks has a log of its own, with its options, its flushes and its compactions. */
  @Override
  public List<Path> logs(ServerInstance server) {
    return List.of(server.errorLog(), server.data().resolve("#rocksdb").resolve("LOG"));
  }

  /** Called like the product. */
  @Override
  public String adapter() {
    return name();
  }

  private static boolean loads(ServerSpec spec, String library) {
    return spec.conf().getOrDefault("plugin_load_add", "").contains(library);
  }

  @Override
  public Optional<String> systemUser() {
    return Optional.of("mysql");
  }

  @Override
  public List<String> mistakes(ServerSpec spec) {
    List<String> mistakes = new ArrayList<>(ConfFile.mistakes(spec, RESERVED, READ_ONLY));
    spec.conf()
        .forEach(
            (option, value) -> {
              Matcher size = BYTES.matcher(value);
              if (size.matches()) {
                mistakes.add(
                    "conf."
                        + option
                        + ": "
                        + product()
                        + " writes sizes with K, M, G, T or P, without B; write "
                        + size.group(1)
                        + size.group(2).toUpperCase(Locale.ROOT));
              }
            });
    return mistakes;
  }

  /**
   * What the server itself makes of the user's file, with each repetition, in its order; nothing if
   * there is no file, or no server to ask.
   */
  private List<Option> ofFile(ServerSpec spec) throws ServerException {
    if (spec.confFile().isEmpty()) {
      return List.of();
    }
    Path file = spec.confFile().get().toAbsolutePath();
    Path program;
    try {
      program = find(server(), spec);
    } catch (ServerException e) {
      return List.of(); // that it is missing is said by others
    }
    String printed =
        Programs.outputOfAny(
                List.of(program.toString(), "--defaults-file=" + file, "--print-defaults"))
            .orElseThrow(() -> new ServerException(program + " --print-defaults fails"));
    return MysqlFile.options(spec.confFile().get(), printed, groups(program));
  }

  /** The sections of a file that the server reads, as it says itself. */
  private static Set<String> groups(Path program) {
    return Programs.outputOfAny(List.of(program.toString(), "--no-defaults", "--verbose", "--help"))
        .map(GROUPS::matcher)
        .filter(Matcher::find)
        .map(found -> Set.of(found.group(1).strip().split("\\s+")))
        .orElse(Set.of());
  }

  private List<Option> merged(ServerSpec spec, Map<String, String> defaults) {
    return ConfFile.merged(spec, defaults, this::ofFile, RESERVED);
  }

  @Override
  public List<String> taken(ServerSpec spec) {
    return ConfFile.taken(spec, this::known, RESERVED, ADDING.keySet());
  }

  /** The same, or why there is no server to ask. */
  private List<Option> known(ServerSpec spec) throws ServerException {
    if (spec.confFile().isPresent()) {
      find(server(), spec);
    }
    return ofFile(spec);
  }

  @Override
  public List<String> fileMistakes(ServerSpec spec) {
    return ConfFile.fileMistakes(spec, this::ofFile, RESERVED, READ_ONLY);
  }

  /** The line of the option that the server names. */
  private static String where(String said, List<Option> options) {
    return options.stream()
        .filter(option -> !option.where().equals("conf." + option.name()))
        .filter(option -> said.matches(".*\\W" + Pattern.quote(option.name()) + "\\b.*"))
        .reduce((first, last) -> last)
        .map(option -> " (" + option.where() + ")")
        .orElse("");
  }

  /**
   * Words with which the server reads its options and ends, such as those that print its help.
   *
   * @param version as {@link #version} has it
   */
  List<String> checks(String version) {
    return List.of("--verbose", "--help");
  }

  @Override
  public Optional<List<String>> refused(ServerSpec spec, Installed installed) {
    List<String> words =
        new ArrayList<>(List.of(installed.program(server()).toString(), "--no-defaults"));
    spec.home().ifPresent(home -> words.add("--basedir=" + home));
    List<Option> options = merged(spec, Map.of());
    options.forEach(
        option ->
            words.add("--" + option.name() + option.value().map(value -> "=" + value).orElse("")));
    words.addAll(checks(installed.version()));
    return Programs.outputOfAny(words)
        .map(
            text ->
                Stream.concat(
                        REFUSED
                            .matcher(text)
                            .results()
                            .map(found -> server() + ": " + found.group(1).strip())
                            .map(line -> line + where(line, options)),
                        removed(text, spec, installed))
                    .distinct()
                    .toList());
  }

  /** Of the user's file it is passed over, as each option that no server shows. */
  private static Stream<String> removed(String text, ServerSpec spec, Installed installed) {
    return REMOVED
        .matcher(text)
        .results()
        .filter(found -> spec.conf().containsKey(found.group(2).replace('-', '_')))
        .map(
            found ->
                "conf."
                    + found.group(2).replace('-', '_')
                    + ": "
                    + installed.version()
                    + " says: "
                    + found.group(1).strip());
  }

  @Override
  public Map<String, String> optionsFor(Map<String, String> settings) {
    boolean rocks = "rocksdb".equals(settings.getOrDefault("engine", "").toLowerCase(Locale.ROOT));
    return rocks ? Map.of("plugin_load_add", "ha_rocksdb") : Map.of();
  }

  /** InnoDB merges and writes everything. */
  @Override
  public Map<String, String> cleanStopOptions() {
    return Map.of("innodb_fast_shutdown", "0");
  }

  @Override
  public String configuration(ServerInstance server) {
    List<String> lines = new ArrayList<>(List.of("[mysqld]"));
    for (Option option : merged(server.spec(), DEFAULTS)) {
      boolean moved = option.name().equals("log_bin") && !server.log().equals(server.data());
      Optional<String> shown =
          moved
              ? Optional.of(server.log().resolve(option.value().orElse("binlog")).toString())
              : option.value();
      lines.add(option.name() + shown.map(value -> " = " + quoted(value)).orElse(""));
    }
    lines.add("# the place of this server");
    lines.addAll(place(server));
    return String.join("\n", lines) + "\n";
  }

  /** In option files # begins a comment, and blanks at the ends are lost. */
  private static String quoted(String value) {
    boolean plain = value.matches("[\\w.,:/=+@*%-]+(?: [\\w.,:/=+@*%-]+)*");
    return plain
        ? value
        : "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
  }

  @Override
  public Map<String, String> secretFiles(ServerInstance server) {
    return Map.of(INIT_FILE, String.join("\n", initStatements(server)) + "\n");
  }

  @Override
  public Program command(ServerInstance server) {
    List<String> words =
        new ArrayList<>(
            List.of(
                server.installed().program(server()).toString(),
                "--defaults-file=" + server.configurationFile()));
    server.spec().home().ifPresent(home -> words.add("--basedir=" + home));
    // Not in the configuration: the program that makes the data reads that as well.
    words.add("--init-file=" + server.folder().resolve(INIT_FILE));
    return program(server, "starting " + product(), words);
  }

  /** The program with its environment, such as a library that is loaded before it. */
  private static Program program(ServerInstance server, String purpose, List<String> words) {
    List<String> all = new ArrayList<>(server.spec().wrap());
    server
        .spec()
        .preload()
        .ifPresent(library -> all.addAll(List.of("env", "LD_PRELOAD=" + library)));
    all.addAll(words);
    return Program.of(purpose, all);
  }

  /** For the adapter that is used: a MySQL can be reached by the driver of MariaDB. */
  @Override
  public ServerAccess access(ServerInstance server) {
    String adapter = server.spec().driver().orElse(adapter());
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("database", adapter);
    settings.put("url", url(adapter, server, ServerInstance.DATABASE));
    settings.put("user", ServerInstance.DATABASE);
    settings.put("password", "${" + ServerAccess.PASSWORD + "}");
    return new ServerAccess(settings, Map.of(ServerAccess.PASSWORD, server.password()));
  }

  /** MySQL asks for a password that is encrypted by a key of the server. */
  private static String url(String adapter, ServerInstance server, String database) {
    return "jdbc:"
        + adapter
        + "://127.0.0.1:"
        + server.port()
        + "/"
        + database
        + (adapter.equals("mysql")
            ? "?sslMode=DISABLED&allowPublicKeyRetrieval=true"
            : "?sslMode=disable&allowPublicKeyRetrieval=true");
  }

  private String url(ServerInstance server) {
    return url(server.spec().driver().orElse(adapter()), server, ServerInstance.DATABASE);
  }

  @Override
  public void ready(ServerInstance server) throws ServerException {
    Sql.value(url(server), ServerInstance.DATABASE, server.password(), "SELECT 1");
  }

  @Override
  public Map<String, String> asked(ServerSpec spec) {
    return ConfFile.values(merged(spec, Map.of()), ADDING);
  }

  @Override
  public Map<String, String> readBack(ServerInstance server, Set<String> options)
      throws ServerException {
    Map<String, String> variables =
        Sql.map(url(server), ServerInstance.DATABASE, server.password(), "SHOW GLOBAL VARIABLES");
    Map<String, String> libraries =
        Sql.map(
            url(server),
            ServerInstance.DATABASE,
            server.password(),
            "SELECT DISTINCT plugin_library, plugin_status FROM information_schema.plugins"
                + " WHERE plugin_library IS NOT NULL AND plugin_status = 'ACTIVE'");
    String loaded = libraries.keySet().stream().sorted().collect(Collectors.joining(","));
    Map<String, String> found = new LinkedHashMap<>();
    for (String option : options) {
      value(option, variables, loaded).ifPresent(value -> found.put(option, value));
    }
    return found;
  }

  /** What the server says of an option of its configuration file. */
  static Optional<String> value(String option, Map<String, String> variables, String libraries) {
    String name = option.toLowerCase(Locale.ROOT).replace('-', '_');
    if (name.equals("plugin_load") || name.equals("plugin_load_add")) {
      return Optional.of(libraries);
    }
    String direct = variables.get(name);
    if (direct == null && OTHER_NAMES.containsKey(name)) {
      direct = variables.get(OTHER_NAMES.get(name));
    }
    if (direct != null) {
      return Optional.of(direct);
    }
    for (String prefix : List.of("skip_", "disable_", "enable_", "loose_")) {
      String rest = name.startsWith(prefix) ? variables.get(name.substring(prefix.length())) : null;
      if (rest != null) {
        boolean negative = prefix.equals("skip_") || prefix.equals("disable_");
        return Optional.of(negative ? opposite(rest) : rest);
      }
    }
    return Optional.empty();
  }

  private static String opposite(String value) {
    return OptionValues.isEqual("ON", value, Map.of()) ? "OFF" : "ON";
  }

  @Override
  public boolean isEqual(String option, String asked, String has) {
    String name = option.toLowerCase(Locale.ROOT).replace('-', '_');
    if (name.equals("plugin_load") || name.equals("plugin_load_add")) {
      return OptionValues.set(asked.replace(';', ',')).stream()
          .map(entry -> entry.substring(entry.indexOf('=') + 1).replaceAll("\\.so$", "") + ".so")
          .allMatch(OptionValues.set(has)::contains);
    }
    if (name.equals("log_bin") || name.equals("relay_log")) {
      // A name of files; the variable says whether there are any.
      return OptionValues.isEqual("ON", has, UNITS)
          || has.endsWith(asked)
          || OptionValues.isEqual(asked, has, UNITS);
    }
    if (asked.contains(",") || name.equals("optimizer_switch") || name.equals("sql_mode")) {
      boolean some = asked.contains("=");
      return some
          ? OptionValues.containsAll(has, asked)
          : OptionValues.set(has).equals(OptionValues.set(asked));
    }
    boolean path = asked.contains("/") || name.endsWith("_dir") || name.endsWith("_file");
    return OptionValues.isEqual(asked, has, UNITS)
        || path && !asked.isEmpty() && ("/" + stripped(has)).endsWith("/" + stripped(asked));
  }

  private static String stripped(String path) {
    return path.replaceAll("(^|/)(\\./)+", "$1").replaceAll("^/+|/+$", "");
  }
}
