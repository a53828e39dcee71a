package io.ibench.suite;

import io.ibench.server.ResourceLimits;
import io.ibench.server.ServerProduct;
import io.ibench.server.ServerSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes the description of a server from the settings of a variant. Stateless. */
public final class VariantServer {

  private static final Set<String> KEYS =
      Set.of(
          "product",
          "home",
          "data",
          "log",
          "user",
          "conf_file",
          "preload",
          "wrap",
          "port",
          "driver",
          "ready",
          "stop_within");

  /** Of the products {@code command} and {@code image}. */
  private static final Set<String> LINES = Set.of("init", "start", "stop", "clean", "url", "image");

  private static final Set<String> LIMITS =
      Set.of(
          "memory",
          "read_iops",
          "write_iops",
          "read_bps",
          "write_bps",
          "server_cpus",
          "client_cpus");

  private static final Pattern AMOUNT = Pattern.compile("(\\d+)\\s*([kKmMgGtT]?)[bB]?");
  private static final Pattern SECONDS = Pattern.compile("(\\d+)(s|m|h)");

  private VariantServer() {}

  /**
   * The server of a variant.
   *
   * @param products by name
   * @param settings of ibench's adapter, {@code key=value} each, which may need further options
   * @param mistakes takes each, in one line
   */
  public static Optional<ServerSpec> of(
      Variant variant,
      Map<String, ServerProduct> products,
      Map<String, String> settings,
      Consumer<String> mistakes) {
    Map<String, String> server = variant.of(Area.SERVER);
    Set<String> known = new TreeSet<>(KEYS);
    String product = server.getOrDefault("product", "");
    boolean hasLines = product.equals("command") || product.equals("image");
    if (hasLines) {
      known.addAll(LINES);
    }
    unknown("server", server.keySet(), known, mistakes);
    unknown("limit", variant.of(Area.LIMIT).keySet(), LIMITS, mistakes);
    ServerProduct found = products.get(product);
    if (found == null) {
      mistakes.accept(
          (product.isEmpty() ? "server.product is missing" : "server.product = " + product)
              + "; allowed: "
              + String.join(", ", new TreeSet<>(products.keySet())));
      return Optional.empty();
    }
    Map<String, String> lines = new LinkedHashMap<>();
    server.forEach(
        (key, value) -> {
          if (LINES.contains(key) || hasLines && key.equals("ready")) {
            lines.put(key, value);
          }
        });
    Map<String, String> conf = new TreeMap<>(found.optionsFor(settings));
    conf.putAll(variant.of(Area.CONF));
    ServerSpec spec =
        new ServerSpec(
            product,
            path(server, "home"),
            path(server, "data"),
            path(server, "log"),
            Optional.ofNullable(server.get("user")),
            path(server, "conf_file"),
            Optional.ofNullable(server.get("preload")),
            Optional.ofNullable(server.get("wrap"))
                .map(text -> List.of(text.split("\\s+")))
                .orElse(List.of()),
            (int) amount("server.port", server.get("port"), 65_535, mistakes).orElse(0),
            Optional.ofNullable(server.get("driver")),
            conf,
            limits(variant.of(Area.LIMIT), mistakes),
            timeouts(server, hasLines, mistakes),
            lines);
    found.mistakes(spec).forEach(mistakes);
    return Optional.of(spec);
  }

  private static void unknown(
      String area, Set<String> given, Set<String> known, Consumer<String> mistakes) {
    given.stream()
        .filter(key -> !known.contains(key))
        .forEach(
            key ->
                mistakes.accept(
                    area + "." + key + ": unknown key; allowed: " + String.join(", ", known)));
  }

  private static Optional<Path> path(Map<String, String> server, String key) {
    return Optional.ofNullable(server.get(key)).map(Path::of);
  }

  private static ServerSpec.Timeouts timeouts(
      Map<String, String> server, boolean hasLines, Consumer<String> mistakes) {
    ServerSpec.Timeouts usual = ServerSpec.Timeouts.USUAL;
    return new ServerSpec.Timeouts(
        hasLines ? usual.readyNanos() : nanos(server, "ready", usual.readyNanos(), mistakes),
        nanos(server, "stop_within", usual.stopNanos(), mistakes));
  }

  private static long nanos(
      Map<String, String> server, String key, long usual, Consumer<String> mistakes) {
    String text = server.get(key);
    if (text == null) {
      return usual;
    }
    Matcher parts = SECONDS.matcher(text);
    if (!parts.matches()) {
      mistakes.accept("server." + key + " = " + text + ": is no duration; allowed: such as 120s");
      return usual;
    }
    long count = Long.parseLong(parts.group(1));
    return switch (parts.group(2)) {
      case "h" -> Duration.ofHours(count).toNanos();
      case "m" -> Duration.ofMinutes(count).toNanos();
      default -> Duration.ofSeconds(count).toNanos();
    };
  }

  private static ResourceLimits limits(Map<String, String> limit, Consumer<String> mistakes) {
    return new ResourceLimits(
        amount("limit.memory", limit.get("memory"), Long.MAX_VALUE, mistakes),
        amount("limit.read_iops", limit.get("read_iops"), Long.MAX_VALUE, mistakes),
        amount("limit.write_iops", limit.get("write_iops"), Long.MAX_VALUE, mistakes),
        amount("limit.read_bps", limit.get("read_bps"), Long.MAX_VALUE, mistakes),
        amount("limit.write_bps", limit.get("write_bps"), Long.MAX_VALUE, mistakes),
        Optional.ofNullable(limit.get("server_cpus")),
        Optional.ofNullable(limit.get("client_cpus")));
  }

  /** A number with K, M, G or T, which are powers of 1024. */
  private static OptionalLong amount(
      String key, String text, long most, Consumer<String> mistakes) {
    if (text == null) {
      return OptionalLong.empty();
    }
    Matcher parts = AMOUNT.matcher(text);
    if (!parts.matches() || parts.group(1).length() > 15) {
      mistakes.accept(key + " = " + text + ": is no amount; allowed: such as 400M");
      return OptionalLong.empty();
    }
    int power = " kmgt".indexOf((parts.group(2) + " ").toLowerCase(Locale.ROOT).charAt(0));
    long amount = Long.parseLong(parts.group(1)) << (10 * Math.max(0, power));
    if (amount <= 0 || amount > most) {
      mistakes.accept(key + " = " + text + ": is out of range; allowed: 1 .. " + most);
      return OptionalLong.empty();
    }
    return OptionalLong.of(amount);
  }
}
