package io.ibench.trend;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.ibench.compare.RunFigures.OfStep;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.store.WriteFailure;
import io.ibench.trend.TrendRun.Head;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code .trend.index} in a folder of results: what a trend needs of each run, a line
 * each, so that thousands of folders are read in seconds. A line counts as long as the files of its
 * run have the same size and time. The file may be deleted at any time. Not thread-safe.
 */
final class RunIndex {

  /** Hidden, so that results/* are result folders. */
  static final String NAME = ".trend.index";

  /** The first line; another one changes with what lines say. */
  private static final String HEAD = "{\"ibench_trend\":1}";

  /** From this share of lines of runs that have changed or are gone on, the file is made anew. */
  private static final double MAX_DEAD_SHARE = 0.5;

  private static final JsonMapper JSON = new JsonMapper();

  /** A line: texts that many runs have, or a run. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Line(@Nullable Integer texts, @Nullable Texts same, @Nullable Known run) {}

  private static final Line NOTHING = new Line(null, null, null);

  private record Texts(Map<String, String> shape, Map<String, String> facts) {

    private Texts {
      requireWhole(shape);
      requireWhole(facts);
    }
  }

  private record Known(
      String folder,
      String stamp,
      String started,
      String workload,
      String product,
      String version,
      int texts,
      Map<String, String> tags,
      Map<String, Double> machine,
      @Nullable String leftOut,
      List<KnownStep> steps) {

    private Known {
      Stream.of(folder, stamp, workload, product, version).forEach(Objects::requireNonNull);
      Instant.parse(started);
      requireWhole(tags);
      requireWhole(machine);
      steps = List.copyOf(steps);
    }
  }

  private record KnownStep(
      String step, Unit unit, long threads, @Nullable String main, Map<String, Double> values) {

    private KnownStep {
      Objects.requireNonNull(step);
      Objects.requireNonNull(unit);
      requireWhole(values);
    }
  }

  /** A line with less counts as damaged. */
  private static void requireWhole(Map<String, ?> values) {
    values.values().forEach(Objects::requireNonNull);
  }

  private final Path root;

  /** Of the runs that are not read yet. */
  private final Map<String, String> stamps = new LinkedHashMap<>();

  private final Map<Integer, Texts> byNumber = new HashMap<>();
  private final Map<Texts, Integer> numbers = new HashMap<>();
  private final BitSet live = new BitSet();
  private long lines;
  private boolean begun;

  private RunIndex(Path root) {
    this.root = root;
  }

  /**
   * Passes on each run, those of the file first.
   *
   * @param folders result folders below the root
   * @return why the file could not be written; empty if it is up to date
   */
  static Optional<String> read(Path root, List<Path> folders, Consumer<TrendRun> runs) {
    RunIndex index = new RunIndex(root);
    for (Path folder : folders) {
      index.stamps.put(root.relativize(folder).toString(), stamp(folder));
    }
    Path file = root.resolve(NAME);
    try {
      index.known(file, runs);
      if (index.live.cardinality() < MAX_DEAD_SHARE * index.lines) {
        index.compact(file);
      }
    } catch (IOException | UncheckedIOException e) {
      // What it would have said is read from the folders.
    }
    return index.readOthers(file, runs);
  }

  /** The size and time of the files of a run; empty for a file that is not there. */
  private static String stamp(Path folder) {
    return stampOf(folder.resolve("summary.json")) + " " + stampOf(folder.resolve("run.json"));
  }

  private static String stampOf(Path file) {
    try {
      BasicFileAttributes about = Files.readAttributes(file, BasicFileAttributes.class);
      return about.size() + "@" + about.lastModifiedTime().toInstant();
    } catch (IOException e) {
      return "";
    }
  }

  private void known(Path file, Consumer<TrendRun> runs) throws IOException {
    if (!Files.isRegularFile(file)) {
      return;
    }
    try (BufferedReader reader = reader(file)) {
      if (!HEAD.equals(reader.readLine())) {
        return;
      }
      int number = 1;
      for (String text = reader.readLine(); text != null; text = reader.readLine()) {
        if (take(line(text), runs)) {
          live.set(number);
        }
        number++;
      }
      lines = number;
    }
  }

  /** Bytes that are no text must not end it. */
  private static BufferedReader reader(Path file) throws IOException {
    return new BufferedReader(
        new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8), 1 << 16);
  }

  /** Of a line that was cut off when its writer was killed, or is damaged, nothing. */
  private static Line line(String text) {
    try {
      return Objects.requireNonNullElse(JSON.readValue(text, Line.class), NOTHING);
    } catch (JsonProcessingException e) {
      return NOTHING;
    }
  }

  /** Whether it is needed. */
  private boolean take(Line line, Consumer<TrendRun> runs) {
    if (line.texts() != null && line.same() != null) {
      byNumber.put(line.texts(), line.same());
      numbers.put(line.same(), line.texts());
      return true;
    }
    Known run = line.run();
    Texts texts = run == null ? null : byNumber.get(run.texts());
    if (run == null || texts == null || !stamps.remove(run.folder(), run.stamp())) {
      return false;
    }
    runs.accept(run(run, texts));
    return true;
  }

  private TrendRun run(Known known, Texts texts) {
    return new TrendRun(
        new Head(
            root.resolve(known.folder()),
            Instant.parse(known.started()),
            known.workload(),
            known.product(),
            known.version(),
            texts.shape(),
            texts.facts(),
            known.tags(),
            known.machine()),
        Optional.ofNullable(known.leftOut()),
        known.steps().stream()
            .map(
                step ->
                    new OfStep(
                        step.step(),
                        step.unit(),
                        step.threads(),
                        Optional.ofNullable(step.main()),
                        step.values()))
            .toList());
  }

  /** Leaves out the lines that nobody needs. */
  private void compact(Path file) throws IOException {
    Path part = file.resolveSibling(NAME + ".part");
    try (BufferedReader reader = reader(file);
        BufferedWriter writer = Files.newBufferedWriter(part)) {
      int number = 0;
      for (String text = reader.readLine(); text != null; text = reader.readLine()) {
        if (number == 0 || live.get(number)) {
          writer.write(text + "\n");
        }
        number++;
      }
    }
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Reads the runs that the file does not know, and adds them to it. */
  private Optional<String> readOthers(Path file, Consumer<TrendRun> runs) {
    Optional<String> trouble = Optional.empty();
    for (String folder : List.copyOf(stamps.keySet())) {
      TrendRun run = RunReader.read(root.resolve(folder));
      if (trouble.isEmpty()) {
        trouble = add(file, lines(folder, run));
      }
      runs.accept(run);
    }
    return trouble;
  }

  private List<Line> lines(String folder, TrendRun run) {
    List<Line> added = new ArrayList<>();
    Texts texts = new Texts(run.head().shape(), run.head().facts());
    Integer number = numbers.get(texts);
    if (number == null) {
      // Not the next number: another process may add other texts at the same time.
      number = texts.hashCode();
      while (byNumber.containsKey(number)) {
        number++;
      }
      byNumber.put(number, texts);
      numbers.put(texts, number);
      added.add(new Line(number, texts, null));
    }
    Head head = run.head();
    Known known =
        new Known(
            folder,
            String.valueOf(stamps.get(folder)),
            head.started().toString(),
            head.workload(),
            head.product(),
            head.version(),
            number,
            head.tags(),
            head.machine(),
            run.leftOut().orElse(null),
            run.steps().stream()
                .map(
                    step ->
                        new KnownStep(
                            step.step(),
                            step.unit(),
                            step.threads(),
                            step.main().orElse(null),
                            step.values()))
                .toList());
    added.add(new Line(null, null, known));
    return added;
  }

  /** What is added first ends a line that was cut off. */
  private Optional<String> add(Path file, List<Line> added) {
    StringBuilder text = new StringBuilder();
    try {
      text.append(lines == 0 ? HEAD : "").append(begun ? "" : "\n");
      for (Line line : added) {
        text.append(JSON.writeValueAsString(line)).append('\n');
      }
      if (lines == 0) {
        Files.writeString(
            file,
            text,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);
      } else {
        Files.writeString(file, text, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
      }
      begun = true;
      lines += added.size() + 1;
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(file + " cannot be written (" + WriteFailure.reason(e) + ")");
    }
  }
}
