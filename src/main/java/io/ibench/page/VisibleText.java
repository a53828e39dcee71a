package io.ibench.page;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.regex.Pattern;

/**
 * Writes on what it is given, with the characters that turn the direction of text escaped as {@link
 * io.ibench.report.figures.SanitizedText} does: a name that holds one could end the element that
 * keeps it apart, and turn what stands beside it. One thread's.
 */
final class VisibleText extends FilterWriter {

  private static final Pattern TURNING =
      Pattern.compile("[\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]");

  VisibleText(Writer out) {
    super(out);
  }

  /** The same text where nothing in it turns its direction. */
  static String of(String text) {
    return TURNING
        .matcher(text)
        .replaceAll(found -> String.format("\\\\u%04x", (int) found.group().charAt(0)));
  }

  @Override
  public void write(int character) throws IOException {
    out.write(of(String.valueOf((char) character)));
  }

  @Override
  public void write(char[] text, int from, int length) throws IOException {
    out.write(of(new String(text, from, length)));
  }

  @Override
  public void write(String text, int from, int length) throws IOException {
    out.write(of(text.substring(from, from + length)));
  }
}
