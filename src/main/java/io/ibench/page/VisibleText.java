package io.ibench.page;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A writer that escapes characters that change the direction of text, as {@link
 * io.ibench.report.figures.SanitizedText} does: a name that contains one could change the order of
 * the text beside it. Not thread-safe.
 */
final class VisibleText extends FilterWriter {

  private static final Pattern TURNING =
      Pattern.compile("[\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]");

  VisibleText(Writer out) {
    super(out);
  }

  /** The same text if it contains no such character. */
  static String of(String text) {
    return TURNING
        .matcher(text)
        .replaceAll(
            found -> String.format(Locale.ROOT, "\\\\u%04x", (int) found.group().charAt(0)));
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
