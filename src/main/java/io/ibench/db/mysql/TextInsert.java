package io.ibench.db.mysql;

import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.jdbc.BatchInsert;
import io.ibench.db.jdbc.Binder;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.Sql;
import io.ibench.db.jdbc.ValueCodec;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Inserts several rows by one statement that is text with the values in it. It writes each row into
 * the text when the row is complete, so that this is no part of the execution. Bytes are
 * hexadecimal: neither a character set nor sql_mode changes them. Rows that exceed a packet are
 * several statements. Not thread-safe.
 */
final class TextInsert extends BatchInsert {

  private static final byte[] HEX = ascii("0123456789ABCDEF");

  private static final byte[] LATIN = ascii("_latin1 ");

  /** The most digits of a number, and its sign. */
  private static final int MAX_DIGITS = 20;

  /** The command's byte, and a reserve. */
  private static final long PACKET_RESERVE = 16;

  private final Supplier<Connection> connection;
  private final ValueCodec codec;
  private final ColumnType[] types;
  private final byte[] head;
  private final int[] rowEnds;
  private final long packetBytes;
  private byte[] text;
  private int length;
  private @Nullable Statement statement;

  /**
   * @param connection the compiler's current one
   * @param packetBytes maximum length of a packet
   */
  TextInsert(
      Supplier<Connection> connection,
      Sql sql,
      Command.Insert insert,
      Failures failures,
      long packetBytes) {
    super(insert, Binder.of(sql, insert), failures);
    this.connection = connection;
    this.codec = sql.codec();
    this.types =
        insert.parameters().stream().map(column -> column.type()).toArray(ColumnType[]::new);
    this.head = ascii(sql.insert(insert, 0));
    this.rowEnds = new int[insert.maxBatch()];
    this.packetBytes = packetBytes - PACKET_RESERVE;
    this.text = Arrays.copyOf(head, 2 * head.length);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void reprepare() throws SQLException {
    statement = connection.get().createStatement();
    statement.setEscapeProcessing(false);
  }

  @Override
  public void release() throws SQLException {
    Statement released = statement;
    statement = null;
    if (released != null) {
      released.close();
    }
  }

  @Override
  public boolean isOneStatement() {
    return length <= packetBytes;
  }

  @Override
  public void rowAdded(int row) {
    if (row == 0) {
      length = head.length;
    } else {
      append(',');
    }
    append('(');
    for (int column = 0; column < types.length; column++) {
      if (column > 0) {
        append(',');
      }
      ColumnType type = types[column];
      if (type.isWholeNumber()) {
        number(number(row, column));
      } else if (type.isNumber()) {
        append(ascii(codec.literal(type, number(row, column))));
      } else if (type.isText() && needsNoEscape(payload(row, column))) {
        append('\'');
        append(payload(row, column));
        append('\'');
      } else {
        // Text has an introducer: without it, a literal of bytes has no character set.
        hex(payload(row, column), type.isText());
      }
    }
    append(')');
    rowEnds[row] = length;
  }

  private static boolean needsNoEscape(byte[] ascii) {
    for (byte letter : ascii) {
      if (letter == '\'' || letter == '\\') {
        return false;
      }
    }
    return true;
  }

  private void reserve(int bytes) {
    if (length + bytes > text.length) {
      text = Arrays.copyOf(text, Math.max(2 * text.length, length + bytes));
    }
  }

  private void append(char letter) {
    reserve(1);
    text[length++] = (byte) letter;
  }

  private void append(byte[] bytes) {
    reserve(bytes.length);
    System.arraycopy(bytes, 0, text, length, bytes.length);
    length += bytes.length;
  }

  private void number(long value) {
    reserve(MAX_DIGITS);
    // Negative numbers have the wider range.
    long rest = value < 0 ? value : -value;
    if (value < 0) {
      text[length++] = '-';
    }
    int digits = 1;
    for (long left = rest; left <= -10; left /= 10) {
      digits++;
    }
    length += digits;
    for (int place = length - 1; place >= length - digits; place--) {
      text[place] = (byte) ('0' - rest % 10);
      rest /= 10;
    }
  }

  private void hex(byte[] bytes, boolean isText) {
    if (isText) {
      append(LATIN);
    }
    reserve(2 * bytes.length + 3);
    text[length++] = 'X';
    text[length++] = '\'';
    for (byte value : bytes) {
      text[length++] = HEX[value >> 4 & 15];
      text[length++] = HEX[value & 15];
    }
    text[length++] = '\'';
  }

  @Override
  public int insert() throws SQLException {
    if (isOneStatement()) {
      return execute(text, length);
    }
    int inserted = 0;
    int first = 0;
    while (first < rows()) {
      int start = first == 0 ? head.length : rowEnds[first - 1] + 1;
      int end = first + 1;
      while (end < rows() && head.length + rowEnds[end] - start <= packetBytes) {
        end++;
      }
      int bytes = rowEnds[end - 1] - start;
      byte[] part = Arrays.copyOf(head, head.length + bytes);
      System.arraycopy(text, start, part, head.length, bytes);
      inserted += execute(part, part.length);
      first = end;
    }
    return inserted;
  }

  private int execute(byte[] sql, int bytes) throws SQLException {
    return Objects.requireNonNull(statement)
        .executeUpdate(new String(sql, 0, bytes, StandardCharsets.ISO_8859_1));
  }
}
