package io.ibench.report.console;

import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.console.ElidingLine.Ink;
import io.ibench.report.console.ElidingLine.Part;
import io.ibench.report.console.ElidingLine.Priority;
import io.ibench.report.console.ElidingLine.Span;
import io.ibench.report.figures.Durations;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.Outcomes;
import io.ibench.report.figures.RunState;
import io.ibench.report.figures.SanitizedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The lines of a step: a live line about its progress, and a lasting line about its result. */
final class StepLines {

  private static final int SHORT_TITLE = 14;
  private static final int MIN_TITLE = 12;
  private static final int MAX_TITLE = 24;
  private static final int P99_COLUMNS = 15;
  private static final int MAX_BAR = 40;
  private static final int USUAL_BAR = 20;
  private static final int MIN_BAR = 8;
  private static final long MIN_SHOWN_AGE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Screen screen;
  private final List<Role> roles;
  private final List<String> failureKinds;
  private final int titleColumns;

  /**
   * @param titles of the steps, so that their columns are below each other
   * @param roles of the operations, by number
   * @param failureKinds names by number
   */
  StepLines(Screen screen, List<String> titles, List<Role> roles, List<String> failureKinds) {
    this.screen = screen;
    this.roles = roles;
    this.failureKinds = List.copyOf(failureKinds);
    int longest = titles.stream().mapToInt(String::length).max().orElse(0);
    titleColumns = Math.max(MIN_TITLE, Math.min(MAX_TITLE, longest));
  }

  /** The line of a step in progress. */
  String live(StepStart step, StepProgress progress) {
    ElidingLine line = new ElidingLine();
    title(line, step, 1);
    share(line, progress);
    amount(line, step, progress);
    if (step.threads() > 0 || progress.rows() > 0) {
      boolean known = progress.nanos() > 0;
      String rate = rate(step, known ? progress.lastRate() : null);
      rates(line, 12, rate, progress, known ? progress.lastInsertRate() : null);
    }
    if (step.threads() > 0) {
      p99(line, progress.lastP99Nanos());
    }
    away(line, progress);
    failures(line, progress);
    oldest(line, step, progress);
    return line.text(screen.lineColumns(), screen.colour());
  }

  /** The line of a step that is over. */
  String lasting(StepResult result, StepProgress progress) {
    StepStart step = result.step();
    double inserted = result.whole().rows(roles, Role.INSERT);
    double done =
        switch (step.unit()) {
          case QUERIES -> result.whole().queries(roles);
          case ROWS -> inserted;
          default -> result.rows();
        };
    double seconds = Math.max(1e-9, result.whole().seconds());
    ElidingLine line = new ElidingLine();
    title(line, step, titleColumns);
    padded(line, 10, NumberText.seconds(result.whole().seconds()) + " s");
    String rate = step.threads() > 0 || done > 0 ? rate(step, done / seconds) : "";
    rates(line, 16, rate, progress, inserted / seconds);
    if (progress.p99Nanos().isPresent()) {
      p99(line, progress.p99Nanos());
    } else {
      padded(line, P99_COLUMNS, "");
    }
    RunState state = Outcomes.state(result);
    line.part(state == RunState.DONE ? Ink.GREEN : Ink.RED).last(state.label());
    long failed = result.whole().failures();
    if (failed > 0) {
      line.part(Ink.RED)
          .form(Priority.WORDS, NumberText.count(failed) + " failed operations")
          .last(NumberText.count(failed) + " failed");
    }
    return line.text(screen.lineColumns(), screen.colour());
  }

  private static void title(ElidingLine line, StepStart step, int columns) {
    String title = SanitizedText.of(step.title());
    Part part = line.part(Ink.PLAIN);
    part.form(Priority.PADDING, String.format(Locale.ROOT, "%-" + columns + "s", title));
    if (title.codePointCount(0, title.length()) > SHORT_TITLE) {
      part.form(Priority.TITLE, title);
      title = title.substring(0, title.offsetByCodePoints(0, SHORT_TITLE - 2)) + "..";
    }
    part.last(title);
  }

  private void share(ElidingLine line, StepProgress progress) {
    if (progress.done().isEmpty()) {
      return;
    }
    double done = progress.done().getAsDouble();
    if (screen.live()) {
      bar(line.part(Ink.PLAIN), done);
    }
    // Shows 100 % only at the end, not before by rounding.
    String share = (done < 1 ? Math.min(99, Math.round(100 * done)) : 100) + " %";
    line.part(Ink.PLAIN)
        .form(Priority.PADDING, String.format(Locale.ROOT, "%5s", share))
        .form(Priority.SHARE, share)
        .last("");
    OptionalLong left = progress.leftNanos();
    String text = left.isPresent() ? Durations.left(left.getAsLong()) + " left" : "";
    line.part(Ink.PLAIN)
        .form(Priority.PADDING, String.format(Locale.ROOT, "%9s", text))
        .form(Priority.LEFT, text)
        .last("");
  }

  /** A bar in every length for which there may be room. */
  private void bar(Part part, double done) {
    for (int columns = MAX_BAR; columns >= MIN_BAR; columns--) {
      Priority priority =
          columns > USUAL_BAR
              ? Priority.LONG_BAR
              : columns > MIN_BAR ? Priority.BAR : Priority.SHORT_BAR;
      part.form(priority, screen.unicode() ? unicodeBar(columns, done) : asciiBar(columns, done));
    }
    part.last("");
  }

  private static List<Span> unicodeBar(int columns, double done) {
    int full = (int) (done * columns);
    return List.of(
        new Span(Ink.PLAIN, "━".repeat(full)), new Span(Ink.DIM, "─".repeat(columns - full)));
  }

  private static List<Span> asciiBar(int columns, double done) {
    int inner = columns - 2;
    int full = (int) (done * inner);
    return List.of(
        new Span(Ink.DIM, "["),
        new Span(Ink.PLAIN, "#".repeat(full)),
        new Span(Ink.DIM, ".".repeat(inner - full) + "]"));
  }

  /** Time and work so far; if the line shows a share, only as far as there is room. */
  private void amount(ElidingLine line, StepStart step, StepProgress progress) {
    StringBuilder text = new StringBuilder(Durations.age(progress.nanos()));
    String most = step.goal().rate().isPresent() ? " of at most " : " of ";
    step.goal().nanos().ifPresent(nanos -> text.append(most).append(Durations.planned(nanos)));
    if (step.goal().operations().isPresent()) {
      of(text, progress.operations(), step.goal().operations(), "operations");
    } else if (step.goal().rows().isPresent() || step.threads() == 0 && progress.rows() > 0) {
      of(text, progress.rows(), step.goal().rows(), "rows");
    }
    Part part = line.part(progress.done().isPresent() ? Ink.DIM : Ink.PLAIN);
    part.form(Priority.AMOUNT, text.toString());
    part.last(progress.done().isPresent() ? "" : Durations.age(progress.nanos()));
  }

  private static void of(StringBuilder text, long done, OptionalLong planned, String unit) {
    text.append(", ").append(NumberText.count(done));
    planned.ifPresent(all -> text.append(" of ").append(NumberText.count(all)));
    text.append(' ').append(unit);
  }

  /**
   * A rate with its unit.
   *
   * @param perSecond null for a dash, before the first interval
   */
  private static String rate(StepStart step, @Nullable Double perSecond) {
    return NumberText.figure(perSecond) + (step.unit() == Unit.QUERIES ? " qps" : " rows/s");
  }

  /** The rate, and for queries the rate of inserts meanwhile. */
  private static void rates(
      ElidingLine line,
      int columns,
      String rate,
      StepProgress progress,
      @Nullable Double insertsPerSecond) {
    if (!progress.alsoInserts()) {
      padded(line, columns, rate);
      return;
    }
    String both = rate + ", " + NumberText.figure(insertsPerSecond) + " ips";
    line.part(Ink.PLAIN)
        .form(Priority.PADDING, String.format(Locale.ROOT, "%" + (columns + 11) + "s", both))
        .form(Priority.INSERTS, both)
        .last(rate);
  }

  private static void padded(ElidingLine line, int columns, String text) {
    line.part(Ink.PLAIN)
        .form(Priority.PADDING, String.format(Locale.ROOT, "%" + columns + "s", text))
        .last(text);
  }

  /** Of all operations together, unlike the answer's. A dash for an interval without a success. */
  private static void p99(ElidingLine line, OptionalLong nanos) {
    String text =
        nanos.isPresent() ? Durations.latency(nanos.getAsLong()) : NumberText.figure(null);
    line.part(Ink.PLAIN)
        .form(Priority.PADDING, String.format(Locale.ROOT, "p99 all %7s", text))
        .form(Priority.P99, "p99 all " + text)
        .last("");
  }

  private static void away(ElidingLine line, StepProgress progress) {
    if (progress.workersAway() > 0) {
      String workers = NumberText.count(progress.workersAway());
      line.part(Ink.RED)
          .form(Priority.WORDS, "OUTAGE: " + workers + " waiting")
          .last(workers + " away");
    }
  }

  private void failures(ElidingLine line, StepProgress progress) {
    List<String> kinds = new ArrayList<>();
    for (int kind = 0; kind < failureKinds.size(); kind++) {
      if (progress.failures(kind) > 0) {
        kinds.add(NumberText.count(progress.failures(kind)) + " " + failureKinds.get(kind));
      }
    }
    if (!kinds.isEmpty()) {
      line.part(Ink.RED)
          .form(Priority.KINDS, "failed: " + String.join(", ", kinds))
          .last(NumberText.count(progress.failures()) + " failed");
    }
    long retries = progress.retries();
    if (retries > 0) {
      line.part(Ink.PLAIN)
          .form(
              Priority.RETRIES, NumberText.count(retries) + (retries == 1 ? " retry" : " retries"))
          .last("");
    }
  }

  private static void oldest(ElidingLine line, StepStart step, StepProgress progress) {
    if (progress.oldestNanos() > MIN_SHOWN_AGE_NANOS) {
      String age = Durations.age(progress.oldestNanos());
      boolean works = step.threads() > 0;
      line.part(works ? Ink.YELLOW : Ink.PLAIN)
          .form(Priority.WORDS, (works ? "oldest in flight " : "in flight ") + age)
          .last("oldest " + age);
      if (!progress.waitsFor().isEmpty()) {
        line.part(Ink.PLAIN)
            .form(Priority.WORDS, "waits for: " + SanitizedText.of(progress.waitsFor()))
            .last("");
      }
    }
  }
}
