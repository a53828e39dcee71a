package io.ibench.cli.run;

import io.ibench.cli.ground.UsageException;
import io.ibench.measure.Listeners;
import io.ibench.measure.RunListener;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.NewFolder;
import io.ibench.report.store.UpstreamFiles;
import io.ibench.report.store.WriteFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The optional folder for files in the format of the workload's original client. */
public final class UpstreamOutput implements AutoCloseable {

  private final Optional<UpstreamFiles> folder;

  private UpstreamOutput(Optional<UpstreamFiles> folder) {
    this.folder = folder;
  }

  /**
   * Writes to a prepared folder.
   *
   * @param path empty: writes nothing
   */
  static UpstreamOutput of(Optional<Path> path, RunInfo info) {
    return new UpstreamOutput(path.map(to -> UpstreamFiles.of(to, info)));
  }

  /** The listener that writes the files. */
  RunListener listener() {
    return folder.isPresent() ? folder.get() : new Listeners(List.of());
  }

  /** Reports why files are missing, if any are. */
  void complain(PrintWriter err) {
    folder
        .flatMap(UpstreamFiles::failure)
        .ifPresent(
            why ->
                err.println("ibench: --upstream-output is incomplete: " + SanitizedText.of(why)));
    err.flush();
  }

  @Override
  public void close() {
    folder.ifPresent(UpstreamFiles::close);
  }

  /** Returns the folder if it was created, for removal if the run does not begin. */
  static Optional<NewFolder> prepare(Path path) throws UsageException {
    requireName(path);
    try {
      return Optional.of(NewFolder.create(path));
    } catch (FileAlreadyExistsException e) {
      requireEmpty(path);
      return Optional.empty();
    } catch (IOException e) {
      throw unusable(path, e);
    }
  }

  /** Refuses a folder that a run would refuse; creates nothing. */
  public static void require(Path path) throws UsageException {
    requireName(path);
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      requireEmpty(path);
    }
  }

  private static void requireName(Path path) throws UsageException {
    if (path.toString().isEmpty()) {
      throw new UsageException("--upstream-output is empty; allowed: the name of a folder");
    }
  }

  private static void requireEmpty(Path path) throws UsageException {
    if (!Files.isDirectory(path)) {
      throw new UsageException("--upstream-output " + path + " is not a folder");
    }
    try (Stream<Path> files = Files.list(path)) {
      if (files.findAny().isPresent()) {
        throw new UsageException(
            "--upstream-output "
                + path
                + " is not empty; results are never overwritten: name a new folder");
      }
    } catch (IOException e) {
      throw unusable(path, e);
    }
  }

  private static UsageException unusable(Path path, IOException failure) {
    return new UsageException(
        "cannot write to --upstream-output " + path + ": " + WriteFailure.reason(failure));
  }
}
