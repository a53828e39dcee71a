package io.ibench.report.store;

import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Adds the report period that is not over, as position.json has it, to a running step whose other
 * periods are in summary.json. Stateless.
 */
final class PeriodUnderWay {

  /** Rows of some seconds have a hundredth of that. */
  private static final int MAX_BYTES = 1 << 20;

  private PeriodUnderWay() {}

  /** The same run if nothing is known about such a period. */
  static RunReport addTo(RunReport run, Path folder) {
    if (run.state() != RunState.RUNNING || SalvagedLatencies.areMissing(run)) {
      return run;
    }
    Position position;
    try {
      position = Position.read(folder);
    } catch (UnreadableResultException e) {
      List<String> damage = new ArrayList<>(run.damage());
      if (Files.exists(folder.resolve(Position.NAME))) {
        damage.add("the report period under way is not shown: position.json " + e.reason());
      }
      return run.with(run.steps(), damage);
    }
    List<Step> steps = run.steps().stream().map(step -> added(step, position, folder)).toList();
    return run.with(steps, run.damage());
  }

  private static Step added(Step step, Position position, Path folder) {
    boolean same =
        step.state() == RunState.RUNNING
            && position.step().filter(step.name()::equals).isPresent()
            && position.repeat() == step.repeat()
            && position.periodsEnded() == step.periods().size();
    if (!same || position.period().isEmpty()) {
      return step;
    }
    List<Period> periods = new ArrayList<>(step.periods());
    periods.add(position.period().get());
    List<String> facts = new ArrayList<>(step.facts());
    facts.add(
        "its figures are those of the report periods that were over; the last period is what was"
            + " counted of the next one, until "
            + position.time()
            + rest(position, folder));
    return new Step(
        step.name(),
        step.like(),
        step.kind(),
        step.purpose(),
        step.repeat(),
        step.repeats(),
        step.unit(),
        step.paced(),
        step.state(),
        step.whole(),
        step.before(),
        step.targets(),
        step.bucketEdgesUs(),
        step.clients(),
        step.answers(),
        periods,
        facts,
        step.details(),
        step.problems(),
        step.interrupted(),
        step.failure(),
        step.firstFailures(),
        step.events(),
        step.verdict(),
        step.reasons(),
        step.remarks(),
        step.drift());
  }

  /** The rows that intervals.csv got after the position. */
  private static String rest(Position position, Path folder) {
    double seconds = 0;
    long operations = 0;
    try (RandomAccessFile file =
        new RandomAccessFile(folder.resolve(IntervalCsv.NAME).toFile(), "r")) {
      List<String> head = List.of(String.valueOf(file.readLine()).split(","));
      long start = position.length(IntervalCsv.NAME);
      byte[] tail = new byte[(int) Math.max(0, Math.min(MAX_BYTES, file.length() - start))];
      file.seek(start);
      file.readFully(tail);
      for (String line : new String(tail, StandardCharsets.UTF_8).split("\n")) {
        List<String> cells = List.of(line.split(",", -1));
        if (cells.size() == head.size()) {
          seconds += Double.parseDouble(cells.get(head.indexOf("seconds")));
          operations += Long.parseLong(cells.get(head.indexOf("operations")));
        }
      }
    } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
      return "; what " + IntervalCsv.NAME + " has after that cannot be read";
    }
    return seconds == 0
        ? ""
        : String.format(
            "; %s operations of the %s s after that are counted, without latencies",
            NumberText.count(operations), NumberText.seconds(seconds));
  }
}
