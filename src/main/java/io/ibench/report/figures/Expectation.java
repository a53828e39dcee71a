package io.ibench.report.figures;

import io.ibench.measure.PeriodResult;
import io.ibench.measure.Role;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A limit that the user expects a figure of a step to keep. Immutable.
 *
 * @param name of the figure, as the user wrote it
 * @param source where its value is
 * @param key of a step's figure, or of a statistic of latencies such as {@code p99_us}
 * @param operation whose latency it is; empty for the worst of all operations, and for other
 *     figures
 * @param limit in the figure's own unit
 * @param limitText as the user wrote it, with its unit
 * @param unit in which the user reads the value
 * @param unitSize a value in the user's unit times this is in the figure's own unit
 */
public record Expectation(
    String step,
    String name,
    Source source,
    String key,
    Optional<String> operation,
    Operator operator,
    double limit,
    String limitText,
    String unit,
    double unitSize) {

  private static final Map<String, Role> RATES =
      Map.of("ips", Role.INSERT, "dps", Role.DELETE, "qps", Role.QUERY);

  /** The place of a value in a step. */
  public enum Source {
    FIGURE,
    /** Failed operations in percent of all, successes and failures. */
    ERROR_SHARE,
    SERVICE,
    RESPONSE
  }

  /** The figures that are also known while a step runs. */
  public static List<String> rates() {
    return RATES.keySet().stream().sorted().toList();
  }

  /** Such as {@code > 5000/s}. */
  public String expected() {
    return operator.sign() + " " + limitText;
  }

  public boolean holds(double value) {
    return operator.holds(value, limit);
  }

  /** The value in the user's unit, with so many digits that it is on its own side of the limit. */
  public String shown(double value) {
    double amount = value / unitSize;
    String text = NumberText.figure(amount);
    double read = Double.parseDouble(text.replace(",", ""));
    if (operator.holds(read, limit / unitSize) != holds(value)) {
      text = Double.toString(amount);
    }
    return text + (unit.isEmpty() || unit.startsWith("/") ? unit : " " + unit);
  }

  /** The rate over a report period; empty for all other figures. */
  public OptionalDouble rate(PeriodResult period, List<Role> roles) {
    Role role = source == Source.FIGURE ? RATES.get(key) : null;
    if (role == null || period.nanos() <= 0) {
      return OptionalDouble.empty();
    }
    long count = role == Role.QUERY ? period.queries(roles) : period.rows(roles, role);
    return OptionalDouble.of(count / period.seconds());
  }
}
