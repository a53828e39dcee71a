package io.ibench.workload.custom;

import io.ibench.db.ColumnType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The variables of one operation, in the order of their first use. Not thread-safe. */
final class Variables {

  /**
   * A variable.
   *
   * @param type of its numbers: LONG for all whole numbers, FLOAT or TIME
   * @param read whether a read sets it, so that it is known only while the operation executes
   */
  record Variable(int number, ColumnType type, long least, long most, boolean read) {

    /** Its value and a constant. */
    NumberSource plus(long constant) {
      return new NumberSource.Variable(
          number, constant, saturated(least, constant), saturated(most, constant));
    }

    /** An unknown bound stays unknown. */
    private static long saturated(long bound, long constant) {
      if (bound == Long.MIN_VALUE || bound == Long.MAX_VALUE) {
        return bound;
      }
      long sum = bound + constant;
      boolean overflows = ((bound ^ sum) & (constant ^ sum)) < 0;
      return overflows ? constant < 0 ? Long.MIN_VALUE : Long.MAX_VALUE : sum;
    }
  }

  private final Map<String, Variable> variables = new LinkedHashMap<>();

  Optional<Variable> find(String name) {
    return Optional.ofNullable(variables.get(name));
  }

  /** Adds a variable with this value; after a mistake it is empty. */
  Variable add(String name, Optional<Typed> value) {
    return add(
        name,
        value.map(Typed::type).orElse(ColumnType.LONG),
        value.map(found -> found.source().least()).orElse(0L),
        value.map(found -> found.source().most()).orElse(0L),
        false);
  }

  /** Adds a variable that a read sets to values of a column of this type. */
  Variable addRead(String name, ColumnType type) {
    return add(name, general(type), Schema.least(type), Schema.most(type), true);
  }

  private Variable add(String name, ColumnType type, long least, long most, boolean read) {
    Variable variable = new Variable(variables.size(), type, least, most, read);
    variables.put(name, variable);
    return variable;
  }

  /** Whether the source is a variable that a read sets. */
  boolean isRead(Source source) {
    return source instanceof NumberSource.Variable used
        && variables.values().stream()
            .anyMatch(variable -> variable.number() == used.number() && variable.read());
  }

  Set<String> names() {
    return variables.keySet();
  }

  int size() {
    return variables.size();
  }

  /** The type with which numbers of a column can be used elsewhere. */
  static ColumnType general(ColumnType type) {
    return type.isWholeNumber() ? ColumnType.LONG : type;
  }
}
