package io.ibench.learn.sql;

import io.ibench.learn.sql.Slot.Use;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the column of a value from the tokens around it. What it does not know is no mistake. */
final class SlotFinder {

  /** Functions whose first value is a name. */
  private static final Set<String> NAMING =
      Set.of(
          "nextval",
          "currval",
          "setval",
          "to_tsvector",
          "to_tsquery",
          "plainto_tsquery",
          "phraseto_tsquery",
          "websearch_to_tsquery");

  private final Tokens tokens;
  private final FormNames names;
  private @Nullable String column;
  private @Nullable String qualifier;

  SlotFinder(Tokens tokens, FormNames names) {
    this.tokens = tokens;
    this.names = names;
  }

  Slot slot(int number, int first, int at, boolean inRows, Values values) {
    if (tokens.isName(at) && tokens.digits[at] < tokens.to[at] && first == at && !isConstant(at)) {
      String stem =
          new String(
              tokens.bytes,
              tokens.from[at],
              tokens.digits[at] - tokens.from[at],
              StandardCharsets.UTF_8);
      return new Slot(number, Use.NAME, null, null, inRows, stem, null, 0);
    }
    Use use = isArrayList(first, at) ? arrayList(first) : use(first, at, inRows);
    String table = inRows ? insertTable() : names.table(qualifier);
    String text = null;
    long bits = 0;
    if (tokens.kinds[at] == Tokens.STRING) {
      String written =
          new String(
              tokens.bytes,
              tokens.from[at],
              tokens.to[at] - tokens.from[at],
              StandardCharsets.ISO_8859_1);
      if (HarmlessTexts.isHarmless(written) || takesName(at - 1) && HarmlessTexts.isName(written)) {
        text = written;
        bits = bits(values, number);
      }
    }
    return new Slot(number, use, column == null ? null : table, column, inRows, null, text, bits);
  }

  /** Whether a name stands behind the token, which is structure and no data. */
  private boolean takesName(int before) {
    if (tokens.isSign(before, '(')) {
      return NAMING.contains(names.word(before - 1));
    }
    return tokens.isSign(before, '>') && tokens.isSign(before - 1, '-')
        || tokens.isSign(before, '>' << 8 | '>') && tokens.isSign(before - 1, '-');
  }

  private boolean isConstant(int at) {
    long word = tokens.words[at];
    return word == Words.NULL || word == Words.TRUE || word == Words.FALSE;
  }

  private static long bits(Values values, int slot) {
    for (int i = 0; i < values.count(); i++) {
      if (values.slot(i) == slot) {
        return values.bits(i);
      }
    }
    return 0;
  }

  private Use use(int first, int at, boolean inRows) {
    int before = first - 1;
    boolean inList = names.word(before - 1).equals("in");
    if (!inList && tokens.isSign(before, '(') && tokens.isSign(at + 1, ':' << 8 | ':')) {
      before--; // ('1'::int4)
    }
    String word = names.word(before);
    switch (word) {
      case "limit" -> {
        return Use.LIMIT;
      }
      case "offset" -> {
        return Use.OFFSET;
      }
      case "like", "ilike" -> {
        return columnBefore(skipNot(before - 1)) ? Use.LIKE : Use.OTHER;
      }
      case "between" -> {
        return columnBefore(skipNot(before - 1)) ? Use.FROM : Use.OTHER;
      }
      case "and" -> {
        int between = betweenBefore(before);
        if (between > 0 && columnBefore(skipNot(between - 1))) {
          return Use.TO;
        }
      }
      default -> {}
    }
    if (tokens.isSign(before, '(') && names.word(before - 1).equals("in")) {
      columnBefore(skipNot(before - 2));
      return Use.IN;
    }
    if (tokens.isSign(before, ',') && names.word(before - 2).equals("limit")) {
      return Use.LIMIT;
    }
    if (inRows) {
      return insert(first);
    }
    return sign(before, at + 1);
  }

  /** Whether an array became a list: its place begins at the sign before ANY. */
  private boolean isArrayList(int first, int at) {
    return first == at
        && tokens.kinds[at] == Tokens.SIGN
        && tokens.isName(at + 1)
        && tokens.isSign(at + 2, '(');
  }

  private Use arrayList(int sign) {
    columnBefore(sign - 1);
    return Use.IN;
  }

  private Use sign(int before, int after) {
    if (before > 0 && tokens.kinds[before] == Tokens.SIGN) {
      String sign = sign(before);
      int name = before - 1;
      switch (sign) {
        case "=", "<=>" -> {
          if (columnBefore(name)) {
            return isAssignment(name) ? Use.STORE : Use.EQUAL;
          }
        }
        case ">", ">=" -> {
          if (columnBefore(name)) {
            return Use.FROM;
          }
        }
        case "<", "<=" -> {
          if (columnBefore(name)) {
            return Use.TO;
          }
        }
        case "<>", "!=" -> {
          if (columnBefore(name)) {
            return Use.OTHER;
          }
        }
        case "+", "-", "*", "/", "%", "||" -> {
          if (columnBefore(name)) {
            return Use.DELTA;
          }
        }
        default -> {}
      }
    }
    boolean reversed =
        after + 1 < tokens.count
            && tokens.kinds[after] == Tokens.SIGN
            && tokens.isName(after + 1)
            && !tokens.isSign(after + 2, '(');
    if (reversed) {
      String sign = sign(after);
      int name = tokens.isSign(after + 2, '.') ? after + 3 : after + 1;
      if (sign.equals("=")
          || sign.equals("<")
          || sign.equals("<=")
          || sign.equals(">")
          || sign.equals(">=")) {
        columnBefore(name);
        return sign.equals("=") ? Use.EQUAL : sign.startsWith("<") ? Use.FROM : Use.TO;
      }
      if (sign.equals("+")) {
        columnBefore(name);
        return Use.DELTA;
      }
    }
    return Use.OTHER;
  }

  private String sign(int at) {
    return new String(
        tokens.bytes, tokens.from[at], tokens.to[at] - tokens.from[at], StandardCharsets.US_ASCII);
  }

  private int skipNot(int at) {
    return names.word(at).equals("not") ? at - 1 : at;
  }

  /** Notes the column that ends there, also in a function's brackets. */
  private boolean columnBefore(int at) {
    int name = at;
    if (tokens.isSign(at, ')')) {
      int depth = 0;
      int i = at;
      while (i >= 0) {
        if (tokens.isSign(i, ')')) {
          depth++;
        } else if (tokens.isSign(i, '(') && --depth == 0) {
          break;
        }
        i--;
      }
      boolean single = i >= 0 && tokens.isName(i + 1) && (i + 2 == at || i + 4 == at);
      if (!single) {
        return false;
      }
      name = at - 1;
    }
    if (name < 0 || !tokens.isName(name) || isKeyword(name)) {
      return false;
    }
    column = names.name(name);
    qualifier =
        tokens.isSign(name - 1, '.') && tokens.isName(name - 2) ? names.name(name - 2) : null;
    return true;
  }

  private boolean isKeyword(int at) {
    return tokens.kinds[at] == Tokens.WORD && Words.isBeforeValue(tokens.words[at]);
  }

  /** The token of BETWEEN to which an AND belongs; 0 if there is none. */
  private int betweenBefore(int and) {
    for (int i = and - 1; i > 0 && i > and - 8; i--) {
      String word = names.word(i);
      if (word.equals("between")) {
        return i;
      }
      if (word.equals("and") || word.equals("or")) {
        return 0;
      }
    }
    return 0;
  }

  /** Whether {@code name = value} stores the value: in SET, not in WHERE. */
  private boolean isAssignment(int at) {
    int depth = 0;
    for (int i = at; i >= 0; i--) {
      if (tokens.isSign(i, ')')) {
        depth++;
      } else if (tokens.isSign(i, '(')) {
        depth--;
      }
      String word = depth == 0 ? names.word(i) : "";
      switch (word) {
        case "where", "on", "having", "and", "or", "select", "when" -> {
          return false;
        }
        case "set", "update" -> {
          return true;
        }
        default -> {}
      }
    }
    return false;
  }

  private @Nullable String insertTable() {
    return names.tables().isEmpty() ? null : names.tables().get(0).table();
  }

  /** The column of INSERT that has the same place in its list as the value in its row. */
  private Use insert(int first) {
    int place = 0;
    int depth = 0;
    int i = first - 1;
    for (; i >= 0; i--) {
      if (tokens.isSign(i, ')')) {
        depth++;
      } else if (tokens.isSign(i, '(')) {
        if (depth == 0) {
          break;
        }
        depth--;
      } else if (depth == 0 && tokens.isSign(i, ',')) {
        place++;
      }
    }
    boolean outermost = names.word(i - 1).equals("values") || names.word(i - 1).equals("value");
    if (!outermost) {
      return Use.OTHER; // In a function's brackets.
    }
    int close = i - 2;
    if (!tokens.isSign(close, ')')) {
      column = "#" + place;
      return Use.STORE;
    }
    int open = close;
    while (open >= 0 && !tokens.isSign(open, '(')) {
      open--;
    }
    int at = open + 1 + 2 * place;
    column = at < close && tokens.isName(at) ? names.name(at) : null;
    return Use.STORE;
  }
}
