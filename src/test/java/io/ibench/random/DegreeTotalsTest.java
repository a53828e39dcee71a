package io.ibench.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.StringReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exact row counts of a load, from the published files and, by hand, from a small one. */
class DegreeTotalsTest {

  @ParameterizedTest
  @CsvSource({
    "2011, 10000, 995140", "2011, 20000, 1034669", "2011, 100000, 1368899",
    "2011, 1000000, 5249370", "2017, 10000, 4213515", "2017, 20000, 4249034",
    "2017, 100000, 4547655", "2017, 1000000, 8066577"
  })
  void linksOfFacebooksSplit(int year, long ids, long links) throws Exception {
    assertThat(links(PublishedFiles.section(year, "nlinks"), ids)).isEqualTo(links);
  }

  @ParameterizedTest
  @CsvSource({"10000, 7721", "20000, 15442", "100000, 77207", "1000000, 772059"})
  void countRowsOfFacebooksSplit(long ids, long rows) throws Exception {
    assertThat(countRows(PublishedFiles.section(2011, "nlinks"), ids)).isEqualTo(rows);
  }

  @Test
  void totalsOfASmallFileAreThoseWorkedOutByHand() throws Exception {
    String text = "other 1 100 nlinks 0 50 1 75 4 90 10 100";
    PiecewiseCdf small = PiecewiseCdf.readSection(new StringReader(text), "small", "nlinks");
    // Eight ids: u = 1, .875, .75, .625, .5, .375, .25, .125 have 10, 4, 1, 1, 0, 0, 0, 0 links.
    assertThat(small.ranksPerPoint(8, false)).containsExactly(4, 2, 1, 1);
    // Split over two types: 10 gives 6 and 6 (m = 5, left = 5), 4 gives 3 and 3, 1 gives 1 and 0.
    assertThat(links(small, 8)).isEqualTo(12 + 6 + 1 + 1);
    assertThat(countRows(small, 8)).isEqualTo(2 + 2 + 1 + 1);
  }

  @ParameterizedTest
  @CsvSource({
    "2011, nlinks, 19951, 4.0973", "2011, link_nreads, 3988, 0.6476",
    "2011, link_nwrites, 3941, 0.2307", "2011, node_nreads, 1089, 0.1492",
    "2011, node_nwrites, 1477, 0.1264", "2017, nlinks, 23616, 3.8526",
    "2017, link_nreads, 2824, 0.0375", "2017, link_nwrites, 2108, 0.0157",
    "2017, node_nreads, 163, 0.0467", "2017, node_nwrites, 654, 0.0077"
  })
  void sectionsHaveThePublishedSizesAndMeans(int year, String section, int points, double mean)
      throws Exception {
    PiecewiseCdf cdf = PublishedFiles.section(year, section);
    assertThat(cdf.points()).isEqualTo(points);
    assertThat(cdf.mean()).isCloseTo(mean, within(5.1e-5));
    PiecewiseCdfTest.assertDrawsFollow(cdf);
  }

  @ParameterizedTest
  @CsvSource({
    "2011, 0, 45.3316", "2011, 1, 77.4626", "2011, 2, 86.9581", "2011, 3, 91.9931",
    "2011, 5, 95.8281", "2017, 1, 79.7470", "2017, 2, 90.5131", "2017, 3, 94.4355"
  })
  void degreesHaveThePublishedShares(int year, long links, double percent) throws Exception {
    PiecewiseCdf degrees = PublishedFiles.section(year, "nlinks");
    int point = 0;
    while (degrees.value(point) < links) {
      point++;
    }
    assertThat(degrees.value(point)).isEqualTo(links);
    assertThat(degrees.share(point) * 100).as("to four places").isCloseTo(percent, within(1e-4));
  }

  @ParameterizedTest
  @CsvSource({
    "2011, 99, 15", "2011, 99.9, 264", "2011, 99.99, 6051", "2011, 100, 961963",
    "2017, 99, 22", "2017, 99.9, 300", "2017, 99.99, 2940", "2017, 100, 4181357"
  })
  void degreesHaveThePublishedPercentiles(int year, double percent, long links) throws Exception {
    assertThat(PublishedFiles.section(year, "nlinks").quantile(percent / 100.0)).isEqualTo(links);
  }

  private static long links(PiecewiseCdf degrees, long ids) {
    long[] ranks = degrees.ranksPerPoint(ids, false);
    long sum = 0;
    for (int point = 0; point < ranks.length; point++) {
      sum += ranks[point] * (split(degrees.value(point), 0) + split(degrees.value(point), 1));
    }
    return sum;
  }

  private static long countRows(PiecewiseCdf degrees, long ids) {
    long[] ranks = degrees.ranksPerPoint(ids, false);
    long rows = 0;
    for (int point = 0; point < ranks.length; point++) {
      for (int type = 0; type < 2; type++) {
        rows += split(degrees.value(point), type) > 0 ? ranks[point] : 0;
      }
    }
    return rows;
  }

  /** Facebook's split over two types, which inflates the total. */
  private static long split(long total, int type) {
    long each = total / 2;
    long left = total - each;
    return type < left ? each + 1 : each;
  }
}
