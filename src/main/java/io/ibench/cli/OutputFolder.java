package io.ibench.cli;

import io.ibench.cli.ErrorReporter.UsageException;
import io.ibench.report.store.NewFolder;
import io.ibench.report.store.WriteFailure;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** Makes the folder for a run's results: a new one, always. */
final class OutputFolder {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private OutputFolder() {}

  /** The one that the user has named. */
  static NewFolder named(Path path) throws UsageException {
    requireName(path);
    return create(path).orElseThrow(() -> existing(path));
  }

  /** Refuses a name that a run would refuse; makes nothing. */
  static void requireNew(Path path) throws UsageException {
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
    return new UsageException(
        "-o " + path + " exists already; results are never overwritten: name a new folder");
  }

  /** One in {@code results}, named after the time and the subject. */
  static NewFolder dated(String subject) throws UsageException {
    String name = TIME.format(Instant.now()) + "-" + subject;
    Optional<NewFolder> folder = create(Path.of("results", name));
    for (int i = 2; folder.isEmpty(); i++) {
      folder = create(Path.of("results", name + "-" + i));
    }
    return folder.get();
  }

  /** Empty when there is something of that name. */
  private static Optional<NewFolder> create(Path path) throws UsageException {
    try {
      return Optional.of(NewFolder.create(path));
    } catch (FileAlreadyExistsException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw unusable(path, e);
    }
  }

  static UsageException unusable(Path path, IOException failure) {
    return new UsageException(
        "cannot create the result folder "
            + path
            + ": "
            + WriteFailure.reason(failure)
            + "; -o names another one");
  }
}
