package io.ibench.learn.model;

import io.ibench.learn.sql.Form;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /** Without transactions that call procedures, which tables of a script come without. */
  public LearnedLoad withoutCalls() {
    List<LearnedType> kept = new ArrayList<>();
    List<TransactionType> left = new ArrayList<>(rest);
    long statements = 0;
    for (LearnedType each : types) {
      if (calls(each.type())) {
        left.add(each.type());
        statements += each.type().statements();
      } else {
        kept.add(each);
      }
    }
    return new LearnedLoad(
        forms, counts, values, kept, left, arrivals, totals.withUnwritable(statements));
  }

  /** Why a script cannot have a type of the {@link #rest}; empty if it is only rare. */
  public Optional<String> unwritable(TransactionType type) {
    Optional<String> why = Learner.unwritable(forms, type);
    return why.isEmpty() && calls(type)
        ? Optional.of("calls a procedure, which the script's tables come without")
        : why;
  }

  private boolean calls(TransactionType type) {
    for (int form : type.forms()) {
      if (forms.get(form).fingerprint().regionMatches(true, 0, "CALL ", 0, 5)) {
        return true;
      }
    }
    return false;
  }

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

    private Totals withUnwritable(long more) {
      return new Totals(
          sessions,
          transactions,
          statements,
          covered - more,
          unwritable + more,
          lostValues,
          formsBeyond);
    }

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
