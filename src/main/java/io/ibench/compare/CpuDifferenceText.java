package io.ibench.compare;

import io.ibench.report.document.Block;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.figures.SanitizedText;
import io.ibench.statistics.CountedDifference;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Which functions make a difference in CPU, in a few lines. Stateless. */
public final class CpuDifferenceText {

  /** Between the ends of a path. */
  static final String TO = " .. ";

  private static final int COLUMNS = 80;
  private static final int INDENT = 20;

  private CpuDifferenceText() {}

  /** The lines of one pair; of several only those of the steps that differ, under titles. */
  public static String of(List<CpuPair> pairs) {
    List<String> lines = new ArrayList<>();
    if (pairs.size() == 1) {
      pairs.get(0).steps().forEach(step -> lines.addAll(lines(step)));
    } else {
      for (CpuPair pair : pairs) {
        List<List<String>> steps = few(pair);
        if (!steps.isEmpty()) {
          lines.add(SanitizedText.of(pair.title()));
          steps.forEach(lines::addAll);
          lines.add("");
        }
      }
      lines.addAll(withoutDifference(pairs));
    }
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      fitted(line.isEmpty() ? "" : "  " + line)
          .forEach(part -> text.append(part).append(System.lineSeparator()));
    }
    return text.toString();
  }

  /** A long path ends in a second line. */
  private static List<String> fitted(String line) {
    int end = line.indexOf(TO);
    return line.length() <= COLUMNS || end < 0
        ? List.of(line)
        : List.of(
            line.substring(0, end + TO.length() - 1),
            " ".repeat(INDENT) + line.substring(end + TO.length()));
  }

  /** For a page: the lines and the calls of both sides of each step. */
  public static List<Block> blocks(List<CpuDifference> differences) {
    List<Block> blocks = new ArrayList<>();
    for (CpuDifference each : differences) {
      blocks.add(new Block.Notes(lines(each).stream().map(line -> Note.of("", line)).toList()));
      blocks.add(new Block.Flames(each.graph()));
    }
    return blocks;
  }

  /** The same as parts of a report. */
  public static List<Section> sections(List<CpuPair> pairs) {
    List<Section> sections = new ArrayList<>();
    for (CpuPair pair : pairs) {
      List<List<String>> steps = few(pair);
      if (!steps.isEmpty()) {
        sections.add(new Section("", pair.title(), "", List.of()));
      }
      for (List<String> step : steps) {
        List<Note> paths = step.stream().skip(1).map(line -> Note.of("", line)).toList();
        sections.add(new Section("", step.get(0), "", List.of(new Block.Notes(paths))));
      }
    }
    sections.add(
        Section.ofNotes(withoutDifference(pairs).stream().map(line -> Note.of("", line)).toList()));
    return sections;
  }

  /** The lines of the steps that differ; of many steps fewer lines each. */
  private static List<List<String>> few(CpuPair pair) {
    List<CpuDifference> steps = pair.differing().steps();
    int most = Math.max(1, CpuDifference.MAX_LINES / Math.max(1, steps.size()));
    return steps.stream().map(step -> lines(step, most)).toList();
  }

  /** How many steps do not differ; none if all do. */
  private static List<String> withoutDifference(List<CpuPair> pairs) {
    int all = pairs.stream().mapToInt(pair -> pair.steps().size()).sum();
    int alike = all - pairs.stream().mapToInt(pair -> pair.differing().steps().size()).sum();
    if (alike == 0) {
      return List.of();
    }
    String which = all == 1 ? "the step" : alike + " of " + all + " steps";
    return List.of("no difference beyond noise in the server's CPU in " + which);
  }

  /** All lines of a step. */
  public static List<String> lines(CpuDifference difference) {
    List<String> lines = new ArrayList<>(lines(difference, CpuDifference.MAX_LINES));
    if (!difference.functions().isEmpty()) {
      lines.add("  by their own CPU");
      first(difference.functions(), CpuDifference.MAX_LINES)
          .forEach(line -> lines.add(line(line, "  ")));
    }
    return lines;
  }

  /** What a step is about, its first paths, and the rest. */
  private static List<String> lines(CpuDifference difference, int most) {
    CountedDifference total = difference.total();
    List<String> lines = new ArrayList<>();
    lines.add(
        format(
            "%s: CPU of %s per %s %s -> %s us (%s%s)",
            difference.step(),
            difference.whose().text(),
            difference.of().equals("q") ? "query" : difference.of(),
            micros(total.a()),
            micros(total.b()),
            signed(total.change()),
            total.repeated() ? " +-" + micros(total.half()) : " ?"));
    double rest = total.change();
    for (CpuDifference.Line line : first(difference.paths(), most)) {
      lines.add(line(line, ""));
      rest -= line.difference().change();
    }
    lines.add(rest(difference, rest, most));
    return lines;
  }

  private static String rest(CpuDifference difference, double rest, int most) {
    int more = difference.paths().size() - most;
    if (more > 0) {
      return format(
          "  the rest, %s: %d more beyond noise, all else %s x",
          signed(rest), more, factor(difference));
    }
    return difference.paths().isEmpty()
        ? format(
            "  no function of %,d differs from the others; all %s x%s",
            difference.tested(), factor(difference), noise(difference.total()))
        : format("  the rest, %s: all %s x, none beyond noise", signed(rest), factor(difference));
  }

  private static String noise(CountedDifference total) {
    if (!total.repeated()) {
      return "";
    }
    return total.isSure() ? ", beyond noise: machine, compiler or library" : ", within noise";
  }

  private static String factor(CpuDifference difference) {
    return format("%.2f", difference.alike());
  }

  private static List<CpuDifference.Line> first(List<CpuDifference.Line> lines, int most) {
    return lines.subList(0, Math.min(most, lines.size()));
  }

  private static String line(CpuDifference.Line line, String indent) {
    CountedDifference difference = line.difference();
    return format(
        "%s%8s +-%-5s%s %s (%s -> %s)",
        indent,
        signed(difference.change()),
        micros(difference.half()),
        difference.repeated() ? "" : "?",
        SanitizedText.of(line.text()),
        micros(difference.a()),
        micros(difference.b()));
  }

  private static String signed(double micros) {
    return (micros < 0 ? "-" : "+") + micros(Math.abs(micros));
  }

  private static String micros(double value) {
    return format(value < 10 ? "%.2f" : "%,.1f", value);
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
