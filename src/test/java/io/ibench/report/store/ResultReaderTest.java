package io.ibench.report.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.text.TextReport;
import io.ibench.testing.Slow;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultReaderTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Objects whose keys are names, so that one more key is one more entry. */
  private static final Set<String> MAPS = Set.of("absent", "errors");

  private static final String CURE = "; copy the folder again from where the run wrote it";

  @TempDir private Path temporary;

  /** A result of schema 1, and how it is shown. */
  private static Path golden() {
    try {
      return Path.of(ResultReaderTest.class.getResource("schema-1").toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  private static ObjectNode goldenJson() throws IOException {
    return (ObjectNode) MAPPER.readTree(golden().resolve("summary.json").toFile());
  }

  /** A part of it that has every key once, later ones included. */
  private static ObjectNode smallJson() throws IOException {
    ObjectNode json = goldenJson();
    ArrayNode steps = json.withArray("steps");
    ObjectNode paced = (ObjectNode) steps.get(6);
    firstOnly(paced.withArray("operations"));
    paced.putObject("server_counters").put("io.reads", 5);
    ObjectNode database = (ObjectNode) json.get("database");
    database.putObject("settings").put("transactions", "none");
    database.putArray("warnings").add("no transactions");
    ObjectNode verify = (ObjectNode) steps.get(7);
    verify.remove("periods");
    steps.removeAll().add(paced).add(verify);
    return json;
  }

  private static void firstOnly(ArrayNode list) {
    while (list.size() > 1) {
      list.remove(1);
    }
  }

  private static RunReport parse(JsonNode json) throws Exception {
    return ResultReader.parse(Path.of("x"), MAPPER.writeValueAsBytes(json));
  }

  /** Shown, or refused with a reason: every other outcome is a defect. */
  private static String shown(JsonNode json) {
    try {
      RunReport run = ResultJson.read(json, RunReport.class);
      assertThat(
              TextReport.of(run, new TextReport.Options(false, true, TextReport.Options.ANY_WIDTH)))
          .startsWith("ibench ");
      return TextReport.of(run);
    } catch (ResultJson.DamageException e) {
      return "x " + SanitizedText.of(e.getMessage());
    }
  }

  private static List<JsonPointer> places(JsonNode node) {
    List<JsonPointer> places = new ArrayList<>();
    collect(JsonPointer.empty(), node, places);
    return places;
  }

  private static void collect(JsonPointer at, JsonNode node, List<JsonPointer> places) {
    places.add(at);
    node.properties()
        .forEach(entry -> collect(at.appendProperty(entry.getKey()), entry.getValue(), places));
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      collect(at.appendIndex(i), node.get(i), places);
    }
  }

  private static ObjectNode with(ObjectNode json, JsonPointer place, JsonNode value) {
    ObjectNode copy = json.deepCopy();
    JsonNode parent = copy.at(place.head());
    if (parent instanceof ArrayNode list) {
      list.set(place.last().getMatchingIndex(), value);
    } else {
      ((ObjectNode) parent).set(place.last().getMatchingProperty(), value);
    }
    return copy;
  }

  @Test
  void theGoldenResultLooksAsItsReport() throws Exception {
    assertThat(TextReport.of(ResultReader.read(golden())))
        .as("when this is meant to change: bin/ibench report <folder of report.txt>")
        .isEqualTo(Files.readString(golden().resolve("report.txt")))
        .contains("9,007,199,254,740,993");
  }

  /** Version 0.2.0 had MB of 1024 KB. */
  @Test
  void megabytesOfOldResultsAreRenewed() throws Exception {
    ObjectNode json = goldenJson();
    ObjectNode step = (ObjectNode) json.at("/steps/1");
    step.put("rkbps", 2048.0).put("rmbps", 2.0).put("wkbps", 3000.0).put("wmbps", 3.0);
    step.putArray("disks").addObject().put("device", "vda").put("wkbps", 1024.0).put("wmbps", 1.0);

    RunReport.Period whole = parse(json).steps().get(1).whole();

    assertThat(whole.figures().numbers())
        .containsEntry("rkbps", 2048.0)
        .containsEntry("rmbps", 2.048)
        .containsEntry("wmbps", 3.0);
    assertThat(whole.disks().get(0).figures().numbers()).containsEntry("wmbps", 1.024);
  }

  @Test
  void keysThatNobodyKnowsAreIgnored() throws Exception {
    ObjectNode json = goldenJson();
    for (JsonPointer place : places(goldenJson())) {
      boolean map = place.length() > 0 && MAPS.contains(place.last().getMatchingProperty());
      if (!map && json.at(place) instanceof ObjectNode object) {
        object.put("new_text", "x").put("new_number", BigInteger.TWO.pow(70));
        object.putObject("new_object").putArray("new_list").add(1);
      }
    }

    assertThat(TextReport.of(parse(json))).isEqualTo(TextReport.of(parse(goldenJson())));
  }

  @Test
  @Slow
  void whateverIsMissingOrOfAnotherTypeIsShownOrRefusedInOneLine() throws Exception {
    ObjectNode json = smallJson();
    List<JsonNode> values =
        List.of(
            MAPPER.nullNode(),
            MAPPER.getNodeFactory().textNode("x"),
            MAPPER.getNodeFactory().numberNode(-1e300),
            MAPPER.getNodeFactory().numberNode(BigInteger.TWO.pow(200)),
            MAPPER.createArrayNode().add(MAPPER.createArrayNode()),
            MAPPER.createObjectNode().put("x", true));
    for (JsonPointer place : places(json).stream().skip(1).toList()) {
      for (JsonNode value : values) {
        String shown = shown(with(json, place, value));

        assertThat(shown).as(place.toString()).isNotEmpty();
        if (!shown.startsWith("ibench ")) {
          assertThat(shown).as(place.toString()).startsWith("x ").doesNotContain("\n");
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/schema          | 2     | has schema 2; this ibench reads schema 1",
        "/schema          | null  | has no schema: it is not a summary of ibench",
        "/workload        | null  | is damaged: workload is missing",
        "/run             | 7     | is damaged: run is not an object",
        "/run/state       | 'odd' | is damaged: run.state is not known: odd",
        "/run/started     | 'now' | is damaged: run.started is not a time: now",
        "/run/started     | '+1000000000-12-31T23:59:59Z' |"
            + " is damaged: run.started is not a time: +1000000000-12-31T23:59:59Z",
        "/steps           | {}    | is damaged: steps is not a list",
        "/steps/0         | []    | is damaged: steps[0] is not an object",
        "/steps/0/unit    | null  | is damaged: steps[0].unit is missing",
        "/steps/2/facts/0 | 1     | is damaged: steps[2].facts[0] is not text",
        "/steps/2/paced   | 'no'  | is damaged: steps[2].paced is not true or false",
        "/steps/2/operations/0/count | 1.5 |"
            + " is damaged: steps[2].operations[0].count is not a whole number",
        "/steps/2/operations/0/count | 9223372036854775808 |"
            + " is damaged: steps[2].operations[0].count is not a whole number",
        "/steps/2/operations/0/per_second | 'many' |"
            + " is damaged: steps[2].operations[0].per_second is not a number",
      },
      quoteCharacter = '"')
  void damageIsNamedWithItsPlace(String place, String value, String reason) throws Exception {
    JsonNode changed = MAPPER.readTree(value.replace('\'', '"'));
    ObjectNode json = goldenJson();
    json.withArray("/steps/2/facts").add("a fact");
    ObjectNode damaged = with(json, JsonPointer.compile(place), changed);

    assertThatThrownBy(() -> parse(damaged))
        .isInstanceOf(UnreadableResultException.class)
        .hasMessage("x " + reason + (reason.startsWith("is damaged") ? CURE : ""));
  }

  @Test
  void aFileThatWasCutShortIsRefusedWhereverItEnds() throws IOException {
    byte[] whole = Files.readAllBytes(golden().resolve("summary.json"));
    int end = new String(whole, StandardCharsets.UTF_8).stripTrailing().length();
    for (int length = 1; length < end; length += 97) {
      byte[] part = Arrays.copyOf(whole, length);

      assertThatThrownBy(() -> ResultReader.parse(Path.of("x"), part))
          .as("%d bytes", length)
          .isInstanceOf(UnreadableResultException.class)
          .hasMessageMatching("x is damaged: no JSON from line \\d+, column \\d+ on" + CURE);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"schema\":1}{} | is damaged: no JSON from line 1, column 13 on",
        "{\"schema\":1,\"schema\":1} | is damaged: no JSON from line 1, column 21 on",
        "[] | has no schema: it is not a summary of ibench",
        "7 | has no schema: it is not a summary of ibench",
      },
      quoteCharacter = '\'')
  void whatIsNotOneObjectIsNoSummary(String text, String reason) {
    assertThatThrownBy(() -> ResultReader.parse(Path.of("x"), text.getBytes()))
        .isInstanceOf(UnreadableResultException.class)
        .hasMessage("x " + reason + (reason.startsWith("is damaged") ? CURE : ""));
  }

  @Test
  void aFolderWithoutAResultSaysWhatItIs() throws IOException {
    Path file = Files.writeString(temporary.resolve("file"), "");
    Path empty = Files.createDirectory(temporary.resolve("empty"));
    Path odd = Files.createDirectory(temporary.resolve("odd\u001b\n"));
    Files.createDirectory(odd.resolve("summary.json"));
    Path blank = Files.createDirectory(temporary.resolve("blank"));
    Files.writeString(blank.resolve("summary.json"), "");

    assertRefused(temporary.resolve("nothing"), "nothing does not exist");
    assertRefused(file, "file is not a folder");
    assertRefused(empty, "summary.json does not exist: the folder holds no result of a run");
    Path duet = Files.createDirectory(temporary.resolve("duet"));
    Files.writeString(duet.resolve(StoredDuet.NAME), "{}");
    assertRefused(
        duet,
        "summary.json does not exist: the folder is that of a duet, which ibench report shows; its"
            + " sides are the runs in its folders a and b");
    assertRefused(odd, "odd\\u001b /summary.json is not a file");
    assertRefused(blank, "summary.json is empty" + CURE);
  }

  private static void assertRefused(Path folder, String end) {
    assertThatThrownBy(() -> ResultReader.read(folder))
        .isInstanceOf(UnreadableResultException.class)
        .hasMessageEndingWith(end);
  }

  @Test
  void aDamagedSummaryIsRefusedAndNothingElseIsGuessed() throws Exception {
    Path run = Files.createDirectory(temporary.resolve("run"));
    Files.writeString(run.resolve("run.json"), "{\"id\": \"golden\"}");
    Files.writeString(run.resolve("intervals.csv"), "time,step,repeat,seconds\n");
    ObjectNode json = goldenJson();
    ((ObjectNode) json.at("/steps/2")).remove("unit");
    Files.write(run.resolve("summary.json"), MAPPER.writeValueAsBytes(json));

    String place = run.resolve("summary.json") + " is damaged: steps[2].unit is missing" + CURE;
    assertRefused(run, place);
    assertThatThrownBy(() -> ResultReader.readOutline(run)).hasMessage(place);
  }

  @Test
  void hostileTextInAFileStaysInert() throws Exception {
    String hostile = "a\u001b[2J\r\n\u202Eb\u0000\u009b\u2028, c";
    ObjectNode json = smallJson();
    for (JsonPointer place : places(json)) {
      if (json.at(place).isTextual()) {
        String shown = shown(with(json, place, MAPPER.getNodeFactory().textNode(hostile)));

        assertThat(shown.codePoints().filter(c -> c != '\n'))
            .as(place.toString())
            .noneMatch(c -> Character.isISOControl(c) || c == 0x202E || c == 0x2028);
        assertThat(shown).doesNotContain("\nb").doesNotContain("\n\\u202eb");
      }
    }
  }
}
