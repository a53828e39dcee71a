package io.ibench.learn.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnwritableTest {

  private static Form form(Dialect dialect, String sql) {
    StatementReader reader = new StatementReader(dialect);
    byte[] text = sql.getBytes(StandardCharsets.UTF_8);
    return reader.forms().get(reader.read(text, 0, text.length, new byte[0], 0, 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "COPY t TO STDOUT",
        "DECLARE c CURSOR FOR SELECT 1",
        "FETCH FORWARD 3 FROM \"c\"",
        "EXECUTE s(1, 'x')",
        "NOTIFY channel, 'x'",
        "DO $$ BEGIN PERFORM 1; END $$",
        "DO LANGUAGE plpgsql $$ BEGIN END $$"
      })
  void aScriptOfPostgresCannotHaveIt(String sql) {
    assertThat(Unwritable.reason(form(Dialect.POSTGRES, sql))).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello is no statement",
        "HANDLER t READ FIRST",
        "XA START 'x1'",
        "LOCK TABLES t WRITE",
        "unlock tables",
        "SELECT a FROM t INTO OUTFILE '/tmp/x'",
        "LOAD DATA INFILE 'x' INTO TABLE t",
        "BEGIN NOT ATOMIC IF (SELECT 1) THEN UPDATE t SET a = 1; END IF; END",
        "BEGIN NOT ATOMIC DECLARE x INT; SELECT a INTO x FROM t; END"
      })
  void aScriptOfMariadbCannotHaveIt(String sql) {
    assertThat(Unwritable.reason(form(Dialect.MYSQL, sql))).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT a FROM copy WHERE b = 1",
        "LOCK TABLE t IN SHARE MODE",
        "DO RELEASE_LOCK('a')",
        "SAVEPOINT s",
        "ROLLBACK TO SAVEPOINT s",
        "CALL p(1)",
        "SELECT a INTO @x FROM t",
        "BEGIN NOT ATOMIC UPDATE t SET a = 1 WHERE id = 2; COMMIT; END",
        "MERGE INTO t USING u ON t.a = u.a WHEN MATCHED THEN DELETE"
      })
  void aScriptCanHaveIt(String sql) {
    boolean mysql = !sql.startsWith("LOCK TABLE ");
    assertThat(Unwritable.reason(form(mysql ? Dialect.MYSQL : Dialect.POSTGRES, sql))).isEmpty();
  }
}
