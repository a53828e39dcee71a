package io.ibench.server;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.config.Secrets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The keys {@code server.*}, {@code conf.*} and {@code limit.*}. Stateless. */
public final class ServerKeys {

  /** What precedes the name of an option of the server. */
  public static final String CONF = "conf";

  /** Whether a run makes a server of its own. */
  public static final Key<Boolean> SERVER =
      Key.flag("server", "run on a server that ibench makes, and removes afterwards")
          .withDefault("false");

  /** The product; a run's is that of its database. */
  public static final Key<String> PRODUCT =
      Key.text("server.product", "the server's product; else that of the database").optional();

  private static final Key<String> HOME =
      Key.program("server.home", "where its programs are; else where they usually are").optional();
  private static final Key<String> DATA =
      Key.text("server.data", "its data folder: new, empty, or made by ibench").optional();
  private static final Key<String> LOG =
      Key.text("server.log", "a second folder, for redo log, WAL and binlog").optional();
  private static final Key<String> USER =
      Key.text("server.user", "who runs it when root starts ibench; else mysql, postgres")
          .optional();
  private static final Key<String> CONF_FILE =
      Key.program("server.conf_file", "your my.cnf or postgresql.conf; conf.OPTION wins")
          .optional();
  private static final Key<String> PRELOAD =
      Key.program("server.preload", "a library for LD_PRELOAD, such as libjemalloc.so.2")
          .optional();
  private static final Key<String> WRAP =
      Key.program("server.wrap", "words before its command, such as numactl --interleave=all")
          .optional();
  private static final Key<Long> PORT =
      Key.count("server.port", 1, 65_535, "its port of 127.0.0.1; else a free one").optional();
  private static final Key<String> DRIVER =
      Key.text("server.driver", "the adapter to reach it; else the product's own").optional();
  private static final Key<Long> READY_WITHIN =
      Key.durationNanos(
              "server.ready_within",
              Duration.ofSeconds(1),
              Duration.ofDays(1),
              "how long it may take to start")
          .withDefault("120s");
  private static final Key<Long> STOP_WITHIN =
      Key.durationNanos(
              "server.stop_within",
              Duration.ofSeconds(1),
              Duration.ofDays(1),
              "how long it may take to stop, before it is killed")
          .withDefault("10m");

  /** Whether a run starts its server again that has ended by itself. */
  public static final Key<Boolean> RESTART =
      Key.flag("server.restart", "start it again when it ends in the middle of a run")
          .withDefault("false");

  /** Texts of product {@code command} and {@code image}, by their names in {@link ServerSpec}. */
  private static final Map<String, Key<String>> LINES = new LinkedHashMap<>();

  static {
    line("init", "command for sh: makes the data (product command)");
    line("start", "command for sh: starts the server (product command)");
    line("ready", "command for sh: succeeds when the server answers (product command)");
    line("stop", "command for sh: stops the server (product command)");
    line("clean", "command for sh: removes the data (product command)");
    line("url", "where the server is (product command)");
    line("image", "the image (product image)");
  }

  private static final Key<Long> MEMORY =
      Key.sizeBytes("limit.memory", "memory of the server, page cache included").optional();
  private static final Key<Long> READ_IOPS =
      Key.count("limit.read_iops", 1, 1L << 40, "reads a second from its disk").optional();
  private static final Key<Long> WRITE_IOPS =
      Key.count("limit.write_iops", 1, 1L << 40, "writes a second to its disk").optional();
  private static final Key<Long> READ_BPS =
      Key.sizeBytes("limit.read_bps", "bytes a second from its disk").optional();
  private static final Key<Long> WRITE_BPS =
      Key.sizeBytes("limit.write_bps", "bytes a second to its disk").optional();
  private static final Key<String> SERVER_CPUS =
      Key.text("limit.server_cpus", "CPUs of the server, such as 2-3,6").optional();
  private static final Key<String> CLIENT_CPUS =
      Key.text("limit.client_cpus", "CPUs of ibench, such as 0-1").optional();

  private ServerKeys() {}

  private static void line(String name, String description) {
    boolean isAddress = name.equals("url");
    Key<String> key =
        isAddress
            ? Key.text("server." + name, description)
            : Key.program("server." + name, description);
    LINES.put(name, key.optional());
  }

  /** All keys; one stands for all of {@code conf.}. */
  public static List<Key<?>> keys() {
    List<Key<?>> keys =
        new ArrayList<>(
            List.of(
                SERVER,
                PRODUCT,
                HOME,
                DATA,
                LOG,
                USER,
                CONF_FILE,
                PRELOAD,
                WRAP,
                PORT,
                DRIVER,
                READY_WITHIN,
                STOP_WITHIN,
                RESTART));
    keys.addAll(LINES.values());
    keys.addAll(
        List.of(MEMORY, READ_IOPS, WRITE_IOPS, READ_BPS, WRITE_BPS, SERVER_CPUS, CLIENT_CPUS));
    keys.add(conf("OPTION"));
    return keys;
  }

  /** The key of an option of the server. */
  public static Key<String> conf(String option) {
    String name = CONF + "." + option;
    String text = "option OPTION of the server's configuration; - removes";
    return (Secrets.isSecretOption(option) ? Key.secret(name, text) : Key.program(name, text))
        .optional();
  }

  /** Marks the keys as known where no server begins. */
  public static void declare(Config config) {
    keys().forEach(config::declare);
    config.namesUnder(CONF).forEach(option -> config.declare(conf(option)));
  }

  /** Keys that are given without {@code server = true} are mistakes. */
  public static void requireNone(Config config) {
    List<Key<?>> given = new ArrayList<>();
    keys().stream().filter(key -> config.has(key.name())).forEach(given::add);
    config.namesUnder(CONF).forEach(option -> given.add(conf(option)));
    given.stream()
        .filter(key -> key != SERVER)
        .forEach(key -> config.problem("is for a server that ibench makes; add --server", key));
  }

  /**
   * Reads the server; mistakes are problems of the configuration.
   *
   * @param product the value of {@code server.product} if it is not given
   * @param driver the adapter that is used
   */
  public static ServerSpec read(Config config, String product, Optional<String> driver) {
    return read(config, product, driver, ServerProducts.all());
  }

  /** The same with these products, by name. */
  public static ServerSpec read(
      Config config, String product, Optional<String> driver, Map<String, ServerProduct> products) {
    String name = config.find(PRODUCT).orElse(product);
    Map<String, String> conf = new LinkedHashMap<>();
    for (String option : config.namesUnder(CONF)) {
      config.find(conf(option)).ifPresent(value -> conf.put(option, value.strip()));
    }
    Map<String, String> lines = new LinkedHashMap<>();
    LINES.forEach((line, key) -> config.find(key).ifPresent(text -> lines.put(line, text)));
    ServerSpec spec =
        new ServerSpec(
            name,
            new ServerSpec.Folders(path(config, HOME), path(config, DATA), path(config, LOG)),
            config.find(USER),
            path(config, CONF_FILE),
            config.find(PRELOAD),
            config.find(WRAP).map(words -> List.of(words.strip().split("\\s+"))).orElse(List.of()),
            config.find(PORT).map(Math::toIntExact).orElse(0),
            config.find(DRIVER).or(() -> driver),
            conf,
            limits(config),
            new ServerSpec.Timeouts(config.get(READY_WITHIN), config.get(STOP_WITHIN)),
            lines);
    Optional<ServerProduct> found = Optional.ofNullable(products.get(name));
    if (found.isEmpty()) {
      config.problem(
          "ibench makes no server of " + name + "; products: " + products.keySet(),
          config.has(PRODUCT.name()) ? PRODUCT : SERVER);
    }
    found.ifPresent(known -> known.mistakes(spec).forEach(line -> problem(config, line)));
    if (config.get(RESTART) && found.isPresent() && !found.get().hasProcess()) {
      config.problem("ibench does not see the end of a server of " + name, RESTART);
    }
    return spec;
  }

  /** A line that begins with its key. */
  private static void problem(Config config, String line) {
    int colon = line.indexOf(": ");
    String key = colon < 0 ? "" : line.substring(0, colon).replaceAll(" =.*", "");
    if (key.matches("[A-Za-z0-9_.]+")) {
      config.problem(line.substring(colon + 2), Key.text(key, "").optional());
    } else {
      config.problem("", "", "", line);
    }
  }

  private static ResourceLimits limits(Config config) {
    for (Key<String> cpus : List.of(SERVER_CPUS, CLIENT_CPUS)) {
      config
          .find(cpus)
          .filter(text -> !text.matches("\\d{1,4}(-\\d{1,4})?(,\\d{1,4}(-\\d{1,4})?)*"))
          .ifPresent(text -> config.problem("is no list of CPUs; allowed: such as 2-3,6", cpus));
    }
    return new ResourceLimits(
        number(config, MEMORY),
        number(config, READ_IOPS),
        number(config, WRITE_IOPS),
        number(config, READ_BPS),
        number(config, WRITE_BPS),
        config.find(SERVER_CPUS),
        config.find(CLIENT_CPUS));
  }

  private static OptionalLong number(Config config, Key<Long> key) {
    return config.find(key).map(OptionalLong::of).orElse(OptionalLong.empty());
  }

  private static Optional<Path> path(Config config, Key<String> key) {
    return config.find(key).filter(text -> !text.isBlank()).map(Path::of);
  }
}
