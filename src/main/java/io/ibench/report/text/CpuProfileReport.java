package io.ibench.report.text;

import io.ibench.report.document.Block;
import io.ibench.report.document.Columns;
import io.ibench.report.document.Document;
import io.ibench.report.document.Layout;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.document.TableColumn;
import io.ibench.report.store.StoredCpuProfiles;
import io.ibench.report.store.StoredCpuProfiles.Counters;
import io.ibench.report.store.StoredCpuProfiles.Function;
import io.ibench.report.store.StoredCpuProfiles.Profile;
import io.ibench.report.store.StoredCpuProfiles.Sampling;
import io.ibench.report.store.StoredCpuProfiles.State;
import io.ibench.report.store.StoredCpuProfiles.Waits;
import io.ibench.report.store.StoredCpuProfiles.Whose;
import io.ibench.report.store.StoredCpuProfiles.Work;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Which functions used the CPU of the server, or of ibench, for each operation. Stateless. */
public final class CpuProfileReport {

  private static final int ROWS = 10;
  private static final int MAX_REPEATS = 6;

  /** What was sampled in the dearer way, as the sampler says. */
  private static final String SOME = "processes only";

  /** What holds more than this of the CPU is the way to all of the work, and says nothing of it. */
  private static final double TRUNK = 0.8;

  private CpuProfileReport() {}

  /** What follows the report of a run in a folder; empty without profiles. */
  static String after(Path run, Layout layout) {
    return StoredCpuProfiles.read(run)
        .map(profiles -> System.lineSeparator() + of(profiles).text(layout))
        .orElse("");
  }

  /** The profiles of a run as a document of text. */
  public static Document of(StoredCpuProfiles profiles) {
    List<Section> sections = new ArrayList<>();
    for (List<Profile> repeats : profiles.parts()) {
      sections.add(Section.ofNotes(notes(repeats)));
      Profile mean = StoredCpuProfiles.mean(repeats);
      List<Block> tables = new ArrayList<>();
      if (!mean.functions().isEmpty()) {
        String of = repeats.size() == 1 ? "" : ", mean of the repeats";
        tables.add(table(mean, "CPU of its own" + of, Function::selfMicros, Double.MAX_VALUE));
        double most = TRUNK * mean.work().map(Work::cpuMicros).orElse(0.0) * rooted(mean);
        tables.add(table(mean, "CPU with callees" + of, Function::allMicros, most));
      }
      mean.waits().map(waits -> waits(mean, waits)).ifPresent(tables::add);
      sections.add(Section.of(tables));
    }
    return new Document(title(profiles), List.of(), sections, "");
  }

  /** Stacks that are cut lead to nothing. */
  private static double rooted(Profile profile) {
    return profile.sampling().map(Sampling::rooted).orElse(1.0);
  }

  /** What is known of each repeat; of many repeats the first ones. */
  public static List<Note> notes(List<Profile> repeats) {
    List<Note> notes = new ArrayList<>();
    for (Profile profile : repeats.subList(0, Math.min(MAX_REPEATS, repeats.size()))) {
      notes.add(Note.of("", line(profile)));
      profile
          .work()
          .flatMap(CpuProfileReport::rates)
          .map(text -> Note.of("", text))
          .ifPresent(notes::add);
      profile
          .counters()
          .map(CpuProfileReport::counters)
          .map(text -> Note.of("", text))
          .ifPresent(notes::add);
    }
    if (repeats.size() > MAX_REPEATS) {
      int more = repeats.size() - MAX_REPEATS;
      notes.add(Note.of("", more + " more repeats in " + StoredCpuProfiles.NAME));
    }
    return notes;
  }

  /** {@code CPU of the server, by function}; of all that have a profile. */
  public static String title(StoredCpuProfiles profiles) {
    return profiles.profiles().stream()
        .map(profile -> profile.whose().text())
        .distinct()
        .collect(Collectors.joining(" and of ", "CPU of ", ", by function"));
  }

  /** {@code request: 53.3 us/q, 5,134 samples, 99 % seen, 88 % named}; or why nothing is known. */
  public static String line(Profile profile) {
    String whose = profile.whose() == Whose.SERVER ? "" : ", " + profile.whose().text();
    String title = profile.step() + (profile.repeat() > 1 ? " " + profile.repeat() : "") + whose;
    if (profile.none().isPresent() || profile.sampling().isEmpty() || profile.work().isEmpty()) {
      return title + ": no CPU profile: " + profile.none().orElse("it is damaged");
    }
    Sampling sampling = profile.sampling().get();
    Work work = profile.work().get();
    String lost = sampling.lost() == 0 ? "" : format(", %,d records lost", sampling.lost());
    return format(
        "%s: %s us/%s; %,d samples at %s Hz, %.0f %% seen, %.0f %% named, %.0f %% rooted%s%s",
        title,
        micros(work.cpuMicros()),
        work.of(),
        sampling.samples(),
        number(sampling.hz()),
        100 * sampling.coverage(),
        100 * sampling.named(),
        100 * sampling.rooted(),
        lost,
        sampling.how().contains(SOME) ? ", " + sampling.how() : "");
  }

  /** The rate with and without the sampling. */
  private static Optional<String> rates(Work work) {
    return work.withoutPerSecond()
        .filter(without -> without > 0)
        .map(
            without ->
                format(
                    "sampled for %.0f s more at %,.0f/s, %.2f of the rate without",
                    work.seconds(), work.perSecond(), work.perSecond() / without));
  }

  /** What was counted, and why the rest was not. */
  public static String counters(Counters counters) {
    List<String> known = new ArrayList<>();
    counters.cycles().ifPresent(each -> known.add(count(each) + " cycles"));
    counters
        .instructions()
        .ifPresent(each -> known.add(count(each) + " instructions" + perCycle(counters, each)));
    counters.cacheMisses().ifPresent(each -> known.add(count(each) + " cache misses"));
    counters.branchMisses().ifPresent(each -> known.add(count(each) + " branch misses"));
    counters.contextSwitches().ifPresent(each -> known.add(count(each) + " context switches"));
    String text = known.isEmpty() ? "" : String.join(", ", known) + " each " + counters.of();
    return text + counters.note().map(note -> (text.isEmpty() ? "" : "; ") + note).orElse("");
  }

  private static String perCycle(Counters counters, double instructions) {
    return counters
        .cycles()
        .filter(cycles -> cycles > 0)
        .map(cycles -> format(" (%.2f each cycle)", instructions / cycles))
        .orElse("");
  }

  private static String count(double value) {
    return format(value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%,.0f", value);
  }

  private static Table table(
      Profile profile, String title, ToDoubleFunction<Function> of, double most) {
    double cpu = profile.work().map(Work::cpuMicros).orElse(0.0);
    String unit = profile.work().map(Work::of).orElse("q");
    List<Function> first =
        profile.functions().stream()
            .filter(each -> of.applyAsDouble(each) > 0 && of.applyAsDouble(each) <= most)
            .sorted(Comparator.comparingDouble(of).reversed())
            .limit(ROWS)
            .toList();
    return new Columns<Function>()
        .add(TableColumn.number("us/" + unit, ""), each -> micros(of.applyAsDouble(each)))
        .add(
            TableColumn.number("%", "of the CPU of " + profile.whose().text()),
            each -> format("%.1f", 100 * of.applyAsDouble(each) / cpu))
        .text("function", Function::name)
        .table(title, first);
  }

  /** What sessions waited for: in the unit of the CPU, so that both can be added up. */
  private static Table waits(Profile profile, Waits waits) {
    String unit = profile.work().map(Work::of).orElse("q");
    return new Columns<State>()
        .add(
            TableColumn.number("us/" + unit, ""),
            each -> each.micros().map(CpuProfileReport::micros).orElse("-"))
        .add(
            TableColumn.number("sessions", "at a time, on average"),
            each -> format("%.2f", each.sessions()))
        .text("state", State::state)
        .table(
            format("sessions of the server in %,d looks", waits.looks()),
            waits.states().subList(0, Math.min(ROWS, waits.states().size())));
  }

  private static String micros(double value) {
    return format(value < 10 ? "%.2f" : "%,.1f", value);
  }

  private static String number(double value) {
    return format(value < 10 ? "%.1f" : "%.0f", value);
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
