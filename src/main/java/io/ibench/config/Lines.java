package io.ibench.config;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits the bytes of a file into logical lines: no blank lines, no comments, continuations joined.
 */
final class Lines {

  /**
   * A logical line.
   *
   * @param number of its first physical line, from 1, or of the one with the flaw
   * @param flaw the error in its bytes; empty without an error
   */
  record Line(int number, String text, String flaw) {}

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private Lines() {}

  static List<Line> of(byte[] bytes) {
    List<Line> physical = physical(bytes);
    List<Line> logical = new ArrayList<>();
    for (int next = 0; next < physical.size(); ) {
      Line first = physical.get(next++);
      if (isBlankOrComment(first.text())) {
        if (!first.flaw().isEmpty()) {
          logical.add(new Line(first.number(), "", first.flaw()));
        }
        continue;
      }
      int end = next;
      while (end < physical.size() && physical.get(end - 1).text().endsWith("\\")) {
        end++;
      }
      logical.add(join(physical.subList(next - 1, end)));
      next = end;
    }
    return logical;
  }

  private static Line join(List<Line> parts) {
    StringBuilder text = new StringBuilder();
    String flaw = "";
    int number = parts.get(0).number();
    for (Line part : parts) {
      String stripped = text.isEmpty() ? part.text() : blanksStripped(part.text());
      boolean continues = part.text().endsWith("\\");
      text.append(stripped, 0, stripped.length() - (continues ? 1 : 0));
      if (flaw.isEmpty() && !part.flaw().isEmpty()) {
        flaw = part.flaw();
        number = part.number();
      }
    }
    String last = parts.get(parts.size() - 1).text();
    if (flaw.isEmpty() && last.endsWith("\\")) {
      flaw = "continues after the end of the file; allowed: \\ before another line";
    } else if (flaw.isEmpty() && blanksStripped(last).endsWith("\\")) {
      flaw = "has blanks after the \\ at its end; allowed: \\ as the last character";
    }
    return new Line(number, text.toString(), flaw);
  }

  private static List<Line> physical(byte[] bytes) {
    List<Line> lines = new ArrayList<>();
    int start = hasByteOrderMark(bytes) ? BYTE_ORDER_MARK.length : 0;
    while (start < bytes.length) {
      int end = start;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      int length = end - start;
      if (length > 0 && bytes[end - 1] == '\r') {
        length--;
      }
      lines.add(decoded(lines.size() + 1, ByteBuffer.wrap(bytes, start, length)));
      start = end + 1;
    }
    return lines;
  }

  private static boolean hasByteOrderMark(byte[] bytes) {
    return bytes.length >= 3
        && bytes[0] == BYTE_ORDER_MARK[0]
        && bytes[1] == BYTE_ORDER_MARK[1]
        && bytes[2] == BYTE_ORDER_MARK[2];
  }

  private static Line decoded(int number, ByteBuffer bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(bytes.duplicate()).toString();
      boolean plain = text.indexOf('\r') < 0;
      String flaw = "has a carriage return inside; allowed: lines that end with LF or CRLF";
      return new Line(number, text, plain ? "" : flaw);
    } catch (CharacterCodingException e) {
      String readable = StandardCharsets.UTF_8.decode(bytes).toString();
      return new Line(number, readable, "is not UTF-8; allowed: a file in UTF-8");
    }
  }

  private static boolean isBlankOrComment(String text) {
    String stripped = blanksStripped(text);
    return stripped.isEmpty() || stripped.startsWith("#") || stripped.startsWith("!");
  }

  /** Without spaces and tabs at both ends; other white space is not a blank here. */
  static String blanksStripped(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && isBlank(text.charAt(start))) {
      start++;
    }
    while (end > start && isBlank(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(start, end);
  }

  private static boolean isBlank(char character) {
    return character == ' ' || character == '\t';
  }
}
