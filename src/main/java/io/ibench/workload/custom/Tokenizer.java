package io.ibench.workload.custom;

import io.ibench.workload.custom.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/** Splits a value into tokens. Stateless. */
final class Tokenizer {

  /** Longer ones first. */
  private static final List<String> SIGNS =
      List.of("..", "<=", ">=", "!=", "(", ")", ",", ":", ";", "=", "<", ">", "+", "-", ".");

  private final String value;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  private Tokenizer(String value) {
    this.value = value;
  }

  /**
   * The tokens; the last one is {@link Kind#END}.
   *
   * @throws SyntaxException at a character that begins no token
   */
  static List<Token> tokens(String value) throws SyntaxException {
    Tokenizer tokenizer = new Tokenizer(value);
    tokenizer.split();
    return tokenizer.tokens;
  }

  private void split() throws SyntaxException {
    while (at < value.length()) {
      char first = value.charAt(at);
      if (first == ' ' || first == '\t') {
        at++;
      } else if (isDigit(first)) {
        number();
      } else if (isLetter(first)) {
        add(Kind.NAME, at, endOfName(at));
      } else if (first == '$') {
        variable();
      } else if (first == '"') {
        text();
      } else {
        sign();
      }
    }
    tokens.add(new Token(Kind.END, "", value.length() + 1));
  }

  private void add(Kind kind, int from, int to) {
    tokens.add(new Token(kind, value.substring(from, to), at + 1));
    at = to;
  }

  /** A fraction needs a digit after the point: {@code 0..4} is a range. */
  private void number() {
    int end = endOfDigits(at);
    if (end + 1 < value.length() && value.charAt(end) == '.' && isDigit(value.charAt(end + 1))) {
      end = endOfDigits(end + 1);
    }
    if (end < value.length() && value.charAt(end) == '%') {
      end++;
    } else {
      end = endOfName(end);
    }
    add(Kind.NUMBER, at, end);
  }

  private void variable() throws SyntaxException {
    if (at + 1 == value.length() || !isLetter(value.charAt(at + 1))) {
      throw new SyntaxException(tokenHere(1), "a name is missing after $, such as $id");
    }
    add(Kind.VARIABLE, at + 1, endOfName(at + 1));
  }

  private void text() throws SyntaxException {
    int end = value.indexOf('"', at + 1);
    if (end < 0) {
      throw new SyntaxException(
          new Token(Kind.END, "", value.length() + 1),
          "expected: \" for the \" of character " + (at + 1));
    }
    tokens.add(new Token(Kind.TEXT, value.substring(at + 1, end), at + 1));
    at = end + 1;
  }

  private void sign() throws SyntaxException {
    for (String sign : SIGNS) {
      if (value.startsWith(sign, at)) {
        add(Kind.SIGN, at, at + sign.length());
        return;
      }
    }
    throw new SyntaxException(
        tokenHere(Character.charCount(value.codePointAt(at))), "this character means nothing here");
  }

  private Token tokenHere(int length) {
    return new Token(Kind.SIGN, value.substring(at, at + length), at + 1);
  }

  private int endOfDigits(int from) {
    int end = from;
    while (end < value.length() && (isDigit(value.charAt(end)) || value.charAt(end) == '_')) {
      end++;
    }
    return end;
  }

  private int endOfName(int from) {
    int end = from;
    while (end < value.length()
        && (isLetter(value.charAt(end))
            || isDigit(value.charAt(end))
            || value.charAt(end) == '_')) {
      end++;
    }
    return end;
  }

  private static boolean isDigit(char character) {
    return character >= '0' && character <= '9';
  }

  private static boolean isLetter(char character) {
    return character >= 'a' && character <= 'z' || character >= 'A' && character <= 'Z';
  }
}
