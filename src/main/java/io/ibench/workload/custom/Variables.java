package io.ibench.workload.custom;

import io.ibench.db.ColumnType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

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

    /** Its value and that of another one. */
    NumberSource plus(Variable other) {
      return new NumberSource.Sum(
          number, other.number, false, saturated(least, other.least), saturated(most, other.most));
    }

    /** Its value without that of another one. */
    NumberSource minus(Variable other) {
      return new NumberSource.Sum(
          number,
          other.number,
          true,
          saturated(least, opposite(other.most)),
          saturated(most, opposite(other.least)));
    }

    NumberSource negated() {
      return new NumberSource.Negated(number, opposite(most), opposite(least));
    }

    private static boolean isUnknown(long bound) {
      return bound == Long.MIN_VALUE || bound == Long.MAX_VALUE;
    }

    /** An unknown bound stays unknown. */
    private static long opposite(long bound) {
      return isUnknown(bound) ? ~bound : -bound;
    }

    /** An unknown bound stays unknown. */
    private static long saturated(long bound, long more) {
      if (isUnknown(bound) || isUnknown(more)) {
        return isUnknown(bound) ? bound : more;
      }
      long sum = bound + more;
      boolean overflows = ((bound ^ sum) & (more ^ sum)) < 0;
      return overflows ? more < 0 ? Long.MIN_VALUE : Long.MAX_VALUE : sum;
    }
  }

  private final Map<String, Variable> variables = new LinkedHashMap<>();

  Optional<Variable> find(String name) {
    return Optional.ofNullable(variables.get(name));
  }

  /** A variable that is used; empty, and a mistake, when it has no value yet. */
  Optional<Variable> used(Token name, Mistakes mistakes) {
    Optional<Variable> found = find(name.text());
    if (found.isEmpty()) {
      mistakes.at(
          name,
          "this variable has no value yet; "
              + (variables.isEmpty()
                  ? "write before: " + name.shown() + " = ..."
                  : Mistakes.hint(name.text(), variables.keySet())));
    }
    return found;
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

  /** Whether the source uses a variable that a read sets. */
  boolean isRead(Source source) {
    if (source instanceof NumberSource.Variable used) {
      return isRead(used.number());
    }
    if (source instanceof NumberSource.Negated negated) {
      return isRead(negated.number());
    }
    return source instanceof NumberSource.Sum sum && (isRead(sum.first()) || isRead(sum.second()));
  }

  private boolean isRead(int number) {
    return variables.values().stream()
        .anyMatch(variable -> variable.number() == number && variable.read());
  }

  int size() {
    return variables.size();
  }

  /** The type with which numbers of a column can be used elsewhere. */
  static ColumnType general(ColumnType type) {
    return type.isWholeNumber() ? ColumnType.LONG : type;
  }
}
