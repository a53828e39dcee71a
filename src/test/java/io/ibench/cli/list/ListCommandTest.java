package io.ibench.cli.list;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.cli.Cli;
import io.ibench.cli.list.KeySection.Scope;
import io.ibench.config.Key;
import io.ibench.report.figures.Definition;
import io.ibench.report.text.AnswerColumns;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListCommandTest {

  private static List<KeySection> sections() {
    return KeySection.ofOwn();
  }

  private static Cli listAt(String columns, Object... more) {
    Object[] arguments = new Object[more.length + 1];
    arguments[0] = "list";
    System.arraycopy(more, 0, arguments, 1, more.length);
    Cli list = ibench(Map.of("COLUMNS", columns), arguments);
    assertThat(list.code()).as(list.err()).isZero();
    assertThat(list.err()).isEmpty();
    return list;
  }

  /** Lines joined again, as a reader joins them. */
  private static String joined(String text) {
    return text.replaceAll("\\s+", " ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"60", "80", "120", "200"})
  void everyKeyStandsWithDefaultMeaningAndTypeInLinesThatFit(String columns) {
    Cli list = listAt(columns);

    assertThat(list.out().lines()).allMatch(line -> line.length() <= Integer.parseInt(columns));
    String text = joined(list.out());
    for (KeySection section : sections()) {
      assertThat(text).contains(section.title());
      for (Key<?> key : section.keys()) {
        String value =
            key.defaultText()
                .map(byDefault -> byDefault.isEmpty() ? " (empty)" : " = " + byDefault)
                .orElse(key.isRequired() ? " (required)" : " (optional)");
        assertThat(text)
            .contains(
                " "
                    + joined(
                        section.name(key)
                            + value
                            + " "
                            + key.description()
                            + " ["
                            + key.type()
                            + "]"));
      }
    }
  }

  @Test
  void aWideTerminalHasALineForEachKeyOfAProduct() {
    Cli list = listAt("200", "databases", "sqlite");

    assertThat(list.out().lines())
        .hasSize(
            1
                + sections().stream()
                    .filter(section -> section.name().equals("sqlite"))
                    .findFirst()
                    .orElseThrow()
                    .keys()
                    .size());
  }

  @Test
  void withoutAUsableWidthLinesFitEveryTerminal() {
    assertThat(ListCommand.width(null)).isEqualTo(80);
    assertThat(ListCommand.width("")).isEqualTo(80);
    assertThat(ListCommand.width("0")).isEqualTo(80);
    assertThat(ListCommand.width("wide")).isEqualTo(80);
    assertThat(ListCommand.width("99999999999")).isEqualTo(80);
    assertThat(ListCommand.width("132")).isEqualTo(132);
  }

  @Test
  void productsAreListedWithoutTheirKeys() {
    assertThat(listAt("80", "workloads").out())
        .startsWith("  custom     your own tables")
        .contains("\n  insert     the insert benchmark: ", "\n  linkbench  LinkBench: ")
        .doesNotContain("linkbench.");
    assertThat(listAt("80", "databases").out().lines().map(line -> line.strip().split(" ")[0]))
        .contains("sqlite", "noop");
  }

  @Test
  void keysAreFoundByAPartOfTheirNames() {
    assertThat(listAt("80", "keys", "retry").out())
        .startsWith("every run\n  retry = 100 ")
        .contains("\n  retry.backoff = 1ms ")
        .doesNotContain("interval");
    assertThat(listAt("80", "keys").out()).isEqualTo(listAt("80").out());
  }

  @Test
  void aWorkloadOrDatabaseIsFoundByItsNameAlone() {
    for (String[] product : new String[][] {{"databases", "rocksdb"}, {"workloads", "kv"}}) {
      assertThat(ibench("list", product[1]).out())
          .isNotEmpty()
          .isEqualTo(ibench("list", product[0], product[1]).out());
    }
  }

  @Test
  void namesThatNobodyKnowsAreMistakes() {
    for (String[] wrong :
        new String[][] {
          {
            "workloads",
            "link",
            "there is no workload link; known: custom, insert, io, kv, linkbench, oltp, script"
          },
          {"databases", "oracle", "there is no database oracle; known: "},
          {"keys", "treads", "no key has treads in its name; ibench list keys prints all of them"},
          {"metrics", "rqp", "there is no metric rqp; did you mean rpq?; ibench list metrics"},
          {"metrics", "colours", "there is no metric colours; ibench list metrics prints all"}
        }) {
      Cli list = ibench("list", wrong[0], wrong[1]);

      assertThat(list.code()).isEqualTo(2);
      assertThat(list.out()).isEmpty();
      assertThat(list.err()).startsWith("ibench: " + wrong[2]);
      assertThat(list.err().lines()).hasSize(1);
    }
    assertThat(ibench("list", "colours").err())
        .startsWith(
            "ibench: colours: no such list, workload or database; the lists are: workloads,"
                + " databases, keys, metrics;");
    assertThat(ibench("list", "sqlit").err()).contains("did you mean sqlite?");
    assertThat(ibench("list", "sqlite", "file").out()).contains("file = ").doesNotContain("cache");
    assertThat(ibench("list", "metric", "r/q").out()).contains("r/q");
  }

  @Test
  void jsonHasEveryKeyOfEverything() throws JsonProcessingException {
    JsonNode json = new ObjectMapper().readTree(listAt("80", "--json").out());

    for (KeySection section : sections()) {
      JsonNode keys = keys(json, section);
      assertThat(keys).hasSameSizeAs(section.keys());
      for (int i = 0; i < keys.size(); i++) {
        Key<?> key = section.keys().get(i);
        assertThat(keys.get(i).get("name").asText()).isEqualTo(section.name(key));
        assertThat(keys.get(i).get("type").asText()).isEqualTo(key.type());
        assertThat(keys.get(i).get("required").asBoolean()).isEqualTo(key.isRequired());
        assertThat(keys.get(i).get("secret").asBoolean()).isEqualTo(key.isSecret());
        assertThat(keys.get(i).get("default").asText(null))
            .isEqualTo(key.defaultText().orElse(null));
        assertThat(keys.get(i).get("line").asText()).isEqualTo(key.description());
      }
    }
  }

  private static JsonNode keys(JsonNode json, KeySection section) {
    if (section.kind() == Scope.WORKLOAD || section.kind() == Scope.DATABASE) {
      for (JsonNode product : json.get(section.kind().label() + "s")) {
        if (product.get("name").asText().equals(section.name())) {
          return product.get("keys");
        }
      }
      throw new AssertionError(section.title() + " is not in " + json);
    }
    return json.get(section.kind().label());
  }

  @Test
  void aMetricIsFoundByItsKeyAndByTheHeadsOfItsColumns() {
    String rpq = listAt("80", "metrics", "rpq").out();

    assertThat(rpq)
        .startsWith("  rpq: r/q or r/i, in reads/op; lower is better\n      Read requests of");
    assertThat(listAt("80", "metrics", "r/i").out()).isEqualTo(rpq);
    assertThat(listAt("80", "metrics", "ips.av").out())
        .startsWith("  ips: ips or ips.av, in rows/s");
    assertThat(listAt("80", "metrics", "pressure").out())
        .contains("  cpu_pressure_pct: ", "  io_pressure_pct: ")
        .doesNotContain("  rpq: ");
  }

  @Test
  void theColumnsOfTheAnswerAreDefined() {
    assertThat(listAt("80", "metrics", "+- %").out())
        .startsWith("  answer.spread: +- %, in %; lower is better\n      How the rates of the");
    assertThat(listAt("80", "metrics", "rate").out()).startsWith("  answer.rate: rate, in 1/s; ");
    assertThat(listAt("80", "metrics", "verdict").out())
        .startsWith("  answer.verdict: verdict\n      Whether the step's figures");
    assertThat(listAt("80", "metrics", "answer").out()).startsWith("  answer: answer\n");
    assertThat(listAt("80", "metrics", "p99").out()).contains("  answer.p99: p99, in us or ms");
  }

  @Test
  void metricsAreAllDefinitionsInLinesThatFit() throws JsonProcessingException {
    JsonNode json =
        new ObjectMapper().readTree(listAt("80", "metrics", "--json").out()).get("metrics");
    String text = joined(listAt("60", "metrics").out());

    Map<String, Definition> all = new HashMap<>();
    AnswerColumns.all().forEach(each -> all.put(each.key(), each));
    Definition.all().forEach(each -> all.put(each.key(), each));
    assertThat(json).hasSameSizeAs(all.keySet());
    for (JsonNode metric : json) {
      Definition definition = all.get(metric.get("key").asText());
      assertThat(metric.get("unit").asText()).isEqualTo(definition.unit());
      assertThat(metric.get("better").asText()).isEqualToIgnoringCase(definition.better().name());
      assertThat(metric.get("definition").asText()).isEqualTo(definition.text());
      assertThat(text).contains(" " + definition.key() + ": ", joined(definition.text()));
    }
    assertThat(listAt("60", "metrics").out().lines()).allMatch(line -> line.length() <= 60);
  }

  @Test
  void jsonIsNarrowedLikeText() throws JsonProcessingException {
    JsonNode json = new ObjectMapper().readTree(listAt("80", "keys", "rate", "--json").out());

    assertThat(json.at("/group/0/name").asText()).isEqualTo("<step>.rate");
    assertThat(json.has("step")).isFalse();
  }
}
