package io.ibench.cli;

import io.ibench.config.Secrets;
import io.ibench.contract.ContractRule;
import io.ibench.contract.ContractRule.Level;
import io.ibench.contract.RuleResult;
import io.ibench.contract.RuleResult.State;
import io.ibench.db.Description;
import io.ibench.report.figures.SanitizedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The text of {@code test-adapter}, in lines of 80 columns. Stateless. */
final class RuleLines {

  private static final int COLUMNS = 80;
  private static final String INDENT = " ".repeat(8);

  private RuleLines() {}

  /** All rules with their sentences. */
  static List<String> list(List<ContractRule> rules) {
    List<String> lines = new ArrayList<>();
    for (ContractRule rule : rules) {
      lines.add(rule.name());
      lines.addAll(wrapped(sentence(rule), INDENT));
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "%,d rules, of which %,d must be kept",
            rules.size(),
            rules.stream().filter(rule -> rule.level() == Level.MUST).count()));
    return lines;
  }

  private static String sentence(ContractRule rule) {
    return rule.level().label() + ": " + rule.sentence();
  }

  static String head(Description description, int rules) {
    return String.format(
        Locale.ROOT,
        "test-adapter: %s on %s %s, %,d rules%n",
        description.name(),
        SanitizedText.of(description.product()),
        SanitizedText.of(description.version()),
        rules);
  }

  /** One line, and for a rule that is broken its sentence and what came instead. */
  static List<String> of(RuleResult result) {
    List<String> lines = new ArrayList<>();
    long millis = TimeUnit.NANOSECONDS.toMillis(result.nanos());
    String time = result.state() == State.NOT_APPLICABLE ? "" : millis + " ms";
    String name = result.rule().name();
    int gap = Math.max(1, COLUMNS - INDENT.length() - name.length() - time.length());
    lines.add(
        (String.format(Locale.ROOT, "%-8s", word(result)) + name + " ".repeat(gap) + time)
            .stripTrailing());
    if (result.state() != State.KEPT) {
      if (result.isBroken()) {
        lines.addAll(wrapped(sentence(result.rule()), INDENT));
      }
      for (String detail : result.details()) {
        lines.addAll(wrapped(SanitizedText.of(Secrets.mask(detail)), INDENT));
      }
    }
    return lines;
  }

  private static String word(RuleResult result) {
    return switch (result.state()) {
      case KEPT -> "kept";
      case BROKEN -> isUnfit(result) ? "BROKEN" : "less";
      case HANGING -> "HANGS";
      case NOT_APPLICABLE -> "-";
      case INTERRUPTED -> "ended";
    };
  }

  /** Whether ibench must not be used on a database with this result. */
  static boolean isUnfit(RuleResult result) {
    return result.isBroken() && result.rule().level() == Level.MUST;
  }

  /**
   * The end of the text; the answer is its last line.
   *
   * @param rules how many rules were to be run
   * @param all whether these are all rules of the contract
   */
  static List<String> answer(List<RuleResult> results, int rules, boolean all) {
    List<String> lines = new ArrayList<>(List.of(""));
    int missing = rules - results.size();
    if (missing > 0) {
      lines.add(String.format(Locale.ROOT, "%,d rules were not run", missing));
    }
    String end;
    if (results.stream().anyMatch(RuleLines::isUnfit)) {
      end = "this adapter does not fit";
    } else if (missing == 0 && all) {
      end = "this adapter fits";
    } else {
      end = "other rules were not run";
    }
    long others = results.stream().filter(result -> result.state() == State.NOT_APPLICABLE).count();
    lines.add(
        count(results, Level.MUST)
            + ", "
            + count(results, Level.OPTIONAL)
            + (others > 0 ? ", not applicable: " + others : "")
            + "; "
            + end);
    return lines;
  }

  private static String count(List<RuleResult> results, Level level) {
    List<RuleResult> asked =
        results.stream()
            .filter(result -> result.rule().level() == level)
            .filter(result -> result.state() != State.NOT_APPLICABLE)
            .toList();
    long kept = asked.stream().filter(result -> !result.isBroken()).count();
    return level.label() + ": " + kept + " of " + asked.size();
  }

  /** Breaks at blanks; a long word stays behind its label, such as {@code at:}. */
  private static List<String> wrapped(String text, String indent) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(indent);
    for (String word : text.split(" ")) {
      boolean empty = line.length() == indent.length();
      boolean label = line.toString().strip().matches("[a-z]+:");
      if (!empty && !label && line.length() + 1 + word.length() > COLUMNS) {
        lines.add(line.toString());
        line.setLength(indent.length());
        empty = true;
      }
      line.append(empty ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
