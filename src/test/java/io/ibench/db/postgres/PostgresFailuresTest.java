package io.ibench.db.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.jdbc.ConnectionSettings;
import io.ibench.db.jdbc.DriverUrl;
import io.ibench.db.jdbc.Tls;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresFailuresTest {

  private static final PostgresFailures FAILURES =
      new PostgresFailures(
          new ConnectionSettings(
              new PostgresConnector(),
              DriverUrl.of("jdbc:postgresql://127.0.0.1/ibench"),
              "ibench",
              "very-secret",
              new Tls(Tls.Mode.DISABLE, "", "", "", ""),
              ""));

  @ParameterizedTest
  @CsvSource({
    "40001, DEADLOCK",
    "40P01, DEADLOCK",
    "55P03, LOCK_TIMEOUT",
    "23505, DUPLICATE_KEY",
    "08006, CONNECTION_LOST",
    "08001, CONNECTION_LOST",
    "08P01, CONNECTION_LOST",
    "08004, DENIED",
    "57P01, SERVER_SHUTDOWN",
    "57P02, SERVER_SHUTDOWN",
    "57P03, SERVER_SHUTDOWN",
    "57P05, CONNECTION_LOST",
    "25P03, CONNECTION_LOST",
    "57014, TIMEOUT",
    "25006, READ_ONLY",
    "53100, DISK_FULL",
    "53300, TOO_MANY_CONNECTIONS",
    "42501, DENIED",
    "28P01, DENIED",
    "28000, DENIED",
    "42P01, NOT_FOUND",
    "42703, NOT_FOUND",
    "42704, NOT_FOUND",
    "3D000, NOT_FOUND",
    "3F000, NOT_FOUND",
    "42601, FATAL",
    "42P07, FATAL",
    "XX000, FATAL",
    "25P02, FATAL",
    ", FATAL",
    "'', FATAL"
  })
  void classifiesByState(String state, FailureKind kind) {
    assertThat(FAILURES.classify(new SQLException("words", state))).isEqualTo(kind);
  }

  @Test
  void aCertificateThatIsNotTrustedIsNoLostConnection() {
    SQLException failure = new SQLException("SSL error", "08006", new CertificateException("no"));
    assertThat(FAILURES.classify(failure)).isEqualTo(FailureKind.DENIED);
  }

  @Test
  void aHostThatNobodyKnowsIsCalledSo() {
    SQLException failure = new SQLException("failed", "08001", new UnknownHostException("nosuch"));
    assertThat(FAILURES.of(failure)).hasMessageContaining("unknown host nosuch");
  }

  @Test
  void tooManyConnectionsSayWhatToDo() {
    DatabaseException refused =
        FAILURES.of(new SQLException("too many connections for role", "53300"));
    assertThat(refused).hasMessageContaining("fewer threads");
    assertThat(refused.kind()).isEqualTo(FailureKind.TOO_MANY_CONNECTIONS);
  }

  @ParameterizedTest
  @CsvSource({
    "42P05, ERROR: prepared statement \"S_2\" already exists",
    "26000, ERROR: prepared statement \"S_13\" does not exist"
  })
  void aStatementOfAnotherSessionPointsToAPooler(String state, String words) {
    assertThat(FAILURES.of(new SQLException(words, state)))
        .hasMessageContaining("prepareThreshold=0")
        .hasMessageContaining("pool_mode = session")
        .hasMessageContaining("docs/poolers.md");
  }

  @Test
  void aStatementThatTheUserHasNamedPointsToNoPooler() {
    assertThat(FAILURES.of(new SQLException("prepared statement \"mine\" exists", "42P05")))
        .hasMessageNotContaining("pool");
  }

  @ParameterizedTest
  @CsvSource({
    "FATAL: unsupported startup parameter: search_path, FATAL",
    "FATAL: database \"nosuch\" does not exist, NOT_FOUND",
    "FATAL: password authentication failed, DENIED",
    "FATAL: no more connections allowed (max_client_conn), TOO_MANY_CONNECTIONS",
    "FATAL: server login has been failing, CONNECTION_LOST",
    "FATAL: query_wait_timeout, CONNECTION_LOST"
  })
  void aRefusalOfPgbouncerIsNoLostConnection(String words, FailureKind kind) {
    assertThat(FAILURES.classify(new SQLException(words, "08P01"))).isEqualTo(kind);
  }

  @Test
  void anOptionThatAPoolerRefusesIsNamed() {
    SQLException failure = new SQLException("unsupported startup parameter: search_path", "08P01");
    assertThat(FAILURES.of(failure)).hasMessageContaining("currentSchema");
  }

  @Test
  void aCommitIsUncertainWhenItsConnectionOrServerGoes() {
    assertThat(FAILURES.ofCommit(new SQLException("gone", "08006")).kind())
        .isEqualTo(FailureKind.OUTCOME_UNKNOWN);
    assertThat(FAILURES.ofCommit(new SQLException("gone", "57P01")).kind())
        .isEqualTo(FailureKind.OUTCOME_UNKNOWN);
    assertThat(FAILURES.ofCommit(new SQLException("no", "40001")).kind())
        .isEqualTo(FailureKind.DEADLOCK);
    assertThat(FAILURES.mayBeCommitted(FailureKind.SERVER_SHUTDOWN)).isTrue();
    assertThat(FAILURES.mayBeCommitted(FailureKind.DEADLOCK)).isFalse();
  }

  @Test
  void hidesThePasswordAndSaysAllOnOneLine() {
    SQLException failure = new SQLException("with very-secret\n  Detail: more", "XX000");
    assertThat(FAILURES.of(failure))
        .hasMessageContaining("with *** Detail: more")
        .hasMessageContaining("XX000");
  }
}
