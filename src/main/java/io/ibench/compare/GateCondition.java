package io.ibench.compare;

import io.ibench.report.figures.Operator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A limit for the ratio of a figure to the base's, as in {@code request:qps<0.95}. Immutable.
 *
 * @param text as the user wrote it
 * @param step empty for each step that counts something; may be a sum, as in {@link SummedSteps}
 * @param figure a {@link FigureRow#key}
 */
public record GateCondition(
    String text, Optional<String> step, String figure, Operator operator, double ratio) {

  private static final Pattern SYNTAX =
      Pattern.compile("\\s*(?:([^:<>]*):)?([^:<>=]+)(<=|>=|<|>)([^<>=]*)");

  /** A larger number is probably a percentage or the figure itself. */
  private static final double MAX_RATIO = 20;

  private static final String ALLOWED =
      "allowed: [STEP[+STEP...]:]FIGURE(<|<=|>|>=)RATIO, as in qps<0.95, request:wkbpq>1.1 or"
          + " l.i1+drain:written_gb>1.1";

  /** Parses a condition; empty after adding a line to the mistakes. */
  public static Optional<GateCondition> parse(String text, List<String> mistakes) {
    Matcher parts = SYNTAX.matcher(text);
    if (!parts.matches()) {
      mistakes.add("--fail-if " + text + " is no condition; " + ALLOWED);
      return Optional.empty();
    }
    Optional<String> step = Optional.ofNullable(parts.group(1)).map(GateCondition::stripped);
    String figure = parts.group(2).strip();
    double ratio = ratio(parts.group(4).strip());
    if (figure.isEmpty()
        || step.map(SummedSteps::parts).filter(of -> of.contains("")).isPresent()) {
      mistakes.add("--fail-if " + text + " is no condition; " + ALLOWED);
      return Optional.empty();
    }
    Optional<String> twice = step.flatMap(GateCondition::twice);
    if (twice.isPresent()) {
      mistakes.add("--fail-if " + text + " adds up " + twice.get() + " twice; name it once");
      return Optional.empty();
    }
    if (!(ratio > 0) || ratio > MAX_RATIO) {
      mistakes.add(
          String.format(
              Locale.ROOT,
              "--fail-if %s: '%s' is no ratio to the base; allowed: a number above 0 and up to"
                  + " %.0f, such as 0.95 for 95 %% of it",
              text,
              parts.group(4).strip(),
              MAX_RATIO));
      return Optional.empty();
    }
    return Optional.of(
        new GateCondition(text.strip(), step, figure, Operator.of(parts.group(3)), ratio));
  }

  /** Removes blanks around the names. */
  private static String stripped(String steps) {
    List<String> names = SummedSteps.parts(steps).stream().map(String::strip).toList();
    return String.join(SummedSteps.PLUS, names);
  }

  private static Optional<String> twice(String steps) {
    Set<String> seen = new HashSet<>();
    return SummedSteps.parts(steps).stream().filter(step -> !seen.add(step)).findFirst();
  }

  private static double ratio(String text) {
    return text.matches("\\d+(\\.\\d+)?|\\.\\d+") ? Double.parseDouble(text) : Double.NaN;
  }

  /** Whether a ratio is beyond the limit. */
  public boolean holds(double value) {
    return operator.holds(value, ratio);
  }
}
