package io.ibench.workload.custom;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the values of keys, and records the mistakes in them. Not thread-safe. */
final class KeyReader {

  private final Config config;
  private boolean mistaken;

  /** Reads the tokens of a value; what it finds wrong goes to the mistakes. */
  interface Reading<T> {
    T read(TokenReader tokens, Mistakes mistakes) throws SyntaxException;
  }

  KeyReader(Config config) {
    this.config = config;
  }

  Config config() {
    return config;
  }

  /** Whether there was a mistake so far. */
  boolean isMistaken() {
    return mistaken;
  }

  /** Records a mistake of a key, or that it is missing. */
  void problem(String message, Key<?> key) {
    mistaken = true;
    config.problem(message, key);
  }

  void report(Mistakes mistakes) {
    mistaken |= !mistakes.isEmpty();
    mistakes.report(config);
  }

  boolean isBroken(Key<?> key) {
    boolean broken = config.isBroken(key);
    mistaken |= broken;
    return broken;
  }

  /** The result of reading a key's value; empty when it is missing or wrong. */
  <T> Optional<T> read(Key<String> key, Reading<Optional<T>> reading) {
    Optional<String> value = config.find(key);
    if (value.isEmpty() || isBroken(key)) {
      return Optional.empty();
    }
    Mistakes mistakes = new Mistakes(key);
    Optional<T> result = Optional.empty();
    try {
      result = reading.read(new TokenReader(value.get()), mistakes);
    } catch (SyntaxException e) {
      mistakes.at(e);
    }
    report(mistakes);
    return mistakes.isEmpty() ? result : Optional.empty();
  }

  /** The value in one of the ways to write it: without superfluous blanks; empty if it has none. */
  Optional<String> canonical(Key<String> key) {
    return config.find(key).flatMap(KeyReader::canonical);
  }

  private static Optional<String> canonical(String value) {
    try {
      List<String> words = new ArrayList<>();
      for (Token token : Tokenizer.tokens(value)) {
        words.add(Amounts.canonical(token));
      }
      return Optional.of(String.join(" ", words).strip());
    } catch (SyntaxException e) {
      return Optional.empty();
    }
  }
}
