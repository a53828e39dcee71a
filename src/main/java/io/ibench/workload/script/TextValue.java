package io.ibench.workload.script;

import io.ibench.db.NativeKind;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What pgbench reads in a text where an expression needs a number or boolean. Stateless. */
final class TextValue {

  /** The allowed texts, for messages. */
  static final String ALLOWED = "a number, or true, false, on, off, yes, no, t, f, y, n";

  private static final String BLANK = "[ \\t\\n\\x0B\\f\\r]*";
  private static final Pattern INTEGER = Pattern.compile(BLANK + "([+-]?\\d+)");

  private static final Pattern DECIMAL = Pattern.compile("[+-]?(?:\\d+\\.?\\d*|\\.\\d+)");

  private static final Pattern DOUBLE =
      Pattern.compile(
          BLANK + "([+-]?)(?:(\\d+\\.?\\d*(?:[eE][+-]?\\d+)?|\\.\\d+(?:[eE][+-]?\\d+)?)|(\\w+))");

  private static final Value TRUE = Value.of(true);
  private static final Value FALSE = Value.of(false);

  private TextValue() {}

  /** A boolean, an integer, a double or null. */
  static Value of(String text) throws ScriptException {
    if (text.equalsIgnoreCase("null")) {
      return Value.NOTHING;
    }
    if (begins("true", text) || begins("yes", text) || text.equalsIgnoreCase("on")) {
      return TRUE;
    }
    if (begins("false", text)
        || begins("no", text)
        || text.equalsIgnoreCase("off")
        || text.equalsIgnoreCase("of")) {
      return FALSE;
    }
    Matcher integer = INTEGER.matcher(text);
    if (integer.matches()) {
      return integer(integer.group(1));
    }
    return Value.of(number(text));
  }

  /** Whether an expression can compute with the text. */
  static boolean isValue(String text) {
    try {
      of(text);
      return true;
    } catch (ScriptException e) {
      return false;
    }
  }

  /** Whether the text is a number of an expression, and no word. */
  static boolean isNumber(String text) {
    Matcher number = DOUBLE.matcher(text);
    return number.matches() && number.group(2) != null;
  }

  private static boolean begins(String word, String text) {
    return !text.isEmpty() && word.regionMatches(true, 0, text, 0, text.length());
  }

  private static Value integer(String digits) throws ScriptException {
    try {
      return Value.of(Long.parseLong(digits));
    } catch (NumberFormatException e) {
      throw new ScriptException("overflow: " + digits + " is no integer of 64 bits");
    }
  }

  private static double number(String text) throws ScriptException {
    Matcher number = DOUBLE.matcher(text);
    if (number.matches()) {
      double sign = number.group(1).equals("-") ? -1 : 1;
      if (number.group(2) != null) {
        double value = Double.parseDouble(number.group(2));
        if (Double.isInfinite(value)) {
          throw new ScriptException("overflow: " + text + " is no double");
        }
        return sign * value;
      } else if (number.group(3).equalsIgnoreCase("nan")) {
        return Double.NaN;
      } else if (number.group(3).equalsIgnoreCase("inf")
          || number.group(3).equalsIgnoreCase("infinity")) {
        return sign * Double.POSITIVE_INFINITY;
      }
    }
    throw new ScriptException(
        "the text \"" + text + "\" is no boolean and no number; allowed: " + ALLOWED);
  }

  /**
   * The value of a number in decimal digits that a long or double would change; empty for anything
   * else.
   */
  static Optional<Value> decimal(String text) {
    if (!DECIMAL.matcher(text).matches()) {
      return Optional.empty();
    }
    BigDecimal number = new BigDecimal(text);
    boolean same =
        number.scale() > 0
            ? number.compareTo(new BigDecimal(Double.toString(number.doubleValue()))) == 0
            : NativeKind.of(number) == NativeKind.INTEGER;
    return same
        ? Optional.empty()
        : Optional.of(new Value(Value.DECIMAL, 0, number.toPlainString()));
  }
}
