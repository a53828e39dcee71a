package io.ibench.overhead.loopback;

import io.ibench.overhead.loopback.LoopbackServer.Protocol;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * PostgreSQL's protocol 3.0, as in chapter 55 of its documentation: log-in without password, and
 * the extended query protocol. A statement that begins with SELECT finds the row. Immutable; the
 * state of a connection is in its {@link Connection}.
 */
final class PostgresProtocol implements Protocol {

  private static final int INT8 = 20;
  private static final int BYTEA = 17;

  /** The first messages have a code instead of a type. */
  private static final int TLS_REQUEST = 80877103;

  private static final int GSS_REQUEST = 80877104;

  private static final Map<String, String> PARAMETERS =
      Map.of(
          "server_version", "15.6",
          "server_encoding", "UTF8",
          "client_encoding", "UTF8",
          "DateStyle", "ISO, MDY",
          "TimeZone", "UTC",
          "integer_datetimes", "on",
          "standard_conforming_strings", "on");

  private static final byte[] PARSED = message('1', new Bytes());
  private static final byte[] BOUND = message('2', new Bytes());
  private static final byte[] CLOSED = message('3', new Bytes());
  private static final byte[] NO_DATA = message('n', new Bytes());
  private static final byte[] READY = message('Z', new Bytes().put('I'));
  private static final byte[] DONE = message('C', new Bytes().text("SET"));
  private static final byte[] TAKES_ONE = message('t', new Bytes().big(1, 2).big(INT8, 4));
  private static final byte[] TAKES_NONE = message('t', new Bytes().big(0, 2));
  private static final byte[] COLUMNS = message('T', columns());
  private static final byte[] AS_TEXT = found(false);
  private static final byte[] AS_BINARY = found(true);

  @Override
  public void serve(DataInputStream in, OutputStream out) throws IOException {
    new Connection(in, out).serve();
  }

  private static byte[] message(char type, Bytes body) {
    return new Bytes().put(type).big(body.size() + Integer.BYTES, 4).put(body.array()).array();
  }

  private static Bytes columns() {
    Bytes columns = new Bytes().big(CannedRow.COLUMNS.size(), 2);
    for (String name : CannedRow.COLUMNS) {
      boolean bytes = name.equals("data");
      columns
          .text(name)
          .big(0, 4)
          .big(0, 2)
          .big(bytes ? BYTEA : INT8, 4)
          .big(bytes ? -1 : Long.BYTES, 2)
          .big(-1, 4)
          .big(0, 2);
    }
    return columns;
  }

  /** The row and the end of its statement. */
  private static byte[] found(boolean binary) {
    Bytes row = new Bytes().big(CannedRow.COLUMNS.size(), 2);
    for (long number : CannedRow.NUMBERS) {
      Bytes value =
          binary
              ? new Bytes().big(number, Long.BYTES)
              : new Bytes().put(Long.toString(number).getBytes(StandardCharsets.US_ASCII));
      row.big(value.size(), 4).put(value.array());
    }
    byte[] data = binary ? CannedRow.data() : hex(CannedRow.data());
    row.big(data.length, 4).put(data);
    return new Bytes()
        .put(message('D', row))
        .put(message('C', new Bytes().text("SELECT 1")))
        .array();
  }

  private static byte[] hex(byte[] data) {
    StringBuilder text = new StringBuilder("\\x");
    for (byte one : data) {
      text.append(String.format(Locale.ROOT, "%02x", one));
    }
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  /** The state of one connection. */
  private static final class Connection {

    private final DataInputStream in;
    private final OutputStream out;
    private final byte[] answers = new byte[1 << 13];
    private final Map<String, Boolean> finding = new HashMap<>();
    private byte[] body = new byte[1 << 12];
    private int length;
    private int size;
    private boolean finds;
    private boolean takesOne;
    private byte[] row = AS_TEXT;

    Connection(DataInputStream in, OutputStream out) {
      this.in = in;
      this.out = out;
    }

    void serve() throws IOException {
      logIn();
      while (true) {
        int type = in.read();
        if (type < 0) {
          throw new EOFException();
        }
        readBody();
        switch (type) {
          case 'P' -> parse();
          case 'B' -> bind();
          case 'D' -> describe();
          case 'E' -> add(finds ? row : DONE);
          case 'C' -> add(CLOSED);
          case 'Q' -> add(DONE, READY);
          case 'S' -> add(READY);
          case 'X' -> throw new EOFException();
          default -> throw new IOException("a message of type " + (char) type);
        }
        if (type == 'S' || type == 'Q') {
          out.write(answers, 0, size);
          size = 0;
        }
      }
    }

    private void logIn() throws IOException {
      readBody();
      while (code() == TLS_REQUEST || code() == GSS_REQUEST) {
        out.write('N');
        readBody();
      }
      add(message('R', new Bytes().big(0, 4)));
      PARAMETERS.forEach((name, value) -> add(message('S', new Bytes().text(name).text(value))));
      add(message('K', new Bytes().big(1, 4).big(1, 4)), READY);
      out.write(answers, 0, size);
      size = 0;
    }

    private int code() {
      return (body[0] & 0xff) << 24
          | (body[1] & 0xff) << 16
          | (body[2] & 0xff) << 8
          | body[3] & 0xff;
    }

    private void readBody() throws IOException {
      length = in.readInt() - Integer.BYTES;
      if (length > body.length) {
        body = new byte[2 * length];
      }
      in.readFully(body, 0, length);
    }

    private void add(byte[]... messages) {
      for (byte[] message : messages) {
        add(message);
      }
    }

    private void add(byte[] message) {
      System.arraycopy(message, 0, answers, size, message.length);
      size += message.length;
    }

    /** The place behind a text. */
    private int end(int start) {
      int end = start;
      while (body[end] != 0) {
        end++;
      }
      return end + 1;
    }

    private String text(int start) {
      return new String(body, start, end(start) - 1 - start, StandardCharsets.UTF_8);
    }

    private void parse() {
      String query = text(end(0));
      finds = query.regionMatches(true, 0, "SELECT", 0, 6);
      takesOne = query.indexOf('$') >= 0;
      finding.put(text(0), finds);
      add(PARSED);
    }

    /** Only the unnamed statement may be another one than that of the last read. */
    private void bind() {
      int name = end(0);
      if (body[name] == 0) {
        finds = finding.getOrDefault("", false);
      } else {
        finds = true;
      }
      row = asksForBinary(end(name)) ? AS_BINARY : AS_TEXT;
      add(BOUND);
    }

    private int number(int place) {
      return (body[place] & 0xff) << 8 | body[place + 1] & 0xff;
    }

    private boolean asksForBinary(int place) {
      int next = place + 2 + 2 * number(place);
      int parameters = number(next);
      next += 2;
      for (int i = 0; i < parameters; i++) {
        int bytes = number(next) << 16 | number(next + 2);
        next += Integer.BYTES + Math.max(0, bytes);
      }
      return number(next) > 0 && number(next + 2) == 1;
    }

    private void describe() {
      if (body[0] == 'S') {
        add(takesOne ? TAKES_ONE : TAKES_NONE);
      }
      add(finds ? COLUMNS : NO_DATA);
    }
  }
}
