package io.ibench.cli.ground;

import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.NewFolder;
import io.ibench.report.store.RunLock;
import io.ibench.report.store.WriteFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** Creates the folder of a run's results; it must be new. */
public final class OutputFolder {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** The folder of results without {@code -o}. */
  public static final Path RESULTS = Path.of("results");

  private OutputFolder() {}

  /** Creates the folder that the user names. */
  public static NewFolder named(Path path) throws UsageException {
    requireName(path);
    return create(path).orElseThrow(() -> existing(path));
  }

  /** Refuses a name that a run would refuse; creates nothing. */
  public static void requireNew(Path path) throws UsageException {
    requireName(path);
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw existing(path);
    }
  }

  private static void requireName(Path path) throws UsageException {
    if (path.toString().isEmpty()) {
      throw new UsageException("-o is empty; allowed: the name of a new folder");
    }
  }

  private static UsageException existing(Path path) {
    String owner =
        RunLock.read(path)
            .filter(RunLock.Owner::isAlive)
            .map(found -> ", and is in use by " + found.process().description())
            .orElse("");
    return new UsageException(
        "-o "
            + path
            + " exists already"
            + owner
            + "; results are never overwritten: name a new folder");
  }

  /** Creates a folder in {@code results}, named after the time and the subject. */
  public static NewFolder dated(String subject) throws UsageException {
    String name = TIME.format(Instant.now()) + "-" + subject;
    Optional<NewFolder> folder = create(RESULTS.resolve(name));
    for (int i = 2; folder.isEmpty(); i++) {
      folder = create(RESULTS.resolve(name + "-" + i));
    }
    return folder.get();
  }

  /**
   * Creates the first folder inside a new folder of several runs, and so that folder as well.
   *
   * @param output the folder of the runs; empty: in {@code results}, named after the time and the
   *     subject
   */
  public static NewFolder first(Optional<Path> output, String subject, Path inside)
      throws UsageException {
    if (output.isPresent()) {
      requireNew(output.get());
      return named(output.get().resolve(inside));
    }
    String name = TIME.format(Instant.now()) + "-" + subject;
    Path folder = Path.of("results", name);
    for (int i = 2; Files.exists(folder, LinkOption.NOFOLLOW_LINKS); i++) {
      folder = Path.of("results", name + "-" + i);
    }
    return named(folder.resolve(inside));
  }

  /** Empty if the name exists. */
  private static Optional<NewFolder> create(Path path) throws UsageException {
    try {
      return Optional.of(NewFolder.create(path));
    } catch (FileAlreadyExistsException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw unusable(path, e);
    }
  }

  /** Prints a report, and where its results are. */
  public static void print(PrintWriter out, String report, Path folder) {
    out.print(report);
    out.println("results in " + SanitizedText.of(folder.toString()));
    out.flush();
  }

  public static UsageException unusable(Path path, IOException failure) {
    return new UsageException(
        "cannot create the result folder "
            + path
            + ": "
            + WriteFailure.reason(failure)
            + "; -o names another one");
  }
}
