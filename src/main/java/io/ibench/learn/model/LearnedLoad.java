package io.ibench.learn.model;

import io.ibench.learn.sql.Form;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a log's statements are, as a load. Immutable, but for its parts.
 *
 * @param counts by the number of the form
 * @param values by the number of the form; null for one without a value
 * @param types that become transactions of the script, the most frequent first
 * @param rest types that do not
 */
public record LearnedLoad(
    List<Form> forms,
    List<FormCounts> counts,
    List<@Nullable FormValues> values,
    List<LearnedType> types,
    List<TransactionType> rest,
    Arrivals arrivals,
    Totals totals) {

  /**
   * Sums.
   *
   * @param transactions of all types
   * @param statements in them, without BEGIN and COMMIT
   * @param covered statements of the types that the script has
   * @param unwritable statements of frequent types that no script can have
   * @param lostValues that the log does not have
   */
  public record Totals(
      SessionCounts sessions,
      long transactions,
      long statements,
      long covered,
      long unwritable,
      long lostValues,
      long formsBeyond) {

    /** The share of statements that the script could have, and has not. */
    public double missingShare() {
      return statements == 0 ? 0 : (double) (statements - covered - unwritable) / statements;
    }

    /** The share of statements that the script has. */
    public double coveredShare() {
      return statements == 0 ? 0 : (double) covered / statements;
    }
  }

  /** The same with other forms; types are named after these. */
  public LearnedLoad with(List<Form> others) {
    Map<String, Integer> names = new HashMap<>();
    List<LearnedType> named =
        types.stream()
            .map(
                each ->
                    new LearnedType(
                        TypeNames.unique(each.type(), others, names),
                        each.type(),
                        each.parameters(),
                        each.loops(),
                        each.origins()))
            .toList();
    return new LearnedLoad(others, counts, values, named, rest, arrivals, totals);
  }
}
