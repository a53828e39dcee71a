package io.ibench.trend;

import io.ibench.compare.FigureRow;
import io.ibench.report.document.Block;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Document;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.figures.NumberText;
import io.ibench.report.text.VerdictText;
import io.ibench.trend.Trend.Changed;
import io.ibench.trend.Trend.Finding;
import io.ibench.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What trends have found, in sentences. Stateless. */
public final class TrendText {

  /** Of each work; further ones are counted. */
  private static final int MAX_FINDINGS = 12;

  /** From so many on, steps that change at one time are told in one sentence. */
  private static final int MANY = 3;

  /** Of what else changed at a change. */
  private static final int MAX_THERE = 4;

  /** With fewer, two means can hardly be told from chance. */
  static final int FEW_RUNS = 5;

  private static final double PERCENT = 100;

  private TrendText() {}

  /**
   * The report for a terminal or for Markdown.
   *
   * @param tables of each trend, below its sentences
   */
  public static Document document(
      Trends all, List<Trend> trends, Function<Trend, List<Table>> tables) {
    List<Section> sections = new ArrayList<>();
    for (Trend trend : trends) {
      List<Block> blocks = new ArrayList<>(List.of(new Block.Notes(notes(trend, MAX_FINDINGS))));
      blocks.addAll(tables.apply(trend));
      sections.add(new Section("", head(trend), "", blocks));
    }
    return new Document(answer(trends), about(all), sections, "");
  }

  /** In one sentence. */
  public static String answer(List<Trend> trends) {
    List<Finding> findings = trends.stream().flatMap(trend -> own(trend).stream()).toList();
    long stay = findings.stream().filter(each -> each.main().change().stays()).count();
    long series = trends.stream().mapToLong(trend -> trend.series().size()).sum();
    long machine = trends.stream().mapToLong(trend -> ofMachine(trend).size()).sum();
    return "trend: "
        + (findings.isEmpty() ? "no change" : changes(findings.size()))
        + (stay == findings.size()
            ? ""
            : ", " + NumberText.count(stay) + (stay == 1 ? " of which stays," : " of which stay,"))
        + " in "
        + count(series, "series")
        + (machine == 0 ? "" : ", and " + changes(machine) + " of the machine");
  }

  private static String changes(long count) {
    return count(count, count == 1 ? "change" : "changes");
  }

  /** Without those at which the machine changed, too. */
  private static List<Finding> own(Trend trend) {
    return trend.findings().stream().filter(finding -> !finding.isOfMachine()).toList();
  }

  /** The changes of the machine: those of its figures at the same time are one. */
  private static List<List<Changed>> ofMachine(Trend trend) {
    List<List<Changed>> groups = new ArrayList<>();
    for (Changed changed : trend.machineChanges()) {
      groups.stream()
          .filter(group -> trend.areNear(group.get(0), changed))
          .findFirst()
          .ifPresentOrElse(
              group -> group.add(changed), () -> groups.add(new ArrayList<>(List.of(changed))));
    }
    return groups;
  }

  private static String count(long count, String of) {
    return NumberText.count(count) + " " + of;
  }

  /** What is not in the series. */
  public static List<Note> about(Trends all) {
    List<Note> notes = new ArrayList<>();
    if (!all.leftOut().isEmpty()) {
      Trends.LeftOut first = all.leftOut().get(0);
      int more = all.leftOut().size() - 1;
      notes.add(
          new Note(
              "left out",
              first.folder()
                  + ": "
                  + first.why()
                  + (more == 0 ? "" : ", and " + count(more, more == 1 ? "other run" : "others")),
              Tone.CARE));
    }
    all.notes().forEach(note -> notes.add(Note.of("", note)));
    return notes;
  }

  /** The same as lines. */
  public static List<String> plain(Trends all) {
    return about(all).stream().map(Note::line).toList();
  }

  /** Such as {@code oltp on MariaDB: 60 runs, 2026-09-01 to 2026-10-30}. */
  public static String head(Trend trend) {
    List<String> places = trend.places();
    int runs = places.size();
    String first = Places.brief(trend, 0);
    String last = Places.brief(trend, runs - 1);
    return trend.title()
        + ": "
        + count(runs, runs == 1 ? "run" : "runs")
        + (trend.order().isByTime() ? "" : " by " + trend.order().by())
        + ", "
        + (first.equals(last) ? first : first + " to " + last);
  }

  /** A sentence for each change. */
  public static List<Note> notes(Trend trend, int most) {
    List<Finding> findings = own(trend);
    List<Note> notes = new ArrayList<>();
    Map<List<Object>, List<Finding>> places = new LinkedHashMap<>();
    findings.forEach(
        finding ->
            places
                .computeIfAbsent(
                    List.of(Places.brief(trend, finding.run()), finding.main().change().stays()),
                    place -> new ArrayList<>())
                .add(finding));
    long told = 0;
    for (List<Finding> place : places.values()) {
      if (told < most) {
        told += place.size();
        notes.addAll(
            place.size() < MANY
                ? place.stream().map(finding -> note(trend, finding)).toList()
                : List.of(together(trend, place, most)));
      }
    }
    if (findings.size() > told) {
      notes.add(
          Note.of(
              "", count(findings.size() - told, "more are on the page of --html, and in json")));
    }
    List<List<Changed>> machine = ofMachine(trend);
    machine.stream().limit(most).forEach(changed -> notes.add(machine(trend, changed)));
    if (machine.size() > most) {
      notes.add(Note.of("machine", count(machine.size() - most, "more changes")));
    }
    if (notes.isEmpty()) {
      String since = trend.firstTold().map(place -> " since " + place).orElse("");
      notes.add(
          trend.hasRunsSince()
              ? Note.of("", "no change beyond chance in any of its series" + since)
              : new Note("", "no run since then", Tone.CARE));
    }
    String bad = VerdictText.of(Verdict.DEGRADED);
    long degraded =
        IntStream.range(0, trend.places().size())
            .filter(run -> trend.verdict(run).equals(bad))
            .count();
    if (degraded > 0) {
      notes.add(
          new Note(
              "",
              NumberText.count(degraded)
                  + " of "
                  + NumberText.count(trend.places().size())
                  + " runs: "
                  + bad,
              Tone.CARE));
    }
    if (trend.places().size() < FEW_RUNS) {
      notes.add(Note.of("", "with fewer than 5 runs hardly any change can be told from chance"));
    }
    if (trend.machine().isEmpty() && !findings.isEmpty()) {
      notes.add(
          Note.of(
              "",
              "the machine was not measured beside it (machine.probe = true, or a suite), so a slower"
                  + " machine cannot be told from a slower server"));
    }
    return notes;
  }

  /** One change of the machine, and the steps that changed with it. */
  private static Note machine(Trend trend, List<Changed> changed) {
    List<String> parts = new ArrayList<>(List.of(sentence(trend, changed.get(0))));
    changed.stream().skip(1).forEach(other -> parts.add(brief(other)));
    List<String> steps =
        trend.findings().stream()
            .filter(Finding::isOfMachine)
            .filter(finding -> changed.stream().anyMatch(finding.machine()::contains))
            .map(finding -> step(trend, finding))
            .toList();
    if (!steps.isEmpty()) {
      parts.add("with it " + FigureRow.few(steps, MAX_THERE));
    }
    return new Note("machine", String.join("; ", parts), Tone.CARE);
  }

  /** Many steps that changed at one time. */
  private static Note together(Trend trend, List<Finding> findings, int most) {
    List<String> steps = findings.stream().map(finding -> step(trend, finding)).toList();
    Series.Change change = findings.get(0).main().change();
    String until =
        change
            .until()
            .map(run -> ", until " + Places.brief(trend, run) + " or so")
            .orElse(", stay");
    return new Note(
        findings.size() + " steps since " + Places.brief(trend, findings.get(0).run()),
        FigureRow.few(steps, most) + until + there(findings.get(0)),
        findings.stream().anyMatch(finding -> tone(finding) == Tone.BAD) ? Tone.BAD : Tone.PLAIN);
  }

  /** Such as {@code request qps -4.1 %}. */
  private static String step(Trend trend, Finding finding) {
    return trend.stepTitle(finding.main().series()) + " " + brief(finding.main());
  }

  private static String there(Finding finding) {
    return finding.there().isEmpty() ? "" : "; there: " + FigureRow.few(finding.there(), MAX_THERE);
  }

  private static Note note(Trend trend, Finding finding) {
    List<String> parts = new ArrayList<>();
    parts.add(sentence(trend, finding.main()));
    finding.others().forEach(other -> parts.add(brief(other)));
    if (!finding.machine().isEmpty()) {
      parts.add(
          finding.machine().stream()
              .map(TrendText::brief)
              .collect(
                  Collectors.joining(", ", "the machine changed, too, but not as much: ", "")));
    }
    return new Note(
        trend.stepTitle(finding.main().series()),
        String.join("; ", parts) + there(finding),
        tone(finding));
  }

  private static Tone tone(Finding finding) {
    Optional<Boolean> worse = finding.main().isWorse();
    return worse.isPresent() && worse.get() && finding.main().change().stays()
        ? Tone.BAD
        : Tone.PLAIN;
  }

  /** Such as {@code qps -4.1 % since 8.0.35 (9,812 -> 9,410), stays}. */
  static String sentence(Trend trend, Changed changed) {
    Series.Change change = changed.change();
    return brief(changed)
        + " since "
        + Places.brief(trend, change.run())
        + " ("
        + changed.series().figure().text(change.before())
        + " -> "
        + changed.series().figure().text(change.after())
        + "), "
        + change.until().map(until -> "until " + Places.brief(trend, until)).orElse("stays");
  }

  private static String brief(Changed changed) {
    return changed.series().figure().name() + " " + percent(changed.change());
  }

  /** Such as {@code -4.1 %}, or {@code x 3.2}. */
  public static String percent(Series.Change change) {
    double ratio = change.ratio();
    if (!Double.isFinite(ratio) || ratio <= 0) {
      return change.before() == 0 ? "from 0" : "to 0";
    }
    if (ratio >= 3) {
      return "x " + NumberText.figure(ratio);
    }
    double percent = PERCENT * (ratio - 1);
    String format =
        Math.abs(percent) < 1 ? "%+.2f %%" : Math.abs(percent) < 10 ? "%+.1f %%" : "%+.0f %%";
    return String.format(Locale.ROOT, format, percent);
  }
}
