package io.ibench.workload.custom;

import io.ibench.workload.custom.Token.Kind;
import java.util.List;

/** The tokens of one value, in order. Not thread-safe. */
final class TokenReader {

  private final List<Token> tokens;
  private int next;

  TokenReader(String value) throws SyntaxException {
    tokens = Tokenizer.tokens(value);
  }

  Token peek() {
    return tokens.get(next);
  }

  /** The token after {@link #peek}. */
  Token peekSecond() {
    return tokens.get(Math.min(next + 1, tokens.size() - 1));
  }

  /** The next token; the last one is returned for ever. */
  Token take() {
    Token token = tokens.get(next);
    next = Math.min(next + 1, tokens.size() - 1);
    return token;
  }

  /** Takes the next token if it is this word or sign. */
  boolean skip(String text) {
    if (!peek().is(text)) {
      return false;
    }
    take();
    return true;
  }

  /**
   * Takes this word or sign.
   *
   * @param where what it follows or ends, for the message
   */
  void expect(String text, String where) throws SyntaxException {
    if (!skip(text)) {
      throw new SyntaxException(peek(), "expected: " + text + " " + where);
    }
  }

  /** Takes the bracket that closes {@code open}. */
  void close(Token open) throws SyntaxException {
    if (!skip(")")) {
      throw new SyntaxException(
          peek(), "expected: ) for the ( of character " + open.at() + ", or a comma");
    }
  }

  /**
   * Takes a name.
   *
   * @param what it names, for the message, such as {@code a table}
   */
  Token name(String what) throws SyntaxException {
    return take(Kind.NAME, "the name of " + what);
  }

  Token take(Kind kind, String what) throws SyntaxException {
    if (peek().kind() != kind) {
      throw new SyntaxException(peek(), "expected: " + what);
    }
    return take();
  }

  /** Refuses anything after the end of the value. */
  void end(String allowed) throws SyntaxException {
    if (peek().kind() != Kind.END) {
      throw new SyntaxException(peek(), "this does not belong here; allowed: " + allowed);
    }
  }
}
