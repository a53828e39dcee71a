package io.ibench.server;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A server as the user describes it; the keys {@code server.*}, {@code conf.*} and {@code limit.*}.
 * Immutable.
 *
 * @param product the name of a {@link ServerProduct}
 * @param user who runs it; empty: the product decides
 * @param confFile the user's own configuration file, which comes before {@code conf}
 * @param preload a library for LD_PRELOAD
 * @param wrap the words before the server's command, such as {@code numactl --interleave=all}
 * @param port 0: a free one
 * @param driver ibench's adapter; empty: the product's own
 * @param conf options of the server in the user's order; {@code -} takes out a default of ibench,
 *     an empty value is an option without value
 * @param lines shell lines by name, {@code init start ready stop clean}, of product {@code
 *     command}; and {@code url} and {@code image}
 */
@RecordBuilder
public record ServerSpec(
    String product,
    Folders folders,
    Optional<String> user,
    Optional<Path> confFile,
    Optional<String> preload,
    List<String> wrap,
    int port,
    Optional<String> driver,
    Map<String, String> conf,
    ResourceLimits limits,
    Timeouts timeouts,
    Map<String, String> lines) {

  /**
   * Where it is.
   *
   * @param home where its programs are; empty: where they usually are
   * @param data the data folder; empty: the caller chooses one
   * @param log a second folder for redo log, WAL and binlog; empty: in the data folder
   */
  public record Folders(Optional<Path> home, Optional<Path> data, Optional<Path> log) {

    /** Where they usually are. */
    public static final Folders USUAL =
        new Folders(Optional.empty(), Optional.empty(), Optional.empty());
  }

  public Optional<Path> home() {
    return folders.home;
  }

  public Optional<Path> data() {
    return folders.data;
  }

  public Optional<Path> log() {
    return folders.log;
  }

  /** The value of {@code conf.OPTION} that takes the option out. */
  public static final String REMOVED = "-";

  /**
   * How long a server may take, in nanoseconds.
   *
   * @param readyNanos to start
   * @param stopNanos to stop cleanly, before it is killed
   */
  public record Timeouts(long readyNanos, long stopNanos) {

    /** Two minutes to start, ten to stop. */
    public static final Timeouts USUAL = new Timeouts(120_000_000_000L, 600_000_000_000L);
  }

  public ServerSpec {
    wrap = List.copyOf(wrap);
    conf = Collections.unmodifiableMap(new LinkedHashMap<>(conf));
    lines = Map.copyOf(lines);
  }

  /** The same with further options. */
  public ServerSpec withFurther(Map<String, String> options) {
    Map<String, String> all = new LinkedHashMap<>(conf);
    all.putAll(options);
    return ServerSpecBuilder.builder(this).conf(all).build();
  }

  /** A server of this product with these options, everything else as usual. */
  public static ServerSpec of(String product, Map<String, String> conf) {
    return new ServerSpec(
        product,
        Folders.USUAL,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        0,
        Optional.empty(),
        conf,
        ResourceLimits.NONE,
        Timeouts.USUAL,
        Map.of());
  }
}
