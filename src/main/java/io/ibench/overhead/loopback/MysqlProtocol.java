package io.ibench.overhead.loopback;

import io.ibench.overhead.loopback.LoopbackServer.Protocol;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The protocol of MySQL and MariaDB, as in "MySQL Internals, Client/Server Protocol" and MariaDB's
 * "Clientserver Protocol": log-in without password, queries of variables, prepared statements with
 * binary results. Immutable; the state of a connection is in its {@link Connection}.
 */
final class MysqlProtocol implements Protocol {

  private static final int LONG_PASSWORD = 1;
  private static final int FOUND_ROWS = 2;
  private static final int LONG_FLAG = 4;
  private static final int CONNECT_WITH_DB = 8;
  private static final int PROTOCOL_41 = 0x200;
  private static final int TRANSACTIONS = 0x2000;
  private static final int SECURE_CONNECTION = 0x8000;
  private static final int MULTI_RESULTS = 0x20000;
  private static final int PS_MULTI_RESULTS = 0x40000;
  private static final int PLUGIN_AUTH = 0x80000;
  private static final int DEPRECATE_EOF = 0x1000000;

  /** MariaDB's: columns of a prepared statement are described once. */
  private static final int CACHE_METADATA = 1 << 4;

  private static final int CAPABILITIES =
      FOUND_ROWS
          | LONG_FLAG
          | CONNECT_WITH_DB
          | PROTOCOL_41
          | TRANSACTIONS
          | SECURE_CONNECTION
          | MULTI_RESULTS
          | PS_MULTI_RESULTS
          | PLUGIN_AUTH
          | DEPRECATE_EOF;

  private static final int AUTOCOMMIT = 2;
  private static final int UTF8MB4 = 45;
  private static final int BINARY = 63;

  private static final int TYPE_LONG = 8;
  private static final int TYPE_BLOB = 252;
  private static final int TYPE_TEXT = 253;

  private static final int QUIT = 1;
  private static final int QUERY = 3;
  private static final int PREPARE = 0x16;
  private static final int EXECUTE = 0x17;
  private static final int CLOSE_STATEMENT = 0x19;

  private static final Map<String, String> VARIABLES =
      Map.ofEntries(
          Map.entry("auto_increment_increment", "1"),
          Map.entry("init_connect", ""),
          Map.entry("interactive_timeout", "28800"),
          Map.entry("license", "GPL"),
          Map.entry("lower_case_table_names", "0"),
          Map.entry("max_allowed_packet", "16777216"),
          Map.entry("net_write_timeout", "60"),
          Map.entry("performance_schema", "0"),
          Map.entry("sql_mode", "STRICT_TRANS_TABLES"),
          Map.entry("system_time_zone", "UTC"),
          Map.entry("time_zone", "SYSTEM"),
          Map.entry("transaction_isolation", "REPEATABLE-READ"),
          Map.entry("tx_isolation", "REPEATABLE-READ"),
          Map.entry("wait_timeout", "28800"));

  private static final Pattern VARIABLE =
      Pattern.compile("@@(?:session\\.|global\\.)?(\\w+)(?:\\s+AS\\s+(\\w+))?");

  private final boolean mariadb;

  MysqlProtocol(boolean mariadb) {
    this.mariadb = mariadb;
  }

  @Override
  public void serve(DataInputStream in, OutputStream out) throws IOException {
    new Connection(in, out).serve();
  }

  /** Several packets of one answer, numbered. */
  private static final class Answer {

    private final Bytes bytes = new Bytes();
    private int number;

    Answer(int first) {
      number = first;
    }

    Answer add(Bytes packet) {
      bytes.little(packet.size(), 3).put(number++).put(packet.array());
      return this;
    }

    byte[] array() {
      return bytes.array();
    }
  }

  private static Bytes lengthAnd(Bytes into, byte[] value) {
    if (value.length < 251) {
      into.put(value.length);
    } else {
      into.put(252).little(value.length, 2);
    }
    return into.put(value);
  }

  private static Bytes lengthAnd(Bytes into, String value) {
    return lengthAnd(into, value.getBytes(StandardCharsets.UTF_8));
  }

  private static Bytes column(String name, int type) {
    boolean text = type == TYPE_TEXT;
    Bytes column = new Bytes();
    for (String part : List.of("def", "ibench", "rows", "rows", name, name)) {
      lengthAnd(column, part);
    }
    return column
        .put(0x0c)
        .little(text ? UTF8MB4 : BINARY, 2)
        .little(type == TYPE_LONG ? 20 : 400, 4)
        .put(type)
        .little(type == TYPE_LONG ? 1 : text ? 0 : 0x90, 2)
        .put(0)
        .little(0, 2);
  }

  private static Bytes ok(int header) {
    return new Bytes().put(header, 0, 0).little(AUTOCOMMIT, 2).little(0, 2);
  }

  /** The state of one connection. */
  private final class Connection {

    private final DataInputStream in;
    private final OutputStream out;
    private final byte[] row;
    private byte[] packet = new byte[1 << 12];
    private int length;
    private byte[] found = {};
    private boolean cachesMetadata;
    private boolean deprecatesEof;

    Connection(DataInputStream in, OutputStream out) {
      this.in = in;
      this.out = out;
      Bytes values = new Bytes().put(0, 0);
      for (long number : CannedRow.NUMBERS) {
        values.little(number, Long.BYTES);
      }
      row = lengthAnd(values, CannedRow.data()).array();
    }

    void serve() throws IOException {
      out.write(new Answer(0).add(greeting()).array());
      read();
      logIn();
      out.write(new Answer(2).add(ok(0)).array());
      found = found();
      byte[] done = new Answer(1).add(ok(0)).array();
      while (true) {
        read();
        switch (packet[0]) {
          case QUIT -> {
            return;
          }
          case EXECUTE -> out.write(found);
          case QUERY -> out.write(answer(text()));
          case PREPARE -> out.write(prepared(text()));
          case CLOSE_STATEMENT -> {
            // It has no answer.
          }
          default -> out.write(done);
        }
      }
    }

    private Bytes greeting() {
      int capabilities = CAPABILITIES | (mariadb ? 0 : LONG_PASSWORD);
      return new Bytes()
          .put(10)
          .text(mariadb ? "5.5.5-10.11.6-MariaDB" : "8.0.36")
          .little(1, 4)
          .text("abcdefgh")
          .little(capabilities & 0xffff, 2)
          .put(UTF8MB4)
          .little(AUTOCOMMIT, 2)
          .little(capabilities >>> 16, 2)
          .put(21)
          .little(0, 6)
          .little(mariadb ? CACHE_METADATA : 0, 4)
          .text("ijklmnopqrst")
          .text("mysql_native_password");
    }

    private void logIn() {
      int client = little(0);
      deprecatesEof = (client & DEPRECATE_EOF) != 0;
      cachesMetadata =
          mariadb && (client & LONG_PASSWORD) == 0 && (little(28) & CACHE_METADATA) != 0;
    }

    private int little(int offset) {
      int value = 0;
      for (int i = 3; i >= 0; i--) {
        value = value << 8 | packet[offset + i] & 0xff;
      }
      return value;
    }

    private void read() throws IOException {
      length = in.read();
      if (length < 0) {
        throw new EOFException();
      }
      length |= in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
      in.readUnsignedByte();
      if (length > packet.length) {
        packet = new byte[2 * length];
      }
      in.readFully(packet, 0, length);
    }

    private String text() {
      return new String(packet, 1, length - 1, StandardCharsets.UTF_8);
    }

    private void addEnd(Answer answer) {
      if (!deprecatesEof) {
        answer.add(new Bytes().put(0xfe).little(0, 2).little(AUTOCOMMIT, 2));
      }
    }

    private void addLast(Answer answer) {
      if (deprecatesEof) {
        answer.add(ok(0xfe));
      } else {
        addEnd(answer);
      }
    }

    private void addColumns(Answer answer) {
      for (String name : CannedRow.COLUMNS) {
        answer.add(column(name, name.equals("data") ? TYPE_BLOB : TYPE_LONG));
      }
      addEnd(answer);
    }

    /** The answer to every execution. */
    private byte[] found() {
      Answer answer = new Answer(1);
      if (cachesMetadata) {
        answer.add(new Bytes().put(CannedRow.COLUMNS.size(), 0));
        // Without columns, an end that is not deprecated is still there.
        addEnd(answer);
      } else {
        answer.add(new Bytes().put(CannedRow.COLUMNS.size()));
        addColumns(answer);
      }
      answer.add(new Bytes().put(row));
      addLast(answer);
      return answer.array();
    }

    private byte[] prepared(String text) {
      int parameters = (int) text.chars().filter(c -> c == '?').count();
      Answer answer = new Answer(1);
      answer.add(
          new Bytes()
              .put(0)
              .little(1, 4)
              .little(CannedRow.COLUMNS.size(), 2)
              .little(parameters, 2)
              .put(0)
              .little(0, 2));
      for (int i = 0; i < parameters; i++) {
        answer.add(column("?", TYPE_LONG));
      }
      if (parameters > 0) {
        addEnd(answer);
      }
      addColumns(answer);
      return answer.array();
    }

    /** The values of variables; all else succeeds. */
    private byte[] answer(String text) {
      Matcher variables = VARIABLE.matcher(text);
      boolean asks = text.replaceFirst("(?s)^\\s*/\\*.*?\\*/", "").strip().matches("(?is)select.*");
      if (!asks || !variables.find()) {
        return new Answer(1).add(ok(0)).array();
      }
      Answer answer = new Answer(1);
      Bytes values = new Bytes();
      List<String> names = new ArrayList<>();
      do {
        String name = variables.group(1);
        names.add(variables.group(2) == null ? variables.group() : variables.group(2));
        lengthAnd(values, value(name));
      } while (variables.find());
      answer.add(new Bytes().put(names.size()));
      names.forEach(name -> answer.add(column(name, TYPE_TEXT)));
      addEnd(answer);
      answer.add(values);
      addLast(answer);
      return answer.array();
    }

    private String value(String name) {
      String other =
          name.startsWith("character_set")
              ? "utf8mb4"
              : name.startsWith("collation") ? "utf8mb4_general_ci" : "0";
      return VARIABLES.getOrDefault(name, other);
    }
  }
}
