package io.ibench.cli.bisect;

import io.ibench.bisect.Candidate;
import io.ibench.bisect.Duets.DuetFailedException;
import io.ibench.bisect.StoredBisect;
import io.ibench.cli.ground.UsageException;
import io.ibench.host.Proc;
import io.ibench.host.ProcessIdentity;
import io.ibench.report.store.RunLock;
import io.ibench.report.store.WriteFailure;
import io.ibench.suite.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Builds commits, each once: {@code CACHE/COMMAND/REVISION} has the folder {@code prefix} that a
 * build installs into, its log, and a mark once it is done. Bisections share them. Not thread-safe.
 */
final class Builds implements DuetProcesses.Makes {

  /** In the prefix: the settings of the version, a line each. */
  private static final String SETTINGS = "ibench.settings";

  private static final String PREFIX = "PREFIX";
  private static final String VARIABLE = "${" + PREFIX + "}";
  private static final String USUAL = "server.home=" + VARIABLE;
  private static final String DONE = "done";

  /**
   * Changes to the worktree, whose path may have any characters. The shell stays, as its command
   * line names the place.
   */
  private static final String IN_WORKTREE = "cd \"$1\" && sh -c \"$2\"; exit $?";

  private final StoredBisect.Builds builds;
  private final Git git;
  private final Path cache;
  private final Children children;
  private final Consumer<World.Child> begun;
  private final DuetProcesses.Progress progress;
  private final Map<String, DuetProcesses.Made> made = new HashMap<>();

  /**
   * Prepares builds.
   *
   * @param begun takes the process of each
   */
  Builds(
      StoredBisect.Builds builds,
      Children children,
      Consumer<World.Child> begun,
      DuetProcesses.Progress progress) {
    this.builds = builds;
    this.git = new Git(Path.of(builds.repository()));
    byte[] command = builds.command().getBytes(StandardCharsets.UTF_8);
    String own = UUID.nameUUIDFromBytes(command).toString();
    this.cache = Path.of(builds.cache()).resolve(own.substring(0, own.indexOf('-')));
    this.children = children;
    this.begun = begun;
    this.progress = progress;
  }

  @Override
  public DuetProcesses.Made make(Candidate candidate)
      throws InterruptedException, DuetFailedException {
    DuetProcesses.Made known = made.get(candidate.name());
    if (known != null) {
      return known;
    }
    try {
      DuetProcesses.Made built = build(candidate, candidate.commit().orElseThrow().revision());
      made.put(candidate.name(), built);
      return built;
    } catch (IOException | UncheckedIOException e) {
      throw new DuetFailedException("the build of " + candidate.name() + ": " + reason(e));
    } catch (UsageException e) {
      throw new DuetFailedException(String.valueOf(e.getMessage()));
    }
  }

  private static String reason(Exception e) {
    return e instanceof UncheckedIOException unchecked && unchecked.getCause() != null
        ? WriteFailure.reason(unchecked.getCause())
        : e instanceof IOException own ? WriteFailure.reason(own) : String.valueOf(e.getMessage());
  }

  private DuetProcesses.Made build(Candidate candidate, String revision)
      throws IOException, InterruptedException, UsageException {
    Path place = Files.createDirectories(cache.resolve(revision)).toRealPath();
    Path prefix = place.resolve("prefix");
    if (!isDone(place)) {
      RunLock lock = lock(place, candidate);
      try {
        Optional<String> failure =
            isDone(place) ? Optional.empty() : install(candidate, revision, place, prefix);
        if (failure.isPresent()) {
          return new DuetProcesses.Made(List.of(), failure);
        }
      } finally {
        lock.close();
      }
    }
    List<String> wrong = wrong(prefix);
    return wrong.isEmpty()
        ? new DuetProcesses.Made(settings(prefix), Optional.empty())
        : new DuetProcesses.Made(List.of(), Optional.of("is refused: " + String.join("; ", wrong)));
  }

  private static boolean isDone(Path place) {
    return Files.exists(place.resolve(DONE));
  }

  /** Takes it as soon as no other bisection builds there. */
  private RunLock lock(Path place, Candidate candidate) throws IOException, InterruptedException {
    for (boolean isFirst = true; true; isFirst = false) {
      try {
        return RunLock.take(place, ProcessIdentity.here(new Proc(), Instant.now()));
      } catch (RunLock.HeldException e) {
        if (isFirst) {
          progress.over("waits for the build of " + candidate.name() + ": " + e.getMessage());
        }
        children.rest();
      }
    }
  }

  /** Ends a build that outlived its bisection, whose lock is free. */
  private void endLeft(Path place, Candidate candidate) throws IOException, InterruptedException {
    Optional<World.Child> left = BuildNote.read(place).find(children.world(), place);
    if (left.isPresent()) {
      progress.over(
          "ending the build of "
              + candidate.name()
              + " that was left by a bisection that was killed");
      Children.end(left.get());
    }
  }

  /** Builds a commit; why that failed. */
  private Optional<String> install(Candidate candidate, String revision, Path place, Path prefix)
      throws IOException, InterruptedException, UsageException {
    endLeft(place, candidate);
    progress.begins("building " + candidate.name());
    // A build that was killed has left a part.
    delete(prefix);
    Files.createDirectories(prefix);
    Path log = place.resolve("build.log");
    Files.deleteIfExists(log);
    Path worktree = place.resolve("worktree");
    git.remove(worktree);
    delete(worktree);
    try {
      Optional<String> failure = git.checkOut(revision, worktree);
      if (failure.isPresent()) {
        return Optional.of("cannot be checked out: " + failure.get());
      }
      List<String> words =
          List.of("sh", "-c", IN_WORKTREE, "build", worktree.toString(), builds.command());
      AtomicReference<BuildNote> own = new AtomicReference<>(BuildNote.NONE);
      int code =
          children.run(
              words,
              Map.of(PREFIX, prefix.toString()),
              log,
              child -> {
                BuildNote note = BuildNote.of(child);
                note.write(place);
                own.set(note);
                begun.accept(child);
              });
      if (code != 0) {
        return Optional.of("does not build, exit code " + code + ", see " + log);
      }
      if (!BuildNote.read(place).equals(own.get()) || !Files.isDirectory(prefix)) {
        throw new IOException(prefix + " was built by another process too, or removed; try again");
      }
      Files.createFile(place.resolve(DONE));
      return Optional.empty();
    } finally {
      git.remove(worktree);
      delete(worktree);
    }
  }

  /** Settings as of --versus that are the same for all builds. */
  static List<String> known(List<String> versus) {
    return versus.stream()
        .filter(setting -> !setting.contains(VARIABLE))
        .map(Versions::setting)
        .toList();
  }

  /** What is wrong with the lines of its file. */
  private static List<String> wrong(Path prefix) throws IOException {
    Path file = prefix.resolve(SETTINGS);
    return lines(file).stream()
        .filter(setting -> setting.indexOf('=') < 1)
        .map(setting -> file + ": " + setting + " has no NAME=; allowed: NAME=VALUE")
        .toList();
  }

  private static List<String> lines(Path file) throws IOException {
    return Files.isRegularFile(file)
        ? Files.readAllLines(file).stream()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
            .toList()
        : List.of();
  }

  private List<String> settings(Path prefix) throws IOException {
    List<String> own = new ArrayList<>(builds.versus());
    Path file = prefix.resolve(SETTINGS);
    if (own.isEmpty() && !Files.isRegularFile(file)) {
      own.add(USUAL);
    }
    own.addAll(lines(file));
    return own.stream()
        .map(setting -> Versions.setting(setting.replace(VARIABLE, prefix.toString())))
        .toList();
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
