package io.ibench.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.report.figures.Expectation;
import io.ibench.report.figures.Expectation.Source;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpectationParserTest {

  private static ExpectationParser parser() {
    return new ExpectationParser("request", List.of("GET_NODE", "ADD_LINK"), List.of("nodes_ps"));
  }

  @ParameterizedTest
  @CsvSource({
    "qps > 5000/s, qps, FIGURE, 5000, > 5000/s",
    "qps>=5k/s, qps, FIGURE, 5000, >= 5k/s",
    "qps > 1.5M queries/s, qps, FIGURE, 1.5e6, > 1.5M queries/s",
    "qps > 5_000, qps, FIGURE, 5000, > 5_000",
    "nodes_ps > 10/s, nodes_ps, FIGURE, 10, > 10/s",
    "p99 < 50 ms, p99_us, SERVICE, 50000, < 50 ms",
    "p999_us <= 7, p999_us, SERVICE, 7, <= 7",
    "response.max < 1 s, max_us, RESPONSE, 1e6, < 1 s",
    "GET_NODE.p50 < 90us, p50_us, SERVICE, 90, < 90 us",
    "ADD_LINK.response.p95 < 2 ms, p95_us, RESPONSE, 2000, < 2 ms",
    "wkbpq < 10, wkbpq, FIGURE, 10, < 10",
    "wkbpq < 1 MB/op, wkbpq, FIGURE, 1024, < 1 MB/op",
    "wkbpq < 512 B, wkbpq, FIGURE, 0.5, < 512 B",
    "size_gb < 1 TB, size_gb, FIGURE, 1024, < 1 TB",
    "db_bytes < 1 KB, db_bytes, FIGURE, 1024, < 1 KB",
    "own_cpu_us_pq < 1 ms, own_cpu_us_pq, FIGURE, 1000, < 1 ms",
    "seconds < 2 m, seconds, FIGURE, 120, < 2 m",
    "cpu_pct < 80 %, cpu_pct, FIGURE, 80, < 80 %",
    "errors < 5, errors, FIGURE, 5, < 5",
    "errors < 0.1 %, errors, ERROR_SHARE, 0.1, < 0.1 %",
  })
  void aLimitIsInTheFiguresOwnUnit(
      String text, String key, Source source, double limit, String expected) {
    ExpectationParser parser = parser();

    List<Expectation> all = parser.parse(text);

    assertThat(parser.mistakes()).isEmpty();
    assertThat(all).hasSize(1);
    assertThat(all.get(0).key()).isEqualTo(key);
    assertThat(all.get(0).source()).isEqualTo(source);
    assertThat(all.get(0).limit()).isCloseTo(limit, within(1e-9));
    assertThat(all.get(0).expected()).isEqualTo(expected);
  }

  @Test
  void everyMistakeIsNamedWithWhatIsRight() {
    ExpectationParser parser = parser();

    parser.parse(
        "qpss > 1, wKB/q < 1, GET_NOD.p99 < 1 ms, nothing_alike > 1, p99 < 50, wkbpq < 10 ms,"
            + " wkbps < 3 KB, errors < 3 KB, qps > 5,000/s, qps = 5, > 5,");

    assertThat(parser.mistakes())
        .satisfiesExactly(
            mistake -> assertThat(mistake).isEqualTo("no figure qpss; did you mean qps?"),
            mistake -> assertThat(mistake).isEqualTo("no figure wKB/q; did you mean wkbpq?"),
            mistake ->
                assertThat(mistake).isEqualTo("no figure GET_NOD.p99; did you mean GET_NODE.p99?"),
            mistake ->
                assertThat(mistake)
                    .startsWith("no figure nothing_alike; docs/metrics.md has the keys")
                    .endsWith("such as GET_NODE.p99"),
            mistake ->
                assertThat(mistake).isEqualTo("\"p99 < 50\" has no unit; allowed: us, ms, s, m, h"),
            mistake ->
                assertThat(mistake)
                    .startsWith("\"wkbpq < 10 ms\" has the unit ms, but wkbpq is in KB/op; ")
                    .endsWith(" KB, MB, GB, TB, no unit"),
            mistake ->
                assertThat(mistake)
                    .startsWith("\"wkbps < 3 KB\" has the unit KB, but wkbps is in KB/s; "),
            mistake -> assertThat(mistake).endsWith("; allowed: operations, no unit, %"),
            mistake ->
                assertThat(mistake)
                    .startsWith("\"000/s\" is no condition; numbers have no commas; allowed: "),
            mistake -> assertThat(mistake).startsWith("\"qps = 5\" is no condition; allowed: "),
            mistake -> assertThat(mistake).startsWith("\"> 5\" is no condition; allowed: "),
            mistake -> assertThat(mistake).startsWith("\"\" is no condition; allowed: "));
  }
}
