package io.ibench.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The life of one server: {@link #plan}, {@link #prepare}, {@link #start}, {@link #check}, its use,
 * {@link #stop}, {@link #remove}. The same for all products, and the only code that makes and
 * removes folders, and starts and ends processes. After a failure the caller calls {@link #stop}
 * and {@link #remove}, which do what is left to do.
 *
 * <p>A process is ended only if its id, its start and its boot are those that were noted when it
 * was started, and its command line names the folder. Not thread-safe.
 */
public final class ServerLife implements AutoCloseable {

  private static final long POLL_MILLIS = 20;
  private static final long KILL_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final ServerProduct product;
  private final ServerInstance server;
  private final String owner;
  private final List<DataFolder> taken = new ArrayList<>();
  private volatile Optional<Process> process = Optional.empty();
  private Optional<ControlGroups> groups = Optional.empty();
  private boolean started;

  private ServerLife(ServerProduct product, ServerInstance server, String owner) {
    this.product = product;
    this.server = server;
    this.owner = owner;
  }

  /** Draws a password. */
  public static String drawPassword() {
    byte[] password = new byte[12];
    new SecureRandom().nextBytes(password);
    return HexFormat.of().formatHex(password);
  }

  /**
   * How a server ended.
   *
   * @param clean false: it had to be killed
   */
  public record Stopped(boolean clean, long nanos) {}

  /**
   * Decides everything about a server. Touches nothing.
   *
   * @param spec without mistakes
   * @param folder new, empty, or one that the same owner made; {@code server.data} wins
   * @param owner whose folder it is, in one line; only this owner can use the folder again
   * @param name of the server in messages
   * @param password of the server's user; servers that share copies of data share it
   * @throws ServerException when the product is missing, or cannot run here
   */
  public static ServerLife plan(
      ServerProduct product,
      ServerSpec spec,
      Path folder,
      String owner,
      String name,
      String password)
      throws ServerException {
    Installed installed = product.installed(spec);
    Path place = spec.data().orElse(folder).toAbsolutePath().normalize();
    Path data = place.resolve("data");
    Path log =
        spec.log().map(path -> path.toAbsolutePath().normalize().resolve("log")).orElse(data);
    int port = spec.port();
    if (port > 0 && !Ports.isFree(port)) {
      throw new ServerException(
          "server.port = " + port + ": another process listens there; leave it out for a free one");
    }
    try {
      port = !product.listens() ? 0 : port > 0 ? port : Ports.free();
    } catch (IOException e) {
      throw new ServerException(String.valueOf(e.getMessage()));
    }
    return new ServerLife(
        product,
        new ServerInstance(
            name, spec, installed, place, data, log, port, password, runAs(product, spec, place)),
        owner);
  }

  /**
   * Why an installed server could not run here, as far as it can be known before; touches nothing.
   *
   * @param folder of its data, unless {@code server.data} names one
   */
  public static List<String> obstacles(ServerProduct product, ServerSpec spec, Path folder) {
    List<String> obstacles = new ArrayList<>();
    try {
      Installed installed = plan(product, spec, folder, "", "", "").server().installed();
      obstacles.addAll(product.fileMistakes(spec));
      obstacles.addAll(product.refused(spec, installed).orElse(List.of()));
    } catch (ServerException e) {
      obstacles.add(e.getMessage());
    }
    obstacles.addAll(obstacles(spec));
    return obstacles;
  }

  /** The same as far as it can be known without asking the product's programs. */
  public static List<String> obstacles(ServerSpec spec) {
    List<String> obstacles = new ArrayList<>();
    spec.data().flatMap(DataFolder::obstacle).ifPresent(obstacles::add);
    spec.log().flatMap(DataFolder::obstacle).ifPresent(obstacles::add);
    ControlGroups.obstacle(spec.limits()).ifPresent(obstacles::add);
    return obstacles;
  }

  private static Optional<String> runAs(ServerProduct product, ServerSpec spec, Path place)
      throws ServerException {
    if (!SystemUser.isRoot()) {
      if (spec.user().isPresent()) {
        throw new ServerException("server.user: only root can run a server as another user");
      }
      return Optional.empty();
    }
    Optional<String> user = spec.user().or(product::systemUser);
    boolean exists = user.isPresent() && SystemUser.exists(user.get());
    boolean reaches = exists && SystemUser.reaches(user.get(), place);
    boolean asRoot = product.runsAsRoot() && spec.user().isEmpty();
    if (user.isEmpty() || asRoot && !reaches) {
      return Optional.empty();
    }
    if (!exists) {
      throw new ServerException(
          product.name() + " does not run as root, and there is no user " + user.get());
    }
    if (!reaches) {
      throw new ServerException(
          "user "
              + user.get()
              + ", who runs "
              + product.name()
              + ", cannot enter "
              + place.getParent()
              + "; name a folder for it, such as -s server.data=/var/tmp/ibench-data");
    }
    return user;
  }

  /** What was decided. */
  public ServerInstance server() {
    return server;
  }

  /** How ibench's adapter reaches the server; known before it starts. */
  public ServerAccess access() {
    return product.access(server);
  }

  /** Makes folder, configuration and data directory. */
  public void prepare() throws ServerException, InterruptedException {
    makeFolders();
    runAll(product.initialization(server));
  }

  /**
   * The same with a copy of the data directory of another server of this product, which was stopped
   * cleanly. The copy is compared by its number of files and their length.
   *
   * @param data its {@link ServerInstance#data}
   * @param reflink whether the file system shares the blocks until they change; if not, no block is
   *     shared
   */
  public void prepareFrom(Path data, boolean reflink) throws ServerException, InterruptedException {
    makeFolders();
    List<String> words = new ArrayList<>(List.of("cp", "-a", "--sparse=auto"));
    if (reflink) {
      words.add("--reflink=always");
    } else if (Programs.output(List.of("cp", "--help")).orElse("").contains("--reflink=never")) {
      // Newer ones share blocks unasked, and older ones do not know the word.
      words.add("--reflink=never");
    }
    words.addAll(List.of(data + "/.", server.data().toString()));
    run(Program.of("copying the data directory", words), Optional.empty());
    String original = contents(data);
    String copy = contents(server.data());
    if (!copy.equals(original)) {
      throw new ServerException(
          "the copy of " + data + " has " + copy + ", the original " + original);
    }
  }

  private static String contents(Path folder) throws ServerException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> all = files.filter(Files::isRegularFile).toList();
      long bytes = 0;
      for (Path file : all) {
        bytes += Files.size(file);
      }
      return all.size() + " files of " + bytes + " bytes";
    } catch (IOException | UncheckedIOException e) {
      throw new ServerException(folder + " cannot be read: " + e.getMessage());
    }
  }

  /**
   * The same on the data directory that the same owner's server before it has left in the folder.
   */
  public void prepareAgain() throws ServerException {
    makeFolders();
  }

  private void makeFolders() throws ServerException {
    taken.add(DataFolder.take(server.folder(), owner));
    if (!server.log().equals(server.data())) {
      taken.add(DataFolder.take(Objects.requireNonNull(server.log().getParent()), owner));
    }
    try {
      if (taken.size() > 1) {
        taken.get(0).note(taken.get(1));
      }
      NotedEnding.write(server.folder(), product.stopping(server), product.cleaning(server));
      if (server.runAs().isPresent()) {
        for (DataFolder folder : taken) {
          Files.setPosixFilePermissions(
              folder.path(), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
      }
      Path configuration = server.configurationFile();
      for (Path folder : List.of(server.data(), server.log(), server.temporary())) {
        Files.createDirectories(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        SystemUser.handOver(server.runAs(), folder);
      }
      String text = product.configuration(server);
      if (!text.isEmpty()) {
        Files.writeString(configuration, text);
      }
      for (Map.Entry<String, String> file : product.secretFiles(server).entrySet()) {
        Path path = server.folder().resolve(file.getKey());
        Files.deleteIfExists(path);
        Files.createFile(
            path,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(path, file.getValue());
        SystemUser.handOver(server.runAs(), path);
      }
    } catch (IOException e) {
      throw new ServerException(
          "the server's folder " + server.folder() + " cannot be made: " + e.getMessage());
    }
  }

  /** Starts the server; returns before it answers. */
  public void start() throws ServerException, InterruptedException {
    Program command = product.command(server);
    if (server.port() > 0 && !Ports.isFree(server.port())) {
      throw new ServerException("port " + server.port() + " was taken by another process");
    }
    started = true;
    runAll(product.starting(server));
    if (!command.words().isEmpty()) {
      ControlGroups made =
          groups.isPresent()
              ? groups.get()
              : ControlGroups.make(server.spec().limits(), server.folder(), server.data());
      groups = Optional.of(made);
      List<String> words =
          NotedProcess.launcher(
              server.folder(),
              made.joins(),
              CpuList.command(
                  server.spec().limits().serverCpus(),
                  SystemUser.server(server.runAs(), product.stopSignal(), command.words())));
      process = Optional.of(Programs.start(command, words, server.errorLog()));
    }
  }

  /**
   * Waits until the server answers, and reads back all options that were asked for.
   *
   * @return each option that was asked for; one of {@code server.conf_file} may be unreadable
   * @throws ServerException when it does not start (with the end of its log), or does not have what
   *     was asked for (with a line for each such option, and what its log says of one that it does
   *     not show)
   */
  public List<ReadBack> check() throws ServerException, InterruptedException {
    awaitReady(server.spec().timeouts().readyNanos());
    OptionalLong running = pid();
    if (server.spec().limits().serverCpus().isPresent() && running.isPresent()) {
      CpuList.require(server.spec().limits().serverCpus().get(), running.getAsLong());
    }
    List<ReadBack> all = readBack();
    List<ReadBack> wrong =
        all.stream()
            .filter(option -> !option.equal())
            .filter(option -> option.has().isPresent() || isOfConf(option))
            .toList();
    if (wrong.size() == 1) {
      throw new ServerException(wrong.get(0).line(), logged(wrong.get(0)));
    }
    if (!wrong.isEmpty()) {
      List<String> details = new ArrayList<>();
      for (ReadBack option : wrong) {
        details.add(option.line());
        details.addAll(logged(option));
      }
      throw new ServerException("the server does not have what was asked for", details);
    }
    return all;
  }

  /** What the server says in its log of an option that it does not show. */
  private List<String> logged(ReadBack option) {
    return option.has().isPresent()
        ? List.of()
        : Programs.linesOf(server.errorLog(), option.option()).stream()
            .map(line -> "the server's log says: " + line)
            .toList();
  }

  /** Files of users have options of clients and tools, too, which no server shows. */
  private boolean isOfConf(ReadBack option) {
    return server.spec().conf().containsKey(option.option());
  }

  private void awaitReady(long withinNanos) throws ServerException, InterruptedException {
    long began = System.nanoTime();
    while (true) {
      try {
        product.ready(server);
        return;
      } catch (ServerException notYet) {
        if (process.isPresent() && !process.get().isAlive()) {
          throw new ServerException(
              server.installed().version()
                  + " ended when it started, "
                  + ExitStatus.text(process.get().exitValue()),
              Programs.tail(server.errorLog()));
        }
        if (System.nanoTime() - began > withinNanos) {
          List<String> lines = new ArrayList<>(List.of(notYet.getMessage()));
          lines.addAll(Programs.tail(server.errorLog()));
          long seconds = TimeUnit.NANOSECONDS.toSeconds(withinNanos);
          throw new ServerException("the server does not answer after " + seconds + " s", lines);
        }
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private List<ReadBack> readBack() throws ServerException {
    Map<String, String> asked = product.asked(server.spec());
    if (asked.isEmpty()) {
      return List.of();
    }
    Map<String, String> values = product.readBack(server, asked.keySet());
    List<ReadBack> all = new ArrayList<>();
    asked.forEach(
        (option, value) -> {
          Optional<String> has = Optional.ofNullable(values.get(option));
          boolean equal =
              has.isPresent() && product.isEqual(server.spec(), option, value, has.get());
          all.add(new ReadBack(option, value, has, equal));
        });
    return all;
  }

  /** Moves ibench itself to the CPUs of {@code limit.client_cpus}, with all its threads. */
  public void moveClient() throws ServerException {
    CpuList.moveThisProcess(server.spec().limits().clientCpus());
  }

  /** The server's process; empty before it starts, after it ended, and if it is none of ours. */
  public OptionalLong pid() {
    return noted().map(found -> OptionalLong.of(found.pid())).orElse(OptionalLong.empty());
  }

  private Optional<NotedProcess> noted() {
    return NotedProcess.read(server.folder()).filter(NotedProcess::isRunning);
  }

  /** How the server ended, if it did so by itself; empty also if it is no process of ours. */
  public Optional<ServerException> gone() {
    return process
        .filter(each -> !each.isAlive())
        .map(
            each ->
                new ServerException(
                    server.installed().version() + " ended " + ExitStatus.text(each.exitValue()),
                    Programs.lastLines(server.errorLog())));
  }

  /** Waits for the end of the server's process. Any thread; also after another one started it. */
  public boolean endsWithin(long nanos) throws InterruptedException {
    Optional<Process> running = process;
    return running.isPresent() && running.get().waitFor(nanos, TimeUnit.NANOSECONDS);
  }

  /**
   * Starts a server that has ended by itself once more, on the same data, and waits until it
   * answers. The kernel stops it when the calling thread ends.
   *
   * @param withinNanos how long that may take
   */
  public void startAgain(long withinNanos) throws ServerException, InterruptedException {
    beginAgain();
    awaitReady(withinNanos);
  }

  /** The same, but does not wait until it answers; {@link #check} does. */
  public void beginAgain() throws ServerException, InterruptedException {
    // The container of an image may outlive the program that runs it.
    runAll(product.cleaning(server));
    start();
  }

  /**
   * Changes the data with another server of the same product and the same password. Both are
   * stopped, and start again with their own options. Not for servers with a second folder for logs.
   */
  public void swapData(ServerLife other) throws ServerException {
    swap(server.data(), other.server.data());
  }

  private static void swap(Path one, Path other) throws ServerException {
    Path aside = one.resolveSibling(one.getFileName() + ".aside");
    try {
      Files.move(one, aside);
      Files.move(other, one);
      Files.move(aside, other);
    } catch (IOException e) {
      throw new ServerException("cannot change " + one + " with " + other + ": " + e.getMessage());
    }
  }

  /** Stops the server cleanly, and kills it when that takes too long. */
  public Stopped stop() throws ServerException, InterruptedException {
    return stop(server.spec().timeouts().stopNanos());
  }

  /** The same with another limit of time, such as that of an interrupted run. */
  public Stopped stop(long patienceNanos) throws ServerException, InterruptedException {
    long began = System.nanoTime();
    if (!started) {
      return new Stopped(true, 0);
    }
    runAll(product.stopping(server));
    endUnnoted();
    boolean clean =
        noted().map(found -> end(found, product.stopSignal(), patienceNanos)).orElse(true);
    if (process.isPresent()) {
      // Until its parent knows that it ended, it is a process and holds its control groups.
      process.get().waitFor(KILL_NANOS, TimeUnit.NANOSECONDS);
    }
    started = false;
    return new Stopped(clean, System.nanoTime() - began);
  }

  /** A process that was started a moment ago, and has not noted itself, is no server yet. */
  private void endUnnoted() {
    process.filter(each -> each.isAlive() && noted().isEmpty()).ifPresent(Process::destroyForcibly);
  }

  /** Ends the server at once; its data may need recovery. */
  public void kill() {
    endUnnoted();
    noted().ifPresent(ServerLife::kill);
  }

  private static void kill(NotedProcess noted) {
    List<ProcessHandle> children = children(noted.pid());
    signal(noted.pid(), "KILL");
    children.forEach(ProcessHandle::destroyForcibly);
    awaitEnd(noted, KILL_NANOS);
  }

  /** Whether the process ended by the signal. */
  private static boolean end(NotedProcess noted, String signal, long patienceNanos) {
    signal(noted.pid(), signal);
    if (awaitEnd(noted, patienceNanos)) {
      return true;
    }
    if (noted.isRunning()) {
      kill(noted);
    }
    return false;
  }

  private static List<ProcessHandle> children(long pid) {
    return ProcessHandle.of(pid).map(handle -> handle.descendants().toList()).orElse(List.of());
  }

  private static void signal(long pid, String name) {
    Programs.output(List.of("kill", "-" + name, Long.toString(pid)));
  }

  private static boolean awaitEnd(NotedProcess noted, long patienceNanos) {
    long deadline = System.nanoTime() + patienceNanos;
    while (noted.isRunning()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }

  /** Removes the server's folder. The server must be stopped. */
  public void remove() throws ServerException, InterruptedException {
    if (noted().isPresent()) {
      throw new ServerException("the server in " + server.folder() + " still runs");
    }
    groups.ifPresent(ControlGroups::remove);
    runAll(product.cleaning(server));
    for (DataFolder folder : taken) {
      folder.remove();
    }
    taken.clear();
  }

  /** The folder stays when the run is over; no later ibench removes it by itself. */
  public void keep() throws ServerException {
    try {
      for (DataFolder folder : taken) {
        folder.keep();
      }
    } catch (IOException e) {
      throw new ServerException("cannot mark " + server.folder() + " as kept: " + e.getMessage());
    }
  }

  /** Gives up the locks of the folders, which stay. */
  @Override
  public void close() {
    taken.forEach(DataFolder::close);
    taken.clear();
  }

  /**
   * Folders of servers whose ibench is dead, and which nobody wants to keep.
   *
   * @param prefix of their names
   */
  public static List<Path> leftovers(Path parent, String prefix) {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> folders =
        Files.newDirectoryStream(parent.toAbsolutePath(), prefix + "*")) {
      for (Path folder : folders) {
        if (DataFolder.isAbandoned(folder)) {
          found.add(folder);
        }
      }
    } catch (IOException e) {
      return List.of();
    }
    return found;
  }

  /**
   * Ends what another ibench, which is dead, left in a folder: its server, and then the folder.
   *
   * @return what was done, in one line
   * @throws ServerException when the folder is not ours, or in use
   */
  public static String cleanUp(Path folder) throws ServerException {
    DataFolder left = DataFolder.retake(folder);
    Optional<NotedProcess> noted = NotedProcess.read(left.path()).filter(NotedProcess::isRunning);
    noted.ifPresent(found -> end(found, "TERM", KILL_NANOS));
    boolean ended = NotedEnding.run(left.path());
    ControlGroups.removeNoted(left.path());
    Optional<Path> further = left.further();
    if (further.isPresent() && Files.exists(further.get())) {
      DataFolder.retake(further.get()).remove();
    }
    left.remove();
    return noted.map(found -> "stopped the server (process " + found.pid() + ") and ").orElse("")
        + (ended ? "ran the commands that stop it, and " : "")
        + "removed "
        + left.path()
        + further.map(path -> " and " + path).orElse("");
  }

  private void runAll(List<Program> programs) throws ServerException, InterruptedException {
    for (Program program : programs) {
      run(program, server.runAs());
    }
  }

  private void run(Program program, Optional<String> user)
      throws ServerException, InterruptedException {
    Programs.run(
        program,
        SystemUser.command(user, program.words()),
        server.errorLog(),
        server.spec().timeouts().stopNanos());
  }
}
