package io.ibench.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigTest {

  private static final Key<Long> THREADS =
      Key.count("threads", 1, 10_000, "threads of the group").withDefault("4");
  private static final Key<Long> MIN = Key.count("min", 5, 100, "the least");
  private static final Key<Long> MAX = Key.count("max", 5, 100, "the most");
  private static final Key<Long> UNTIL = Key.durationNanos("until", "the end").optional();
  private static final Key<String> PASSWORD = Key.secret("password", "the password");

  private static Config config(String... settings) {
    Map<String, String> map = new LinkedHashMap<>();
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      map.put(parts[0], parts[1]);
    }
    return Config.of(map);
  }

  private static List<String> lines(Config config) {
    return config.problems().stream().map(Problem::toString).toList();
  }

  @Test
  void everyMistakeIsFoundInOneGo() {
    Config config = config("threads=abc", "until=20", "extra=1");
    assertThat(config.get(THREADS)).as("the default stands in").isEqualTo(4);
    assertThat(config.get(MIN)).as("the least allowed value stands in").isEqualTo(5);
    assertThat(config.find(UNTIL)).as("given, though wrongly").isPresent();
    assertThat(lines(config))
        .containsExactly(
            "settings: threads = abc: is not a count; allowed: 1 .. 10000, in digits, also with k,"
                + " M or B",
            "min: is required but not set; allowed: count 5 .. 100",
            "settings: until = 20: has no unit; allowed: a number with ms, s, m, h or d, such as"
                + " 20s",
            "settings: extra: unknown key; no key has a similar name; ibench list shows all");
  }

  @Test
  void checkThrowsAllProblemsOnePerLine() {
    Config config = config("threads=abc", "extra=1");
    config.get(THREADS);
    assertThatThrownBy(config::check)
        .isInstanceOfSatisfying(
            ConfigException.class,
            e -> assertThat(e.problems()).isEqualTo(config.problems()).hasSize(2))
        .hasMessage(String.join("\n", lines(config)));
    Config right = config("threads=8");
    right.get(THREADS);
    assertThatCode(right::check).doesNotThrowAnyException();
  }

  @Test
  void askingTwiceReportsOnce() {
    Config config = config("threads=abc");
    config.get(THREADS);
    config.get(THREADS);
    config.get(MIN);
    config.get(MIN);
    assertThat(config.problems()).hasSize(2);
    assertThat(config.problems()).isEqualTo(config.problems());
  }

  @Test
  void unknownKeysGetTheNearestName() {
    Config config = config("request.thraeds=4", "min_=7", "threads=5", "password.x=1");
    config.get(THREADS.under("request"));
    config.declare(MIN);
    assertThat(lines(config))
        .containsExactly(
            "settings: request.thraeds: unknown key; did you mean request.threads?",
            "settings: min_: unknown key; did you mean min?",
            "settings: threads: unknown key; did you mean request.threads?",
            "settings: password.x: unknown key; no key has a similar name; ibench list shows all");
    config.ignoreUnknown();
    assertThat(config.problems()).isEmpty();
  }

  @Test
  void declaredKeysAreKnown() {
    Config config = config("min=abc");
    config.declare(MIN);
    assertThat(config.problems()).as("not read, not judged").isEmpty();
    assertThat(config.effective()).isEmpty();
    assertThat(config.has("min")).isTrue();
    assertThat(config.has("max")).isFalse();
  }

  @Test
  void theFirstPrefixThatIsGivenWins() {
    Config config = config("request.threads=8", "r16.threads=16");
    assertThat(config.get(THREADS, List.of("r16", "request"))).isEqualTo(16);
    assertThat(config.get(THREADS, List.of("r32", "request"))).isEqualTo(8);
    assertThat(config.get(THREADS, List.of("load"))).isEqualTo(4);
    assertThat(config.find(UNTIL, List.of("r16", "request"))).isEmpty();
    assertThat(config.effective())
        .extracting(s -> s.name() + " = " + s.value() + " from " + s.origin())
        .containsExactly(
            "r16.threads = 16 from settings",
            "r32.threads = 8 from settings (request.threads)",
            "load.threads = 4 from default");
    assertThat(config.problems()).isEmpty();
  }

  @Test
  void allPrefixesOfAQuestionAreKnown() {
    Config config = config("request.threads=8", "r16.threads=16");
    config.get(THREADS, List.of("r16", "request"));
    assertThat(config.problems()).as("request.threads is shadowed, not unknown").isEmpty();
  }

  @Test
  void anInheritedMistakeIsReportedOnceAndBreaksTheHeir() {
    Config config = config("request.threads=abc");
    config.get(THREADS, List.of("request"));
    config.get(THREADS, List.of("r16", "request"));
    assertThat(config.problems()).extracting(Problem::key).containsExactly("request.threads");
    assertThat(config.isBroken(THREADS.under("r16"))).isTrue();
    config.problem("is a follow-up", THREADS.under("r16"));
    assertThat(config.problems()).hasSize(1);
  }

  @Test
  void aRuleNamesThePlaceOfItsFirstKey() {
    Config config = config("min=50", "request.threads=8");
    config.get(MIN);
    config.get(THREADS, List.of("r16", "request"));
    config.get(THREADS, List.of("load"));
    config.find(UNTIL);
    config.problem("must be less than max", MIN);
    config.problem("is too many", THREADS.under("r16"));
    config.problem("is too few", THREADS.under("load"));
    config.problem("must be set, or rows", UNTIL);
    assertThat(lines(config))
        .containsExactlyInAnyOrder(
            "settings: min = 50: must be less than max",
            "settings (request.threads): r16.threads = 8: is too many",
            "default: load.threads = 4: is too few",
            "until: must be set, or rows");
  }

  @Test
  void rulesOnBrokenKeysAreNoFollowUps() {
    Config config = config("min=abc", "max=50");
    config.get(MIN);
    config.get(MAX);
    assertThat(config.isBroken(MAX)).isFalse();
    assertThat(config.isBroken(MAX, MIN)).isTrue();
    config.problem("must be more than min", MAX, MIN);
    assertThat(config.problems()).extracting(Problem::key).containsExactly("min");
    config.problem("must be even more", MAX);
    assertThat(config.isBroken(MAX)).isTrue();
    assertThat(config.problems()).extracting(Problem::key).containsExactly("min", "max");
  }

  @Test
  void effectiveSettingsComeInTheOrderAsked() {
    Config config = config("max=50", "min=5_0", "password=geheim");
    config.get(MIN);
    config.get(PASSWORD);
    config.get(THREADS);
    config.get(MAX);
    config.get(MIN);
    config.find(UNTIL);
    assertThat(config.effective())
        .containsExactly(
            new Setting("min", "5_0", new Origin("settings")),
            new Setting("password", "***", true, new Origin("settings"), UsedVariables.NONE),
            new Setting("threads", "4", Origin.DEFAULT),
            new Setting("max", "50", new Origin("settings")));
  }

  private enum Era {
    OLD("1.0"),
    NEW("2.0");

    private final String text;

    Era(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private static final Key<Era> ERA = Key.choice("era", Era.class, "the era").withDefault("1.0");
  private static final Key<Long> SIZE =
      Key.count("size", 1, 100, "a size").withDefaults(ERA, Map.of(Era.OLD, "8", Era.NEW, "23"));

  @Test
  void aDefaultMayDependOnAnotherKeyAndSaysSo() {
    Config byDefault = config();
    assertThat(byDefault.get(SIZE)).isEqualTo(8);
    assertThat(byDefault.effective())
        .containsExactly(
            new Setting("era", "1.0", Origin.DEFAULT),
            new Setting("size", "8", new Origin("era = 1.0")));

    Config chosen = config("era=2.0");
    assertThat(chosen.find(SIZE)).contains(23L);
    assertThat(chosen.effective().get(1))
        .hasToString("Setting[name=size, value=23, masked=false, origin=era = 2.0, variables=]");

    Config given = config("era=2.0", "size=9");
    assertThat(given.get(SIZE)).isEqualTo(9);
    assertThat(given.get(SIZE, List.of("request"))).isEqualTo(23);
    assertThat(given.effective().get(0))
        .isEqualTo(new Setting("size", "9", new Origin("settings")));
  }

  @Test
  void aDefaultDecidedByAWrongValueIsNotJudged() {
    Config config = config("era=3.0");
    assertThat(config.get(SIZE)).isEqualTo(8);
    assertThat(config.isBroken(SIZE)).isTrue();
    config.problem("is a follow-up", SIZE);
    assertThat(lines(config))
        .containsExactly("settings: era = 3.0: is not known; allowed: 1.0, 2.0");
  }

  @Test
  void secretsAreMaskedInEveryProblem() {
    Config config = config("password=geheim");
    config.problem("x", "password", "geheim", "was tried before the key was known");
    config.get(PASSWORD);
    config.problem("is too short", PASSWORD.under("other"));
    Config rule = config("password=geheim");
    rule.problem("is too short", PASSWORD);
    assertThat(lines(config)).hasSize(2).noneMatch(line -> line.contains("geheim"));
    assertThat(lines(rule)).containsExactly("settings: password = ***: is too short");
  }

  @Test
  void theValueOfAnUnknownKeyIsNotShownAsItMayBeASecret() {
    Config config = config("pasword=geheim");
    config.declare(PASSWORD);
    assertThat(lines(config))
        .containsExactly("settings: pasword: unknown key; did you mean password?");
  }

  @Test
  void readingAKeyTheWrongWayIsAProgrammersMistake() {
    Key<Long> gap = Key.count("gap", 1, 9, "x").withDefaults(ERA, Map.of(Era.OLD, "8"));
    assertThatThrownBy(() -> config("era=2.0").get(gap))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> gap.withDefaults(ERA, Map.of(Era.OLD, "10")))
        .hasMessage("default of gap = 10: is out of range; allowed: 1 .. 9");
    Config config = config();
    assertThatThrownBy(() -> config.get(UNTIL)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> config.find(MIN)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> config.get(MIN, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(config.find(THREADS)).contains(4L);
  }

  @Test
  void problemsAreOnePrintableLine() {
    Problem problem = new Problem("a\nb", "k\u001b[2J", "v\u202e\ud800" + "x".repeat(500), "m\r");
    assertThat(problem.toString())
        .startsWith("a\\u000ab: k\\u001b[2J = v\\u202e\\ud800xxx")
        .endsWith("...: m\\u000d")
        .hasSizeLessThan(250);
    assertThat(new Problem("", "", "", "m")).hasToString("m");
    assertThat(new Problem("x:1", "", "", "m")).hasToString("x:1: m");
  }

  @Test
  void editsCountInsertionsDeletionsSubstitutionsAndSwaps() {
    assertThat(Suggestion.edits("seed", "seed")).isZero();
    assertThat(Suggestion.edits("sed", "seed")).isEqualTo(1);
    assertThat(Suggestion.edits("seeds", "seed")).isEqualTo(1);
    assertThat(Suggestion.edits("sead", "seed")).isEqualTo(1);
    assertThat(Suggestion.edits("esed", "seed")).isEqualTo(1);
    assertThat(Suggestion.edits("", "seed")).isEqualTo(4);
    assertThat(Suggestion.nearest("foo", List.of("url", "seed"))).isEmpty();
    assertThat(Suggestion.nearest("ulr", List.of("user", "url"))).contains("url");
  }
}
