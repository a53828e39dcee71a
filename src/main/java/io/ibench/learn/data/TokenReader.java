package io.ibench.learn.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads the tokens of a statement, or of a part of one, from the first to the last. */
final class TokenReader {

  private static final SqlToken NOTHING = new SqlToken(" ", (char) 0, 0, 0);
  private static final int SHOWN = 60;

  private final String source;
  private final List<SqlToken> tokens;
  private int at;

  TokenReader(String source, List<SqlToken> tokens) {
    this.source = source;
    this.tokens = tokens;
  }

  boolean atEnd() {
    return at >= tokens.size();
  }

  SqlToken peek() {
    return atEnd() ? NOTHING : tokens.get(at);
  }

  SqlToken next() {
    return atEnd() ? NOTHING : tokens.get(at++);
  }

  boolean isAt(String word) {
    return peek().is(word);
  }

  boolean accept(String word) {
    boolean found = isAt(word);
    at += found ? 1 : 0;
    return found;
  }

  boolean acceptAny(String... words) {
    for (String word : words) {
      if (accept(word)) {
        return true;
      }
    }
    return false;
  }

  /** A name, of which what stands before the last point is left out. */
  String name() {
    String name = next().text();
    while (accept(".")) {
      name = next().text();
    }
    return name;
  }

  void skipTo(String word) {
    while (!atEnd() && !isAt(word)) {
      at++;
    }
  }

  /** What is inside the brackets that begin here. */
  List<SqlToken> group() {
    int depth = 0;
    int first = at + 1;
    while (!atEnd()) {
      SqlToken token = next();
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      if (depth == 0) {
        return tokens.subList(first, at - 1);
      }
    }
    return first < tokens.size() ? tokens.subList(first, tokens.size()) : List.of();
  }

  void skipGroup() {
    if (isAt("(")) {
      group();
    }
  }

  /** The source up to one of the words, but not inside brackets. */
  String textUntil(Set<String> words) {
    int first = at;
    int depth = 0;
    while (!atEnd() && (depth > 0 || !words.contains(peek().upper()))) {
      SqlToken token = next();
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
    }
    return at == first ? "" : source.substring(tokens.get(first).start(), tokens.get(at - 1).end());
  }

  /** One expression: a value with its casts and brackets. */
  String expression() {
    int first = at;
    next();
    while (!atEnd()) {
      if (isAt("(")) {
        group();
      } else if (isAt(":") || isAt(".") || isAt("[") || isAt("]")) {
        next();
      } else if (at > first && tokens.get(at - 1).text().matches("[:.+-]")
          || peek().upper().matches("VARYING|PRECISION|WITHOUT|WITH|TIME|ZONE")) {
        next();
      } else {
        break;
      }
    }
    return source.substring(tokens.get(first).start(), tokens.get(at - 1).end());
  }

  /** The source from here on. */
  String rest() {
    return atEnd() ? "" : source.substring(peek().start(), tokens.get(tokens.size() - 1).end());
  }

  /** The first words, for a message. */
  String start() {
    String text = source.substring(tokens.get(0).start(), tokens.get(tokens.size() - 1).end());
    String line = text.replaceAll("\\s+", " ");
    return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "...";
  }

  long line() {
    return 1 + source.substring(0, tokens.get(0).start()).chars().filter(c -> c == '\n').count();
  }

  /** At commas outside of brackets. */
  static List<List<SqlToken>> split(List<SqlToken> tokens) {
    List<List<SqlToken>> parts = new ArrayList<>();
    List<SqlToken> part = new ArrayList<>();
    int depth = 0;
    for (SqlToken token : tokens) {
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      if (depth == 0 && token.is(",")) {
        parts.add(part);
        part = new ArrayList<>();
      } else {
        part.add(token);
      }
    }
    parts.add(part);
    parts.removeIf(List::isEmpty);
    return parts;
  }

  /** The first name of each part. */
  static List<String> names(List<SqlToken> tokens) {
    return split(tokens).stream().map(part -> part.get(0).text()).toList();
  }
}
