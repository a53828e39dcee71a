package io.ibench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.suite.Factor.Option;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VariantTest {

  private static Factor factor(String name, String... levels) {
    return new Factor(name, Optional.empty(), List.of(levels));
  }

  private static Bundle bundle(int layer, Area area, String key, String value, String... levels) {
    return new Bundle(layer, List.of(levels), area, key, value);
  }

  private static Map<String, String> conf(List<Variant> variants, String name) {
    return variants.stream()
        .filter(variant -> variant.name().equals(name))
        .findFirst()
        .orElseThrow()
        .of(Area.CONF);
  }

  @Test
  void eachLevelMeetsEachOtherAndTheLastFactorChangesFastest() {
    List<Variant> variants =
        new Matrix(
                List.of(
                    factor("engine", "myrocks", "innodb"),
                    factor("host", "big"),
                    factor("redo", "1", "4")),
                List.of(),
                Map.of())
            .variants();

    assertThat(variants)
        .extracting(Variant::name)
        .containsExactly("myrocks.1", "myrocks.4", "innodb.1", "innodb.4");
    assertThat(variants.get(1).levels())
        .isEqualTo(Map.of("engine", "myrocks", "host", "big", "redo", "4"));
    assertThat(variants.get(1).has(List.of("4", "big"))).isTrue();
    assertThat(variants.get(1).has(List.of("4", "innodb"))).isFalse();
  }

  @Test
  void factorsThatDoNotVaryAreTheNameOnlyIfNoneDoes() {
    assertThat(new Matrix(List.of(), List.of(), Map.of()).variants())
        .extracting(Variant::name)
        .containsExactly("all");
    assertThat(
            new Matrix(List.of(factor("a", "x"), factor("b", "y")), List.of(), Map.of()).variants())
        .extracting(Variant::name)
        .containsExactly("x.y");
  }

  @Test
  void aHigherLayerThenMoreLevelsThenANearerLevelThenALaterFactorWins() {
    List<Variant> variants =
        new Matrix(
                List.of(factor("a", "x", "y"), factor("b", "u", "v")),
                List.of(
                    bundle(1, Area.CONF, "layer", "scale"),
                    bundle(0, Area.CONF, "layer", "file", "x", "u"),
                    bundle(0, Area.CONF, "levels", "two", "x", "u"),
                    bundle(0, Area.CONF, "levels", "one", "x"),
                    bundle(0, Area.CONF, "near", "own", "y"),
                    bundle(0, Area.CONF, "near", "like", "x"),
                    bundle(0, Area.CONF, "factor", "b", "u"),
                    bundle(0, Area.CONF, "factor", "a", "x")),
                Map.of("y", "x"))
            .variants();

    assertThat(conf(variants, "x.u"))
        .isEqualTo(Map.of("layer", "scale", "levels", "two", "near", "like", "factor", "b"));
    assertThat(conf(variants, "y.v"))
        .isEqualTo(Map.of("layer", "scale", "levels", "one", "near", "own", "factor", "a"));
  }

  @Test
  void aLevelThatIsAValueWinsAndASettingCanBeRemoved() {
    Factor redo = new Factor("redo", Optional.of(new Option(Area.CONF, "redo")), List.of("1", "4"));
    List<Variant> variants =
        new Matrix(
                List.of(redo),
                List.of(
                    bundle(9, Area.CONF, "redo", "7"),
                    bundle(0, Area.CONF, "sync", "0"),
                    bundle(1, Area.CONF, "sync", SuiteReader.REMOVED, "4"),
                    bundle(0, Area.LIMIT, "cpus", "2"),
                    bundle(1, Area.LIMIT, "cpus", "none", "4"),
                    bundle(0, Area.SET, "mode", "none")),
                Map.of())
            .variants();

    assertThat(conf(variants, "1")).isEqualTo(Map.of("redo", "1", "sync", "0"));
    assertThat(conf(variants, "4")).isEqualTo(Map.of("redo", "4"));
    assertThat(variants.get(0).find(Area.LIMIT, "cpus")).contains("2");
    assertThat(variants.get(1).find(Area.LIMIT, "cpus")).isEmpty();
    assertThat(variants.get(1).find(Area.SET, "mode")).contains("none");
  }

  @Test
  void likeMayLeadInACircle() {
    List<Variant> variants =
        new Matrix(
                List.of(factor("a", "x", "y")),
                List.of(bundle(0, Area.CONF, "k", "v", "z")),
                Map.of("x", "y", "y", "x"))
            .variants();

    assertThat(variants.get(0).of(Area.CONF)).isEmpty();
  }

  @Test
  void theTextHasAllSettingsAndNoSecret() {
    Map<String, String> levels = new LinkedHashMap<>(Map.of("a", "x"));
    Variant variant =
        new Variant(
            "x",
            levels,
            Map.of(
                Area.SET, Map.of("seed", "7", "password", "geheim"),
                Area.SERVER, Map.of("product", "mariadb"),
                Area.CONF, Map.of("skip-log-bin", "")));

    assertThat(variant.text())
        .isEqualTo(
            """
            server.product = mariadb
            conf.skip-log-bin =
            set.password = ***
            set.seed = 7
            """);
  }

  @Test
  void aBareNumberIsNamedWithItsOption() {
    Factor redo = factor("innodb_redo", "4");

    assertThat(redo.title("4")).isEqualTo("redo=4");
    assertThat(redo.title("-0.5")).isEqualTo("redo=-0.5");
    assertThat(redo.title("4g")).isEqualTo("4g");
    assertThat(factor("rocksdb_bits", "1").title("1")).isEqualTo("bits=1");
  }

  @Test
  void anAreaIsItsWord() {
    assertThat(Area.of("conf")).contains(Area.CONF);
    assertThat(Area.of("limit")).contains(Area.LIMIT);
    assertThat(Area.of("CONF")).isEmpty();
    assertThat(Area.SERVER.word()).isEqualTo("server");
  }

  @Test
  void keysOfASuiteAreToldFromThoseOfAWorkload() {
    assertThat(SuiteKeys.isOfSuite("repeat")).isTrue();
    assertThat(SuiteKeys.isOfSuite("vary.redo")).isTrue();
    assertThat(SuiteKeys.isOfSuite("small.conf.redo")).isTrue();
    assertThat(SuiteKeys.isOfSuite("request.repeat")).isFalse();
    assertThat(SuiteKeys.isOfSuite("steps")).isFalse();
  }
}
