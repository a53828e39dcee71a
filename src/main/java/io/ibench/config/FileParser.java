package io.ibench.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Parses the lines of one file into entries. Used once; not thread-safe. */
final class FileParser {

  static final String INCLUDE = "include";

  private static final int MAX_KEY_LENGTH = 200;

  /** A binary file would have thousands of problems. */
  private static final int MAX_PROBLEMS = 50;

  private final String file;
  private final Sources sources;
  private final List<Entry> entries = new ArrayList<>();
  private final Map<String, Integer> lineOf = new HashMap<>();
  private Optional<Entry> include = Optional.empty();
  private int problems;

  FileParser(String file, Sources sources) {
    this.file = file;
    this.sources = sources;
  }

  void parse(byte[] bytes) {
    for (Lines.Line line : Lines.of(bytes)) {
      if (problems == MAX_PROBLEMS) {
        sources.problem(origin(line), "", "too many problems; the file is not read from here on");
        sources.incomplete();
        return;
      }
      parse(line);
    }
  }

  /** All but {@code include}, in the order of the file. */
  List<Entry> entries() {
    return entries;
  }

  Optional<Entry> include() {
    return include;
  }

  private void parse(Lines.Line line) {
    int equals = line.text().indexOf('=');
    String key = Lines.blanksStripped(line.text().substring(0, Math.max(equals, 0)));
    if (!line.flaw().isEmpty()) {
      broken(line, line.flaw());
    } else if (equals < 0) {
      broken(line, "has no =; allowed: key = value, or # before a comment");
    } else if (key.isEmpty()) {
      broken(line, "has no key before the =; allowed: key = value");
    } else if (!keyFlaw(key).isEmpty()) {
      sources.problem(origin(line), keyAtStart(key), keyFlaw(key));
      problems++;
    } else if (lineOf.putIfAbsent(key, line.number()) != null) {
      int first = lineOf.get(key);
      broken(line, "is set twice in this file, first in line " + first + "; allowed: once");
    } else {
      String value = Lines.blanksStripped(line.text().substring(equals + 1));
      keep(sources.entry(key, value, origin(line)));
    }
  }

  /** A line without = may be a secret, so its text is not shown. */
  private void broken(Lines.Line line, String message) {
    String key = keyAtStart(Lines.blanksStripped(line.text()));
    boolean named = line.text().indexOf('=') >= 0;
    sources.problem(origin(line), named ? key : "", message);
    if (key.isEmpty()) {
      problems++;
    } else {
      keep(Entry.broken(key, origin(line)));
    }
  }

  private void keep(Entry entry) {
    problems += entry.broken() ? 1 : 0;
    if (!entry.key().equals(INCLUDE)) {
      entries.add(entry);
    } else if (!entry.broken()) {
      include = Optional.of(entry);
    } else {
      sources.incomplete();
    }
  }

  private Origin origin(Lines.Line line) {
    return Origin.at(file, line.number());
  }

  /** The reason why a text is not a key; empty if it is one. */
  static String keyFlaw(String key) {
    int length = keyAtStart(key).length();
    if (length < key.length()) {
      int found = key.codePointAt(length);
      String what = found == ' ' || found == '\t' ? "a blank" : Printable.character(found);
      return "the key has " + what + " in it; allowed: letters, digits, _ and .";
    }
    return length > MAX_KEY_LENGTH
        ? "the key is too long; allowed: at most " + MAX_KEY_LENGTH + " characters"
        : "";
  }

  static String keyAtStart(String text) {
    int end = 0;
    while (end < text.length() && isOfKey(text.charAt(end))) {
      end++;
    }
    return text.substring(0, end);
  }

  private static boolean isOfKey(char character) {
    return character >= 'a' && character <= 'z'
        || character >= 'A' && character <= 'Z'
        || character >= '0' && character <= '9'
        || character == '_'
        || character == '.';
  }
}
