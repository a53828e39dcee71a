package io.ibench.cli;

import io.ibench.cli.ErrorReporter.UsageException;
import io.ibench.host.Proc;
import io.ibench.host.ProcessIdentity;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.RunLock;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One suite at a time runs on a machine: two would measure each other. The lock is one of the user,
 * in a folder for things that do not outlive the machine's run; without a place for it there is
 * none.
 */
final class HostLock implements Closeable {

  private static final String FOLDER = "suite.folder";

  private final Path place;
  private final Optional<RunLock> lock;

  private HostLock(Path place, Optional<RunLock> lock) {
    this.place = place;
    this.lock = lock;
  }

  /** Takes the lock, or says which process holds it for which suite. */
  static HostLock take(Map<String, String> environment) throws UsageException {
    Path place = place(environment);
    try {
      RunLock lock =
          RunLock.take(
              Files.createDirectories(place), ProcessIdentity.here(new Proc(), Instant.now()));
      Files.deleteIfExists(place.resolve(FOLDER));
      return new HostLock(place, Optional.of(lock));
    } catch (RunLock.HeldException e) {
      throw new UsageException(
          "a suite is running here: "
              + holder(environment).orElse("another process")
              + "; one at a time: wait until it has ended");
    } catch (IOException e) {
      return new HostLock(place, Optional.empty());
    }
  }

  /**
   * Tells the user of a run that a suite measures beside it; a cell of that suite is told nothing.
   */
  static void warn(Map<String, String> environment, PrintWriter err) {
    long parent = ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L);
    RunLock.read(place(environment))
        .filter(RunLock.Owner::isAlive)
        .filter(owner -> owner.process().pid() != parent)
        .ifPresent(
            owner ->
                err.println(
                    "ibench: warning: a suite is running here, and both disturb each other: "
                        + owner.process().description()
                        + SanitizedText.of(folder(place(environment)))));
  }

  /** The process and the folder of the suite that is running here, if there is one. */
  static Optional<String> holder(Map<String, String> environment) {
    Path place = place(environment);
    return RunLock.read(place)
        .filter(RunLock.Owner::isAlive)
        .map(owner -> owner.process().description() + folder(place));
  }

  private static String folder(Path place) {
    try {
      return ", in " + Files.readString(place.resolve(FOLDER));
    } catch (IOException e) {
      return ""; // it has no folder yet
    }
  }

  private static Path place(Map<String, String> environment) {
    String folder =
        environment.getOrDefault("XDG_RUNTIME_DIR", System.getProperty("java.io.tmpdir"));
    return Path.of(folder, "ibench-suite-" + System.getProperty("user.name"));
  }

  /** Tells others the folder of the suite. */
  void works(Path folder) {
    if (lock.isPresent()) {
      try {
        Files.writeString(place.resolve(FOLDER), folder.toString());
      } catch (IOException e) {
        return; // others see the process
      }
    }
  }

  /** Releases the lock. */
  @Override
  public void close() throws IOException {
    if (lock.isPresent()) {
      Files.deleteIfExists(place.resolve(RunLock.OWNER));
      lock.get().close();
    }
  }
}
