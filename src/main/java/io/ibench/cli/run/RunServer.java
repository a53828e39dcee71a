package io.ibench.cli.run;

import io.ibench.cli.ground.ErrorReporter;
import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Installation;
import io.ibench.cli.ground.ProcessEnvironment;
import io.ibench.cli.ground.Signals;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.Arguments.Given;
import io.ibench.cli.setup.SettingFiles;
import io.ibench.cli.setup.Setup;
import io.ibench.config.Config;
import io.ibench.config.ConfigException;
import io.ibench.config.ConfigLoader;
import io.ibench.config.Key;
import io.ibench.config.OptionSetting;
import io.ibench.config.Secrets;
import io.ibench.db.DatabaseException;
import io.ibench.server.BroughtPrograms;
import io.ibench.server.ServerAccess;
import io.ibench.server.ServerException;
import io.ibench.server.ServerKeys;
import io.ibench.server.ServerLife;
import io.ibench.server.ServerProduct;
import io.ibench.server.ServerProducts;
import io.ibench.server.ServerSpec;
import io.ibench.server.ServerWatch;
import io.ibench.workload.internal.RefusedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * The server that a run makes for itself ({@code --server}): planned before the settings are
 * checked, made before the run, removed after it. If ibench is killed, the kernel tells the server
 * to stop, and the next run with {@code --server} in the same folder removes what is left.
 */
public final class RunServer {

  /** Precedes the names of the folders of servers. */
  static final String FOLDER = "ibench-server-";

  private static final String OPTION = "--server";
  private static final Key<String> ENGINE = Key.text("engine", "storage engine").optional();
  private static final long STOP_INTERRUPTED_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final ServerLife life;
  private final Map<String, String> added;
  private final boolean keeps;
  private final boolean optionsAreKnown;
  private final boolean restarts;
  private volatile ServerWatch watch;
  private volatile Consumer<String> endRun = why -> {};
  private volatile long outageMaxNanos = Long.MAX_VALUE;
  private volatile boolean used;

  private RunServer(
      ServerLife life,
      Map<String, String> added,
      boolean keeps,
      boolean optionsAreKnown,
      boolean restarts) {
    this.life = life;
    this.added = added;
    this.keeps = keeps;
    this.optionsAreKnown = optionsAreKnown;
    this.restarts = restarts;
    this.watch = new ServerWatch(life, restarts);
  }

  /** What is done on the server. */
  interface Run {
    int run()
        throws ConfigException,
            UsageException,
            RefusedException,
            DatabaseException,
            InterruptedException;
  }

  /**
   * Decides which server the run makes. Touches nothing.
   *
   * @return empty if it makes none, or if the settings have mistakes, which the caller finds as
   *     well
   */
  static Optional<RunServer> plan(List<Given> given, boolean keeps, Map<String, String> environment)
      throws UsageException {
    try {
      return find(given, keeps, environment, Place.ONLY, brought -> {});
    } catch (NotAskedException e) {
      throw new IllegalStateException("a run asks all programs", e);
    } catch (ServerException e) {
      throw usage(e);
    }
  }

  /**
   * One of two servers that are alive together, and may change their data.
   *
   * @param suffix of its folder, such as {@code -a}
   * @param password of both
   */
  static Optional<RunServer> planOneOfTwo(
      Given given, boolean keeps, Map<String, String> environment, String suffix, String password)
      throws UsageException {
    try {
      Place place = new Place(suffix, password, true);
      return find(List.of(given), keeps, environment, place, brought -> {});
    } catch (NotAskedException e) {
      throw new IllegalStateException("a run asks all programs", e);
    } catch (ServerException e) {
      throw usage(e);
    }
  }

  /**
   * Where a server is.
   *
   * @param suffix of its folder
   * @param password empty: one of its own
   * @param comesBack it starts again when its process ends, whatever the settings say
   */
  private record Place(String suffix, String password, boolean comesBack) {

    private static final Place ONLY = new Place("", "", false);
  }

  /**
   * The server that a run would make.
   *
   * @param server empty if it makes none, or if none can be made here
   * @param line what {@code check} says of it; empty without a server
   */
  public record Planned(Optional<RunServer> server, Optional<String> line) {}

  /** Takes the programs that came with the files, before they run. */
  private interface Brought {
    void take(List<String> brought) throws NotAskedException;
  }

  /** The programs are not run. */
  private static final class NotAskedException extends Exception {

    private static final long serialVersionUID = 1L;

    NotAskedException(String message) {
      super(message);
    }
  }

  /**
   * The same as {@link #plan} for {@code check}, which may run on another machine, and runs no
   * programs that came with the files.
   *
   * @param trusted takes the programs that came with the files and run nevertheless; empty: none
   */
  public static Planned check(
      List<Given> given,
      boolean keeps,
      Map<String, String> environment,
      Optional<Consumer<List<String>>> trusted)
      throws UsageException {
    try {
      Optional<RunServer> server =
          find(
              given,
              keeps,
              environment,
              Place.ONLY,
              brought -> {
                Optional<String> not = BroughtPrograms.notAsked(brought);
                if (not.isPresent() && trusted.isEmpty()) {
                  throw new NotAskedException(not.get());
                }
                trusted.ifPresent(take -> take.accept(brought));
              });
      return new Planned(server, server.map(RunServer::description));
    } catch (NotAskedException e) {
      return new Planned(Optional.empty(), Optional.of(String.valueOf(e.getMessage())));
    } catch (ServerException e) {
      return new Planned(
          Optional.empty(), Optional.of("cannot be made on this machine: " + e.getMessage()));
    }
  }

  private static Optional<RunServer> find(
      List<Given> given,
      boolean keeps,
      Map<String, String> environment,
      Place place,
      Brought brought)
      throws UsageException, ServerException, NotAskedException {
    Given first = given.get(0);
    SettingFiles files = SettingFiles.find(first, Installation.of(environment));
    Config config =
        new ConfigLoader(environment).load(files.workload(), files.database(), first.settings());
    config.ignoreUnknown();
    if (!config.get(ServerKeys.SERVER)) {
      if (keeps) {
        throw new UsageException("--keep-data is for --server; add it");
      }
      return Optional.empty();
    }
    if (given.size() > 1) {
      throw new UsageException(
          "--server is for one workload on one database; give one of each, or write a suite");
    }
    String adapter = config.get(Setup.DATABASE);
    ServerSpec asked = ServerKeys.read(config, adapter, Optional.of(adapter));
    Optional<ServerProduct> product = ServerProducts.named(asked.product());
    if (product.isEmpty() || !config.problems().isEmpty()) {
      return Optional.empty();
    }
    Map<String, String> needed = new LinkedHashMap<>();
    config
        .find(ENGINE)
        .ifPresent(engine -> needed.putAll(product.get().optionsFor(Map.of("engine", engine))));
    needed.keySet().removeAll(asked.conf().keySet());
    List<Path> named = new ArrayList<>(List.of(files.workload()));
    files.database().ifPresent(named::add);
    brought.take(BroughtPrograms.of(product.get(), asked, named, first.settings()));
    Path folder = Path.of(FOLDER + ProcessHandle.current().pid() + place.suffix());
    ServerLife life =
        ServerLife.plan(
            product.get(),
            asked.withFurther(needed),
            folder,
            "bin/ibench run --server",
            "server",
            place.password().isEmpty() ? ServerLife.drawPassword() : place.password());
    Optional<List<String>> refused =
        product.get().refused(life.server().spec(), life.server().installed());
    List<String> mistakes = new ArrayList<>(product.get().fileMistakes(life.server().spec()));
    mistakes.addAll(refused.orElse(List.of()));
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes.stream().map(line -> OPTION + ": " + line).toList());
    }
    boolean restarts = place.comesBack() || config.get(ServerKeys.RESTART);
    return Optional.of(new RunServer(life, needed, keeps, refused.isPresent(), restarts));
  }

  private static UsageException usage(ServerException e) {
    List<String> lines = new ArrayList<>(List.of("--server: " + e.getMessage()));
    e.details().forEach(line -> lines.add("  " + line));
    return new UsageException(lines);
  }

  /** After a signal the server may take a while to stop. */
  static ProcessEnvironment patient(ProcessEnvironment process) {
    return process.withPatience(
        process.patienceMillis() + TimeUnit.NANOSECONDS.toMillis(STOP_INTERRUPTED_NANOS));
  }

  /** What a server takes from the user's file, such as {@code conf.x = 1 (my.cnf:3)}. */
  public static List<String> taken(ServerSpec spec) {
    return ServerProducts.named(spec.product())
        .map(product -> product.taken(spec))
        .orElse(List.of());
  }

  private String ofFile() {
    List<String> taken = taken(life.server().spec());
    return taken.isEmpty() ? "" : "; from its file: " + Secrets.mask(String.join("; ", taken));
  }

  private String description() {
    boolean fixed = life.server().spec().port() > 0;
    String where =
        life.server().port() == 0
            ? "in a folder of its own"
            : fixed
                ? "on 127.0.0.1:" + life.server().port()
                : "on a free port, such as that of url";
    return "a private "
        + life.server().installed().version()
        + " "
        + where
        + (keeps ? ", whose data stays" : ", removed after the run")
        + (optionsAreKnown ? "" : "; its start checks its options")
        + ofFile();
  }

  /** Whether the settings that lead to it can be checked before it exists; not those of a file. */
  public boolean isKnownBefore() {
    return life.server().port() > 0;
  }

  /** The same run on this server. */
  public List<Given> on(List<Given> given) {
    List<OptionSetting> settings = new ArrayList<>();
    life.access()
        .settings()
        .forEach((key, value) -> settings.add(new OptionSetting(OPTION, key, value)));
    added.forEach(
        (option, value) ->
            settings.add(new OptionSetting(OPTION, ServerKeys.CONF + "." + option, value)));
    return given.stream().map(each -> each.with(settings)).toList();
  }

  /** The environment with the password of the server. */
  public Map<String, String> environment(Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(environment);
    ServerAccess access = life.access();
    all.putAll(access.environment());
    return all;
  }

  /**
   * Makes the server, does the run, and removes the server.
   *
   * @return the exit code of the run
   * @throws UsageException when the server does not start, or does not have what was asked for; it
   *     is removed then
   */
  int around(RunTerminal terminal, Run run)
      throws ConfigException,
          UsageException,
          RefusedException,
          DatabaseException,
          InterruptedException {
    return around(List.of(this), terminal, run);
  }

  /** The same with several servers, which are made one after the other. */
  static int around(List<RunServer> servers, RunTerminal terminal, Run run)
      throws ConfigException,
          UsageException,
          RefusedException,
          DatabaseException,
          InterruptedException {
    // Only now: to look at the folder of a server of this process gives up its lock.
    removeLeftovers(terminal);
    Thread runner = Thread.currentThread();
    CountDownLatch over = new CountDownLatch(1);
    Thread hook =
        new Thread(() -> processEnds(servers, runner, over, terminal), "ibench-server-end");
    Signals.whenProcessEnds(hook);
    try {
      return make(servers, 0, terminal, run);
    } finally {
      over.countDown();
      removeHook(hook);
    }
  }

  /** Makes this server and those behind it. */
  private static int make(List<RunServer> servers, int first, RunTerminal terminal, Run run)
      throws ConfigException,
          UsageException,
          RefusedException,
          DatabaseException,
          InterruptedException {
    if (first < servers.size()) {
      return servers.get(first).alive(terminal, () -> make(servers, first + 1, terminal, run));
    }
    servers.forEach(server -> server.used = true);
    return run.run();
  }

  private int alive(RunTerminal terminal, Run run)
      throws ConfigException,
          UsageException,
          RefusedException,
          DatabaseException,
          InterruptedException {
    try {
      life.moveClient();
      life.prepare();
      life.start();
      life.check();
      terminal.say("server: " + made());
      watch.begin(line -> tell(terminal, line));
      return run.run();
    } catch (ServerException e) {
      throw usage(e);
    } catch (DatabaseException e) {
      Optional<String> why = watch.whyEnded();
      if (why.isEmpty()) {
        throw e;
      }
      return ErrorReporter.say(terminal.err(), ExitCode.FAILED, List.of(why.get()));
    } finally {
      watch.close();
      end(terminal, used && keeps);
    }
  }

  /** On a terminal it follows the live line, which has no line feed. */
  private static void tell(RunTerminal terminal, String line) {
    if (terminal.process().screen().live() && line.startsWith("ibench: ")) {
      terminal.err().println();
    }
    terminal.say(line);
  }

  /**
   * Starts both anew, together, so that neither is older than the other.
   *
   * @param swap whether they change their data
   */
  static void restart(RunServer a, RunServer b, boolean swap, RunTerminal terminal)
      throws ServerException, InterruptedException {
    List<RunServer> both = List.of(a, b);
    AtomicReference<ServerException> failure = new AtomicReference<>();
    List<Thread> stops = new ArrayList<>();
    for (RunServer each : both) {
      each.watch.expectEnd();
      Thread stop = new Thread(() -> each.pause(failure), "ibench-server-stop");
      stop.start();
      stops.add(stop);
    }
    for (Thread stop : stops) {
      stop.join();
    }
    if (failure.get() != null) {
      throw failure.get();
    }
    if (swap) {
      a.life.swapData(b.life);
    }
    for (RunServer each : both) {
      each.life.beginAgain();
    }
    for (RunServer each : both) {
      each.life.check();
      each.watch = new ServerWatch(each.life, each.restarts);
      each.watch.serves(each.endRun, each.outageMaxNanos);
      each.watch.begin(line -> tell(terminal, line));
    }
  }

  /**
   * The run that ends with the server from now on, also after {@link #restart}.
   *
   * @param end ends it, with the reason; any thread
   * @param maxNanos how long the server may be away
   */
  void serves(Consumer<String> end, long maxNanos) {
    endRun = end;
    outageMaxNanos = maxNanos;
    watch.serves(end, maxNanos);
  }

  private void pause(AtomicReference<ServerException> failure) {
    try {
      life.stop();
      // The kernel stops a server with the thread that started it: the watch ends after it.
      watch.close();
    } catch (ServerException e) {
      failure.set(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether its logs have a folder of their own. */
  boolean hasLogFolder() {
    return !life.server().log().equals(life.server().data());
  }

  /** Its process; empty if it is none of ours. */
  OptionalLong pid() {
    return life.pid();
  }

  private String made() {
    String where =
        life.server().port() > 0
            ? "private, 127.0.0.1:" + life.server().port()
            : "private, " + life.server().folder();
    String after =
        keeps
            ? "its data stays in " + life.server().folder()
            : "removed afterwards (--keep-data keeps it)";
    return life.server().installed().version() + ", " + where + ", " + after;
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending, and the hook does what is left to do.
    }
  }

  private synchronized void end(RunTerminal terminal, boolean keep) {
    boolean interrupted = Thread.interrupted();
    try {
      ServerLife.Stopped stopped = interrupted ? life.stop(STOP_INTERRUPTED_NANOS) : life.stop();
      if (!stopped.clean()) {
        terminal.say("ibench: warning: the server did not stop in time and was killed");
      }
      if (keep) {
        life.keep();
        terminal.say("server: its data is kept in " + life.server().folder());
      } else {
        life.remove();
      }
    } catch (ServerException e) {
      terminal.say("ibench: warning: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      life.close();
    }
  }

  private static void processEnds(
      List<RunServer> servers, Thread runner, CountDownLatch over, RunTerminal terminal) {
    if (servers.stream().allMatch(server -> server.used)) {
      servers.forEach(RunServer::abandon);
      return;
    }
    runner.interrupt();
    try {
      boolean removed = over.await(STOP_INTERRUPTED_NANOS, TimeUnit.NANOSECONDS);
      String what = servers.size() == 1 ? "its server is removed" : "its servers are removed";
      terminal.say(
          "ibench: interrupted before the run began: "
              + (removed ? what : "the next run --server here cleans up"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
  }

  /** Its end in the middle of a run. */
  ServerWatch watch() {
    return watch;
  }

  /** The process ends: kills the server and removes its folder. Does nothing after the end. */
  void abandon() {
    watch.expectEnd();
    try {
      life.kill();
      if (!keeps) {
        life.remove();
      }
    } catch (ServerException e) {
      // The next run with --server removes the folder, or says why it cannot.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What runs that were killed have left here. */
  private static void removeLeftovers(RunTerminal terminal) {
    for (Path folder : ServerLife.leftovers(Path.of(""), FOLDER)) {
      try {
        terminal.say("ibench: left by a run that was killed: " + ServerLife.cleanUp(folder));
      } catch (ServerException e) {
        terminal.say("ibench: warning: " + e.getMessage());
      }
    }
  }
}
