package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The names that a query or a command on documents returns. */
class SelectListTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "SELECT a FROM t|a",
        "select a, t.b, s . t . c from t|a b c",
        "SELECT A, \"Ab\", `Cd` FROM t|A Ab Cd",
        "SELECT max(a, b) AS most, count(*) as n FROM t|most n",
        "SELECT 'x, y' AS text, (1 + (2)) AS sum FROM t|text sum",
        "SELECT a WHERE 1 = 1|a",
        "SELECT a ORDER BY a|a",
        "SELECT a LIMIT 1|a",
        "SELECT a FOR UPDATE|a",
        "SELECT a UNION SELECT b|a",
        "SELECT a GROUP BY a|a",
        "SELECT a EXCEPT SELECT b|a",
        "SELECT a INTERSECT SELECT b|a",
        "SELECT afrom, limits|afrom limits",
        "SELECT extract(year FROM d) AS y FROM t|y",
        "SELECT \"from\" FROM t|from"
      })
  void theNamesOfASimpleQueryAreKnown(String sql, String names) {
    assertThat(SelectList.names(sql, false)).contains(List.of(names.split(" ")));
  }

  @Test
  void namesWithoutQuotesAreFoldedWhereTheProductFoldsThem() {
    assertThat(SelectList.names("SELECT Ab, \"Cd\", x AS Ef FROM t", true))
        .contains(List.of("ab", "Cd", "ef"));
    assertThat(SelectList.names("SELECT Ab FROM t", false)).contains(List.of("Ab"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE t SET a = 1",
        "SELECTED FROM t",
        "SELECT * FROM t",
        "SELECT a + 1 FROM t",
        "SELECT count(*) FROM t",
        "SELECT a /* AS b */ FROM t",
        "SELECT a[1] AS b FROM t",
        "SELECT (SELECT 1) AS b FROM t",
        "SELECT a, FROM t",
        ""
      })
  void otherNamesAreTheServersToKnow(String sql) {
    assertThat(SelectList.names(sql, false)).isEmpty();
  }

  @Test
  void aProjectionNamesTheFieldsThatItKeeps() {
    assertThat(
            DocumentFields.names(
                "{\"find\": \"t\", \"projection\": {\"_id\": 0, \"a\": 1, \"b\" : true, \"c\":"
                    + " false}}"))
        .contains(List.of("a", "b"));
    assertThat(
            DocumentFields.names(
                "{\"aggregate\": \"t\", \"pipeline\": [{\"$project\": {\"a\": 1}},"
                    + " {\"$project\": {\"d\": 1}}]}"))
        .contains(List.of("d"));
    assertThat(DocumentFields.names("{\"findAndModify\": \"t\", \"fields\": {\"a\": 1}}"))
        .contains(List.of("a"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"find\": \"t\"}",
        "{\"find\": \"t\", \"projection\": {\"a\": 0}}",
        "{\"find\": \"t\", \"projection\": {\"a\": \"$b\"}}",
        "{\"find\": \"t\", \"projection\": {\"a\": 1, \"b\": {\"$add\": [1]}}}",
        "{\"find\": \"t\", \"projection\": {\"a\": 12}}"
      })
  void aProjectionThatComputesIsTheServersToKnow(String command) {
    assertThat(DocumentFields.names(command)).isEmpty();
  }
}
