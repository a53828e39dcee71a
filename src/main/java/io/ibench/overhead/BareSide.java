package io.ibench.overhead;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.jdbc.BareAccess;
import io.ibench.db.jdbc.BareAccess.OldValueStatement;
import io.ibench.db.jdbc.Sql;
import io.ibench.db.jdbc.TransactionControl;
import io.ibench.random.Random64;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/**
 * An operation as a hand-written loop of JDBC calls: the driver's prepared statements, the same
 * texts and round trips as ibench, every column of every row read. Keys and payloads are drawn
 * beforehand; nothing is measured, nothing is repeated. Not thread-safe.
 */
final class BareSide implements OverheadSide {

  private static final int DRAWN = 4096;

  private final Connection connection;
  private final Operation operation;
  private long rowsRead;

  /** One operation. */
  private interface Operation {
    void perform() throws SQLException;
  }

  /**
   * @param link the upsert of the transaction's link
   */
  BareSide(BareAccess access, ComparedOperation operation, Command.Upsert link, InsertedKeys keys)
      throws DatabaseException {
    connection = access.bareConnection();
    try {
      this.operation =
          switch (operation) {
            case POINT_READ -> new Read(access.sql(), Tables.POINT_READ, Tables.ROWS);
            case RANGE_READ ->
                new Read(access.sql(), Tables.RANGE_READ, Tables.ROWS - Tables.RANGE + 1);
            case INSERT -> insert(access, keys);
            case TRANSACTION -> new LinkTransaction(access, link);
          };
    } catch (SQLException e) {
      close();
      throw failure(e);
    }
  }

  private static DatabaseException failure(SQLException e) {
    return new DatabaseException(FailureKind.FATAL, "bare loop: " + e.getMessage(), e);
  }

  @Override
  public void perform(int operations) throws DatabaseException {
    try {
      for (int i = 0; i < operations; i++) {
        operation.perform();
      }
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  @Override
  public long rowsRead() {
    return rowsRead;
  }

  @Override
  public void close() throws DatabaseException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /** Drawn beforehand, again from the first one after the last one. */
  private static final class Keys {

    private final long[] keys = new long[DRAWN];
    private int next;

    Keys(long bound) {
      Random64 random = new Random64(1);
      for (int i = 0; i < DRAWN; i++) {
        keys[i] = 1 + random.nextLong(bound);
      }
    }

    long next() {
      return keys[next++ & (DRAWN - 1)];
    }
  }

  private final class Read implements Operation {

    private final PreparedStatement statement;
    private final Keys keys;

    /** So that no value that was read can be optimised away. */
    @SuppressWarnings("UnusedVariable") // written for its effect
    private long read;

    private byte[] lastBytes = {};

    Read(Sql sql, Command.Select select, long bound) throws SQLException {
      statement = connection.prepareStatement(sql.select(select, 0));
      keys = new Keys(bound);
    }

    @Override
    public void perform() throws SQLException {
      statement.setLong(1, keys.next());
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          read += rows.getLong(1) + rows.getLong(2) + rows.getLong(3);
          lastBytes = rows.getBytes(4);
          read += lastBytes.length;
          rowsRead++;
        }
      }
    }
  }

  private Operation insert(BareAccess access, InsertedKeys keys) throws SQLException {
    Operation insert =
        access.insertsText() ? new TextInsert(access, keys) : new Insert(access, keys);
    if (!access.writesInTransactions()) {
      return insert;
    }
    TransactionControl control = access.transactions(connection);
    return () -> {
      control.begin();
      insert.perform();
      control.commit();
    };
  }

  private final class Insert implements Operation {

    private final PreparedStatement statement;
    private final boolean manyRows;
    private final InsertedKeys inserted;
    private final byte[] payload = new byte[Tables.PAYLOAD];

    Insert(BareAccess access, InsertedKeys inserted) throws SQLException {
      manyRows = access.insertsManyRows();
      statement =
          connection.prepareStatement(
              access.sql().insert(Tables.INSERT, manyRows ? Tables.BATCH : 1));
      this.inserted = inserted;
    }

    @Override
    public void perform() throws SQLException {
      int position = 1;
      for (int i = 0; i < Tables.BATCH; i++) {
        long id = inserted.next();
        statement.setLong(position++, id);
        statement.setLong(position++, id & 7);
        statement.setLong(position++, 1);
        statement.setBytes(position++, payload);
        if (!manyRows) {
          statement.addBatch();
          position = 1;
        }
      }
      if (manyRows) {
        statement.executeUpdate();
      } else {
        statement.executeBatch();
      }
    }
  }

  /** The rows of an insert as literals in one text. */
  private final class TextInsert implements Operation {

    private final Statement statement;
    private final String head;
    private final InsertedKeys inserted;
    private final byte[] payload = new byte[Tables.PAYLOAD];
    private final StringBuilder text = new StringBuilder();

    TextInsert(BareAccess access, InsertedKeys inserted) throws SQLException {
      statement = connection.createStatement();
      statement.setEscapeProcessing(false);
      head = access.sql().insert(Tables.INSERT, 0);
      this.inserted = inserted;
    }

    @Override
    public void perform() throws SQLException {
      text.setLength(0);
      text.append(head);
      for (int i = 0; i < Tables.BATCH; i++) {
        long id = inserted.next();
        text.append(i > 0 ? ",(" : "(").append(id).append(',').append(id & 7).append(",1,X'");
        for (byte value : payload) {
          text.append(Character.forDigit(value >> 4 & 15, 16));
          text.append(Character.forDigit(value & 15, 16));
        }
        text.append("')");
      }
      statement.executeUpdate(text.toString());
    }
  }

  private final class LinkTransaction implements Operation {

    private final TransactionControl control;
    private final Optional<OldValueStatement> reporting;
    private final PreparedStatement link;
    private final int[] linkParameters;
    private final PreparedStatement count;
    private final int[] countParameters;
    private final Keys keys = new Keys(Tables.LINKS);
    private final byte[] payload = new byte[Tables.PAYLOAD];

    /** As {@code read} of {@link Read}. */
    @SuppressWarnings("UnusedVariable") // written for its effect
    private long old;

    LinkTransaction(BareAccess access, Command.Upsert upsert) throws SQLException {
      control = access.transactions(connection);
      reporting =
          upsert.old().isPresent()
              ? Optional.of(access.prepareWithOld(connection, upsert))
              : Optional.empty();
      Change linkChange = new Change(access.sql(), upsert);
      link =
          reporting.isPresent()
              ? reporting.get().statement()
              : connection.prepareStatement(linkChange.text());
      linkParameters = linkChange.parameters();
      Change countChange = new Change(access.sql(), Tables.COUNT);
      count = access.prepareLast(connection, countChange.text());
      countParameters = countChange.parameters();
    }

    @Override
    public void perform() throws SQLException {
      long id = keys.next();
      for (int i = 0; i < linkParameters.length; i++) {
        bindLink(i + 1, linkParameters[i], id);
      }
      for (int i = 0; i < countParameters.length; i++) {
        count.setLong(i + 1, countParameters[i] == 1 ? 1 : id);
      }
      control.begin();
      if (reporting.isPresent()) {
        old += reporting.get().execute();
      } else {
        link.executeUpdate();
      }
      count.executeUpdate();
      control.commit();
    }

    private void bindLink(int position, int parameter, long id) throws SQLException {
      switch (parameter) {
        case 0, 5 -> link.setLong(position, id);
        case 1 -> link.setLong(position, id + 1);
        case 4 -> link.setBytes(position, payload);
        default -> link.setLong(position, 1);
      }
    }
  }

  /**
   * An upsert of a row that exists, as one statement: of a product without upserts, its update.
   *
   * @param parameters the upsert's parameter of each placeholder
   */
  private record Change(String text, int[] parameters) {

    Change(Sql sql, Command.Upsert upsert) {
      this(text(sql, upsert), placeholders(sql, upsert));
    }

    private static String text(Sql sql, Command.Upsert upsert) {
      String text = sql.upsert(upsert);
      return text.isEmpty() ? sql.update(update(upsert)) : text;
    }

    private static int[] placeholders(Sql sql, Command.Upsert upsert) {
      List<String> columns = upsert.columns();
      return sql.upsert(upsert).isEmpty()
          ? update(upsert).parameters().stream()
              .mapToInt(column -> columns.indexOf(column.name()))
              .toArray()
          : sql.placeholders(upsert);
    }

    private static Command.Update update(Command.Upsert upsert) {
      Command.Update update = upsert.table().update();
      for (String column : upsert.set()) {
        update = update.set(column);
      }
      for (var add : upsert.add()) {
        update = update.add(add.column(), add.constant().orElseThrow());
      }
      for (String column : upsert.table().primaryKey()) {
        update = update.where(column);
      }
      return update;
    }
  }
}
