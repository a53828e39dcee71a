package io.ibench.learn.data;

import io.ibench.learn.law.KeySpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Columns that hold the number of the next row: the largest value is the largest key of another
 * table plus 1, and the name ends in the name of that key, as {@code next_o_id} does.
 */
final class Counters {

  private static final double NEAR = 0.05;

  private final Map<String, TablePlan> plans;
  private final Limits limits;

  private Counters(Map<String, TablePlan> plans, Limits limits) {
    this.plans = plans;
    this.limits = limits;
  }

  /** Lets such columns grow with the keys that they count. */
  static void follow(Map<String, TablePlan> plans, Limits limits) {
    Counters counters = new Counters(plans, limits);
    for (TablePlan plan : List.copyOf(plans.values())) {
      List<ColumnRule> rules = new ArrayList<>();
      for (ColumnRule rule : plan.rules()) {
        rules.add(counters.followed(plan, rule));
      }
      plans.put(plan.table().name(), plan.with(rules));
    }
  }

  private ColumnRule followed(TablePlan plan, ColumnRule rule) {
    Statistics known = rule.column().statistics();
    Long value = known.max();
    if (value == null
        || rule.column().type().kind() != Kind.INTEGER
        || plan.keyLevels().containsKey(rule.column().name())) {
      return rule;
    }
    for (TablePlan other : plans.values()) {
      for (String key : other.keyLevels().keySet()) {
        ColumnRule counted = other.rule(key);
        KeySpace keys = counted.keys();
        if (keys != null
            && GuessedKeys.endsIn(rule.column().name(), key)
            && isNext(rule.column().name(), value, counted.column().statistics().max())) {
          limits.add(
              plan.table().name(),
              rule.column().name()
                  + " is taken as the next "
                  + key
                  + " of "
                  + other.table().name());
          return new ColumnRule(
              rule.table(),
              rule.column(),
              keys.last() + " + 1",
              rule.keys(),
              null,
              rule.rows(),
              false);
        }
      }
    }
    return rule;
  }

  /** Exactly, or nearly if the name says so: each parent has a last key of its own. */
  private static boolean isNext(String name, long value, @Nullable Long last) {
    if (last == null) {
      return false;
    }
    boolean near = Math.abs(value - 1 - last) <= NEAR * last;
    return value - 1 == last || near && name.toLowerCase(Locale.ROOT).contains("next");
  }
}
