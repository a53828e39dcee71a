package io.ibench.suite;

import io.ibench.compare.GateCondition;
import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.config.Setting;
import io.ibench.config.Suggestion;
import io.ibench.suite.Factor.Option;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads a suite's file. All mistakes become problems of the config; binding goes on after each.
 * Used once; confined to one thread.
 */
public final class SuiteReader {

  static final String REMOVED = "-";

  private static final Pattern LEVEL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.%-]*");
  private static final Pattern EXPECT =
      Pattern.compile("([^/:\\s]+)\\s*/\\s*([^/:\\s]+)\\s*:\\s*(.*)");
  private static final String SCALE = "scale.";
  private static final String VARY = "vary.";
  private static final String EXPECT_KEY = "expect.";
  private static final String LIKE = "like";

  private final Config config;
  private final Optional<String> scale;

  /** By the key without its scale; those of another scale are in {@code others}. */
  private final Map<String, Given> vary = new LinkedHashMap<>();

  private final Map<String, Given> expects = new LinkedHashMap<>();
  private final Map<String, Given> likes = new LinkedHashMap<>();
  private final List<Given> bundleKeys = new ArrayList<>();
  private final Set<String> known = new LinkedHashSet<>();

  /**
   * A key of the file.
   *
   * @param rest the key without its scale
   * @param layer 0: the file's; 1: the chosen scale's; 2: the command line's; -1: another scale's
   */
  private record Given(Setting setting, String rest, int layer) {

    String value() {
      return setting.value();
    }
  }

  private SuiteReader(Config config, Optional<String> scale) {
    this.config = config;
    this.scale = scale;
  }

  /** Reads everything; the result is meaningful only if the config then has no problems. */
  public static Suite read(Config config, Optional<String> scale) {
    return new SuiteReader(config, scale).suite();
  }

  /** Whether these are the settings of a suite, and not of a workload. */
  public static boolean isSuite(Config config) {
    return config.given().stream()
        .map(Setting::name)
        .anyMatch(key -> key.startsWith(VARY) || key.equals("server.product"));
  }

  /** The names of the scales, in the order of the file. */
  public static Set<String> scales(Config config) {
    return config.namesUnder("scale").stream()
        .map(name -> name.split("\\.", 2)[0])
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private Suite suite() {
    sort();
    List<Factor> factors = factors();
    List<Bundle> bundles = bundles(factors);
    Map<String, String> like = likes();
    String workload = single(SuiteKeys.WORKLOAD).orElseGet(() -> config.get(SuiteKeys.WORKLOAD));
    List<Variant> all = new Matrix(factors, bundles, like).variants();
    List<Variant> variants = chosen(all, factors);
    Suite.Matter matter = matter(factors);
    Suite suite =
        new Suite(
            workload,
            words(SuiteKeys.MAX),
            scale,
            factors,
            variants,
            matter,
            conditions(matter.order() == Order.DUET),
            tables(factors, variants),
            expects(all));
    if (suite.isOfDuets()) {
      requireDuets(suite);
    }
    requireNames(suite);
    return suite;
  }

  /** The rows of a table must differ in their names. */
  private void requireNames(Suite suite) {
    Map<List<String>, Variant> rows = new LinkedHashMap<>();
    for (Variant variant : suite.variants()) {
      List<String> row = new ArrayList<>(suite.table(variant));
      row.add(suite.rowName(variant));
      Variant before = rows.putIfAbsent(row, variant);
      if (before != null) {
        config.problem(
            "would call two rows of a table "
                + suite.rowName(variant)
                + ": "
                + before.name()
                + " and "
                + variant.name()
                + "; name the factor in which they differ as well",
            SuiteKeys.TABLE_NAME);
        return;
      }
    }
  }

  private List<String> words(Key<String> key) {
    return single(key).map(text -> List.of(text.strip().split("\\s+"))).orElse(List.of());
  }

  /** What a suite of duets cannot have. */
  private void requireDuets(Suite suite) {
    if (!suite.search().isEmpty()) {
      config.problem("searches a rate, which a duet does not have; leave it out", SuiteKeys.MAX);
    }
    if (suite.matter().data() != DataMode.FRESH) {
      config.problem("is not for order = duet, whose sides load their data", SuiteKeys.DATA);
    }
    if (!suite.variants().isEmpty() && suite.variantsWithCells().isEmpty()) {
      config.problem(
          "compares variants with a base, and none differs from it; vary.NAME makes more",
          SuiteKeys.ORDER);
    }
    for (Given given : expects.values()) {
      if (!given.value().equals(REMOVED)) {
        problem(given, "is not for order = duet; duet = --fail-if time>1.01 judges each cell");
      }
    }
  }

  /** Sorts the keys by their kinds. */
  private void sort() {
    // The file's own keys first: they decide the order of the factors.
    List<Setting> all = new ArrayList<>(config.given());
    all.sort(Comparator.comparing(setting -> setting.name().startsWith(SCALE)));
    for (Setting setting : all) {
      String key = setting.name();
      String of = scaleOf(key);
      String rest = of.isEmpty() ? key : key.substring(SCALE.length() + of.length() + 1);
      int layer =
          setting.origin().isOverride()
              ? 2
              : of.isEmpty() ? 0 : scale.filter(of::equals).isPresent() ? 1 : -1;
      Given given = new Given(setting, rest, layer);
      if (rest.startsWith(VARY)) {
        declare(setting);
        keep(vary, given);
        knowLevels(given);
      } else if (rest.startsWith(EXPECT_KEY)) {
        declare(setting);
        keep(expects, given);
      } else if (rest.endsWith("." + LIKE) && areaIndex(rest.split("\\.")) < 0) {
        declare(setting);
        keep(likes, given);
      } else if (areaIndex(rest.split("\\.")) >= 0) {
        declare(setting);
        bundleKeys.add(given);
      } else if (SuiteKeys.SINGLE_NAMES.contains(rest)) {
        declare(setting);
      }
    }
    single(SuiteKeys.LEVELS).ifPresent(known::addAll);
    SuiteKeys.SINGLE.forEach(config::declare);
    if (scale.isPresent() && !scales(config).contains(scale.get())) {
      Set<String> scales = scales(config);
      config.problem(
          "--scale",
          "",
          scale.get(),
          "is no scale of this suite; "
              + Suggestion.question(scale.get(), scales)
                  .orElse(
                      scales.isEmpty()
                          ? "it has none"
                          : "there are: " + String.join(", ", scales)));
    }
  }

  private static String scaleOf(String key) {
    if (!key.startsWith(SCALE)) {
      return "";
    }
    String[] words = key.split("\\.", 3);
    return words.length == 3 ? words[1] : "";
  }

  private void declare(Setting setting) {
    config.declare(Key.text(setting.name(), ""));
  }

  /** The value of the highest layer stays; a level of another scale is known, no more. */
  private static void keep(Map<String, Given> of, Given given) {
    if (given.layer() < 0) {
      return;
    }
    Given before = of.get(given.rest());
    if (before == null || before.layer() <= given.layer()) {
      of.put(given.rest(), given);
    }
  }

  private void knowLevels(Given given) {
    for (String level : given.value().split(",")) {
      known.add(level.strip());
    }
  }

  /** The position of the first word that is an area; -1 if there is none. */
  private static int areaIndex(String[] words) {
    for (int i = 0; i < words.length - 1; i++) {
      if (Area.of(words[i]).isPresent()) {
        return i;
      }
    }
    return -1;
  }

  private void problem(Given given, String message) {
    config.problem(
        given.setting().origin().description(), given.setting().name(), given.value(), message);
  }

  private List<Factor> factors() {
    List<Factor> factors = new ArrayList<>();
    Map<String, String> factorOf = new LinkedHashMap<>();
    for (Given given : vary.values()) {
      if (given.value().equals(REMOVED)) {
        continue;
      }
      factor(given)
          .ifPresent(
              factor -> {
                factors.add(factor);
                unique(given, factor, factorOf);
              });
    }
    return factors;
  }

  private Optional<Factor> factor(Given given) {
    String[] words = given.rest().substring(VARY.length()).split("\\.", 2);
    Optional<Area> area = Area.of(words[0]);
    if (words.length == 2 && area.filter(found -> found != Area.SERVER).isEmpty()) {
      problem(
          given, "is no factor; allowed: vary.NAME, vary.conf.OPTION, vary.set.KEY, vary.limit.X");
      return Optional.empty();
    }
    if (words.length == 1 && area.filter(found -> found != Area.SERVER).isPresent()) {
      problem(given, "names no option; allowed: vary." + words[0] + ".KEY, or vary.NAME");
      return Optional.empty();
    }
    List<String> levels = Arrays.stream(given.value().split(",", -1)).map(String::strip).toList();
    for (String level : levels) {
      if (!LEVEL.matcher(level).matches()) {
        problem(
            given,
            (level.isEmpty() ? "has an empty level" : "'" + level + "' cannot be a level")
                + "; allowed: letters, digits, _ - . and %; name the levels with vary.NAME and"
                + " LEVEL.conf.OPTION for other values");
        return Optional.empty();
      }
      if (SuiteKeys.RESERVED.contains(level)) {
        problem(given, "a level cannot be called " + level + ", which is a word of the keys");
        return Optional.empty();
      }
    }
    Optional<Option> option =
        words.length == 2
            ? Optional.of(new Option(area.orElseThrow(), words[1]))
            : Optional.empty();
    return Optional.of(new Factor(words[words.length - 1], option, levels));
  }

  private void unique(Given given, Factor factor, Map<String, String> factorOf) {
    for (String level : factor.levels()) {
      String before = factorOf.putIfAbsent(level, factor.name());
      if (before != null) {
        problem(
            given,
            before.equals(factor.name())
                ? "has the level " + level + " twice"
                : "has the level "
                    + level
                    + ", which is one of "
                    + before
                    + " as well; names of levels must be unique: name these with vary.NAME");
        return;
      }
    }
  }

  private List<Bundle> bundles(List<Factor> factors) {
    List<Bundle> bundles = new ArrayList<>();
    for (Given given : bundleKeys) {
      String[] words = given.rest().split("\\.");
      int at = areaIndex(words);
      String prefix = String.join(".", Arrays.asList(words).subList(0, at));
      Levels.Split split =
          at == 0 ? new Levels.Split(List.of(), Optional.empty()) : Levels.split(prefix, known);
      if (split.unknown().isPresent()) {
        String level = split.unknown().get();
        problem(given, "no factor has the level " + level + "; " + hint(level, known));
        continue;
      }
      String key = String.join(".", Arrays.asList(words).subList(at + 1, words.length));
      if (given.layer() >= 0) {
        Area area = Area.of(words[at]).orElseThrow();
        Optional<Option> option = Optional.of(new Option(area, key));
        if (given.layer() == 2
            && factors.stream().anyMatch(factor -> factor.option().equals(option))) {
          problem(given, "is what " + VARY + area.word() + "." + key + " varies; change that");
          continue;
        }
        bundles.add(new Bundle(given.layer(), split.levels(), area, key, given.value()));
      }
    }
    return bundles;
  }

  private static String hint(String level, Collection<String> known) {
    return Suggestion.question(level, known)
        .orElse("there are: " + String.join(", ", known) + "; levels = " + level + " declares it");
  }

  private Map<String, String> likes() {
    Map<String, String> like = new LinkedHashMap<>();
    for (Given given : likes.values()) {
      String level = given.rest().substring(0, given.rest().length() - LIKE.length() - 1);
      for (String name : List.of(level, given.value())) {
        if (!known.contains(name)) {
          problem(given, "no factor has the level " + name + "; " + hint(name, known));
        }
      }
      like.put(level, given.value());
    }
    for (Given given : likes.values()) {
      String level = given.rest().substring(0, given.rest().length() - LIKE.length() - 1);
      List<String> chain = new ArrayList<>(List.of(level));
      String next = like.get(level);
      while (next != null && !chain.contains(next)) {
        chain.add(next);
        next = like.get(next);
      }
      if (next != null && next.equals(level)) {
        problem(given, "goes round in a circle: " + String.join(" -> ", chain) + " -> " + level);
      }
    }
    return like;
  }

  /** The value of the command line, the scale or the file, in this order; else the default. */
  private <T> Optional<T> single(Key<T> key) {
    Optional<T> own = config.find(key.optional());
    Optional<T> scaled = own;
    for (String other : scales(config)) {
      Key<T> at = key.optional().under("scale." + other);
      if (config.has(at.name())) {
        // Read whatever the scale, so that all mistakes are found.
        Optional<T> value =
            isRemoved(at.name()) ? key.defaultText().map(key::valueOf) : config.find(at);
        scaled = scale.filter(other::equals).isPresent() ? value : scaled;
      }
    }
    return isOverride(key.name()) ? own : scaled;
  }

  /** Whether the file, the chosen scale or the command line has it. */
  private boolean isGiven(Key<?> key) {
    return config.has(key.name())
        || scale.filter(name -> config.has("scale." + name + "." + key.name())).isPresent();
  }

  private boolean isRemoved(String key) {
    return config.given().stream()
        .anyMatch(given -> given.name().equals(key) && given.value().equals(REMOVED));
  }

  private boolean isOverride(String key) {
    return config.given().stream()
        .anyMatch(given -> given.name().equals(key) && given.origin().isOverride());
  }

  private Suite.Matter matter(List<Factor> factors) {
    DataMode data = single(SuiteKeys.DATA).orElseThrow();
    Order order = single(SuiteKeys.ORDER).orElseThrow();
    List<String> shared =
        factors(SuiteKeys.SHARED, factors.stream().map(Factor::name).collect(Collectors.toSet()));
    boolean reflink = single(SuiteKeys.CLONE).orElseThrow() == SuiteKeys.Clone.REFLINK;
    if (!data.isShared() && !shared.isEmpty()) {
      config.problem("is for data = copy and data = keep", SuiteKeys.SHARED);
    }
    if (data != DataMode.COPY && reflink) {
      config.problem("is for data = copy", SuiteKeys.CLONE);
    }
    if (data == DataMode.KEEP && order != Order.GIVEN) {
      config.problem(
          "keeps what the cells before have changed; allowed: with order = given", SuiteKeys.DATA);
    }
    List<String> duet = words(SuiteKeys.DUET);
    if (!duet.isEmpty() && order != Order.DUET) {
      config.problem("is for order = duet; add it", SuiteKeys.DUET);
    }
    return new Suite.Matter(
        Math.toIntExact(single(SuiteKeys.REPEAT).orElseThrow()),
        order,
        single(SuiteKeys.ORDER_SEED).orElseThrow(),
        data,
        reflink,
        shared,
        duet);
  }

  private static String factorHint(String factor, Set<String> names) {
    return Suggestion.question(factor, names).orElse("there are: " + String.join(", ", names));
  }

  /**
   * The conditions under which cells run.
   *
   * @param duets whether each cell compares two sides under the same ones, so that it neither waits
   *     nor measures the machine unless the file says so
   */
  private Suite.Conditions conditions(boolean duets) {
    return new Suite.Conditions(
        single(SuiteKeys.CACHE).orElseThrow() == SuiteKeys.Cache.DROP,
        duets && !isGiven(SuiteKeys.IDLE) ? 0 : single(SuiteKeys.IDLE).orElseThrow(),
        single(SuiteKeys.IDLE_REQUIRE).orElseThrow(),
        single(SuiteKeys.PAUSE).orElseThrow(),
        single(SuiteKeys.TRIM).orElseThrow(),
        (!duets || isGiven(SuiteKeys.CANARY)) && single(SuiteKeys.CANARY).orElseThrow(),
        nanos(SuiteKeys.CELL_MOST),
        nanos(SuiteKeys.BUDGET),
        single(SuiteKeys.ON_FAILURE).orElseThrow() == SuiteKeys.OnFailure.STOP,
        Math.toIntExact(single(SuiteKeys.GIVE_UP_AFTER).orElseThrow()),
        single(SuiteKeys.GIVE_UP).orElseThrow());
  }

  private OptionalLong nanos(Key<Long> key) {
    return single(key).stream().mapToLong(Long::longValue).findFirst();
  }

  private Suite.Tables tables(List<Factor> factors, List<Variant> variants) {
    Set<String> names =
        factors.stream().map(Factor::name).collect(Collectors.toCollection(LinkedHashSet::new));
    List<String> by = factors(SuiteKeys.TABLE_BY, names);
    List<String> rows = factors(SuiteKeys.TABLE_NAME, names);
    Optional<String> pivot =
        single(SuiteKeys.TABLE_PIVOT)
            .filter(factor -> isFactor(factor, names, SuiteKeys.TABLE_PIVOT));
    Set<SuiteKeys.TableKind> tables = single(SuiteKeys.TABLES).orElseThrow();
    List<List<String>> base = partial(SuiteKeys.BASE);
    base.stream()
        .filter(levels -> variants.stream().noneMatch(variant -> variant.has(levels)))
        .findFirst()
        .ifPresent(none -> config.problem("no variant has these levels", SuiteKeys.BASE));
    return new Suite.Tables(
        base.isEmpty() ? List.of() : base.get(0),
        by,
        rows,
        pivot,
        tables.contains(SuiteKeys.TableKind.ENGINES),
        tables.contains(SuiteKeys.TableKind.LOADS),
        single(SuiteKeys.UNLIKE).orElseThrow());
  }

  /** The factors that a key names; those that are none are mistakes. */
  private List<String> factors(Key<List<String>> key, Set<String> names) {
    return single(key).orElse(List.of()).stream()
        .filter(factor -> isFactor(factor, names, key))
        .toList();
  }

  private boolean isFactor(String factor, Set<String> names, Key<?> key) {
    if (names.contains(factor)) {
      return true;
    }
    config.problem(factor + " is no factor; " + factorHint(factor, names), key);
    return false;
  }

  /** Partial names with commas between; empty without the key, and after a mistake. */
  private List<List<String>> partial(Key<String> key) {
    List<List<String>> all = new ArrayList<>();
    for (String name : single(key).map(text -> text.split(",", -1)).orElse(new String[0])) {
      Levels.Split split = Levels.split(name.strip(), known);
      split
          .unknown()
          .ifPresent(
              level ->
                  config.problem(
                      "no factor has the level " + level + "; " + hint(level, known), key));
      if (split.unknown().isEmpty()) {
        all.add(split.levels());
      }
    }
    return all;
  }

  private List<Variant> chosen(List<Variant> all, List<Factor> factors) {
    List<List<String>> excluded = partial(SuiteKeys.EXCLUDE);
    List<List<String>> only = partial(SuiteKeys.ONLY);
    List<Variant> chosen =
        all.stream()
            .filter(variant -> excluded.stream().noneMatch(variant::has))
            .filter(variant -> only.isEmpty() || only.stream().anyMatch(variant::has))
            .toList();
    if (chosen.isEmpty() && !factors.isEmpty()) {
      config.problem(
          "leaves no variant of " + all.size(),
          only.isEmpty() ? SuiteKeys.EXCLUDE : SuiteKeys.ONLY);
    }
    return chosen;
  }

  private List<Expect> expects(List<Variant> variants) {
    List<Expect> all = new ArrayList<>();
    for (Given given : expects.values()) {
      if (!given.value().equals(REMOVED)) {
        expect(given, variants).ifPresent(all::add);
      }
    }
    return all;
  }

  private Optional<Expect> expect(Given given, List<Variant> variants) {
    Matcher parts = EXPECT.matcher(given.value());
    if (!parts.matches()) {
      problem(given, "is no relation; allowed: A / B : [STEP:]FIGURE < RATIO");
      return Optional.empty();
    }
    List<List<String>> sides = new ArrayList<>();
    for (int side = 1; side <= 2; side++) {
      Levels.Split split = Levels.split(parts.group(side).strip(), known);
      if (split.unknown().isPresent()) {
        String level = split.unknown().get();
        problem(given, "no factor has the level " + level + "; " + hint(level, known));
        return Optional.empty();
      }
      sides.add(split.levels());
    }
    List<String> mistakes = new ArrayList<>();
    Optional<GateCondition> condition = GateCondition.parse(parts.group(3), mistakes);
    mistakes.forEach(mistake -> problem(given, mistake.replace("--fail-if ", "")));
    // A relation of the published scale may name levels that another scale leaves out.
    boolean isOfScale = given.layer() > 0 || scale.isEmpty();
    for (List<String> side : isOfScale ? sides : List.<List<String>>of()) {
      if (variants.stream().noneMatch(variant -> variant.has(side))) {
        problem(given, "no variant has the levels " + String.join(".", side));
      }
    }
    return condition.map(
        found ->
            new Expect(
                given.rest().substring(EXPECT_KEY.length()), sides.get(0), sides.get(1), found));
  }
}
