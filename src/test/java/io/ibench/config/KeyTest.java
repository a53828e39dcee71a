package io.ibench.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated
class KeyTest {

  private enum Style {
    NONE,
    READ_ONLY,
    I
  }

  private static final Key<Long> THREADS = Key.count("threads", 1, 10_000, "threads of the group");
  private static final Key<Long> ANY = Key.count("any", 0, Long.MAX_VALUE, "any count");

  private static <T> T value(Key<T> key, String text) {
    Config config = Config.of(Map.of(key.name(), text));
    T value = config.get(key);
    assertThat(config.problems()).as(text).isEmpty();
    return value;
  }

  /** The one message for a wrong text; also checks that a stand-in value is returned. */
  private static String mistake(Key<?> key, String text) {
    Config config = Config.of(Map.of(key.name(), text));
    assertThat((Object) config.get(key)).as("stand-in").isNotNull();
    assertThat(config.problems()).as(text).hasSize(1);
    return config.problems().get(0).message();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "007, 7",
    "200k, 200000",
    "2M, 2000000",
    "2.5M, 2500000",
    "1B, 1000000000",
    "1_000_000, 1000000",
    "0.001k, 1",
    "1_0k, 10000",
    "5.0, 5",
    "9223372036854775807, 9223372036854775807",
    "9007199254740993, 9007199254740993"
  })
  void countsAreExact(String text, long count) {
    assertThat(value(ANY, text)).isEqualTo(count);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "abc",
        "10^11",
        "1e6",
        "200K",
        "2m",
        "1G",
        "+5",
        "0x10",
        "_1",
        "1_",
        "1__0",
        "1,000",
        "k",
        "1.",
        ".5",
        "1 k",
        "-",
        "٣",
        "1.5_0",
        "NaN",
        "1kk",
        "11111111111111111111111111111111111111111"
      })
  void whatIsNoCountSaysWhatIsAllowed(String text) {
    assertThat(mistake(THREADS, text))
        .isEqualTo("is not a count; allowed: 1 .. 10000, in digits, also with k, M or B");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-5", "10001", "11k", "9223372036854775808", "99999999999B"})
  void countsOutOfRangeSayTheRange(String text) {
    assertThat(mistake(THREADS, text)).isEqualTo("is out of range; allowed: 1 .. 10000");
  }

  @Test
  void fractionsOfACountAreRefused() {
    assertThat(mistake(THREADS, "1.5")).startsWith("is not a whole number; allowed: 1 .. 10000");
    assertThat(mistake(THREADS, "0.0005k")).startsWith("is not a whole number");
    assertThat(mistake(ANY, "9223372036854775808"))
        .isEqualTo("is out of range; allowed: 0 or more");
  }

  @Test
  void hugeTextsAreRefusedLikeOthers() {
    String digits = "1_".repeat(300_000) + "1";
    assertThat(mistake(ANY, digits)).startsWith("is not a count");
    assertThat(mistake(Key.durationNanos("until", "the end"), digits + "s"))
        .startsWith("is not a duration");
    assertThat(mistake(Key.rate("rate", "a rate"), digits + "/s")).startsWith("is not a rate");
    assertThat(mistake(Key.names("steps", "the steps"), "a".repeat(300_000) + "-"))
        .startsWith("\"aaaa")
        .hasSizeLessThan(200);
  }

  @Test
  void seedsAreAnyLong() {
    Key<Long> seed = Key.seed("seed", "the seed");
    assertThat(value(seed, "-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
    assertThat(value(seed, "9223372036854775807")).isEqualTo(Long.MAX_VALUE);
    assertThat(value(seed, "1_733_776_768")).isEqualTo(1733776768L);
    assertThat(mistake(seed, "9223372036854775808")).startsWith("is out of range; allowed: -9223");
    assertThat(mistake(seed, "1k"))
        .isEqualTo("is not a seed; allowed: a whole number, also negative, in digits alone");
    assertThat(mistake(seed, "1.0")).startsWith("is not a seed");
  }

  @Test
  void decimalsIncludeBothBounds() {
    Key<Double> share = Key.decimal("share", 0, 1, "a share");
    assertThat(value(share, "0")).isEqualTo(0.0);
    assertThat(value(share, "1")).isEqualTo(1.0);
    assertThat(value(share, "0.25")).isEqualTo(0.25);
    assertThat(mistake(share, "1.0001")).isEqualTo("is out of range; allowed: 0 .. 1");
    assertThat(mistake(share, "-0.1")).isEqualTo("is out of range; allowed: 0 .. 1");
    for (String text : List.of("NaN", "Infinity", "1e-1", "0.5f", "0x1p3", "50%")) {
      assertThat(mistake(share, text))
          .isEqualTo("is not a decimal; allowed: 0 .. 1, such as 12 or 0.25");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "500ms, 500000000", "20s, 20000000000", "5m, 300000000000", "1h, 3600000000000",
    "7d, 604800000000000", "1.5h, 5400000000000", "0.5ms, 500000", "36500d, 3153600000000000000"
  })
  void durationsAreNanoseconds(String text, long nanos) {
    assertThat(value(Key.durationNanos("until", "the end"), text)).isEqualTo(nanos);
  }

  @ParameterizedTest
  @CsvSource({
    "20, has no unit",
    "0, has no unit",
    "20S, is not a duration",
    "5M, has no unit",
    "20 s, is not a duration",
    "1h30m, is not a duration",
    "s, is not a duration",
    "0.0000001ms, is too fine"
  })
  void durationsNeedAUnit(String text, String start) {
    assertThat(mistake(Key.durationNanos("until", "the end"), text))
        .isEqualTo(start + "; allowed: a number with ms, s, m, h or d, such as 20s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "-1s", "36501d", "9223372036854775807h"})
  void durationsArePositiveAndAtMostAHundredYears(String text) {
    assertThat(mistake(Key.durationNanos("until", "the end"), text))
        .isEqualTo("is out of range; allowed: more than 0ms, at most 36500d");
  }

  @Test
  void aDurationMayHaveARange() {
    Key<Long> pause =
        Key.durationNanos("pause", Duration.ofMillis(10), Duration.ofMinutes(90), "a pause");
    assertThat(pause.type()).isEqualTo("duration 10ms .. 90m");
    assertThat(value(pause, "10ms")).isEqualTo(10_000_000);
    assertThat(value(pause, "1.5h")).isEqualTo(5_400_000_000_000L);
    assertThat(mistake(pause, "9ms")).isEqualTo("is out of range; allowed: 10ms .. 90m");
    assertThat(mistake(pause, "91m")).isEqualTo("is out of range; allowed: 10ms .. 90m");
  }

  @Test
  void timesAreMillisecondsWithinARange() {
    Key<Long> from =
        Key.epochMillis("from", Instant.EPOCH, Instant.parse("2038-01-01T00:00:00Z"), "a start");
    assertThat(value(from, "1970-01-01T00:00:01.5Z")).isEqualTo(1500);
    String range = "1970-01-01T00:00:00Z .. 2038-01-01T00:00:00Z";
    assertThat(mistake(from, "2026-01-01")).isEqualTo("is not a time; allowed: " + range);
    assertThat(mistake(from, "+999999999-12-31T23:59:59Z")).startsWith("is out of range");
    assertThat(mistake(from, "1969-12-31T23:59:59Z")).startsWith("is out of range");
  }

  @Test
  void sizesAreBinary() {
    Key<Long> size = Key.sizeBytes("size", "a size");
    assertThat(value(size, "512B")).isEqualTo(512);
    assertThat(value(size, "64KB")).isEqualTo(65_536);
    assertThat(value(size, "1.5MB")).isEqualTo(3 << 19);
    assertThat(value(size, "1GB")).isEqualTo(1L << 30);
    assertThat(value(size, "2TB")).isEqualTo(1L << 41);
    assertThat(mistake(size, "64")).startsWith("has no unit; allowed: a number with B, KB, MB");
    assertThat(mistake(size, "64kb")).startsWith("is not a size; allowed: a number with B, KB");
    assertThat(mistake(size, "0.3B")).startsWith("is too fine");
    assertThat(mistake(size, "8388608TB"))
        .isEqualTo("is out of range; allowed: more than 0B, at most 8388607TB");
  }

  @Test
  void flagsAreTrueOrFalse() {
    Key<Boolean> flag = Key.flag("flag", "a flag");
    assertThat(value(flag, "true")).isTrue();
    assertThat(value(flag, "false")).isFalse();
    for (String text : List.of("yes", "True", "1", "on")) {
      assertThat(mistake(flag, text)).isEqualTo("is not a flag; allowed: true or false");
    }
  }

  @Test
  void choicesAreLowerCaseInEveryLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("tr"));
      Key<Style> style = Key.choice("style", Style.class, "a style");
      assertThat(style.type()).isEqualTo("one of none, read_only, i");
      assertThat(value(style, "read_only")).isEqualTo(Style.READ_ONLY);
      assertThat(value(style, "i")).isEqualTo(Style.I);
      assertThat(mistake(style, "NONE")).isEqualTo("is not known; allowed: none, read_only, i");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void namesAreSplitAndTrimmed() {
    Key<List<String>> steps = Key.names("steps", "the steps");
    assertThat(value(steps, "l.i0 ,l.x,  qr_100")).containsExactly("l.i0", "l.x", "qr_100");
    assertThat(mistake(steps, "a,,b")).startsWith("has an empty name; allowed: names with commas");
    assertThat(mistake(steps, "a,")).startsWith("has an empty name");
    assertThat(mistake(steps, "a, 8b")).startsWith("\"8b\" is not a name; allowed: names with");
    assertThat(mistake(steps, "a b")).startsWith("\"a b\" is not a name");
  }

  @Test
  void onlyTextMayBeEmpty() {
    assertThat(value(Key.text("user", "the user"), "")).isEmpty();
    assertThat(value(Key.secret("password", "the password"), "")).isEmpty();
    assertThat(mistake(THREADS, "")).startsWith("is empty; allowed: 1 .. 10000");
    assertThat(mistake(Key.names("steps", "the steps"), "")).startsWith("is empty; allowed: names");
    assertThat(mistake(Key.flag("flag", "a flag"), "")).startsWith("is empty; allowed: true or");
  }

  @Test
  void describesItself() {
    Key<Long> key = Key.count("rows", 1, 1_000_000, "rows per client").withDefault("200k");
    assertThat(key.name()).isEqualTo("rows");
    assertThat(key.type()).isEqualTo("count 1 .. 1M");
    assertThat(key.description()).isEqualTo("rows per client");
    assertThat(key.defaultText()).contains("200k");
    assertThat(key.isRequired()).isFalse();
    assertThat(ANY.type()).isEqualTo("count 0 or more");
    assertThat(Key.decimal("d", -0.5, 1e6, "d").type()).isEqualTo("decimal -0.5 .. 1M");
    assertThat(Key.decimal("d", 0, Double.MAX_VALUE, "d").type()).isEqualTo("decimal 0 or more");
    assertThat(THREADS.isRequired()).isTrue();
    assertThat(THREADS.optional().isRequired()).isFalse();
  }

  @Test
  void namesEveryDefaultThatAnotherKeyDecides() {
    Map<Long, String> texts = new LinkedHashMap<>();
    texts.put(1L, "200k");
    texts.put(2L, "1M");
    Key<Long> key = ANY.withDefaults(THREADS, texts);
    assertThat(key.defaultText()).contains("200k (1), 1M (2)");
    assertThat(key.isRequired()).isFalse();
    assertThat(key.under("x").defaultText()).isEqualTo(key.defaultText());
  }

  @Test
  void aKeyUnderAPrefixKeepsEverythingElse() {
    Key<Long> key = THREADS.withDefault("4").optional().under("request");
    assertThat(key.name()).isEqualTo("request.threads");
    assertThat(key.type()).isEqualTo(THREADS.type());
    assertThat(key.defaultText()).contains("4");
    assertThat(key.isOptional()).isTrue();
    assertThat(Key.secret("password", "p").under("a").isSecret()).isTrue();
  }

  @Test
  void mistakesOfProgrammersAreRefusedAtOnce() {
    assertThatThrownBy(() -> THREADS.withDefault("0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("default of threads = 0: is out of range; allowed: 1 .. 10000");
    assertThatThrownBy(() -> Key.text("a b", "x")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> THREADS.under("x").under("ü"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Key.count("a", 2, 1, "x"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Key.decimal("a", Double.NaN, 1, "x"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aDefaultThatIsSecretIsMasked() {
    Key<String> secret = Key.secret("password", "the password");
    assertThat(secret.withDefault("geheim").defaultText()).contains("***");
    assertThat(secret.withDefault("").defaultText()).contains("");
    assertThatThrownBy(() -> secret.withDefault("geheim\n")).hasMessageNotContaining("geheim");
  }
}
