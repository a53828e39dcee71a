package io.ibench.db.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.DatabaseException;
import io.ibench.db.mysql.MysqlConnector;
import io.ibench.db.mysql.MysqlFailures;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

class MaskerTest {

  private static MysqlFailures failures(String password) {
    DriverUrl url = DriverUrl.of("jdbc:mysql://db.example.org/ibench");
    Tls tls = new Tls(Tls.Mode.VERIFY, "/t", "trust-word", "/k", "key-word");
    return new MysqlFailures(
        new ConnectionSettings(new MysqlConnector(), url, "somebody", password, tls, ""));
  }

  private static String wholeText(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  @Test
  void noSecretStandsInAFailureOrItsCauses() {
    SQLException cause = new SQLException("opening /t with trust-word, /k with key-word");
    SQLException said = new SQLException("hid-den was refused", "28000", 1045, cause);
    DatabaseException failure = failures("hid-den").of(said);
    assertThat(failure)
        .hasMessage(
            "*** was refused Cause: opening /t with ***, /k with ***"
                + " (SQLState 28000, code 1045)");
    assertThat(wholeText(failure)).doesNotContain("hid-den", "trust-word", "key-word");
    assertThat(failure.getCause()).isInstanceOf(SQLException.class);
    assertThat(failure.getCause().getStackTrace()).isEqualTo(said.getStackTrace());
    assertThat(wholeText(failures("hid-den").ofCommit(said))).doesNotContain("hid-den");
  }

  @Test
  void whatIsHiddenInTheUrlIsHiddenWhereTheDriverRepeatsIt() {
    DriverUrl url = DriverUrl.of("jdbc:mysql://h/d?own=RUN 'hidden-file' NOW&sslMode=VERIFY_CA");
    Tls tls = new Tls(Tls.Mode.VERIFY, "/t", "", "/k", "");
    MysqlFailures failures =
        new MysqlFailures(
            new ConnectionSettings(new MysqlConnector(), url, "somebody", "", tls, ""));
    assertThat(failures.of(new SQLException("no hidden-file; VERIFY_CA; RUN 'hidden-file' NOW")))
        .hasMessageStartingWith("no ***; VERIFY_CA; ***");
  }

  @Test
  void inLongTextsASecretIsHiddenWhereItStandsByItself() {
    Masker masker = failures("test").masker();
    assertThat(masker.maskWords("latest tests of u:test@h, 'test' password=abc"))
        .isEqualTo("latest tests of u:***@h, '***' password=***");
    assertThat(failures("w+rd$").masker().maskWords("is w+rd$.")).isEqualTo("is ***.");
  }

  @Test
  void aFailureWithoutSecretsIsKeptWhole() {
    SQLException said = new SQLException("refused", "28000", 1045, new SQLException("why"));
    assertThat(failures("hid-den").of(said).getCause()).isSameAs(said);
  }

  @Test
  void whatStandsInTheOpenIsHiddenOnlyWhereItIsCalledAPassword() {
    for (String password : List.of("somebody", "ibench", "abc", "")) {
      assertThat(failures(password).of(new SQLException("no ibench for somebody abc", "x", 1)))
          .hasMessageStartingWith("no ibench for somebody abc");
      assertThat(failures(password).of(new SQLException("jdbc:x://h/d?password=" + password)))
          .hasMessageStartingWith("jdbc:x://h/d?password=" + (password.isEmpty() ? " " : "*** "));
    }
  }

  @Test
  void aPasswordWithoutEncryptionIsDeniedWithWhatToDo() {
    SQLException said = new SQLException("Public Key Retrieval is not allowed", "08001", 0);
    DatabaseException failure = failures("hid-den").of(said);
    assertThat(failure.kind()).isEqualTo(io.ibench.db.FailureKind.DENIED);
    assertThat(failure).hasMessageContaining("tls = trust");
  }
}
