package io.ibench.status;

import io.ibench.host.ProcessIdentity;
import io.ibench.report.figures.Durations;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.StoredGap;
import io.ibench.report.store.StoredProgress;
import io.ibench.report.store.StoredProgress.Minute;
import io.ibench.report.store.UnreadableResultException;
import io.ibench.verdict.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A status in words and as data. Immutable.
 *
 * @param now when somebody looks
 * @param zone of the reader
 */
public record StatusText(RunStatus status, Instant now, ZoneId zone) {

  private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

  /** Reads the status of a run, now. */
  public static StatusText now(Path run) throws UnreadableResultException {
    Instant now = Instant.now();
    return new StatusText(RunStatus.read(run, now), now, ZoneId.systemDefault());
  }

  /** The answer, in one line. */
  public String line() {
    return activity() + (status.report().damage().isEmpty() ? "" : "; the result is DAMAGED");
  }

  private String activity() {
    String folder = SanitizedText.of(status.folder().toString());
    return switch (status.activity()) {
      case RUNNING -> "running: " + step() + "; " + verdict();
      case SILENT ->
          "no sign of life for "
              + age()
              + " ("
              + step()
              + "): killed, or busy with something that writes nothing";
      case KILLED ->
          "killed at "
              + at(status.lastSign())
              + " in "
              + title()
              + ": "
              + resume()
              + ", ibench report "
              + folder
              + " shows what was measured";
      case OVER ->
          status.report().state().label()
              + " at "
              + at(status.lastSign())
              + status.verdict().map(verdict -> ": " + verdict).orElse("")
              + "; "
              + (status.isResumable() ? resume() + ", " : "")
              + "ibench report "
              + folder
              + " shows the figures";
    };
  }

  private String resume() {
    return resume(status.folder(), status.secretVariables());
  }

  /**
   * How a run goes on.
   *
   * @param secretVariables the variables of the environment that gave its secrets
   */
  public static String resume(Path folder, List<String> secretVariables) {
    return "bin/ibench resume "
        + SanitizedText.of(folder.toString())
        + " goes on"
        + (secretVariables.isEmpty()
            ? ""
            : " (it needs the environment variables "
                + SanitizedText.of(String.join(", ", secretVariables))
                + ")");
  }

  private String age() {
    return Durations.left(Math.max(0, Duration.between(status.lastSign(), now).toNanos()));
  }

  private Optional<StoredProgress> inStep() {
    return status
        .progress()
        .filter(progress -> progress.step().isPresent() && !status.isResuming());
  }

  /**
   * The name of the step, with the repeat if there are several. An action writes no progress: it is
   * the next one.
   */
  private String title() {
    return inStep()
        .flatMap(StoredProgress::step)
        .map(
            step ->
                SanitizedText.of(step.name())
                    + (step.repeats() > 1
                        ? " (repeat " + step.repeat() + " of " + step.repeats() + ")"
                        : ""))
        .or(() -> status.nextStep().map(this::between))
        .orElse("the end");
  }

  private String between(String next) {
    return (status.isResuming() ? "resuming with " : "") + SanitizedText.of(next);
  }

  private String step() {
    StringBuilder text = new StringBuilder(title());
    if (inStep().isEmpty()) {
      return text.toString();
    }
    StoredProgress progress = inStep().get();
    progress.done().ifPresent(done -> text.append(", ").append(percent(done)));
    progress.minute().ifPresent(minute -> text.append(", ").append(rate(minute)));
    if (progress.workersAway() > 0) {
      text.append("; OUTAGE: ")
          .append(NumberText.count(progress.workersAway()))
          .append(" workers waiting");
    }
    progress
        .waitsFor()
        .ifPresent(what -> text.append("; waits for: ").append(SanitizedText.of(what)));
    progress
        .leftSeconds()
        .map(left -> progress.time().plusMillis(Math.round(1e3 * left.doubleValue())))
        .ifPresent(end -> text.append("; ends about ").append(at(end)));
    return text.toString();
  }

  /** Shows 100 % only at the end. */
  private static String percent(Number done) {
    double share = done.doubleValue();
    return (share < 1 ? Math.min(99, Math.round(100 * share)) : 100) + " %";
  }

  private static String rate(Minute minute) {
    double seconds = minute.seconds().doubleValue();
    return NumberText.figure(minute.perSecond().doubleValue())
        + " "
        + SanitizedText.of(minute.unit())
        + minute
            .p99Us()
            .map(us -> ", p99 " + Durations.latency(Math.round(1e3 * us.doubleValue())))
            .orElse("")
        + " in the last "
        + (seconds >= 60 ? "minute" : NumberText.figure(Math.ceil(seconds)) + " s");
  }

  private String verdict() {
    return status
        .verdict()
        .filter(verdict -> verdict != Verdict.SHORT)
        .map(verdict -> (verdict.isBad() ? verdict : lower(verdict)) + " so far")
        .orElse("no verdict yet");
  }

  private static String lower(Verdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT);
  }

  /** In the reader's time; with the day if that is another one. */
  private String at(Instant moment) {
    ZonedDateTime there = moment.atZone(zone);
    boolean today = there.toLocalDate().equals(now.atZone(zone).toLocalDate());
    return there.format(today ? HOUR : DAY);
  }

  /** The answer, and what a user asks next. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>(List.of(line()));
    lines.add(
        "  last sign of life: " + age() + " ago" + status.owner().map(this::owner).orElse(""));
    int planned = status.report().plan().size();
    lines.add(
        "  steps over: "
            + status.stepsDone().size()
            + " of "
            + planned
            + (status.stepsDone().isEmpty()
                ? ""
                : " (" + SanitizedText.of(String.join(", ", status.stepsDone())) + ")"));
    lines.addAll(gaps());
    lines.add(
        "  outages: " + (status.outages() == 0 ? "none" : NumberText.count(status.outages())));
    lines.add("  failed operations: " + failures());
    reasons().forEach(lines::add);
    status.report().damage().forEach(what -> lines.add("  DAMAGED: " + SanitizedText.of(what)));
    lines.add("  free where the results are: " + free());
    return lines;
  }

  private List<String> gaps() {
    return status.report().gaps().stream()
        .map(gap -> "  resumed " + SanitizedText.of(gap.description()))
        .toList();
  }

  /** Why steps that are over are bad; those of the whole run if it is over. */
  private List<String> reasons() {
    Stream<String> ofSteps =
        RunReport.decisive(status.report().steps()).stream()
            .filter(step -> step.verdict().filter(Verdict::isBad).isPresent())
            .flatMap(
                step ->
                    step.reasons().stream()
                        .map(reason -> step.title() + " " + step.verdict().get() + ": " + reason));
    Stream<String> ofRun = status.report().reasons().stream();
    return (status.report().reasons().isEmpty() ? ofSteps : ofRun)
        .map(reason -> "  " + SanitizedText.of(reason))
        .toList();
  }

  private String owner(ProcessIdentity process) {
    return ", " + SanitizedText.of(process.description());
  }

  private String failures() {
    long now = inStep().map(StoredProgress::failures).orElse(0L);
    long all = status.failures() + now;
    return all == 0
        ? "none"
        : NumberText.count(all) + (now > 0 ? ", " + NumberText.count(now) + " in this step" : "");
  }

  private String free() {
    return status
        .freeBytes()
        .map(bytes -> NumberText.figure(bytes / NumberText.GB_BYTES) + " GB")
        .orElse("unknown");
  }

  /** The same for programs; times in UTC. Values are texts, numbers, lists and maps. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("line", line());
    json.put("folder", status.folder().toString());
    json.put("run", status.report().id());
    json.put("activity", status.activity().name().toLowerCase(Locale.ROOT));
    json.put("state", status.report().state().label());
    json.put("started", status.report().started().toString());
    json.put("last_sign", status.lastSign().toString());
    json.put("owner_pid", status.owner().map(ProcessIdentity::pid).orElse(null));
    json.put("owner_host", status.owner().map(ProcessIdentity::host).orElse(null));
    json.put("steps", status.report().plan());
    json.put("steps_over", status.stepsDone());
    Optional<StoredProgress> progress = inStep();
    json.put("step", progress.flatMap(StoredProgress::step).map(step -> step.name()).orElse(null));
    json.put(
        "repeat", progress.flatMap(StoredProgress::step).map(step -> step.repeat()).orElse(null));
    json.put(
        "repeats", progress.flatMap(StoredProgress::step).map(step -> step.repeats()).orElse(null));
    json.put("done", progress.flatMap(StoredProgress::done).orElse(null));
    json.put("left_seconds", progress.flatMap(StoredProgress::leftSeconds).orElse(null));
    Optional<Minute> minute = progress.flatMap(StoredProgress::minute);
    json.put("minute_seconds", minute.map(Minute::seconds).orElse(null));
    json.put("rate_unit", minute.map(Minute::unit).orElse(null));
    json.put("rate", minute.map(Minute::perSecond).orElse(null));
    json.put("p99_us", minute.flatMap(Minute::p99Us).orElse(null));
    json.put("workers_away", progress.map(StoredProgress::workersAway).orElse(null));
    json.put("waits_for", progress.flatMap(StoredProgress::waitsFor).orElse(null));
    json.put("gaps", status.report().gaps().stream().map(StatusText::json).toList());
    json.put("outages", status.outages());
    json.put("errors", status.failures() + progress.map(StoredProgress::failures).orElse(0L));
    json.put("verdict", status.verdict().map(StatusText::lower).orElse(null));
    json.put("resume_variables", status.isResumable() ? status.secretVariables() : List.of());
    json.put("damage", status.report().damage());
    json.put("free_bytes", status.freeBytes().orElse(null));
    return json;
  }

  private static Map<String, Object> json(StoredGap gap) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("from", gap.from().toString());
    json.put("to", gap.to().toString());
    json.put("by", gap.by());
    json.put("step", gap.step().orElse(null));
    return json;
  }
}
