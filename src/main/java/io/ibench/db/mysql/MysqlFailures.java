package io.ibench.db.mysql;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.jdbc.ConnectionSettings;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.JdbcConnector;
import io.ibench.db.jdbc.Masker;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;

/** Classifies the error numbers of MariaDB and MySQL, which are part of their protocol. */
public final class MysqlFailures implements Failures {

  private static final int WRONG_LOGIN = 1045;

  /** Each connection has its own statements. */
  private static final int TOO_MANY_STATEMENTS = 1461;

  private static final String STATEMENTS_HINT =
      "; raise the server's max_prepared_stmt_count, or have fewer threads";

  private static final String FROM_LOCALHOST = "'@'localhost' (using password: YES)";

  private static final String ANONYMOUS_ADVICE =
      "if they are right, an anonymous user of the server comes first: create the user"
          + " @'localhost' as well";

  /** Of a Galera node that joins, or that has lost the others: it does not even read. */
  private static final String NODE_NOT_READY = "WSREP";

  /** Of a Galera node that lost the others during a commit; they may have got it. */
  private static final String LOST_THE_OTHERS = "Primary Component";

  private static final String STREAMING_FAILED = "S1000";

  private final JdbcConnector driver;
  private final Masker masker;

  /**
   * @param settings contain the secrets to mask
   */
  public MysqlFailures(ConnectionSettings settings) {
    this.driver = settings.driver();
    this.masker = settings.masker();
  }

  @Override
  public Masker masker() {
    return masker;
  }

  @Override
  public DatabaseException of(SQLException failure) {
    DatabaseException plain = Failures.super.of(failure);
    if (failure.getErrorCode() == TOO_MANY_STATEMENTS) {
      return withHint(plain, plain.kind(), STATEMENTS_HINT);
    }
    if (failure.getErrorCode() == WRONG_LOGIN && says(failure, FROM_LOCALHOST)) {
      return plain.withAdvice(ANONYMOUS_ADVICE);
    }
    return driver
        .refusal(failure)
        .map(hint -> withHint(plain, FailureKind.DENIED, hint))
        .orElse(plain);
  }

  private static DatabaseException withHint(
      DatabaseException plain, FailureKind kind, String hint) {
    return new DatabaseException(kind, plain.getMessage() + hint, plain.getCause());
  }

  /** A node that refuses the rollback ends the transaction with its connection. */
  @Override
  public void ofClose(SQLException failure) throws DatabaseException {
    if (classify(failure) != FailureKind.READ_ONLY) {
      Failures.super.ofClose(failure);
    }
  }

  @Override
  public FailureKind classify(SQLException failure) {
    return switch (failure.getErrorCode()) {
      case 1213, 1020, 3101 -> FailureKind.DEADLOCK; // 1020: changed since read; 3101: by its group
      case 1205, 3572 -> FailureKind.LOCK_TIMEOUT;
      case 1062, 1022, 1586 -> FailureKind.DUPLICATE_KEY;
      case 1040, 1203, 1226, TOO_MANY_STATEMENTS -> FailureKind.TOO_MANY_CONNECTIONS;
      case 1290, 1792, 1836, 1036 -> FailureKind.READ_ONLY;
      case 1047 -> says(failure, NODE_NOT_READY) ? FailureKind.READ_ONLY : byState(failure);
      case 1180 -> says(failure, LOST_THE_OTHERS) ? FailureKind.CONNECTION_LOST : byState(failure);
      case 1021, 1114, 3675 -> FailureKind.DISK_FULL;
      case 1044, WRONG_LOGIN, 1142, 1143, 1227, 1370, 1698, 1130 -> FailureKind.DENIED;
      case 1129, 1251, 1820, 1862, 3118, 3159 ->
          FailureKind.DENIED; // blocked, expired, locked, no TLS
      case 1049, 1051, 1054, 1091, 1146, 1176 -> FailureKind.NOT_FOUND;
      case 1053, 3032 -> FailureKind.SERVER_SHUTDOWN;
      case 1969, 3024 -> FailureKind.TIMEOUT;
      case 1927, 2006, 2013, 3169, 4031 ->
          FailureKind.CONNECTION_LOST; // killed, gone, idle too long
      default -> byState(failure);
    };
  }

  private static boolean says(SQLException failure, String words) {
    return String.valueOf(failure.getMessage()).contains(words);
  }

  private static FailureKind byState(SQLException failure) {
    if (failure instanceof SQLTimeoutException) {
      return FailureKind.TIMEOUT;
    }
    String state = failure.getSQLState();
    if (Failures.hasBadCertificate(failure)) {
      return FailureKind.DENIED;
    }
    if (state == null) {
      return FailureKind.FATAL;
    }
    if (state.startsWith("08") || hasLostStream(failure)) {
      return FailureKind.CONNECTION_LOST;
    }
    return state.equals("40001") ? FailureKind.DEADLOCK : FailureKind.FATAL;
  }

  /** Connector/J reports a connection loss in this way while it streams rows. */
  public static boolean hasLostStream(SQLException failure) {
    return STREAMING_FAILED.equals(failure.getSQLState())
        && says(failure, "CJCommunicationsException");
  }
}
