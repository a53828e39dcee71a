package io.ibench.trend;

import static io.ibench.trend.Nights.night;
import static io.ibench.trend.Nights.qps;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderTest {

  @TempDir private Path temporary;

  private Trend trend(String by) throws IOException {
    Trends all = Trends.read(List.of(temporary), Order.by(by));
    List<Trend> trends = all.trends(FollowedFigures.DEFAULT, step -> true);
    assertThat(trends).hasSize(1);
    return trends.get(0);
  }

  @ParameterizedTest
  @CsvSource({
    "8.0.9, 8.0.35",
    "10.6, 10.11",
    "10.6.21, 10.11.1",
    "11.4-rc, 11.4",
    "11.4, 11.4.1",
    "11.4-rc, 11.4.1",
    "17beta1, 17.0",
    "19devel, 19beta1",
    "1.0b1, 1.0",
    "3.9.0a1, 3.9.0",
    "1.0-SNAPSHOT, 1.0",
    "1.0-pre1, 1.0",
    "8.0.0-dmr, 8.0.0",
    "17beta1, 17rc1",
    "17rc1, 17",
    "16.9, 17beta1",
    "9.0.0-dmr, 9.0.1",
    "8.0.0-m2, 8.0.0",
    "10.11.6, 10.11.6-MariaDB",
    "15.8 (Debian 15.8-1.pgdg120+1), 15.10 (Debian 15.10-0+deb12u1)",
    "3.9, 3.36.0.3"
  })
  void theFirstVersionComesBeforeTheSecond(String first, String second) {
    assertThat(Order.compareVersions(first, second)).isNegative();
    assertThat(Order.compareVersions(second, first)).isPositive();
    assertThat(Order.compareVersions(first, first)).isZero();
  }

  @Test
  void versionsHaveOneOrderHoweverTheyAreMixed() {
    List<String> versions =
        List.of(
            "",
            "8.0.9",
            "8.0.35",
            "10.6-rc",
            "10.6",
            "10.6-MariaDB",
            "10.6.1",
            "11.4~rc1",
            "11.4",
            "11.4.0",
            "17beta1",
            "17rc1",
            "17",
            "17.0",
            "99999999999999999999",
            "v1");
    for (int seed = 0; seed < 20; seed++) {
      List<String> mixed = new ArrayList<>(versions);
      Collections.shuffle(mixed, new Random(seed));
      mixed.sort(Order::compareVersions);
      assertThat(mixed).isEqualTo(versions);
    }
  }

  @Test
  void runsOfVersionsFollowTheirNumbersAndThenTheirTimes() throws IOException {
    night(0).version("8.0.35").step("q", qps(1)).write(temporary);
    night(1).version("8.0.9").step("q", qps(2)).write(temporary);
    night(2).version("8.0.35").step("q", qps(3)).write(temporary);
    night(3).version("8.0.9").step("q", qps(4)).write(temporary);

    Trend trend = trend("version");

    assertThat(trend.places()).containsExactly("8.0.9", "8.0.9", "8.0.35", "8.0.35");
    assertThat(trend.series().get(0).values()).containsExactly(2.0, 4.0, 1.0, 3.0);
  }

  /** Of a build the server says the version of its release. */
  @Test
  void aTagOfTheVersionGoesBeforeWhatTheServerSays() throws IOException {
    night(0).version("8.0.9").tag("version", "9.9").step("q", qps(1)).write(temporary);
    night(1).version("8.0.10").step("q", qps(2)).write(temporary);

    assertThat(trend("version").places()).containsExactly("8.0.10", "9.9");
  }

  @Test
  void tagsFollowEachOtherAsTheyWereFirstSeen() throws IOException {
    night(3).tag("commit", "aaa").step("q", qps(4)).write(temporary);
    night(0).tag("commit", "fff").step("q", qps(1)).write(temporary);
    night(1).tag("commit", "bbb").step("q", qps(2)).write(temporary);
    night(2).tag("commit", "fff").step("q", qps(3)).write(temporary);

    assertThat(trend("commit").places()).containsExactly("fff", "fff", "bbb", "aaa");
    assertThat(trend("tag.commit").places()).containsExactly("fff", "fff", "bbb", "aaa");
  }

  @Test
  void runsWithoutTheTagAreLeftOutAndCounted() throws IOException {
    night(0).tag("commit", "aaa").step("q", qps(1)).write(temporary);
    night(1).step("q", qps(2)).write(temporary);
    night(2).step("q", qps(3)).write(temporary);

    assertThat(trend("commit").places()).containsExactly("aaa");
    assertThat(Trends.read(List.of(temporary), Order.by("commit")).notes())
        .containsExactly("2 runs have no commit, and no place in the order");
    assertThat(Trends.read(List.of(temporary), Order.by("time")).notes()).isEmpty();
  }

  @Test
  void runsOfOneDayHaveTheirMinutes() throws IOException {
    night(0).in("a").at("2026-03-01T04:05:06Z").step("q", qps(1)).write(temporary);
    night(0).in("b").at("2026-03-01T23:59:59Z").step("q", qps(2)).write(temporary);
    night(0).in("c").at("2026-03-02T00:00:00Z").step("q", qps(3)).write(temporary);

    Trend trend = trend("time");

    assertThat(trend.places())
        .containsExactly("2026-03-01 04:05", "2026-03-01 23:59", "2026-03-02 00:00");
    assertThat(trend.labels())
        .containsExactly("2026-03-01 04:05", "2026-03-01 23:59", "2026-03-02");
  }

  /** A day is where its first minute is. */
  @Test
  void onlyChangesSinceADayAreTold() throws IOException {
    Nights.write(temporary, 40, Nights.turn(1000, 20, 0.9)); // on 2026-01-21

    assertThat(trend("time").since("2026-01-20").findings()).hasSize(1);
    assertThat(trend("time").since("2026-01-21").findings()).hasSize(1);
    assertThat(trend("time").since("2026-01-22").findings()).isEmpty();
    assertThat(trend("time").since("2026-01-22").series().get(0).changes()).hasSize(1);
  }
}
