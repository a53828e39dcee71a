package io.ibench.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.workload.Step;
import java.util.OptionalDouble;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows that a transaction reads on average, of tables of 1,000 rows. */
class ExpectedRowsTest {

  private static OptionalDouble expected(String script, String setting) {
    OltpPlan plan =
        OltpTrial.plan(script, script + ".operations = 1", script + "." + setting.strip());
    Step step = plan.steps().get(0);
    return ExpectedRows.of(plan.settings(step), 1000);
  }

  /** A range of 100 has 100 - 100 * 99 / 2000 = 95.05 rows, and one of 101 has 95.95. */
  @ParameterizedTest
  @CsvSource({
    "point_select, ids = 0, 1",
    "point_select, ids = 1000, 1",
    "read_only, range_size = 100, 296.15",
    "read_write, range_size = 100, 296.15",
    "read_only, simple_ranges = 3, 486.25",
    "read_only, order_ranges = 3, 486.25",
    "read_only, distinct_ranges = 3, 486.25",
    "read_only, sum_ranges = 3, 298.15",
    "read_only, point_selects = 3, 289.15",
    "read_only, range_selects = false, 10",
    "read_only, range_size = 1, 14",
    "read_only, range_size = 1000, 1512.5",
    "read_only, range_size = 2000, 1512.5",
    "read_only_count, range_size = 7, 1",
    "select_random_ranges, delta = 7, 1",
    "inlist_select, random_points = 1, 1",
    "inlist_select, random_points = 10, 9.955119790",
    "inlist_select, hot_points = true, 10",
    "points_covered, random_points = 10, 9.955119790",
    "range_covered, range_size = 100, 95.95",
  })
  void ofUniformIdsFollowFromTheSizes(String script, String setting, double rows) {
    assertThat(expected(script, setting)).hasValueCloseTo(rows, within(1e-6));
  }

  @ParameterizedTest
  @CsvSource({
    "point_select, distribution = zipfian",
    "point_select, ids = 999",
    "points_covered, on = k",
    "range_covered, on = k",
    "select_random_points, random_points = 10",
    "update_index, index_updates = 1",
    "inlist_update, random_points = 10",
  })
  void areUnknownWhenTheyDependOnMore(String script, String setting) {
    assertThat(expected(script, setting)).isEmpty();
  }
}
