package io.ibench.cli.bisect;

import io.ibench.bisect.Candidate;
import io.ibench.cli.ground.UsageException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A repository. Its work tree, index and HEAD stay as they are; worktrees come and go. Immutable.
 */
final class Git {

  private static final String FORMAT = "%H%x09%h%x09%as%x09%s";

  /** What a hook would set, and would lead elsewhere. */
  private static final List<String> ELSEWHERE =
      List.of("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX");

  private final Path repository;

  Git(Path repository) {
    this.repository = repository;
  }

  /** The commits from one to another, both included, the oldest one first. */
  List<Candidate> between(String good, String bad) throws UsageException {
    List<String> mistakes = new ArrayList<>();
    Answer top = run("rev-parse", "--git-dir");
    if (!top.isGood()) {
      throw new UsageException(
          "--git " + repository + ": is no repository of git: " + top.firstLine());
    }
    Optional<String> first = revision("--good", good, mistakes);
    Optional<String> last = revision("--bad", bad, mistakes);
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes);
    }
    if (first.equals(last)) {
      throw new UsageException(
          "--good "
              + good
              + " and --bad "
              + bad
              + " are the same revision, "
              + first.orElseThrow()
              + "; the good one is an older one");
    }
    Answer list =
        run(
            "log",
            "--reverse",
            "--topo-order",
            "--ancestry-path",
            "--no-show-signature",
            "--format=" + FORMAT,
            first.orElseThrow() + ".." + last.orElseThrow());
    if (!list.isGood()) {
      throw new UsageException("--git " + repository + ": " + list.firstLine());
    }
    List<Candidate> all = new ArrayList<>();
    all.add(candidate(run("log", "-1", "--format=" + FORMAT, first.get()).text.strip()));
    list.text.lines().filter(line -> !line.isEmpty()).forEach(line -> all.add(candidate(line)));
    if (all.size() < 2) {
      throw new UsageException(
          "good "
              + good
              + " is no ancestor of bad "
              + bad
              + " in "
              + repository
              + "; the good one is the older one");
    }
    return all;
  }

  private Optional<String> revision(String option, String name, List<String> mistakes)
      throws UsageException {
    Answer found = run("rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}");
    if (!found.isGood()) {
      mistakes.add(option + " " + name + ": " + repository + " has no such commit");
      return Optional.empty();
    }
    return Optional.of(found.text.strip());
  }

  private static Candidate candidate(String line) {
    String[] parts = line.split("\t", 4);
    String subject = parts.length < 4 ? "" : parts[3];
    return new Candidate(
        parts[1],
        List.of(),
        Optional.empty(),
        Optional.of(new Candidate.Commit(parts[0], parts[2], subject)));
  }

  /** Checks a revision out into a new worktree. */
  Optional<String> checkOut(String revision, Path folder) throws UsageException {
    Answer done = run("worktree", "add", "--force", "--detach", folder.toString(), revision);
    return done.isGood() ? Optional.empty() : Optional.of(done.firstLine());
  }

  /** Removes a worktree, also one whose folder is gone; those of the user stay. */
  void remove(Path worktree) throws UsageException {
    run("worktree", "remove", "--force", "--force", worktree.toString());
  }

  private record Answer(int code, String text) {

    boolean isGood() {
      return code == 0;
    }

    String firstLine() {
      return text.lines().findFirst().orElse("exit code " + code);
    }
  }

  private Answer run(String... words) throws UsageException {
    List<String> all = new ArrayList<>(List.of("git", "-c", "core.hooksPath=/dev/null"));
    all.addAll(List.of("-C", repository.toString()));
    all.addAll(List.of(words));
    ProcessBuilder builder =
        new ProcessBuilder(all).redirectErrorStream(true).redirectInput(new File("/dev/null"));
    Map<String, String> environment = builder.environment();
    ELSEWHERE.forEach(environment::remove);
    environment.put("LC_ALL", "C.UTF-8");
    try {
      Process process = builder.start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Answer(process.waitFor(), text);
    } catch (IOException e) {
      throw new UsageException("--git needs the program git: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UsageException("git was interrupted");
    }
  }
}
