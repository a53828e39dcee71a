package io.ibench.server;

import java.util.List;
import java.util.Map;

/**
 * A program to be started. Immutable.
 *
 * @param purpose what it does, for messages, such as {@code creating the data directory}
 * @param words the program and its arguments; none of them is a secret, as every user of the
 *     machine can see them
 * @param environment variables besides those of ibench; here secrets are allowed
 */
public record Program(String purpose, List<String> words, Map<String, String> environment) {

  public Program {
    words = List.copyOf(words);
    environment = Map.copyOf(environment);
  }

  public static Program of(String purpose, List<String> words) {
    return new Program(purpose, words, Map.of());
  }
}
