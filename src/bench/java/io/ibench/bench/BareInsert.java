package io.ibench.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Properties;

/**
 * An inserter of purchases with java.sql and a driver alone: the strongest rival that can be
 * written by hand. The same statements, connection and options as ibench, the same rows drawn while
 * it inserts; measures nothing, recovers from nothing. One thread's.
 */
final class BareInsert implements Together.Loop {

  private static final int COLUMNS = 6;

  private static final String INSERT =
      "INSERT INTO pi1 (dateandtime, cashregisterid, customerid, productid, price, data) VALUES ";

  /** PostgreSQL's bulk form. */
  private static final String UNNEST =
      INSERT.replace("VALUES ", "SELECT * FROM unnest(?, ?, ?, ?, ?, ?)");

  private static final List<String> TYPES =
      List.of("timestamp", "int8", "int8", "int8", "int8", "bytea");

  private static final String ROW = "(?, ?, ?, ?, ?, ?)";

  private final InsertBench bench;
  private final Connection connection;
  private final PreparedStatement batch;
  private final PurchaseDrawer drawer;
  private final Object[][] arrays;
  private LocalDateTime time;

  BareInsert(InsertBench bench) throws SQLException {
    this.bench = bench;
    Properties options =
        switch (bench.driver()) {
          case "mariadb" -> mariadb();
          case "mysql" -> mysql();
          case "postgres" -> postgres();
          default -> throw new IllegalArgumentException(bench.driver());
        };
    options.setProperty("user", Bench.USER);
    options.setProperty("password", Bench.PASSWORD);
    connection = DriverManager.getConnection(bench.url(), options);
    int rows = bench.rowsPerCommit();
    arrays =
        new Object[][] {
          new LocalDateTime[rows],
          new Long[rows],
          new Long[rows],
          new Long[rows],
          new Long[rows],
          new byte[rows][]
        };
    if (bench.isBulk() && isPostgres()) {
      batch = connection.prepareStatement(UNNEST);
    } else {
      batch = prepare(bench.isBulk() ? 1 : bench.rowsPerCommit());
    }
    drawer = new PurchaseDrawer(bench.rowsPerCommit());
  }

  private static Properties family() {
    Properties options = new Properties();
    options.setProperty("connectTimeout", "0"); // its sockets then read with one system call
    options.setProperty("useServerPrepStmts", "true");
    options.setProperty("useAffectedRows", "false");
    return options;
  }

  private Properties mariadb() {
    Properties options = family();
    options.setProperty("useBulkStmtsForInserts", "true");
    options.setProperty("allowLocalInfile", "false");
    options.setProperty("transactionReplay", "false");
    options.setProperty("sslMode", "disable");
    if (bench.isSocket()) {
      options.setProperty("localSocket", bench.socket());
    }
    return options;
  }

  private Properties mysql() {
    Properties options = family();
    options.setProperty("emulateUnsupportedPstmts", "false");
    options.setProperty("allowLoadLocalInfile", "false");
    options.setProperty("allowUrlInLocalInfile", "false");
    options.setProperty("autoReconnect", "false");
    options.setProperty("autoReconnectForPools", "false");
    options.setProperty("sslMode", "DISABLED");
    if (bench.isSocket()) {
      options.setProperty("socketFactory", "io.ibench.db.mysql.UnixSocketFactory");
      options.setProperty("ibenchUnixSocket", bench.socket());
      options.setProperty("allowPublicKeyRetrieval", "true");
    }
    return options;
  }

  private Properties postgres() {
    Properties options = new Properties();
    options.setProperty("prepareThreshold", "1");
    options.setProperty("connectTimeout", "0"); // its sockets then read with one system call
    if (bench.isSocket()) {
      options.setProperty("socketFactory", "io.ibench.db.postgres.PostgresUnixSocketFactory");
      options.setProperty("ibenchUnixSocket", bench.socket());
    }
    return options;
  }

  private PreparedStatement prepare(int rows) throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement(INSERT + ROW + (", " + ROW).repeat(rows - 1));
    // Otherwise the driver prepares when it executes first.
    statement.getParameterMetaData();
    return statement;
  }

  /** Inserts all rows, which are a multiple of those of a statement. */
  void insert() throws SQLException {
    int rows = bench.rowsPerCommit();
    for (long left = bench.rows(); left > 0; left -= rows) {
      now();
      if (bench.isBulk() && isPostgres()) {
        insertArrays(rows);
      } else if (bench.isBulk()) {
        insertInBulk(rows);
      } else {
        insertValues(rows);
      }
    }
  }

  /** A new one each second. */
  private void now() {
    long seconds = System.currentTimeMillis() / 1000;
    if (time == null || time.toEpochSecond(ZoneOffset.UTC) != seconds) {
      time = LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC);
    }
  }

  private void insertInBulk(int rows) throws SQLException {
    for (int row = 0; row < rows; row++) {
      bind(1, row);
      batch.addBatch();
    }
    batch.executeBatch();
  }

  private boolean isPostgres() {
    return bench.driver().equals("postgres");
  }

  private void insertArrays(int rows) throws SQLException {
    for (int row = 0; row < rows; row++) {
      drawer.draw(row);
      arrays[0][row] = time;
      arrays[1][row] = drawer.cashregister;
      arrays[2][row] = drawer.customer;
      arrays[3][row] = drawer.product;
      arrays[4][row] = drawer.price;
      arrays[5][row] = drawer.data;
    }
    for (int column = 0; column < COLUMNS; column++) {
      batch.setArray(column + 1, connection.createArrayOf(TYPES.get(column), arrays[column]));
    }
    batch.executeUpdate();
  }

  private void insertValues(int rows) throws SQLException {
    for (int row = 0; row < rows; row++) {
      bind(1 + row * COLUMNS, row);
    }
    batch.executeUpdate();
  }

  private void bind(int parameter, int row) throws SQLException {
    drawer.draw(row);
    batch.setObject(parameter, time);
    batch.setLong(parameter + 1, drawer.cashregister);
    batch.setLong(parameter + 2, drawer.customer);
    batch.setLong(parameter + 3, drawer.product);
    batch.setLong(parameter + 4, drawer.price);
    batch.setBytes(parameter + 5, drawer.data);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
