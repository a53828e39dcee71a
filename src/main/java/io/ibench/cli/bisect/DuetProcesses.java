package io.ibench.cli.bisect;

import io.ibench.bisect.Candidate;
import io.ibench.bisect.Comparison;
import io.ibench.bisect.Duets;
import io.ibench.bisect.Question;
import io.ibench.bisect.StoredBisect;
import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Ibench;
import io.ibench.report.store.StoredDuet;
import io.ibench.report.store.WriteFailure;
import io.ibench.suite.Cell;
import io.ibench.suite.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Runs each duet as a process of its own, in a folder of its own. Not thread-safe. */
final class DuetProcesses implements Duets {

  static final String FOLDER = "duets";

  /** Without a terminal of its own a child gets a Ctrl-C once, from its parent. */
  private static final Path SETSID = Path.of("/usr/bin/setsid");

  private static final Set<Integer> ANSWERED = Set.of(ExitCode.DONE, ExitCode.CONDITION);
  private static final String OWN_LINE = "ibench: ";
  private static final int LAST_LINES = 5;

  /** Errors of the system that another version would have, too. */
  private static final List<String> OF_MACHINE =
      List.of(
          "No space left on device",
          "Disk quota exceeded",
          "Read-only file system",
          "Cannot allocate memory",
          "Too many open files");

  private final Path folder;
  private final StoredBisect.Plan plan;
  private final List<Candidate> candidates;
  private final Sides sides;
  private final Makes makes;
  private final Children children;
  private final Consumer<World.Child> begun;
  private final Progress progress;

  /** Which settings a version has, once it is made. */
  interface Makes {
    Made make(Candidate candidate) throws InterruptedException, DuetFailedException;
  }

  /**
   * A version that was made.
   *
   * @param skipped why it cannot be measured
   */
  record Made(List<String> settings, Optional<String> skipped) {}

  /** What a user sees of it. */
  interface Progress {
    void begins(String line);

    void over(String line);
  }

  DuetProcesses(
      Path folder,
      StoredBisect bisect,
      Sides sides,
      Makes makes,
      Children children,
      Consumer<World.Child> begun,
      Progress progress) {
    this.folder = folder;
    this.plan = bisect.plan();
    this.candidates = bisect.candidates();
    this.sides = sides;
    this.makes = makes;
    this.children = children;
    this.begun = begun;
    this.progress = progress;
  }

  private Optional<Comparison> latest = Optional.empty();
  private int number;

  @Override
  public Comparison compare(Question question) throws InterruptedException, DuetFailedException {
    Candidate a = candidates.get(question.a());
    Candidate b = candidates.get(question.b());
    Comparison found;
    try {
      found = compare(question, a, b);
    } catch (IOException e) {
      throw new DuetFailedException(WriteFailure.reason(e));
    }
    latest = Optional.of(found);
    return found;
  }

  private Comparison compare(Question question, Candidate a, Candidate b)
      throws IOException, InterruptedException, DuetFailedException {
    if (plan.skip().contains(b.name())) {
      return Comparison.skipped(question.purpose(), a.name(), b.name(), "left out by --skip");
    }
    progress.begins(b.name() + " against " + a.name());
    Made ofA = makes.make(a);
    Made ofB = makes.make(b);
    if (ofA.skipped().isPresent()) {
      throw new DuetFailedException(a.name() + " " + ofA.skipped().get());
    }
    if (ofB.skipped().isPresent()) {
      return Comparison.skipped(question.purpose(), a.name(), b.name(), ofB.skipped().get());
    }
    long begin = children.world().nanoTime();
    Path results = results(b.name());
    Map<String, String> environment = new HashMap<>();
    List<String> words = new ArrayList<>();
    if (Files.isExecutable(SETSID)) {
      words.add(SETSID.toString());
    }
    words.addAll(Ibench.itself());
    words.addAll(List.of("duet", plan.workload()));
    for (boolean isA : List.of(true, false)) {
      Path file = beside(results, isA ? ".a.properties" : ".b.properties");
      Candidate candidate = isA ? a : b;
      List<String> own = (isA ? ofA : ofB).settings();
      Files.writeString(file, sides.text(candidate, own, environment));
      words.addAll(List.of("-d", file.toString()));
    }
    words.addAll(List.of("-o", results.toString(), "--no-page"));
    words.addAll(plan.duet());
    words.addAll(options(question));
    Path log = beside(results, ".log");
    int code = children.run(words, environment, log, begun);
    if (!ANSWERED.contains(code) || !StoredDuet.isIn(results)) {
      List<String> said = said(log);
      if (code == ExitCode.USAGE && isOnlyOneOfMany(question) && isOfVersion(said)) {
        String why = "is refused, see " + log + ": " + String.join("; ", said);
        return Comparison.skipped(question.purpose(), a.name(), b.name(), why);
      }
      throw new DuetFailedException(failure(b.name(), code, log, said), advice(question));
    }
    StoredDuet duet = StoredDuet.read(results);
    return new Comparison(
        question.purpose(),
        a.name(),
        b.name(),
        Optional.empty(),
        Optional.of(folder.relativize(results).toString()),
        duet.time(),
        duet.cpu(),
        duet.course().instances(),
        (children.world().nanoTime() - begin) / 1e9,
        Optional.empty());
  }

  private static List<String> options(Question question) {
    List<String> options = new ArrayList<>();
    String within = String.format(Locale.ROOT, "%.4f", question.withinPercent());
    options.addAll(List.of("--within", within));
    question.gate().ifPresent(gate -> options.addAll(List.of("--fail-if", gate)));
    if (question.purpose() == Question.Purpose.WHY) {
      options.add("--cpu-profile");
    }
    return options;
  }

  /** The next free folder; one that a killed duet has left stays as it is. */
  private Path results(String name) throws IOException {
    Path all = Files.createDirectories(folder.resolve(FOLDER));
    Path free;
    do {
      number++;
      free = all.resolve(String.format(Locale.ROOT, "%02d-%s", number, name));
    } while (isTaken(all));
    return free;
  }

  private boolean isTaken(Path all) throws IOException {
    String begin = String.format(Locale.ROOT, "%02d-", number);
    try (var files = Files.list(all)) {
      return files.anyMatch(file -> String.valueOf(file.getFileName()).startsWith(begin));
    }
  }

  private static Path beside(Path results, String ending) {
    return results.resolveSibling(results.getFileName() + ending);
  }

  /** The first and the last version are needed, and so are neighbours that were measured. */
  private boolean isOnlyOneOfMany(Question question) {
    return question.purpose() == Question.Purpose.VERSION && question.b() < candidates.size() - 1;
  }

  /** Whether a refusal is of the new version, not of the machine or of side A. */
  static boolean isOfVersion(List<String> said) {
    return !said.isEmpty()
        && said.stream()
            .noneMatch(
                line ->
                    line.startsWith("side A: ") || OF_MACHINE.stream().anyMatch(line::contains));
  }

  private String advice(Question question) {
    if (isOnlyOneOfMany(question)) {
      return "--skip " + candidates.get(question.b()).name() + " leaves that version out";
    }
    return question.purpose() == Question.Purpose.WHOLE
        ? "or begin anew with another --good or --bad"
        : "";
  }

  /** The last lines of a duet, without its progress if it says what is wrong. */
  private static List<String> said(Path log) throws IOException {
    List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
    List<String> own =
        lines.stream()
            .filter(line -> line.startsWith(OWN_LINE))
            .map(line -> line.substring(OWN_LINE.length()))
            .toList();
    List<String> shown = own.isEmpty() ? lines : own;
    return shown.subList(Math.max(0, shown.size() - LAST_LINES), shown.size());
  }

  private static String failure(String name, int code, Path log, List<String> said) {
    StringBuilder text = new StringBuilder();
    text.append("the duet of ").append(name).append(" failed with exit code ").append(code);
    text.append(", see ").append(log);
    said.forEach(line -> text.append("\n  ").append(line));
    return text.toString();
  }

  @Override
  public void judged(String verdict) {
    latest.ifPresent(found -> progress.over(StepLine.of(found, verdict)));
  }

  /**
   * The process of a killed bisection, if it still runs.
   *
   * @param named in its command line
   */
  static Optional<World.Child> left(World world, StoredBisect.Running noted, Path named) {
    return world.find(new Cell.Child(noted.pid(), noted.startedMillis()), named);
  }
}
