package io.ibench.page.compare;

import io.ibench.compare.Comparison;
import io.ibench.compare.Side;
import io.ibench.report.store.StoredRun;
import io.ibench.report.text.VerdictText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a comparison is about: its title, and a line for each side. Stateless. */
final class CompareHead {

  private CompareHead() {}

  static String title(Comparison comparison) {
    String workloads =
        comparison.sides().stream()
            .flatMap(side -> side.runs().stream())
            .map(run -> run.report().workload())
            .distinct()
            .collect(Collectors.joining(" and "));
    return workloads + ": " + comparison.sides().size() + " sides compared";
  }

  /** Which is the base, and who each side is. */
  static List<String> subtitle(Comparison comparison) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < comparison.sides().size(); i++) {
      Side side = comparison.sides().get(i);
      lines.add((i + 1) + ". " + side.name() + (i == 0 ? " (the base): " : ": ") + about(side));
    }
    return lines;
  }

  private static String about(Side side) {
    int runs = side.runs().size();
    List<String> parts = new ArrayList<>();
    parts.add((runs == 1 ? "1 run " : runs + " runs ") + each(side, CompareHead::folder, ", "));
    parts.add("ibench " + each(side, run -> run.report().version(), " / "));
    parts.add(product(side));
    parts.add(field(side, "driver", ""));
    parts.add(field(side, "batch", "batch: "));
    parts.add(field(side, "durability", "durability: "));
    side.verdict().map(VerdictText::of).ifPresent(text -> parts.add("verdict: " + text));
    return parts.stream().filter(part -> !part.isBlank()).collect(Collectors.joining("; "));
  }

  private static String product(Side side) {
    return each(
        side,
        run ->
            List.of("product", "version", "engine").stream()
                .map(key -> fields(run).get(key))
                .filter(Objects::nonNull)
                .collect(Collectors.joining(" ")),
        " / ");
  }

  private static String field(Side side, String key, String label) {
    String value = each(side, run -> fields(run).getOrDefault(key, ""), " / ");
    return value.isEmpty() ? "" : label + value;
  }

  private static Map<String, String> fields(StoredRun run) {
    return run.report().database().fields();
  }

  /** Of runs that are the same, once. */
  private static String each(Side side, Function<StoredRun, String> text, String between) {
    return side.runs().stream().map(text).distinct().collect(Collectors.joining(between));
  }

  /** The name of the folder alone. */
  static String folder(StoredRun run) {
    Path whole = run.folder().toAbsolutePath().normalize();
    return Objects.toString(whole.getFileName(), whole.toString());
  }
}
