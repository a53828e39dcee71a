package io.ibench.learn.sql;

import io.ibench.learn.sql.Form.Result;
import io.ibench.learn.sql.Form.TableName;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tables and columns that a statement names, from its tokens. */
final class FormNames {

  private static final Set<String> NO_ALIAS =
      Set.of(
          "where",
          "set",
          "on",
          "join",
          "inner",
          "left",
          "right",
          "cross",
          "full",
          "natural",
          "using",
          "group",
          "order",
          "limit",
          "having",
          "for",
          "values",
          "value",
          "select",
          "union",
          "straight_join",
          "force",
          "use",
          "ignore",
          "returning",
          "as",
          "lock",
          "from",
          "offset",
          "window",
          "partition",
          "tablesample",
          "default",
          "except",
          "intersect",
          "fetch",
          "outer",
          "lateral",
          "overriding");

  private static final Set<String> AGGREGATES =
      Set.of("count", "sum", "avg", "min", "max", "coalesce", "ifnull");

  private final Tokens tokens;
  private final List<TableName> tables = new ArrayList<>();
  private final List<Result> results = new ArrayList<>();

  FormNames(Tokens tokens) {
    this.tokens = tokens;
    findTables();
    findResults();
  }

  List<TableName> tables() {
    return List.copyOf(tables);
  }

  List<Result> results() {
    return List.copyOf(results);
  }

  /** A name as it is written, without quotes, and without a number at its end. */
  String name(int at) {
    return new String(
        tokens.bytes, tokens.from[at], tokens.to[at] - tokens.from[at], StandardCharsets.UTF_8);
  }

  String word(int at) {
    return Verbs.word(tokens, at);
  }

  /** The table that a qualifier of a column means, or the only table. */
  @Nullable String table(@Nullable String qualifier) {
    if (qualifier == null) {
      return tables.size() == 1 ? tables.get(0).table() : null;
    }
    for (TableName each : tables) {
      if (each.alias().equalsIgnoreCase(qualifier) || each.table().equalsIgnoreCase(qualifier)) {
        return each.table();
      }
    }
    return null;
  }

  private void findTables() {
    for (int at = 0; at < tokens.count; at++) {
      String word = word(at);
      boolean list = word.equals("from");
      boolean one = word.equals("join") || word.equals("straight_join") || word.equals("into");
      boolean first =
          word.equals("update")
              && (at == 0 || !word(at - 1).equals("for") && !word(at - 1).equals("key"));
      boolean extract = list && isInExtract(at);
      if ((list && !extract || one || first) && tokens.isName(at + 1)) {
        int next = table(at + 1);
        while ((list || first) && tokens.isSign(next, ',') && tokens.isName(next + 1)) {
          next = table(next + 1);
        }
      }
    }
  }

  /** {@code extract(day FROM x)}, {@code substring(x FROM 1)}. */
  private boolean isInExtract(int at) {
    int depth = 0;
    for (int i = at - 1; i >= 0; i--) {
      if (tokens.isSign(i, ')')) {
        depth++;
      } else if (tokens.isSign(i, '(')) {
        if (depth == 0) {
          return Set.of("extract", "substring", "trim", "overlay").contains(word(i - 1));
        }
        depth--;
      }
    }
    return false;
  }

  /** Adds the table that is named there; returns the token after it and its alias. */
  private int table(int first) {
    int at = first;
    if (word(at).equals("only") || word(at).equals("lateral") || word(at).equals("low_priority")) {
      at++;
    }
    while (tokens.isSign(at + 1, '.') && tokens.isName(at + 2)) {
      at += 2;
    }
    if (!tokens.isName(at) || tokens.isSign(at + 1, '(') && !word(first - 1).equals("into")) {
      return at + 1;
    }
    String table = name(at);
    int next = at + 1;
    if (word(next).equals("as")) {
      next++;
    }
    boolean alias = tokens.isName(next) && !NO_ALIAS.contains(word(next));
    tables.add(new TableName(table, alias ? name(next) : table));
    return alias ? next + 1 : next;
  }

  private void findResults() {
    int at = 0;
    int depth = 0;
    while (at < tokens.count && tokens.isSign(at, '(')) {
      at++;
    }
    if (word(at).equals("select")) {
      at++;
    } else {
      at = -1;
      for (int i = 0; i < tokens.count; i++) {
        if (word(i).equals("returning")) {
          at = i + 1;
        }
      }
      if (at < 0) {
        return;
      }
    }
    int begin = at;
    for (; at <= tokens.count; at++) {
      boolean end = at == tokens.count || depth == 0 && isListEnd(at);
      if (end || depth == 0 && tokens.isSign(at, ',')) {
        result(begin, at);
        begin = at + 1;
        if (end) {
          return;
        }
      } else if (tokens.isSign(at, '(')) {
        depth++;
      } else if (tokens.isSign(at, ')')) {
        depth--;
        if (depth < 0) {
          result(begin, at);
          return;
        }
      }
    }
  }

  private boolean isListEnd(int at) {
    String word = word(at);
    return word.equals("from")
        || word.equals("into")
        || word.equals("union")
        || word.equals("where")
        || word.equals("limit")
        || word.equals("for");
  }

  private void result(int first, int end) {
    int begin = word(first).equals("distinct") || word(first).equals("all") ? first + 1 : first;
    if (begin >= end) {
      return;
    }
    int last = end - 1;
    boolean aggregate = AGGREGATES.contains(word(begin)) && tokens.isSign(begin + 1, '(');
    if (!tokens.isName(last)) {
      results.add(new Result("", column(begin, end), aggregate));
      return;
    }
    boolean alone = last == begin || last == begin + 2 && tokens.isSign(begin + 1, '.');
    String name = name(last);
    if (alone) {
      results.add(new Result(name, name, false));
    } else {
      int before = word(last - 1).equals("as") ? last - 1 : last;
      boolean alias = before < last || tokens.isSign(last - 1, ')') || tokens.isName(last - 1);
      results.add(new Result(alias ? name : "", column(begin, alias ? before : end), aggregate));
    }
  }

  /** The only column of an expression, or an empty text. */
  private String column(int begin, int end) {
    String found = "";
    for (int i = begin; i < end; i++) {
      if (tokens.isName(i) && !tokens.isSign(i + 1, '(') && !tokens.isSign(i + 1, '.')) {
        String name = name(i);
        if (name.toUpperCase(Locale.ROOT).equals("DISTINCT") || name.equals(found)) {
          continue;
        }
        if (!found.isEmpty()) {
          return "";
        }
        found = name;
      }
    }
    return found;
  }
}
