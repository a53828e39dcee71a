package io.ibench.page;

/**
 * How much room a text takes in a small chart: rather too much, as nobody knows the reader's fonts.
 * Stateless.
 */
final class SmallText {

  /** How much wider bold texts are. */
  static final double BOLD = 1.14;

  private static final String NARROW = " .,:;'|!il";
  private static final String WIDE = "WMmw@%&—…";

  /** From here on characters are square. */
  private static final int FIRST_SQUARE = 0x2E80;

  private SmallText() {}

  /** In units of the drawing. */
  static double width(String text) {
    return text.codePoints().mapToDouble(SmallText::width).sum();
  }

  private static double width(int character) {
    if (NARROW.indexOf(character) >= 0) {
      return 3.3;
    }
    if (WIDE.indexOf(character) >= 0 || character >= FIRST_SQUARE) {
      return 10;
    }
    return Character.isUpperCase(character) ? 7.3 : 6.2;
  }

  /** The text, or its beginning with an ellipsis if it is wider than that. */
  static String fitted(String text, double most) {
    if (width(text) <= most) {
      return text;
    }
    StringBuilder begin = new StringBuilder();
    double free = most - width("…");
    for (int character : text.codePoints().toArray()) {
      free -= width(character);
      if (free < 0) {
        break;
      }
      begin.appendCodePoint(character);
    }
    return begin + "…";
  }
}
