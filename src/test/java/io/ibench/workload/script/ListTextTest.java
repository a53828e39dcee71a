package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.workload.script.ListText.Named;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A list is spread in its place, or its group is repeated. */
class ListTextTest {

  /** A is a list of up to 5 items, B of up to 3; v is a variable. */
  private static String expanded(String written, boolean isDocument) {
    List<Optional<Named>> lists = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < written.length(); i++) {
      if (written.charAt(i) == '$') {
        char name = written.charAt(++i);
        lists.add(
            name == 'v'
                ? Optional.empty()
                : Optional.of(new Named(name - 'A', String.valueOf(name), name == 'A' ? 5 : 3)));
        text.append(StatementCode.SLOT_MARK);
      } else {
        text.append(written.charAt(i));
      }
    }
    ListText found = ListText.of(text.toString(), isDocument, lists);
    int[] lengths = new int[found.uses().size()];
    Arrays.fill(lengths, 2);
    return found.expanded(text.toString(), lengths).replace(StatementCode.SLOT_MARK, '?');
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '~',
      value = {
        "x IN ($A) OR y = $v => x IN (?, ?) OR y = ?",
        "INSERT INTO t VALUES ($v, $A) => INSERT INTO t VALUES (?, ?), (?, ?)",
        "INSERT INTO t VALUE($A, ')', f($B)) => INSERT INTO t VALUE(?, ')', f(?)), (?, ')', f(?))",
        "SELECT 'VALUES (' || $v FROM t WHERE x IN ($A) => SELECT 'VALUES (' || ? FROM t WHERE x IN (?, ?)",
        "INSERT INTO a_values ($A) => INSERT INTO a_values (?, ?)",
        "INSERT INTO t VALUES ($v) RETURNING $A => INSERT INTO t VALUES (?) RETURNING ?, ?",
        "INSERT INTO t VALUES ($A) RETURNING x IN ($A, $v) => INSERT INTO t VALUES (?), (?) RETURNING x IN (?, ?, ?)"
      })
  void inSql(String written, String expanded) {
    assertThat(expanded(written, false)).isEqualTo(expanded);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '~',
      value = {
        "{\"find\": \"t\", \"filter\": {\"x\": {\"$in\": [$A]}}} => {\"find\": \"t\", \"filter\": {\"x\": {\"$in\": [?, ?]}}}",
        "{\"insert\": \"t\", \"documents\": [{\"_id\": $A, \"v\": $v}]} => {\"insert\": \"t\", \"documents\": [{\"_id\": ?, \"v\": ?}, {\"_id\": ?, \"v\": ?}]}",
        "{\"delete\": \"t\", \"deletes\": [{\"q\": {\"x\": {\"$in\": [ $A]}}, \"limit\": 0}]} => {\"delete\": \"t\", \"deletes\": [{\"q\": {\"x\": {\"$in\": [ ?, ?]}}, \"limit\": 0}]}"
      })
  void inDocuments(String written, String expanded) {
    assertThat(expanded(written.replace("$in", "@in"), true).replace("@in", "$in"))
        .isEqualTo(expanded);
  }
}
