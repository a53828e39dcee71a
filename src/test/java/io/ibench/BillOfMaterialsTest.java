package io.ibench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ibench.cli.Main;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The list of what is in a release (SBOM), THIRD-PARTY.md and NOTICE tell of pom.xml, of the jars
 * that it names, and of what is inside ibench's own jar.
 */
class BillOfMaterialsTest {

  private static final Path LIST = Path.of("src/distribution/sbom.json");
  private static final Path THIRD_PARTY = Path.of("src/distribution/THIRD-PARTY.md");
  private static final Path RESOURCES = Path.of("src/main/resources");
  private static final String CHARTS = "io/ibench/page/echarts.common.min.js";
  private static final String CHARTS_LICENCES = "META-INF/licenses/echarts/";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** They ask nothing of a work that is beside theirs. */
  private static final Set<String> PERMISSIVE =
      Set.of(
          "0BSD",
          "Apache-2.0",
          "blessing",
          "BSD-2-Clause",
          "BSD-3-Clause",
          "BSL-1.0",
          "CC-BY-2.5",
          "CC0-1.0",
          "Minpack",
          "MIT");

  /** The other licences in the distribution, as NOTICE names them. */
  private static final Map<String, String> NAMES_IN_NOTICE =
      Map.of(
          "GPL-2.0-only WITH Classpath-exception-2.0",
          "GNU General Public License 2.0 with the Classpath Exception",
          "GPL-2.0-only WITH Universal-FOSS-exception-1.0",
          "GNU General Public License 2.0 with the Universal FOSS Exception 1.0",
          "LGPL-2.1-or-later",
          "GNU Lesser General Public License 2.1 or later");

  /** What poms call a licence, and what SPDX calls it. */
  private static final Map<String, String> NAMES_IN_POMS =
      Map.of(
          "(?i).*apache.*2.*", "Apache-2.0",
          "BSD-2-Clause", "BSD-2-Clause",
          "(The )?MIT( License)?", "MIT",
          ".*CC0", "CC0-1.0",
          "LGPL-2.1-or-later", "LGPL-2.1-or-later",
          ".*Classpath.*", "GPL-2.0-only WITH Classpath-exception-2.0",
          ".*v2 with Universal FOSS.*", "GPL-2.0-only WITH Universal-FOSS-exception-1.0");

  private static JsonNode list() throws IOException {
    return MAPPER.readTree(LIST.toFile());
  }

  private static Map<String, JsonNode> byName(JsonNode components) {
    Map<String, JsonNode> all = new TreeMap<>();
    components.forEach(each -> all.put(each.get("name").textValue(), each));
    return all;
  }

  private static JsonNode insideIbench() throws IOException {
    return list().at("/metadata/component/components");
  }

  /** An expression of SPDX. */
  private static String licence(JsonNode component) {
    return component.at("/licenses/0/expression").textValue();
  }

  private static Set<String> parts(String expression) {
    return Set.of(expression.split(" AND | OR "));
  }

  /** Those inside others as well, by name. */
  private static Map<String, JsonNode> allOfOthers() throws IOException {
    Map<String, JsonNode> all = new TreeMap<>();
    collect(list().get("components"), all);
    collect(insideIbench(), all);
    return all;
  }

  private static void collect(JsonNode components, Map<String, JsonNode> all) {
    for (JsonNode each : components) {
      all.put(each.get("name").textValue(), each);
      collect(each.path("components"), all);
    }
  }

  /** When it fails, the file that it writes is right, but for licences. */
  @Test
  void theListHasTheLibrariesOfThePomWithVersionsAndChecksums() throws IOException {
    Map<String, MavenLibrary> libraries = MavenLibrary.shipped();
    ObjectNode right = list().deepCopy();
    Map<String, JsonNode> known = byName(right.get("components"));
    ArrayNode components = right.putArray("components");
    ArrayNode dependencies = right.putArray("dependencies");
    dependency(dependencies, "ibench", MavenLibrary.direct(), libraries);
    for (MavenLibrary library : libraries.values()) {
      components.add(component(library, known.get(library.name())));
      dependency(dependencies, library.reference(), library.needs(), libraries);
    }
    String text = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(right) + "\n";
    Path written = Files.writeString(Path.of("target", "sbom.json"), text);

    assertThat(libraries).hasSizeGreaterThan(20);
    Map<String, JsonNode> found = byName(components);
    Set<String> names = new TreeSet<>(known.keySet());
    names.addAll(found.keySet());
    names.removeIf(name -> Objects.equals(known.get(name), found.get(name)));
    assertThat(names).as("libraries that differ; %s is right", written).isEmpty();
    assertThat(Files.readString(LIST)).as("%s is right", written).isEqualTo(text);
  }

  private static ObjectNode component(MavenLibrary library, JsonNode known) {
    ObjectNode component = MAPPER.createObjectNode();
    component.put("type", "library");
    component.put("bom-ref", library.reference());
    component.put("group", library.group());
    component.put("name", library.name());
    component.put("version", library.version());
    component.putArray("hashes").addObject().put("alg", "SHA-256").put("content", library.sha256());
    String licence = known == null ? "NOASSERTION" : licence(known);
    component.putArray("licenses").addObject().put("expression", licence);
    component.put("purl", library.reference());
    Map<String, JsonNode> knownInside = known == null ? Map.of() : byName(known.path("components"));
    for (String inside : library.inside()) {
      String name = inside.replaceFirst("-\\d.*", "");
      ObjectNode part = component.withArray("components").addObject();
      part.put("type", "library");
      part.put("name", name);
      part.put("version", inside.substring(name.length() + 1));
      JsonNode knownPart = knownInside.get(name);
      part.putArray("licenses")
          .addObject()
          .put("expression", knownPart == null ? "NOASSERTION" : licence(knownPart));
    }
    return component;
  }

  private static void dependency(
      ArrayNode dependencies,
      String reference,
      List<String> needs,
      Map<String, MavenLibrary> libraries) {
    ArrayNode on = dependencies.addObject().put("ref", reference).putArray("dependsOn");
    needs.stream().sorted().forEach(name -> on.add(libraries.get(name).reference()));
  }

  @Test
  void everyLicenceThatAPomNamesIsInTheList() throws IOException {
    Map<String, JsonNode> components = byName(list().get("components"));
    for (MavenLibrary library : MavenLibrary.shipped().values()) {
      assertThat(library.licences()).as(library.name()).isNotEmpty();
      for (String named : library.licences()) {
        List<String> meant =
            NAMES_IN_POMS.entrySet().stream()
                .filter(each -> named.matches(each.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        assertThat(meant).as("%s: %s", library.name(), named).hasSize(1);
        assertThat(parts(licence(components.get(library.name()))))
            .as("%s: %s", library.name(), named)
            .containsAll(meant);
      }
    }
  }

  @Test
  void thirdPartyNamesTheLicencesOfTheList() throws IOException {
    Map<String, String> named = new TreeMap<>();
    for (String line : Files.readAllLines(THIRD_PARTY)) {
      String[] cells = line.split(" *\\| *");
      if (line.startsWith("| ") && line.contains("https://")) {
        named.put(cells[1], cells[2]);
      }
    }
    Map<String, String> right = new TreeMap<>();
    byName(list().get("components")).forEach((name, each) -> right.put(name, licence(each)));
    assertThat(named).isEqualTo(right);
    for (Map.Entry<String, JsonNode> each : allOfOthers().entrySet()) {
      assertThat(THIRD_PARTY).content().contains(each.getKey(), licence(each.getValue()));
    }
  }

  @Test
  void theNoticeNamesEveryLicenceThatAsksForMoreThanItsText() throws IOException {
    Map<String, String> right = new TreeMap<>();
    for (Map.Entry<String, JsonNode> each : allOfOthers().entrySet()) {
      for (String licence : parts(licence(each.getValue()))) {
        if (!PERMISSIVE.contains(licence)) {
          assertThat(NAMES_IN_NOTICE).as(each.getKey()).containsKey(licence);
          right.put(each.getKey(), NAMES_IN_NOTICE.get(licence));
        }
      }
    }
    Map<String, String> named = new TreeMap<>();
    Pattern row = Pattern.compile("  (\\S+) {2,}(GNU .*)");
    for (String line : Files.readAllLines(Path.of("NOTICE"))) {
      row.matcher(line).results().forEach(found -> named.put(found.group(1), found.group(2)));
    }
    assertThat(named).isEqualTo(right).isNotEmpty();
    assertThat(Set.copyOf(named.values())).as("of which there are three").hasSize(3);
  }

  @Test
  void theListHasTheScriptOfTheChartsAndWhatIsInIt() throws IOException {
    byte[] script = resource(CHARTS);
    String text = new String(script, StandardCharsets.UTF_8);
    JsonNode charts = byName(insideIbench()).get("echarts");

    assertThat(charts.get("version").textValue())
        .isEqualTo(MavenLibrary.property("echarts.version"));
    assertThat(charts.at("/hashes/0/content").textValue()).isEqualTo(MavenLibrary.sha256(script));
    String zrender = byName(charts.get("components")).get("zrender").get("version").textValue();
    assertThat(text)
        .contains("dependencies={zrender:\"" + zrender + "\"}")
        .contains("Microsoft Corporation");
    assertThat(resource(CHARTS_LICENCES + "licenses/LICENSE-d3")).isNotEmpty();
    assertThat(byName(charts.get("components"))).containsOnlyKeys("d3", "tslib", "zrender");
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = Main.class.getClassLoader().getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  /** DistributionIT looks at what the build adds to them. */
  @Test
  void nothingOfOthersIsAmongTheFilesOfTheJar() throws IOException {
    try (Stream<Path> all = Files.walk(RESOURCES)) {
      List<Path> files = all.filter(Files::isRegularFile).toList();
      assertThat(files).hasSizeGreaterThan(20);
      for (Path file : files) {
        assertThat(Files.readString(file))
            .as(file.toString())
            .doesNotContainPattern("(?i)copyright|spdx-|@license|permission is hereby granted");
      }
    }
  }
}
