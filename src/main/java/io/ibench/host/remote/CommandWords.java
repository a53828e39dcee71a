package io.ibench.host.remote;

import java.util.ArrayList;
import java.util.List;

/**
 * A command as it is written in one line: words with blanks between them. Blanks within quotes, '
 * or ", belong to the word. There is nothing else of a shell: no variables, no backslashes.
 */
final class CommandWords {

  private CommandWords() {}

  /**
   * At least one word.
   *
   * @throws IllegalArgumentException with the reason
   */
  static List<String> split(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean inWord = false;
    char quote = 0;
    for (char c : line.toCharArray()) {
      if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '\'' || c == '"') {
        quote = c;
        inWord = true;
      } else if (!Character.isWhitespace(c)) {
        word.append(c);
        inWord = true;
      } else if (inWord) {
        words.add(word.toString());
        word.setLength(0);
        inWord = false;
      }
    }
    if (quote != 0) {
      throw new IllegalArgumentException("has a quote " + quote + " that is not closed");
    }
    if (inWord) {
      words.add(word.toString());
    }
    if (words.isEmpty() || words.get(0).isEmpty()) {
      throw new IllegalArgumentException("names no command");
    }
    return List.copyOf(words);
  }
}
