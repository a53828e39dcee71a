package io.ibench.workload.custom;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.config.Suggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The mistakes in the value of one key, at their places. Not thread-safe. */
final class Mistakes {

  /** A damaged value would have thousands. */
  private static final int MOST = 10;

  private final Key<?> key;
  private final List<String> messages = new ArrayList<>();
  private int more;

  Mistakes(Key<?> key) {
    this.key = key;
  }

  void at(Token token, String message) {
    add(token.place() + ": " + message);
  }

  void at(SyntaxException mistake) {
    at(mistake.token(), String.valueOf(mistake.getMessage()));
  }

  /** A mistake of the value as a whole. */
  void add(String message) {
    if (messages.size() < MOST) {
      messages.add(message);
    } else {
      more++;
    }
  }

  /** Says that something does not exist, and which similar name does. */
  void unknown(Token token, String what, Collection<String> known) {
    at(token, "there is no " + what + " " + token.text() + "; " + hint(token.text(), known));
  }

  static String hint(String name, Collection<String> known) {
    return Suggestion.question(name, known)
        .orElseGet(() -> "known: " + (known.isEmpty() ? "none" : String.join(", ", known)));
  }

  boolean isEmpty() {
    return messages.isEmpty();
  }

  void report(Config config) {
    if (more > 0) {
      messages.add("and " + more + " more mistakes");
    }
    config.problems(key, messages);
  }
}
