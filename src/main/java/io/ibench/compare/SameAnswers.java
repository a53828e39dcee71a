package io.ibench.compare;

import io.ibench.compare.RunFacts.Area;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Note;
import io.ibench.report.figures.Figure;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredAnswers;
import io.ibench.report.store.StoredRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Whether all runs of a comparison got the same answers. Immutable.
 *
 * <p>Only answers that must be equal are compared: both runs loaded the same data, executed the
 * same operations in the same steps, and nothing but these decided the answers ({@link
 * StoredAnswers#varies}). So a difference means that a database answered wrongly.
 *
 * @param same true if the answers of all steps are equal, false if those of any step differ, empty
 *     if they cannot be compared, or not in all steps
 * @param sentence {@code yes: load, request}, {@code no: request (GET_NODE)} or {@code not
 *     comparable: request: it ended after a time}
 */
public record SameAnswers(Optional<Boolean> same, String sentence) {

  /** The settings of a run that decide what rows contain, or which of them are read. */
  private static final Set<String> DECISIVE = Set.of("row_time", "oltp.answers");

  /**
   * Compares the answers of all runs with those of the first one.
   *
   * @return empty if no run says anything about its answers
   */
  static Optional<SameAnswers> of(List<Side> sides, List<List<RunFacts>> facts, List<Fact> unlike) {
    List<StoredRun> runs = sides.stream().flatMap(side -> side.runs().stream()).toList();
    if (runs.stream().allMatch(run -> answering(run).isEmpty())) {
      return Optional.empty();
    }
    Optional<String> otherWork = otherWork(facts, unlike);
    if (otherWork.isPresent()) {
      return Optional.of(notComparable(otherWork.get()));
    }
    Map<String, StepAnswer> steps = new LinkedHashMap<>();
    for (int run = 1; run < runs.size(); run++) {
      for (StepAnswer answer : steps(runs.get(0), runs.get(run))) {
        steps.merge(answer.step(), answer, StepAnswer::with);
      }
    }
    return Optional.of(of(List.copyOf(steps.values())));
  }

  /** The line of text and page. */
  public Note note() {
    boolean differ = same.equals(Optional.of(false));
    return new Note("the same answers", sentence, differ ? Tone.BAD : Tone.PLAIN);
  }

  /** The steps that have answers, in their order. */
  private static List<Step> answering(StoredRun run) {
    return run.report().steps().stream().filter(step -> step.answers().isPresent()).toList();
  }

  /** Why the answers of different runs need not be equal in any step. */
  private static Optional<String> otherWork(List<List<RunFacts>> facts, List<Fact> unlike) {
    Set<Area> work = Set.of(Area.WORK, Area.SHAPE, Area.SETTINGS);
    List<String> names =
        new ArrayList<>(
            unlike.stream().filter(fact -> work.contains(fact.area())).map(Fact::name).toList());
    Fact.all(facts).stream()
        .filter(fact -> fact.area() == Area.SETTINGS && DECISIVE.contains(fact.name()))
        .filter(Fact::differs)
        .forEach(fact -> names.add(fact.name()));
    if (!names.isEmpty()) {
      return Optional.of("the runs differ in " + String.join(", ", names));
    }
    return facts.stream().flatMap(List::stream).flatMap(run -> run.trouble().stream()).findFirst();
  }

  private static List<StepAnswer> steps(StoredRun base, StoredRun other) {
    List<Step> mine = answering(base);
    List<Step> theirs = answering(other);
    List<StepAnswer> answers = new ArrayList<>();
    Optional<String> before = seeds(base, other);
    for (int i = 0; i < Math.max(mine.size(), theirs.size()); i++) {
      if (before.isEmpty() && (i >= mine.size() || i >= theirs.size())) {
        String name = (i < mine.size() ? mine : theirs).get(i).title();
        answers.add(StepAnswer.notComparable(name, "not all runs have it"));
        break;
      }
      Step step = (i < mine.size() ? mine : theirs).get(i);
      if (before.isEmpty()) {
        before = otherOperations(mine.get(i), theirs.get(i));
      }
      answers.add(
          before.isPresent()
              ? StepAnswer.notComparable(step.title(), before.get())
              : compared(step.title(), mine.get(i).answers().get(), theirs.get(i).answers().get()));
    }
    return answers;
  }

  private static Optional<String> seeds(StoredRun base, StoredRun other) {
    return base.report().run().seed() == other.report().run().seed()
        ? Optional.empty()
        : Optional.of("the runs differ in seed");
  }

  /** Why two steps did not execute the same operations; also spoils all later steps. */
  private static Optional<String> otherOperations(Step one, Step two) {
    if (!one.title().equals(two.title())) {
      return Optional.of("the steps differ: " + one.title() + " and " + two.title());
    }
    Optional<Number> threads = one.whole().figures().number(Figure.THREADS);
    if (!threads.equals(two.whole().figures().number(Figure.THREADS))) {
      return Optional.of("the numbers of threads differ");
    }
    boolean varies =
        one.answers().get().varies().isPresent() || two.answers().get().varies().isPresent();
    Map<String, Long> mine = executed(one);
    Map<String, Long> theirs = executed(two);
    if (varies || mine.equals(theirs)) {
      return Optional.empty();
    }
    Set<String> names = new TreeSet<>(mine.keySet());
    names.addAll(theirs.keySet());
    names.removeIf(name -> Objects.equals(mine.get(name), theirs.get(name)));
    return Optional.of(
        "the runs executed " + String.join(", ", names) + " another number of times");
  }

  /** How often each operation was executed; in a load of rows, the rows: batches may differ. */
  private static Map<String, Long> executed(Step step) {
    boolean rows = step.unit() == Unit.ROWS;
    return step.whole().operations().stream()
        .collect(Collectors.toMap(Operation::name, each -> rows ? each.rows() : each.count()));
  }

  private static StepAnswer compared(String step, StoredAnswers one, StoredAnswers two) {
    Optional<String> reason = one.unknown().or(one::varies).or(two::unknown).or(two::varies);
    if (reason.isPresent()) {
      return StepAnswer.notComparable(step, reason.get());
    }
    Set<String> different = new TreeSet<>(one.checksums().keySet());
    different.addAll(two.checksums().keySet());
    different.removeIf(
        name -> Objects.equals(one.checksums().get(name), two.checksums().get(name)));
    return new StepAnswer(step, different, Optional.empty());
  }

  private static SameAnswers of(List<StepAnswer> steps) {
    List<StepAnswer> different =
        steps.stream().filter(step -> !step.different().isEmpty()).toList();
    if (!different.isEmpty()) {
      return new SameAnswers(
          Optional.of(false),
          "no: " + different.stream().map(StepAnswer::text).collect(Collectors.joining("; ")));
    }
    List<String> equal =
        steps.stream().filter(step -> step.reason().isEmpty()).map(StepAnswer::step).toList();
    Optional<StepAnswer> first =
        steps.stream().filter(step -> step.reason().isPresent()).findFirst();
    if (first.isEmpty()) {
      return new SameAnswers(Optional.of(true), "yes: " + String.join(", ", equal));
    }
    SameAnswers unknown = notComparable(first.get().step() + ": " + first.get().reason().get());
    return equal.isEmpty()
        ? unknown
        : new SameAnswers(
            Optional.empty(), unknown.sentence() + "; yes: " + String.join(", ", equal));
  }

  private static SameAnswers notComparable(String reason) {
    return new SameAnswers(Optional.empty(), "not comparable: " + reason);
  }

  /**
   * The answers of one step.
   *
   * @param different the operations whose answers differ
   * @param reason why they are not compared
   */
  private record StepAnswer(String step, Set<String> different, Optional<String> reason) {

    static StepAnswer notComparable(String step, String reason) {
      return new StepAnswer(step, Set.of(), Optional.of(reason));
    }

    StepAnswer with(StepAnswer next) {
      Set<String> both = new TreeSet<>(different);
      both.addAll(next.different);
      return new StepAnswer(step, both, reason.or(next::reason));
    }

    String text() {
      return step + " (" + String.join(", ", different) + ")";
    }
  }
}
