package io.ibench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.config.ConfigLoader;
import io.ibench.config.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteReaderTest {

  @TempDir private Path folder;

  private Config config(String text, String... overrides) throws IOException {
    Path file = Files.writeString(folder.resolve("x.properties"), text);
    return new ConfigLoader(Map.of("DISK", "/fast"))
        .load(file, Optional.empty(), List.of(overrides));
  }

  private Suite suite(Optional<String> scale, String text, String... overrides) throws IOException {
    Config config = config(text, overrides);
    Suite suite = SuiteReader.read(config, scale);
    assertThat(config.problems()).isEmpty();
    return suite;
  }

  private static String texts(Suite suite) {
    return suite.variants().stream()
        .map(variant -> "[" + variant.name() + "]\n" + variant.text())
        .collect(Collectors.joining());
  }

  @Test
  void fourLinesAreASuite() throws IOException {
    Suite suite =
        suite(
            Optional.empty(),
            """
            workload                       = workloads/insert.properties
            server.product                 = mariadb
            vary.conf.innodb_log_file_size = 16M, 64M, 256M
            repeat                         = 3
            """);

    assertThat(suite.workload()).isEqualTo("workloads/insert.properties");
    assertThat(suite.matter().repeat()).isEqualTo(3);
    assertThat(suite.matter().order()).isEqualTo(Order.INTERLEAVED);
    assertThat(texts(suite))
        .isEqualTo(
            """
            [16M]
            server.product = mariadb
            conf.innodb_log_file_size = 16M
            [64M]
            server.product = mariadb
            conf.innodb_log_file_size = 64M
            [256M]
            server.product = mariadb
            conf.innodb_log_file_size = 256M
            """);
  }

  /** Written by hand from the rules, before the code ran. */
  @Test
  void sixteenVariantsAreThoseWrittenByHand() throws IOException {
    Files.writeString(
        folder.resolve("shared.properties"),
        """
        levels                  = here, away
        server.product          = mariadb
        fast.server.data        = ${DISK:/other}/ibench
        away.server.data        = /away
        conf.sync_binlog        = 0
        conf.flush              = fsync
        scale.small.vary.disk   = here, far
        scale.small.far.like    = here
        scale.small.here.conf.flush = direct
        """);
    String text =
        """
        include                 = shared.properties
        workload                = insert
        vary.memory             = big, small
        vary.disk               = fast, slow
        vary.engine             = inno, rocks, zlib, zstd
        inno.conf.pool          = 1G
        big.inno.conf.pool      = 150G
        rocks.set.engine        = RocksDB
        rocks.conf.cache        = 2G
        big.rocks.conf.cache    = 100G
        small.limit.memory      = 50G
        zlib.like               = rocks
        zlib.conf.compression   = zlib
        zstd.like               = zlib
        zstd.conf.compression   = zstd
        zstd.big.conf.cache     = 90G
        zstd.conf.sync_binlog   = -
        exclude                 = small+zstd
        scale.small.vary.memory = big
        scale.small.conf.pool   = 64M
        scale.small.rocks.conf.cache = 32M
        scale.small.exclude     = -
        scale.small.conf.bare   =
        """;

    Suite published = suite(Optional.empty(), text);
    Suite small = suite(Optional.of("small"), text);

    assertThat(published.variants()).hasSize(14);
    assertThat(small.variants()).hasSize(8);
    Suite all = suite(Optional.empty(), text.replace("exclude                 = small+zstd", ""));
    String fourteen = texts(published);
    assertThat(texts(all)).isEqualTo(resource("sixteen.txt"));
    assertThat(fourteen).doesNotContain("[small.fast.zstd]", "[small.slow.zstd]");
    assertThat(texts(small)).isEqualTo(resource("small.txt"));
  }

  private String resource(String name) throws IOException {
    try (var in = getClass().getResourceAsStream(name)) {
      return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    }
  }

  @Test
  void commandLineWinsOverScaleAndCombinations() throws IOException {
    Suite suite =
        suite(
            Optional.of("small"),
            """
            workload             = insert
            vary.a               = a1, a2
            vary.b               = b1
            a1.b1.conf.x         = 1
            scale.small.a1.conf.x = 2
            scale.small.repeat   = 5
            """,
            "conf.x=3",
            "repeat=2");

    assertThat(suite.variants().get(0).of(Area.CONF)).isEqualTo(Map.of("x", "3"));
    assertThat(suite.matter().repeat()).isEqualTo(2);
  }

  @Test
  void optionThatIsVariedCannotBeSetOnTheCommandLine() throws IOException {
    Config config = config("workload = insert\nvary.conf.x = 1, 2\nconf.x = 3\n", "conf.x=4");

    SuiteReader.read(config, Optional.empty());

    assertThat(config.problems().stream().map(Problem::toString))
        .containsExactly("-s: conf.x = 4: is what vary.conf.x varies; change that");
  }

  @Test
  void partialNamesMayHaveLevelsWithDots() {
    List<String> known = List.of("0.5", "0", "fast");

    assertThat(Levels.split("fast.0.5", known).levels()).containsExactly("fast", "0.5");
    assertThat(Levels.split("0+fast", known).levels()).containsExactly("0", "fast");
    assertThat(Levels.split("0.7", known).unknown()).contains("7");
  }

  @Test
  void twelveMistakesAreToldAtOnceWithTheirLines() throws IOException {
    Config config =
        config(
            """
            vary.disk            = fast, slow
            vary.engine          = inno, fast
            vary.conf.x          = a b
            vary.set             = one
            vary.redo            = r1, r1
            fats.conf.x          = 1
            inno.like            = rocks
            repaet               = 3
            repeat               = 0
            order                = sorted
            exclude              = fast+innno
            expect.writes        = inno / slow l.i0:wkbpi < 0.5
            base                 = quick
            table.by             = disc
            data                 = kepe
            pause                = 20
            scale.small.conf     = 1
            """);

    SuiteReader.read(config, Optional.of("smal"));

    assertThat(config.problems().stream().map(Problem::toString))
        .anyMatch(line -> line.contains(":2: vary.engine") && line.contains("disk as well"))
        .anyMatch(line -> line.contains(":3: vary.conf.x") && line.contains("'a b' cannot be"))
        .anyMatch(line -> line.contains(":4: vary.set") && line.contains("names no option"))
        .anyMatch(line -> line.contains(":5: vary.redo") && line.contains("level r1 twice"))
        .anyMatch(line -> line.contains(":6: fats.conf.x") && line.contains("did you mean fast?"))
        .anyMatch(line -> line.contains(":7: inno.like") && line.contains("the level rocks"))
        .anyMatch(line -> line.contains(":8: repaet") && line.contains("did you mean repeat?"))
        .anyMatch(line -> line.contains(":9: repeat = 0"))
        .anyMatch(line -> line.contains(":10: order = sorted"))
        .anyMatch(line -> line.contains(":11: exclude") && line.contains("did you mean inno?"))
        .anyMatch(line -> line.contains(":12: expect.writes") && line.contains("A / B : "))
        .anyMatch(line -> line.contains(":13: base") && line.contains("the level quick"))
        .anyMatch(line -> line.contains(":14: table.by") && line.contains("did you mean disk?"))
        .anyMatch(line -> line.contains(":15: data = kepe") && line.contains("fresh, copy, keep"))
        .anyMatch(line -> line.contains(":16: pause = 20"))
        .anyMatch(line -> line.contains(":17: scale.small.conf"))
        .anyMatch(line -> line.contains("--scale") && line.contains("did you mean small?"))
        .anyMatch(line -> line.contains("workload") && line.contains("is required"));
  }

  private static final String DUETS =
      """
      workload             = linkbench
      server.product       = mariadb
      vary.engine          = inno, rocks
      vary.pool            = p1, p2
      base                 = inno
      order                = duet
      """;

  @Test
  void duetsCompareEachVariantWithItsBaseAndDoNotWaitForAnIdleMachine() throws IOException {
    Suite suite = suite(Optional.empty(), DUETS + "duet = --most 5m --step request\nrepeat = 2\n");

    assertThat(suite.matter().duet()).containsExactly("--most", "5m", "--step", "request");
    assertThat(suite.variantsWithCells().stream().map(Variant::name))
        .containsExactly("rocks.p1", "rocks.p2");
    assertThat(suite.base(suite.variant("rocks.p2")).orElseThrow().name()).isEqualTo("inno.p2");
    assertThat(SuiteState.begin(suite, List.of()).cells().stream().map(Cell::name))
        .containsExactly("rocks.p1-r1", "rocks.p2-r1", "rocks.p2-r2", "rocks.p1-r2");
    assertThat(suite.conditions().idleNanos()).isZero();
    assertThat(suite.conditions().canary()).isFalse();
    Suite asked = suite(Optional.empty(), DUETS + "idle = 20s\ncanary = true\n");
    assertThat(asked.conditions().idleNanos()).isEqualTo(20_000_000_000L);
    assertThat(asked.conditions().canary()).isTrue();
  }

  @Test
  void whatDuetsCannotHaveIsNamed() throws IOException {
    Config config =
        config(
            """
            workload      = linkbench
            order         = duet
            max           = --p99 10ms
            data          = copy
            expect.writes = a / b : wkbpq < 1
            vary.x        = a
            """);

    SuiteReader.read(config, Optional.empty());

    assertThat(config.problems().stream().map(Problem::toString))
        .anyMatch(line -> line.contains(":2: order = duet") && line.contains("none differs"))
        .anyMatch(line -> line.contains(":3: max") && line.contains("a duet does not have"))
        .anyMatch(line -> line.contains(":4: data = copy") && line.contains("load their data"))
        .anyMatch(line -> line.contains(":5: expect.writes") && line.contains("--fail-if"));

    Config runs = config("workload = linkbench\nduet = --most 5m\n");
    SuiteReader.read(runs, Optional.empty());
    assertThat(runs.problems().stream().map(Problem::toString))
        .anyMatch(line -> line.contains(":2: duet") && line.contains("is for order = duet"));
  }

  private List<String> problems(String text, String... overrides) throws IOException {
    Config config = config(text, overrides);
    SuiteReader.read(config, Optional.empty());
    return config.problems().stream().map(Problem::toString).toList();
  }

  @Test
  void withoutSettingsACellWaitsAMinuteAndIsGivenUpAfterTwoFailures() throws IOException {
    Suite suite = suite(Optional.empty(), "workload = insert\nvary.a = a1, a2\n");

    assertThat(suite.matter())
        .isEqualTo(
            new Suite.Matter(1, Order.INTERLEAVED, 1, DataMode.FRESH, false, List.of(), List.of()));
    assertThat(suite.conditions())
        .isEqualTo(
            new Suite.Conditions(
                false,
                60_000_000_000L,
                false,
                0,
                false,
                true,
                OptionalLong.empty(),
                OptionalLong.empty(),
                false,
                2,
                true));
    assertThat(suite.tables())
        .isEqualTo(
            new Suite.Tables(List.of(), List.of(), List.of(), Optional.empty(), true, true, false));
    assertThat(suite.search()).isEmpty();
    assertThat(suite.expects()).isEmpty();
  }

  @Test
  void eachSettingHasItsPlace() throws IOException {
    Suite suite =
        suite(
            Optional.empty(),
            """
            workload      = insert
            max           = --p99  10ms
            vary.a        = a1, a2
            vary.b        = b1, b2
            repeat        = 4
            order         = given
            order.seed    = 9
            data          = copy
            data.clone    = reflink
            data.shared   = b
            cache         = drop
            idle          = 5s
            idle.require  = true
            pause         = 2s
            trim          = true
            canary        = false
            cell.most     = 1h
            budget        = 10h
            on_failure    = stop
            give_up_after = 3
            give_up       = false
            base          = b2, a1
            table.by      = b
            table.name    = b, a
            table.pivot   = a
            tables        = loads
            unlike        = true
            exclude       = a2+b1
            expect.writes = b2 / a1 : l.i0:wkbpi < 0.5
            """);

    assertThat(suite.search()).containsExactly("--p99", "10ms");
    assertThat(suite.matter())
        .isEqualTo(
            new Suite.Matter(4, Order.GIVEN, 9, DataMode.COPY, true, List.of("b"), List.of()));
    assertThat(suite.conditions())
        .isEqualTo(
            new Suite.Conditions(
                true,
                5_000_000_000L,
                true,
                2_000_000_000L,
                true,
                false,
                OptionalLong.of(3_600_000_000_000L),
                OptionalLong.of(36_000_000_000_000L),
                true,
                3,
                false));
    assertThat(suite.tables())
        .isEqualTo(
            new Suite.Tables(
                List.of("b2"),
                List.of("b"),
                List.of("b", "a"),
                Optional.of("a"),
                false,
                true,
                true));
    assertThat(suite.variants())
        .extracting(Variant::name)
        .containsExactly("a1.b1", "a1.b2", "a2.b2");
    assertThat(suite.expects()).extracting(Expect::name).containsExactly("writes");
    assertThat(suite.expects().get(0).over()).containsExactly("b2");
    assertThat(suite.expects().get(0).under()).containsExactly("a1");
  }

  @Test
  void aScaleChangesAndRemovesSettingsOfTheFile() throws IOException {
    String text =
        """
        workload             = insert
        vary.a               = a1, a2
        vary.b               = b1, b2
        repeat               = 5
        budget               = 1h
        expect.one           = a1 / a2 : qps < 2
        scale.small.vary.a   = a1
        scale.small.vary.b   = -
        scale.small.repeat   = -
        scale.small.budget   = 1m
        scale.small.expect.one = -
        scale.large.repeat   = 7
        a1.like              = a2
        """;

    Suite small = suite(Optional.of("small"), text);
    assertThat(small.variants()).extracting(Variant::name).containsExactly("a1");
    assertThat(small.matter().repeat()).isEqualTo(1);
    assertThat(small.conditions().budgetNanos()).hasValue(60_000_000_000L);
    assertThat(small.expects()).isEmpty();
    assertThat(small.scale()).contains("small");
    Suite large = suite(Optional.of("large"), text);
    assertThat(large.matter().repeat()).isEqualTo(7);
    assertThat(large.variants()).hasSize(4);
    assertThat(large.expects()).hasSize(1);
    assertThat(suite(Optional.empty(), text).matter().repeat()).isEqualTo(5);
    assertThat(SuiteReader.scales(config(text))).containsExactly("small", "large");
  }

  @Test
  void aSuiteIsToldFromAWorkload() throws IOException {
    assertThat(SuiteReader.isSuite(config("vary.a = 1\n"))).isTrue();
    assertThat(SuiteReader.isSuite(config("server.product = mariadb\n"))).isTrue();
    assertThat(SuiteReader.isSuite(config("workload = insert\nrepeat = 3\n"))).isFalse();
  }

  @Test
  void settingsThatContradictTheDataModeAreRefused() throws IOException {
    String begin = "workload = insert\nvary.a = a1, a2\n";

    assertThat(problems(begin + "data.shared = a\n"))
        .singleElement()
        .asString()
        .endsWith("is for data = copy and data = keep");
    assertThat(problems(begin + "data.clone = reflink\n"))
        .singleElement()
        .asString()
        .endsWith("is for data = copy");
    assertThat(problems(begin + "data = keep\n"))
        .singleElement()
        .asString()
        .endsWith("keeps what the cells before have changed; allowed: with order = given");
    assertThat(problems(begin + "data = keep\norder = given\ndata.shared = a\n")).isEmpty();
  }

  @Test
  void choicesThatLeaveNothingAreRefused() throws IOException {
    String begin = "workload = insert\nvary.a = a1, a2\n";

    assertThat(problems(begin + "exclude = a1, a2\n"))
        .singleElement()
        .asString()
        .contains("exclude")
        .endsWith("leaves no variant of 2");
    assertThat(problems(begin + "only = a1\nexclude = a1\n"))
        .singleElement()
        .asString()
        .contains("only")
        .endsWith("leaves no variant of 2");
    assertThat(problems(begin + "only = a1\nbase = a2\n"))
        .singleElement()
        .asString()
        .endsWith("no variant has these levels");
  }

  @Test
  void namesOfRowsAreFactorsAndDiffer() throws IOException {
    String text = "workload = insert\nvary.disk = fast, slow\nvary.redo = redo4, redo8\n";
    assertThat(problems(text + "table.name = redo, dsk\ntable.pivot = memory\n"))
        .extracting(Object::toString)
        .anyMatch(line -> line.endsWith("dsk is no factor; did you mean disk?"))
        .anyMatch(line -> line.endsWith("memory is no factor; there are: disk, redo"));
    assertThat(problems(text + "table.name = redo\n"))
        .singleElement()
        .asString()
        .endsWith(
            "would call two rows of a table redo4: fast.redo4 and slow.redo4; name the factor in"
                + " which they differ as well");
    assertThat(problems(text + "table.name = redo\ntable.by = disk\n")).isEmpty();
  }

  @Test
  void levelsAreCheckedOneByOne() throws IOException {
    assertThat(problems("workload = insert\nvary.a = a1,\n"))
        .singleElement()
        .asString()
        .contains("has an empty level; allowed: ");
    assertThat(problems("workload = insert\nvary.a = conf\n"))
        .singleElement()
        .asString()
        .endsWith("a level cannot be called conf, which is a word of the keys");
    assertThat(problems("workload = insert\nvary.server.x = 1\n"))
        .singleElement()
        .asString()
        .endsWith("is no factor; allowed: vary.NAME, vary.conf.OPTION, vary.set.KEY, vary.limit.X");
    assertThat(problems("workload = insert\nvary.server = s1, s2\n")).isEmpty();
  }

  @Test
  void likeInACircleIsNamedWithItsWay() throws IOException {
    assertThat(
            problems(
                """
                workload = insert
                vary.a   = a1, a2, a3
                a1.like  = a2
                a2.like  = a1
                a3.like  = a1
                """))
        .hasSize(2)
        .anyMatch(line -> line.endsWith("goes round in a circle: a1 -> a2 -> a1"))
        .anyMatch(line -> line.endsWith("goes round in a circle: a2 -> a1 -> a2"));
  }

  @Test
  void aLevelThatOnlyAnotherFileHasIsDeclared() throws IOException {
    assertThat(problems("workload = insert\nvary.a = a1\nb1.conf.x = 1\n"))
        .singleElement()
        .asString()
        .contains("no factor has the level b1; ");
    assertThat(problems("workload = insert\nvary.a = a1\nlevels = b1\nb1.conf.x = 1\n")).isEmpty();
  }

  @Test
  void aRelationIsAboutVariantsThatAreThere() throws IOException {
    String begin = "workload = insert\nvary.a = a1, a2\nvary.b = b1, b2\n";

    assertThat(problems(begin + "expect.x = a1.a2 / b1 : qps < 2\n"))
        .singleElement()
        .asString()
        .endsWith("no variant has the levels a1.a2");
    assertThat(problems(begin + "expect.x = a1 / c1 : qps < 2\n"))
        .singleElement()
        .asString()
        .contains("no factor has the level c1; ");
    assertThat(problems(begin + "expect.x = a1 : qps < 2\n"))
        .singleElement()
        .asString()
        .endsWith("is no relation; allowed: A / B : [STEP:]FIGURE < RATIO");
    assertThat(problems(begin + "expect.x = a1 / a2 : qps < 2\n")).isEmpty();
  }
}
