package io.ibench.random;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads one section of a distribution file: words separated by white space; a section's name, then
 * pairs of a value and the percentage of objects with at most this value, then the next section.
 * Its memory is bounded for any file. Used once; not thread-safe.
 */
final class DistributionFileReader {
  private static final int MAX_WORD_CHARS = 100;
  private static final int MAX_POINTS = 1_000_000;
  private static final int MAX_SECTIONS_NAMED = 20;
  private static final String END_OF_FILE = "";
  private static final int BYTE_ORDER_MARK = 0xFEFF;

  private final Reader in;
  private final String fileName;
  private final String section;
  private final List<String> otherSections = new ArrayList<>();
  private boolean anyWord;
  private boolean found;
  private int next = ' ';
  private long nextLine = 1;

  /** The line of the last word; the first line is 1. */
  private long line = 1;

  private long[] values = new long[64];
  private double[] percents = new double[64];
  private int points;

  DistributionFileReader(Reader in, String fileName, String section) {
    this.in = new BufferedReader(in);
    this.fileName = fileName;
    this.section = section;
  }

  PiecewiseCdf read() throws IOException, DistributionFileException {
    boolean inside = false;
    for (String word = nextWord(); !word.equals(END_OF_FILE); word = nextWord()) {
      if (isName(word)) {
        inside = enter(word, inside);
      } else if (!found && otherSections.isEmpty()) {
        throw trouble("expected the name of a section, found '" + word + "'");
      } else if (inside) {
        readPoint(word);
      }
    }
    if (!found) {
      throw missing();
    }
    if (inside) {
      leave();
    }
    return PiecewiseCdf.of(Arrays.copyOf(values, points), Arrays.copyOf(percents, points));
  }

  /** Whether the words that follow belong to the wanted section. */
  private boolean enter(String name, boolean inside) throws DistributionFileException {
    if (inside) {
      leave();
    }
    if (!name.equals(section)) {
      if (otherSections.size() <= MAX_SECTIONS_NAMED) {
        otherSections.add(name);
      }
      return false;
    }
    if (found) {
      throw trouble("a second section '" + section + "'");
    }
    found = true;
    return true;
  }

  private void leave() throws DistributionFileException {
    try {
      PiecewiseCdf.checkEnd(percents, points);
    } catch (IllegalArgumentException e) {
      throw trouble("section '" + section + "' ends here, and " + e.getMessage());
    }
  }

  private void readPoint(String word) throws IOException, DistributionFileException {
    long value = parseValue(word);
    String percentWord = nextWord();
    if (percentWord.equals(END_OF_FILE)) {
      throw trouble("the file ends after the value " + value + ", without its percentage");
    }
    if (points == MAX_POINTS) {
      throw trouble("section '" + section + "' has more than " + MAX_POINTS + " points");
    }
    if (points == values.length) {
      values = Arrays.copyOf(values, 2 * points);
      percents = Arrays.copyOf(percents, 2 * points);
    }
    values[points] = value;
    percents[points] = parsePercent(percentWord, value);
    try {
      PiecewiseCdf.checkPoint(values, percents, points);
    } catch (IllegalArgumentException e) {
      throw trouble(String.valueOf(e.getMessage()));
    }
    points++;
  }

  private long parseValue(String word) throws DistributionFileException {
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException e) {
      throw trouble("expected a whole number or the name of a section, found '" + word + "'");
    }
  }

  private double parsePercent(String word, long value) throws DistributionFileException {
    String expected = "expected the percentage of the value " + value + ", found '" + word + "'";
    // Java's own forms (1d, 0x1p3, NaN) are not part of the format.
    if (!word.chars().allMatch(c -> "0123456789+-.eE".indexOf(c) >= 0)) {
      throw trouble(expected);
    }
    try {
      return Double.parseDouble(word);
    } catch (NumberFormatException e) {
      throw trouble(expected);
    }
  }

  private static boolean isName(String word) {
    return Character.isLetter(word.charAt(0)) || word.charAt(0) == '_';
  }

  private String nextWord() throws IOException, DistributionFileException {
    while (isSpace(next)) {
      advance();
    }
    if (next < 0) {
      return END_OF_FILE;
    }
    line = nextLine;
    anyWord = true;
    StringBuilder word = new StringBuilder();
    while (next >= 0 && !isSpace(next)) {
      if (word.length() == MAX_WORD_CHARS) {
        throw trouble(
            "more than " + MAX_WORD_CHARS + " characters without a space: not this format");
      }
      word.append(Character.isISOControl(next) ? '?' : (char) next);
      advance();
    }
    return word.toString();
  }

  private void advance() throws IOException, DistributionFileException {
    if (next == '\n') {
      nextLine++;
    }
    try {
      next = in.read();
    } catch (CharacterCodingException e) {
      line = nextLine;
      throw trouble("not text in the expected character set, here or in the lines after");
    }
  }

  private static boolean isSpace(int c) {
    return c >= 0 && (Character.isWhitespace(c) || c == BYTE_ORDER_MARK);
  }

  private DistributionFileException trouble(String what) {
    return new DistributionFileException(fileName + ":" + line + ": " + what);
  }

  private DistributionFileException missing() {
    if (!anyWord) {
      return trouble("the file is empty; expected a section '" + section + "'");
    }
    int named = Math.min(otherSections.size(), MAX_SECTIONS_NAMED);
    String more = otherSections.size() > named ? ", ..." : "";
    return trouble(
        "the file ends without a section '"
            + section
            + "'; it has: "
            + String.join(", ", otherSections.subList(0, named))
            + more);
  }
}
