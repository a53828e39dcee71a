package io.ibench.suite;

import io.ibench.host.MachineActivity;
import io.ibench.host.Proc;
import io.ibench.host.ProcException;
import io.ibench.host.ProcessIdentity;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The machine that ibench runs on. */
public final class Host implements World {

  private static final Path DROP_CACHES = Path.of("/proc/sys/vm/drop_caches");
  private static final long CLEAN_PAGES_AND_INODES = 3;

  /** For so many seconds in a row the machine must be idle, or for half of a shorter wait. */
  private static final long MAX_QUIET_SECONDS = 10;

  private static final double MAX_BUSY = 0.05;
  private static final double MAX_WRITTEN_KB = 1024;
  private static final long MAX_UNWRITTEN_KB = 16 << 10;

  private final Proc proc = new Proc();

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long epochMillis() {
    return System.currentTimeMillis();
  }

  @Override
  public void rest(long nanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(nanos);
  }

  @Override
  public Optional<String> awaitIdle(Path folder, long mostNanos) throws InterruptedException {
    try {
      return awaitIdle(mostNanos, new Activity(proc));
    } catch (ProcException e) {
      return Optional.of("it is not known whether the machine was idle: " + e.getMessage());
    }
  }

  /** Watches the machine, one second after the other. */
  interface Seconds {

    /** What kept it busy in the next second; empty if it was idle. */
    Optional<String> busy() throws InterruptedException, ProcException;
  }

  /**
   * Waits until the machine was idle for {@link #MAX_QUIET_SECONDS} in a row, or for half of a
   * shorter wait.
   *
   * @return what kept it busy last, if it did not become idle in time
   */
  static Optional<String> awaitIdle(long mostNanos, Seconds seconds)
      throws InterruptedException, ProcException {
    long most = Math.max(1, TimeUnit.NANOSECONDS.toSeconds(mostNanos));
    long needed = Math.max(1, Math.min(MAX_QUIET_SECONDS, most / 2));
    // Not idle in time means at least one busy second, as fewer are needed than there are.
    String why = "";
    long quiet = 0;
    for (long second = 0; second < most; second++) {
      Optional<String> busy = seconds.busy();
      why = busy.orElse(why);
      quiet = busy.isPresent() ? 0 : quiet + 1;
      if (quiet == needed) {
        return Optional.empty();
      }
    }
    return Optional.of("the machine was not idle: " + why);
  }

  private static final class Activity implements Seconds {

    private final Proc proc;
    private MachineActivity before;

    Activity(Proc proc) throws ProcException {
      this.proc = proc;
      this.before = MachineActivity.read(proc);
    }

    @Override
    public Optional<String> busy() throws InterruptedException, ProcException {
      TimeUnit.SECONDS.sleep(1);
      MachineActivity now = MachineActivity.read(proc);
      Optional<String> busy = Host.busy(before, now);
      before = now;
      return busy;
    }
  }

  /** What kept the machine busy between two moments, a second apart; empty if it was idle. */
  static Optional<String> busy(MachineActivity before, MachineActivity now) {
    double used = now.cpusUsedSince(before);
    long written = now.writtenKb() - before.writtenKb();
    if (used > MAX_BUSY) {
      return Optional.of(Math.round(100 * used) + " % of the CPUs used");
    }
    if (written > MAX_WRITTEN_KB) {
      return Optional.of(written + " KB/s written");
    }
    return now.unwrittenKb() > MAX_UNWRITTEN_KB
        ? Optional.of(now.unwrittenKb() / 1024 + " MB not yet on the disk")
        : Optional.empty();
  }

  @Override
  public Optional<Canary.Figures> canary(Path folder) throws InterruptedException {
    try {
      return Optional.of(Canary.measure(folder));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Whether this process may empty the page cache. */
  public static boolean canDropCache() {
    return Files.isWritable(DROP_CACHES);
  }

  @Override
  public void dropCache() throws IOException {
    run(List.of("sync"));
    Files.writeString(DROP_CACHES, Long.toString(CLEAN_PAGES_AND_INODES));
  }

  @Override
  public void trim(Path folder) throws IOException {
    run(List.of("fstrim", Files.getFileStore(folder).toString().replaceAll(" \\(.*", "")));
  }

  private static void run(List<String> words) throws IOException {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", words) + ": " + text.strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(String.join(" ", words) + " was interrupted", e);
    }
  }

  @Override
  public Space space(Path folder) throws IOException {
    Path existing = folder.toAbsolutePath();
    while (!Files.exists(existing)) {
      existing = Objects.requireNonNull(existing).getParent();
    }
    FileStore store = Files.getFileStore(existing);
    return new Space(store.getUsableSpace(), store.getTotalSpace());
  }

  @Override
  public Child start(List<String> words, Map<String, String> environment, Path log)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    return new Started(builder.start());
  }

  /** A process that is ours: the same start, and the folder in its command line. */
  @Override
  public Optional<Child> find(Cell.Child noted, Path folder) {
    return ProcessHandle.of(noted.pid())
        .filter(found -> startedMillis(found) == noted.startedMillis())
        .filter(found -> ProcessIdentity.commandLineNames(proc, found.pid(), folder))
        .map(Found::new);
  }

  private static long startedMillis(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  private record Started(Process process) implements Child {

    @Override
    public Cell.Child identity() {
      return new Cell.Child(process.pid(), startedMillis(process.toHandle()));
    }

    @Override
    public boolean await(long nanos) throws InterruptedException {
      return process.waitFor(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public int exitCode() {
      return process.exitValue();
    }

    @Override
    public void terminate() {
      process.destroy();
    }

    @Override
    public void kill() {
      process.destroyForcibly();
    }
  }

  /** A process that another one started: its exit code is lost. */
  private record Found(ProcessHandle process) implements Child {

    private static final long POLL_MILLIS = 50;

    @Override
    public Cell.Child identity() {
      return new Cell.Child(process.pid(), startedMillis(process));
    }

    @Override
    public boolean await(long nanos) throws InterruptedException {
      long deadline = System.nanoTime() + nanos;
      while (process.isAlive() && System.nanoTime() < deadline) {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      }
      return !process.isAlive();
    }

    @Override
    public int exitCode() {
      return -1;
    }

    @Override
    public void terminate() {
      process.destroy();
    }

    @Override
    public void kill() {
      process.destroyForcibly();
    }
  }
}
