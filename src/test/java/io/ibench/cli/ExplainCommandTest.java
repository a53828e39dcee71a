package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.cli.ExplainCommand.Explained;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainCommandTest {

  @TempDir private Path temporary;

  private Cli command(Object... first) {
    List<Object> arguments = new ArrayList<>(Arrays.asList(first));
    for (String setting :
        List.of(
            "file=" + temporary.resolve("test.db"),
            "linkbench.maxid1=101",
            "sync=normal",
            "steps=drop,create,load,index")) {
      arguments.addAll(List.of("-s", setting));
    }
    return ibench(arguments.toArray());
  }

  private void load() {
    Cli run = command("run", Cli.LINKBENCH, "-d", Cli.SQLITE, "-o", temporary.resolve("result"));
    assertThat(run.code()).as(run.err()).isZero();
  }

  @Test
  void eachStatementHasItsOperationAndTheProductsLinesBelow() {
    load();
    Cli explain = command("explain", Cli.LINKBENCH, "-d", Cli.SQLITE);

    assertThat(explain.code()).as(explain.err()).isZero();
    assertThat(explain.err()).isEmpty();
    assertThat(explain.out())
        .startsWith("explain: linkbench on sqlite, SQLite ")
        .containsPattern("\nGET_LINKS_LIST\n  \\S")
        .containsPattern("\nMULTIGET_LINK\n  \\S")
        .containsPattern("\nDELETE_LINK\n  \\S");
  }

  @Test
  void jsonHasTheSame() throws IOException {
    load();
    Cli explain = command("explain", "--json", Cli.LINKBENCH, "-d", Cli.SQLITE);

    assertThat(explain.code()).as(explain.err()).isZero();
    JsonNode json = new ObjectMapper().readTree(explain.out());
    assertThat(json.get("product").asText()).isEqualTo("SQLite");
    assertThat(json.get("statements").findValuesAsText("operation"))
        .containsExactly(
            "ADD_NODE",
            "UPDATE_NODE",
            "DELETE_NODE",
            "GET_NODE",
            "ADD_LINK",
            "DELETE_LINK",
            "UPDATE_LINK",
            "COUNT_LINK",
            "MULTIGET_LINK",
            "GET_LINKS_LIST");
    assertThat(json.at("/statements/0/plan/0").asText()).isNotEmpty();
  }

  @Test
  void withoutTablesItSaysWhatIsMissing() {
    Cli explain = command("explain", Cli.LINKBENCH, "-d", Cli.SQLITE);

    assertThat(explain.code()).isEqualTo(2);
    assertThat(explain.out()).isEmpty();
    assertThat(explain.err())
        .startsWith("ibench: there is nothing to explain: no table linktable, ")
        .hasLineCount(1);
  }

  @Test
  void aWorkloadWithoutExamplesSaysSo() {
    assertThat(ExplainCommand.lines("counter", List.of()))
        .containsExactly("  workload counter names no statements to explain");
  }

  @Test
  void theStatementsOfATransactionAreNumbered() {
    List<Explained> all =
        List.of(
            new Explained("GET", List.of("a")),
            new Explained("MOVE", List.of("b")),
            new Explained("MOVE", List.of("c")));
    assertThat(ExplainCommand.lines("w", all))
        .filteredOn(line -> !line.isEmpty() && !line.startsWith(" "))
        .containsExactly("GET", "MOVE, statement 1 of 2", "MOVE, statement 2 of 2");
  }

  @Test
  void aPlanKeepsItsIndentationAndCannotSteerATerminal() {
    Explained one = new Explained("GET", List.of("Limit", "  -> Scan \u001b[2J", ""));
    assertThat(ExplainCommand.lines("w", List.of(one)))
        .containsExactly("", "GET", "  Limit", "    -> Scan \\u001b[2J", "  ");
  }
}
