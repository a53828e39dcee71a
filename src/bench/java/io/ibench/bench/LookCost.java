package io.ibench.bench;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.MariadbSchema;
import io.ibench.db.PostgresSchema;
import io.ibench.db.WaitStates;
import io.ibench.testing.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The server's CPU for a look at what its sessions wait for, and for a reading of its counters: of
 * the thread that answers, on private servers whose other sessions sleep in a statement.
 */
public final class LookCost {

  private static final int WARM_UP = 300;
  private static final double TICK_MICROS = 10_000;

  private LookCost() {}

  private interface Connector {
    Connection connect() throws SQLException;
  }

  private interface Call {
    void run() throws DatabaseException;
  }

  /** Takes the number of looks. */
  public static void main(String[] args) throws Exception {
    int looks = args.length > 0 ? Integer.parseInt(args[0]) : 3000;
    for (int sessions : new int[] {8, 64}) {
      try (PostgresSchema schema = new PostgresSchema(Servers.requirePostgres());
          Database database = schema.open(schema.url())) {
        measure("PostgreSQL", database, schema::connect, "SELECT pg_sleep(600)", sessions, looks);
      }
      try (MariadbSchema schema = new MariadbSchema(Servers.requireMariadb());
          Database database = schema.open(schema.url())) {
        measure("MariaDB", database, schema::connect, "SELECT SLEEP(600)", sessions, looks);
      }
    }
    System.exit(0);
  }

  private static void measure(
      String product, Database database, Connector connector, String sleep, int sessions, int looks)
      throws Exception {
    List<Connection> others = new ArrayList<>();
    for (int i = 0; i < sessions; i++) {
      Connection other = connector.connect();
      others.add(other);
      Thread thread = new Thread(() -> execute(other, sleep));
      thread.setDaemon(true);
      thread.start();
    }
    try (WaitStates states = database.waitStates().orElseThrow()) {
      while (states.now().size() < sessions) {
        Thread.onSpinWait();
      }
      micros(states::now, WARM_UP);
      double look = micros(states::now, looks);
      double reading = micros(database::counters, Math.max(1, looks / 10));
      System.out.printf(
          Locale.ROOT,
          "%s, %d sessions: %.0f us of the server's CPU for a look, %.0f us for the counters%n",
          product,
          sessions,
          look,
          reading);
    } finally {
      for (Connection other : others) {
        other.abort(Runnable::run);
      }
    }
  }

  private static void execute(Connection connection, String sleep) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sleep);
    } catch (SQLException e) {
      // It was aborted, as planned.
      return;
    }
  }

  /** CPU of the server's thread, or process, that used most, for each call. */
  private static double micros(Call call, int times) throws Exception {
    Map<String, Long> before = ticks();
    for (int i = 0; i < times; i++) {
      call.run();
    }
    long most =
        ticks().entrySet().stream()
            .mapToLong(e -> e.getValue() - before.getOrDefault(e.getKey(), e.getValue()))
            .max()
            .orElse(0);
    return most * TICK_MICROS / times;
  }

  /** CPU so far, by thread, of the private servers. */
  private static Map<String, Long> ticks() throws IOException {
    Map<String, Long> all = new HashMap<>();
    for (ProcessHandle process : ProcessHandle.current().descendants().toList()) {
      try {
        for (Path thread : list(Path.of("/proc/" + process.pid() + "/task"))) {
          String stat = Files.readString(thread.resolve("stat"));
          String[] cells = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
          all.put(thread.toString(), Long.parseLong(cells[11]) + Long.parseLong(cells[12]));
        }
      } catch (IOException e) {
        // It has ended meanwhile.
        continue;
      }
    }
    return all;
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> paths = Files.list(folder)) {
      return paths.toList();
    }
  }
}
