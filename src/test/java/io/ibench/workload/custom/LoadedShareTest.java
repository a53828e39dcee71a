package io.ibench.workload.custom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import io.ibench.db.Table;
import io.ibench.workload.custom.NumberSource.Uniform;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of 10 rows with a from 3 to 5 and b always 7. */
class LoadedShareTest {

  private static final Table TABLE = Table.named("t").key("id").number("a").number("b");
  private static final Schema.Entry ENTRY = new Schema.Entry(TABLE, 10);
  private static final Fill FILL =
      new Fill(ENTRY, Map.of("a", new Uniform(3, 5), "b", new Uniform(7, 7)), List.of());

  @ParameterizedTest
  @CsvSource({
    "a, EQ, 2, NONE",
    "a, EQ, 3, SOME",
    "a, EQ, 5, SOME",
    "a, EQ, 6, NONE",
    "b, EQ, 7, ALL",
    "b, EQ, 6, NONE",
    "a, NE, 2, ALL",
    "a, NE, 3, SOME",
    "a, NE, 5, SOME",
    "a, NE, 6, ALL",
    "b, NE, 7, NONE",
    "b, NE, 8, ALL",
    "a, GT, 2, ALL",
    "a, GT, 3, SOME",
    "a, GT, 4, SOME",
    "a, GT, 5, NONE",
    "a, GE, 3, ALL",
    "a, GE, 4, SOME",
    "a, GE, 5, SOME",
    "a, GE, 6, NONE",
    "a, LT, 6, ALL",
    "a, LT, 5, SOME",
    "a, LT, 4, SOME",
    "a, LT, 3, NONE",
    "a, LE, 5, ALL",
    "a, LE, 4, SOME",
    "a, LE, 3, SOME",
    "a, LE, 2, NONE",
    "id, GE, 1, ALL",
    "id, GT, 1, SOME",
    "id, LE, 10, ALL",
    "id, LT, 10, SOME",
    "id, GT, 10, NONE",
  })
  void followsFromTheNumbersOfTheColumn(String column, Op op, long constant, LoadedShare share) {
    assertThat(LoadedShare.of(ENTRY, FILL, List.of(Condition.of(column, op, constant))))
        .isEqualTo(share);
  }

  @Test
  void severalConditionsHoldTogether() {
    Condition all = Condition.of("a", Op.GE, 3);
    Condition none = Condition.of("a", Op.GE, 6);
    Condition some = Condition.of("a", Op.GE, 4);
    assertThat(LoadedShare.of(ENTRY, FILL, List.of())).isEqualTo(LoadedShare.ALL);
    assertThat(LoadedShare.of(ENTRY, FILL, List.of(all, all))).isEqualTo(LoadedShare.ALL);
    assertThat(LoadedShare.of(ENTRY, FILL, List.of(some, none))).isEqualTo(LoadedShare.NONE);
    assertThat(LoadedShare.of(ENTRY, FILL, List.of(all, some))).isEqualTo(LoadedShare.SOME);
  }

  @Test
  void withoutRowsThereIsNoneAndWithoutAFillItIsUnknown() {
    List<Condition> where = List.of(Condition.of("a", Op.GE, 3));
    assertThat(LoadedShare.of(new Schema.Entry(TABLE, 0), FILL, where)).isEqualTo(LoadedShare.NONE);
    assertThat(LoadedShare.of(ENTRY, null, where)).isEqualTo(LoadedShare.UNKNOWN);
    assertThat(LoadedShare.of(ENTRY, Fill.empty(ENTRY), where)).isEqualTo(LoadedShare.UNKNOWN);
  }

  /** The keys of such a table are what the fill says. */
  @Test
  void aKeyThatIsNoSingleLongHasTheNumbersOfItsFill() {
    Table pairs = Table.named("t").primaryKey("a", "b").number("a").number("b");
    Schema.Entry entry = new Schema.Entry(pairs, 10);
    assertThat(LoadedShare.of(entry, FILL, List.of(Condition.of("a", Op.GE, 3))))
        .isEqualTo(LoadedShare.ALL);
  }

  @Test
  void aListIsNoComparison() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                LoadedShare.of(
                    ENTRY, FILL, List.of(new Condition("a", Op.IN, 1, java.util.Optional.of(3L)))))
        .withMessageStartingWith("no comparison of a check: ");
  }
}
