package io.ibench.learn.sql;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the form of a statement, and its values. Statements have one form if they differ only in
 * values, in blanks, comments and capitals, in the length of lists and the number of rows of an
 * INSERT, and in the numbers at the ends of names. Allocates only for forms that it has not seen.
 * Not thread-safe.
 */
public final class StatementReader {

  /** A statement without a word has no form. */
  public static final int NO_WORD = -1;

  /** Nor has one that is the first of its form behind {@link #MOST_FORMS}. */
  public static final int BEYOND = -2;

  /** Forms beyond this are not kept. */
  public static final int MOST_FORMS = 20_000;

  private static final long VALUE = 0x5bd1e995a1b2c3d4L;
  private static final long LIST = 0x27d4eb2f165667c5L;
  private static final long NUMBERED = 0x165667b19e3779f9L;
  private static final int LONGEST_ORDINAL = 3;
  private static final int ASSIGNS = '=';
  private static final int CAST = ':' << 8 | ':';

  private final Dialect dialect;
  private final Tokens tokens;
  private final Values values = new Values();
  private final ParameterValues parameters = new ParameterValues();
  private final FormTable table = new FormTable();
  private final List<Form> forms = new ArrayList<>();

  private byte[] parameterBytes = new byte[0];
  private @Nullable FormBuilder builder;
  private long hash;
  private int slots;
  private int depth;
  private int byDepth;
  private long lost;
  private long beyond;

  public StatementReader(Dialect dialect) {
    this.dialect = dialect;
    tokens = new Tokens(dialect);
  }

  /** The values of the statement that was read last. */
  public Values values() {
    return values;
  }

  public List<Form> forms() {
    return Collections.unmodifiableList(forms);
  }

  /** How many values the log did not have. */
  public long lostValues() {
    return lost;
  }

  /** How many statements had a form beyond {@link #MOST_FORMS}. */
  public long beyond() {
    return beyond;
  }

  /**
   * Reads a statement.
   *
   * @param values of parameters, as PostgreSQL writes them; empty: none
   * @return its form, or {@link #NO_WORD}, or {@link #BEYOND}
   */
  public int read(byte[] text, int from, int to, byte[] values, int valuesFrom, int valuesTo) {
    tokens.read(text, from, to);
    parameterBytes = values;
    parameters.read(values, valuesFrom, valuesTo);
    if (tokens.count == 0) {
      return NO_WORD;
    }
    long found = walk(null);
    int form = table.get(found);
    if (form >= 0) {
      return form;
    }
    if (forms.size() == MOST_FORMS) {
      beyond++;
      return BEYOND;
    }
    FormBuilder made = new FormBuilder(tokens, dialect);
    walk(made);
    form = forms.size();
    forms.add(made.build(form, this.values));
    table.put(found, form);
    return form;
  }

  private long walk(@Nullable FormBuilder into) {
    builder = into;
    hash = Words.SEED;
    slots = 0;
    depth = 0;
    byDepth = -1;
    values.clear();
    int at = 0;
    while (at < tokens.count) {
      at = piece(at);
    }
    return hash;
  }

  private int piece(int at) {
    return switch (tokens.kinds[at]) {
      case Tokens.WORD -> word(at);
      case Tokens.NAME -> name(at);
      case Tokens.NUMBER, Tokens.STRING, Tokens.HEX, Tokens.PARAMETER, Tokens.LOST ->
          isOrdinal(at) ? structure(at) : value(at, at, slots++);
      case Tokens.SIGN -> sign(at);
      case Tokens.HINT -> Hints.isHint(tokens, at) ? structure(at) : at + 1;
      default -> structure(at);
    };
  }

  /** Whether a number is the place of a column, as in {@code ORDER BY 1}. */
  private boolean isOrdinal(int at) {
    return tokens.kinds[at] == Tokens.NUMBER
        && tokens.to[at] - tokens.from[at] <= LONGEST_ORDINAL
        && byDepth == depth
        && (tokens.isWord(at - 1, Words.BY) || tokens.isSign(at - 1, ','));
  }

  /** Takes a token as a part of the form. */
  private int structure(int at) {
    switch (tokens.kinds[at]) {
      case Tokens.WORD, Tokens.NAME, Tokens.SIGN, Tokens.HINT ->
          hash = Words.mix(hash, tokens.words[at] + tokens.kinds[at]);
      default -> hash = Words.mix(hash, Words.hash(tokens.bytes, tokens.from[at], tokens.to[at]));
    }
    if (builder != null) {
      builder.token(at);
    }
    return at + 1;
  }

  private int word(int at) {
    long word = tokens.words[at];
    if (isAlias(at)) {
      return alias(at);
    }
    if (word == Words.BY) {
      byDepth = depth;
    } else if (word == Words.NULL || word == Words.TRUE || word == Words.FALSE) {
      return constant(at);
    } else if (tokens.isSign(at + 1, '(') && !tokens.isWord(at - 1, Words.INTO)) {
      return beforeBracket(at, word);
    } else if (at + 1 < tokens.count && tokens.kinds[at + 1] == Tokens.STRING) {
      return beforeText(at, word);
    }
    return name(at);
  }

  /** Whether a column of the result gets a name, which says nothing about what the server does. */
  private boolean isAlias(int at) {
    return tokens.isWord(at, Words.AS)
        && tokens.isName(at + 1)
        && (tokens.isSign(at + 2, ',') || tokens.isWord(at + 2, Words.FROM));
  }

  private int alias(int at) {
    if (builder != null) {
      builder.token(at);
      builder.token(at + 1);
    }
    return at + 2;
  }

  private int constant(int at) {
    boolean structure =
        tokens.isWord(at - 1, Words.IS)
            || tokens.isWord(at - 1, Words.NOT)
            || tokens.isWord(at - 1, Words.DEFAULT)
            || at == 0
            || !tokens.isSign(at - 1, '(') && !tokens.isSign(at - 1, ',') && !isComparison(at - 1);
    return structure ? structure(at) : value(at, at, slots++);
  }

  private boolean isComparison(int at) {
    return tokens.kinds[at] == Tokens.SIGN
        && (tokens.words[at] == ASSIGNS
            || (tokens.words[at] & 0xff) == ASSIGNS
            || tokens.words[at] == ('<' << 8 | '>'));
  }

  private int beforeBracket(int at, long word) {
    if (word == Words.IN && listEnd(at + 1) > 0) {
      return list(at);
    }
    boolean rows =
        (word == Words.VALUES || word == Words.VALUE)
            && at > 0
            && (tokens.isName(at - 1) || tokens.isSign(at - 1, ')'));
    return rows ? rows(at) : structure(at);
  }

  private int beforeText(int at, long word) {
    boolean typed = word == Words.TIMESTAMP || word == Words.DATE || word == Words.TIME;
    if (typed) {
      return value(at + 1, at, slots++);
    }
    if (word == Words.INTERVAL && HarmlessTexts.isInterval(ascii(at + 1))) {
      structure(at);
      return structure(at + 1);
    }
    return name(at);
  }

  private String ascii(int at) {
    return new String(
        tokens.bytes,
        tokens.from[at],
        Math.min(40, tokens.to[at] - tokens.from[at]),
        StandardCharsets.ISO_8859_1);
  }

  private int name(int at) {
    boolean numbered =
        tokens.digits[at] < tokens.to[at]
            && (!tokens.isSign(at + 1, '(') || tokens.isWord(at - 1, Words.INTO))
            && !tokens.isSign(at - 1, CAST);
    if (!numbered) {
      return structure(at);
    }
    hash = Words.mix(hash, tokens.stems[at] + NUMBERED);
    int slot = slots++;
    values.number(tokens.bytes, tokens.digits[at], tokens.to[at], false, slot);
    if (builder != null) {
      builder.numbered(at, slot);
    }
    return at + 1;
  }

  private int sign(int at) {
    long sign = tokens.words[at];
    int array = dialect == Dialect.POSTGRES ? arrayEnd(at) : 0;
    if (array > 0) {
      return arrayList(at, array);
    }
    if (sign == '(') {
      int end = isOperand(at) ? castEnd(at) : 0;
      if (end > 0) {
        value(at + 1, at, slots++);
        return end;
      }
      depth++;
    } else if (sign == ')') {
      depth--;
      byDepth = byDepth > depth ? -1 : byDepth;
    } else if (isMinus(at)) {
      return value(at + 1, at, slots++);
    }
    return structure(at);
  }

  /** Whether a bracket there holds a part of an expression, not what a function or IN takes. */
  private boolean isOperand(int at) {
    return !tokens.isName(at - 1)
        || tokens.kinds[at - 1] == Tokens.WORD
            && Words.isBeforeValue(tokens.words[at - 1])
            && !tokens.isWord(at - 1, Words.IN)
            && !tokens.isWord(at - 1, Words.VALUES);
  }

  /**
   * The bracket at the end of {@code = ANY ('{1,2}'::int[])}, with its value or a parameter; 0 if
   * it is something else.
   */
  private int arrayEnd(int at) {
    boolean any =
        tokens.isSign(at, ASSIGNS)
            && (tokens.isWord(at + 1, Words.ANY) || tokens.isWord(at + 1, Words.SOME));
    boolean all =
        (tokens.isSign(at, '<' << 8 | '>') || tokens.isSign(at, '!' << 8 | '='))
            && tokens.isWord(at + 1, Words.ALL);
    if (!any && !all || !tokens.isSign(at + 2, '(') || !isArray(at + 3)) {
      return 0;
    }
    int end = at + 4;
    if (tokens.isSign(end, CAST)) {
      end++;
      while (tokens.isName(end) || tokens.isSign(end, '[') || tokens.isSign(end, ']')) {
        end++;
      }
    }
    return tokens.isSign(end, ')') ? end : 0;
  }

  private boolean isArray(int at) {
    if (!tokens.isValue(at)) {
      return false;
    }
    if (tokens.kinds[at] == Tokens.STRING) {
      return ArrayText.isArray(tokens.bytes, tokens.from[at], tokens.to[at]);
    }
    int number = tokens.kinds[at] == Tokens.PARAMETER ? (int) tokens.words[at] : 0;
    return parameters.has(number)
        && !parameters.isNull(number)
        && ArrayText.isArray(parameterBytes, parameters.from(number), parameters.to(number));
  }

  /** An array that a column is compared with is a list: the server plans both in the same way. */
  private int arrayList(int at, int bracket) {
    boolean any = tokens.isSign(at, ASSIGNS);
    hash = Words.mix(hash, any ? Words.IN : Words.NOT);
    hash = Words.mix(hash, LIST);
    int slot = slots++;
    int value = at + 3;
    if (tokens.kinds[value] == Tokens.STRING) {
      ArrayText.read(tokens.bytes, tokens.from[value], tokens.to[value], slot, values);
    } else {
      int number = (int) tokens.words[value];
      ArrayText.read(parameterBytes, parameters.from(number), parameters.to(number), slot, values);
    }
    if (builder != null) {
      builder.arrayList(at, any ? "IN" : "NOT IN", slot, bracket);
    }
    return bracket + 1;
  }

  /** Whether a minus sign belongs to the number after it. */
  private boolean isMinus(int at) {
    if (!tokens.isSign(at, '-')
        || at + 1 >= tokens.count
        || tokens.kinds[at + 1] != Tokens.NUMBER) {
      return false;
    }
    if (at == 0) {
      return true;
    }
    return switch (tokens.kinds[at - 1]) {
      case Tokens.SIGN -> tokens.words[at - 1] != ')';
      case Tokens.WORD -> Words.isBeforeValue(tokens.words[at - 1]);
      default -> false;
    };
  }

  /** The token after {@code ('1'::int4)}, which a driver writes; 0 if it is something else. */
  private int castEnd(int at) {
    if (!tokens.isValue(at + 1) || !tokens.isSign(at + 2, CAST)) {
      return 0;
    }
    int end = at + 3;
    while (end < tokens.count && !tokens.isSign(end, ')')) {
      if (!tokens.isName(end)) {
        return 0;
      }
      end++;
    }
    return end < tokens.count ? end + 1 : 0;
  }

  /** The token after a list of values in brackets; 0 if something else is in it. */
  private int listEnd(int bracket) {
    int at = bracket + 1;
    while (at < tokens.count) {
      int value = valueEnd(at);
      if (value == 0) {
        return 0;
      }
      if (tokens.isSign(value, ')')) {
        return value + 1;
      }
      if (!tokens.isSign(value, ',')) {
        return 0;
      }
      at = value + 1;
    }
    return 0;
  }

  /** The token after a value; 0 if there is none. */
  private int valueEnd(int at) {
    if (tokens.isValue(at) || tokens.isWord(at, Words.NULL)) {
      return tokens.isSign(at + 1, CAST) && tokens.isName(at + 2) ? at + 3 : at + 1;
    }
    if (tokens.isSign(at, '(')) {
      return castEnd(at);
    }
    boolean typed =
        tokens.isWord(at, Words.TIMESTAMP)
            || tokens.isWord(at, Words.DATE)
            || tokens.isSign(at, '-');
    return typed && tokens.isValue(at + 1) ? at + 2 : 0;
  }

  private int list(int at) {
    structure(at);
    structure(at + 1);
    hash = Words.mix(hash, LIST);
    int slot = slots++;
    int end = listEnd(at + 1);
    if (builder != null) {
      builder.list(at + 2, slot);
    }
    FormBuilder kept = builder;
    builder = null;
    long keptHash = hash;
    int next = at + 2;
    while (next < end - 1) {
      if (tokens.isSign(next, ',')) {
        next++;
        continue;
      }
      int valueEnd = valueEnd(next);
      boolean ahead = tokens.isValue(next) || tokens.isWord(next, Words.NULL);
      value(ahead ? next : next + 1, next, slot);
      next = valueEnd;
    }
    hash = keptHash;
    builder = kept;
    return structure(end - 1);
  }

  /** Rows of an INSERT: equal ones are one. */
  private int rows(int at) {
    structure(at);
    if (builder != null) {
      builder.rowsBegin();
    }
    int firstSlot = slots;
    long before = hash;
    int end = group(at + 1);
    long first = hash;
    int slotsOfRow = slots;
    if (builder != null) {
      builder.rowsEnd();
    }
    FormBuilder kept = builder;
    builder = null;
    while (tokens.isSign(end, ',') && tokens.isSign(end + 1, '(')) {
      int count = values.count();
      hash = before;
      slots = firstSlot;
      int next = group(end + 1);
      if (hash != first) {
        values.cut(count);
        break;
      }
      end = next;
    }
    hash = first;
    slots = slotsOfRow;
    builder = kept;
    return end;
  }

  /** Takes brackets with everything in them. */
  private int group(int bracket) {
    int outside = depth;
    int at = structure(bracket);
    depth++;
    while (at < tokens.count && depth > outside) {
      at = piece(at);
    }
    return at;
  }

  /** Takes a value; what stands from first on belongs to it. */
  private int value(int at, int first, int slot) {
    hash = Words.mix(hash, VALUE);
    add(at, tokens.isSign(first, '-'), slot);
    if (builder != null) {
      builder.value(first, at, slot);
    }
    return at + 1;
  }

  private void add(int at, boolean negative, int slot) {
    int from = tokens.from[at];
    int to = tokens.to[at];
    switch (tokens.kinds[at]) {
      case Tokens.NUMBER -> values.number(tokens.bytes, from, to, negative, slot);
      case Tokens.STRING -> {
        values.quoted(tokens.bytes, from, to, slot);
        values.at(from, to);
      }
      case Tokens.HEX -> values.bytes(tokens.bytes, from, to, slot);
      case Tokens.PARAMETER -> parameter((int) tokens.words[at], slot);
      case Tokens.LOST -> lose(slot);
      default -> {
        long word = tokens.words[at];
        if (word == Words.NULL) {
          values.add(Literal.NULL, 0, 0, 0, slot);
        } else {
          values.add(Literal.BOOLEAN, word == Words.TRUE ? 1 : 0, 0, 0, slot);
        }
      }
    }
  }

  private void parameter(int number, int slot) {
    if (!parameters.has(number)) {
      lose(slot);
    } else if (parameters.isNull(number)) {
      values.add(Literal.NULL, 0, 0, 0, slot);
    } else {
      values.parameter(parameterBytes, parameters.from(number), parameters.to(number), slot);
    }
  }

  private void lose(int slot) {
    if (builder == null) {
      lost++;
    }
    values.add(Literal.LOST, 0, 0, 0, slot);
  }
}
