package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose rows count as inserted or deleted follows from the statement that reports them. */
class StatementsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "INSERT|INSERT INTO T VALUES (?)",
        "INSERT|REPLACE INTO T VALUES (?)",
        "OTHER|MERGE INTO T USING S ON (A = B) WHEN MATCHED THEN DELETE",
        "INSERT|MERGE INTO T USING S ON (A = B) WHEN NOT MATCHED THEN INSERT VALUES (1)",
        "OTHER|MERGE INTO T USING S ON (A = B) WHEN NOT MATCHED BY SOURCE THEN DELETE",
        "INSERT|COPY T (A, B) FROM '/F'",
        "NONE|COPY (SELECT * FROM T) TO '/F'",
        "INSERT|LOAD DATA INFILE 'F' INTO TABLE T",
        "INSERT|COPY T FROM '/F'",
        "INSERT|WITH A AS (DELETE FROM T RETURNING *) INSERT INTO U SELECT * FROM A",
        "INSERT|{\"INSERT\": \"T\", \"DOCUMENTS\": [{\"A\": 1}]}",
        "DELETE|DELETE FROM T WHERE ID = ?",
        "DELETE|DELETE FROM T WHERE ID = (SELECT MIN(ID) FROM T) RETURNING ID",
        "DELETE|WITH A (ID) AS (SELECT MIN(ID) FROM (SELECT ')' FROM T) S), B AS (INSERT INTO V"
            + " VALUES (1)) DELETE FROM T USING A WHERE T.ID = A.ID",
        "DELETE|{ \"DELETE\": \"T\", \"DELETES\": []}",
        "DELETE|{\"FINDANDMODIFY\": \"T\", \"QUERY\": {}, \"REMOVE\": TRUE}",
        "OTHER|{\"FINDANDMODIFY\": \"T\", \"QUERY\": {}, \"UPDATE\": {}}",
        "OTHER|{\"UPDATE\": \"T\"}",
        "OTHER|UPDATE T SET A = 'DELETE'",
        "OTHER|TRUNCATE T",
        "OTHER|WITH A AS (DELETE FROM T RETURNING ID) SELECT ID FROM A",
        "NONE|SELECT 'DELETE' FROM T",
        "NONE|COPY T TO '/F'",
        "NONE|{\"FIND\": \"T\"}"
      })
  void aStatementIsWhatItsMainPartDoes(Change change, String words) {
    assertThat(Statements.change(words, words.startsWith("{"))).isEqualTo(change);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "true|select abalance from t where last_update = ?",
        "true|WITH a AS (SELECT 1) SELECT * FROM a",
        "true|(SELECT 1) UNION (SELECT 'delete')",
        "true|SHOW server_version",
        "true|{\"find\": \"t\", \"filter\": {\"a\": \"update\"}}",
        "false|SELECT a FROM t WHERE id = ? FOR UPDATE",
        "false|SELECT a FROM t FOR KEY SHARE",
        "false|SELECT a INTO u FROM t",
        "false|SELECT nextval('s')",
        "false|WITH a AS (DELETE FROM t RETURNING id) SELECT id FROM a",
        "false|EXPLAIN ANALYZE UPDATE t SET a = 1",
        "false|{\"aggregate\": \"t\", \"pipeline\": [{\"$out\": \"u\"}]}",
        "false|UPDATE t SET a = 1",
        "false|CALL p()"
      })
  void aStatementOnlyReadsUnlessItWritesOrLocks(boolean reads, String text) {
    assertThat(Statements.onlyReads(text)).isEqualTo(reads);
  }
}
