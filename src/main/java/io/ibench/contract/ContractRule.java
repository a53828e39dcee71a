package io.ibench.contract;

import io.ibench.db.Adapter;
import io.ibench.db.Database;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A rule of the contract, ready to run. Immutable. */
public final class ContractRule {

  /** How much ibench depends on a rule. */
  public enum Level {
    /** Results are wrong, or runs fail, on a database that breaks it. */
    MUST,
    /**
     * Results of a database that breaks it say less about plans, counters, sizes or differences.
     */
    OPTIONAL;

    /** As the user reads it. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Class<? extends RuleGroup> group;
  private final Method method;
  private final Rule rule;

  ContractRule(Class<? extends RuleGroup> group, Method method) {
    this.group = group;
    this.method = method;
    this.rule = method.getAnnotation(Rule.class);
  }

  /** Its class and method, such as {@code InsertRules.addsOneRow}. */
  public String name() {
    return group.getSimpleName() + "." + method.getName();
  }

  /** What a database has to do, as one sentence. */
  public String sentence() {
    return rule.value();
  }

  public Level level() {
    return rule.level();
  }

  /** Whether it changes the whole process or server for a moment, such as a time zone. */
  public boolean isAlone() {
    return rule.alone();
  }

  /** Why this database is not asked; empty: the rule applies. */
  Optional<String> inapplicable(Adapter adapter, Database database) {
    return Arrays.stream(rule.needs())
        .filter(need -> !need.isFulfilled(adapter, database))
        .findFirst()
        .map(Need::missing);
  }

  /**
   * Returns if the database keeps the rule.
   *
   * @throws Throwable what the rule or the database throws: a {@link Violation}, or any failure
   */
  void check(Workspace workspace) throws Throwable {
    try {
      var constructor = group.getDeclaredConstructor(Workspace.class);
      method.invoke(constructor.newInstance(workspace));
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
