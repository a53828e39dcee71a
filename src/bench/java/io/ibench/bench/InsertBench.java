package io.ibench.bench;

import io.ibench.config.Config;
import io.ibench.db.Adapter;
import io.ibench.db.Adapters;
import io.ibench.random.Random64;
import java.util.HashMap;
import java.util.Map;

/**
 * What both sides of the comparison of inserts have in common: the server, the table's indexes and
 * the rows. One client inserts them.
 *
 * @param url for the driver
 * @param socket the path of the server's unix socket, or {@link #TCP}
 * @param driver the adapter: mariadb, mysql or postgres
 * @param form values or bulk
 * @param indexes secondary ones, 0 to 3
 */
record InsertBench(
    String url,
    String socket,
    String driver,
    String form,
    int indexes,
    int rowsPerCommit,
    long rows) {

  static final String TCP = "tcp";

  /** The step whose rows are compared. */
  private static final String STEP = "l.i1";

  private static final long SEED = 1;

  /**
   * One insert of all rows.
   *
   * @param cpuMicrosPerRow of the process, so with what compiles, collects and reports
   * @param threadMicrosPerRow of the thread that inserts, alone
   * @param bytesPerRow that this thread allocated
   */
  record Round(
      double rowsPerSecond, double cpuMicrosPerRow, double threadMicrosPerRow, double bytesPerRow) {

    String line() {
      return rowsPerSecond + " " + cpuMicrosPerRow + " " + threadMicrosPerRow + " " + bytesPerRow;
    }

    static Round parse(String line) {
      String[] parts = line.split(" ");
      return new Round(
          Double.parseDouble(parts[0]),
          Double.parseDouble(parts[1]),
          Double.parseDouble(parts[2]),
          Double.parseDouble(parts[3]));
    }

    static Round mean(Round one, Round other) {
      return new Round(
          (one.rowsPerSecond + other.rowsPerSecond) / 2,
          (one.cpuMicrosPerRow + other.cpuMicrosPerRow) / 2,
          (one.threadMicrosPerRow + other.threadMicrosPerRow) / 2,
          (one.bytesPerRow + other.bytesPerRow) / 2);
    }
  }

  /** What drawing and binding rows took, as the workload does it between two statements. */
  record Binding(double nanosPerRow, double bytesPerRow) {

    String line() {
      return nanosPerRow + " " + bytesPerRow;
    }

    static Binding parse(String line) {
      String[] parts = line.split(" ");
      return new Binding(Double.parseDouble(parts[0]), Double.parseDouble(parts[1]));
    }
  }

  /** One side; each lives in a JVM of its own. */
  interface Side extends SideProcess.Side {

    /** Drops the table, if there is one, and creates it with its indexes. */
    void create() throws Exception;

    /** Inserts all rows into the table, which is empty. */
    Round insert() throws Exception;

    /** The same, to see what drawing and binding take. */
    Binding bind() throws Exception;

    @Override
    default String answer(String[] words) throws Exception {
      return switch (words[0]) {
        case "create" -> {
          create();
          yield "created";
        }
        case "insert" -> insert().line();
        case "bind" -> bind().line();
        default -> throw new IllegalArgumentException(words[0]);
      };
    }
  }

  static InsertBench parse(String[] arguments) {
    return new InsertBench(
        arguments[0],
        arguments[1],
        arguments[2],
        arguments[3],
        Integer.parseInt(arguments[4]),
        Integer.parseInt(arguments[5]),
        Long.parseLong(arguments[6]));
  }

  String[] arguments() {
    return new String[] {
      url,
      socket,
      driver,
      form,
      Integer.toString(indexes),
      Integer.toString(rowsPerCommit),
      Long.toString(rows)
    };
  }

  boolean isSocket() {
    return !socket.equals(TCP);
  }

  boolean isBulk() {
    return form.equals("bulk");
  }

  Adapter adapter() {
    return Adapters.named(driver);
  }

  Config creating() {
    return config("drop, create");
  }

  Config inserting() {
    return config(STEP);
  }

  private Config config(String steps) {
    Map<String, String> all = new HashMap<>();
    all.put("seed", Long.toString(SEED));
    all.put("steps", steps);
    all.put(STEP + ".rows", Long.toString(rows));
    all.put(STEP + ".rows_per_commit", Integer.toString(rowsPerCommit));
    all.put("insert.deletes", "none");
    all.put("insert.num_secondary_indexes", Integer.toString(indexes));
    all.put("insert.secondary_at", "start");
    all.put("url", url);
    all.put("user", Bench.USER);
    all.put("password", Bench.PASSWORD);
    all.put("batch", form);
    if (isSocket()) {
      all.put("socket", socket);
    }
    return Config.of(all);
  }

  /** What the engine gives the step's only inserter. */
  static Random64 stream() {
    return new Random64(Random64.hash(Random64.hash(SEED, 0L), "worker", STEP, "insert", "0"));
  }
}
