package io.ibench.cli.run;

import io.ibench.cli.ground.Ibench;
import io.ibench.cli.ground.UsageException;
import io.ibench.host.Proc;
import io.ibench.host.ProcessIdentity;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.RunLock;
import io.ibench.server.DataFolder;
import io.ibench.server.ServerException;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One suite at a time runs on a machine: two would measure each other. For the suites of one user
 * there is a lock in a folder of that user, for things that do not outlive the machine's run;
 * without a place for it there is none. No file of another user is opened: their suites are found
 * among the processes of the machine.
 */
public final class HostLock implements Closeable {

  private static final String FOLDER = "suite.folder";
  private static final Path PROCESSES = Path.of("/proc");

  /** These neither measure nor start a server. */
  private static final Set<String> BESIDE =
      Set.of("--bundle", "--anonymous", "--clean", "--help", "-h");

  private final Path place;
  private final Optional<RunLock> lock;

  private HostLock(Path place, Optional<RunLock> lock) {
    this.place = place;
    this.lock = lock;
  }

  /** Takes the lock, or says which process holds it for which suite. */
  public static HostLock take(Map<String, String> environment) throws UsageException {
    Path place = place(environment);
    try {
      requireOwn(place);
      RunLock lock = RunLock.take(place, ProcessIdentity.here(new Proc(), Instant.now()));
      HostLock taken = new HostLock(place, Optional.of(lock));
      Files.deleteIfExists(place.resolve(FOLDER));
      Optional<String> other =
          ofOthers(PROCESSES, Files.getOwner(place, LinkOption.NOFOLLOW_LINKS));
      if (other.isPresent()) {
        taken.close();
        throw isRunning(other.get());
      }
      return taken;
    } catch (RunLock.HeldException e) {
      throw isRunning(holder(environment).orElse("another process"));
    } catch (IOException e) {
      return new HostLock(place, Optional.empty());
    }
  }

  private static UsageException isRunning(String holder) {
    return new UsageException(
        "a suite is running here: "
            + SanitizedText.of(holder)
            + "; one at a time: wait until it has ended");
  }

  /** In a folder for temporary files everybody may have made it before. */
  private static void requireOwn(Path place) throws IOException, UsageException {
    Files.createDirectories(place.getParent());
    try {
      Files.createDirectory(
          place,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (FileAlreadyExistsException e) {
      // It is looked at now.
    }
    try {
      DataFolder.requirePrivate(place);
    } catch (ServerException e) {
      throw new UsageException(
          e.getMessage()
              + ": the lock of suites needs a folder of your own with mode 700; have it removed, or"
              + " set XDG_RUNTIME_DIR to a folder of your own");
    }
  }

  /**
   * A process of another user that runs a suite, as the kernel says; empty when none can be seen.
   *
   * @param processes /proc
   * @param own whose processes are not looked at
   */
  static Optional<String> ofOthers(Path processes, UserPrincipal own) {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(processes, "[0-9]*")) {
      for (Path process : all) {
        Optional<UserPrincipal> user = owner(process);
        if (user.isPresent() && !user.get().equals(own) && isSuite(process)) {
          return Optional.of(
              "process " + process.getFileName() + " of user " + user.get().getName());
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  /** Empty for a process that has ended. */
  private static Optional<UserPrincipal> owner(Path process) {
    try {
      return Optional.of(Files.getOwner(process, LinkOption.NOFOLLOW_LINKS));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static boolean isSuite(Path process) {
    try {
      String line = Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
      List<String> words = List.of(line.split("\0"));
      int main = words.indexOf(Ibench.MAIN_CLASS);
      return main >= 0
          && main + 1 < words.size()
          && words.get(main + 1).equals("suite")
          && Collections.disjoint(words.subList(main + 2, words.size()), BESIDE);
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Tells the user of a run that a suite measures beside it; a cell of that suite is told nothing.
   */
  public static void warn(Map<String, String> environment, PrintWriter err) {
    long parent = ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L);
    owner(environment)
        .filter(owner -> owner.process().pid() != parent)
        .ifPresent(
            owner ->
                err.println(
                    "ibench: warning: a suite is running here, and both disturb each other: "
                        + owner.process().description()
                        + SanitizedText.of(folder(place(environment)))));
  }

  /** The process and the folder of the suite that is running here, if there is one. */
  public static Optional<String> holder(Map<String, String> environment) {
    Path place = place(environment);
    return owner(environment).map(owner -> owner.process().description() + folder(place));
  }

  /** Who holds the lock; empty also when its folder is not this user's. */
  private static Optional<RunLock.Owner> owner(Map<String, String> environment) {
    Path place = place(environment);
    try {
      DataFolder.requirePrivate(place);
    } catch (ServerException | IOException e) {
      return Optional.empty();
    }
    return RunLock.read(place).filter(RunLock.Owner::isAlive);
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
  public void works(Path folder) {
    if (lock.isPresent()) {
      try {
        Files.writeString(place.resolve(FOLDER), folder.toString(), StandardOpenOption.CREATE_NEW);
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
