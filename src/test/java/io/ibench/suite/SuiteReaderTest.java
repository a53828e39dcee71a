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
}
