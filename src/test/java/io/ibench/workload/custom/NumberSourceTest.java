package io.ibench.workload.custom;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Table;
import io.ibench.random.UniformDistribution;
import org.junit.jupiter.api.Test;

/** What is known of the values of each source before the run. */
class NumberSourceTest {

  private static final Table TABLE = Table.named("t").key("id");
  private static final UniformDistribution RANKS = new UniformDistribution(10);

  private static void assertBounds(NumberSource source, long least, long most) {
    assertThat(source.least()).as(source.toString()).isEqualTo(least);
    assertThat(source.most()).as(source.toString()).isEqualTo(most);
  }

  @Test
  void keysBeginWithOne() {
    assertBounds(new NumberSource.AnyKey(TABLE, 10), 1, 10);
    assertBounds(new NumberSource.OtherKey(TABLE, 10, 0), 1, 10);
    assertBounds(NumberSource.SkewedKey.of(RANKS), 1, 10);
    assertBounds(new NumberSource.NextKey(TABLE), 1, Long.MAX_VALUE);
    assertBounds(new NumberSource.NewestKey(TABLE, RANKS, 10), 1, 10);
    assertBounds(new NumberSource.Row(10), 1, 10);
    assertBounds(new NumberSource.InTurn("t", 10), 1, 10);
    assertBounds(new NumberSource.Round("t", 10, 3), 1, 3);
  }

  @Test
  void rangesAndConstantsAreTheirOwnBounds() {
    assertBounds(new NumberSource.Constant(-7), -7, -7);
    assertBounds(new NumberSource.Uniform(-7, 7), -7, 7);
    assertBounds(new NumberSource.Skewed(3, 12, RANKS), 3, 12);
    assertBounds(new NumberSource.Keeping(new NumberSource.Uniform(-7, 7), 0), -7, 7);
  }

  /** 7 rows of 3 parents are 3, 2 and 2. */
  @Test
  void aCountIsBetweenNoneAndTheFirstParents() {
    assertBounds(new NumberSource.Counted("c", "p", 7, 3), 0, 3);
    assertBounds(new NumberSource.Counted("c", "p", 6, 3), 0, 2);
    assertBounds(new NumberSource.Counted("c", "p", 0, 3), 0, 0);
  }

  @Test
  void aCountIsOfItsTableAndColumn() {
    NumberSource.Counted counted = new NumberSource.Counted("c", "p", 7, 3);
    assertThat(counted.isOf("c", "p")).isTrue();
    assertThat(counted.isOf("c", "q")).isFalse();
    assertThat(counted.isOf("d", "p")).isFalse();
  }

  @Test
  void timesHaveNoKnownBounds() {
    assertBounds(new NumberSource.Now(5), Long.MIN_VALUE, Long.MAX_VALUE);
    assertBounds(new NumberSource.Last(5), Long.MIN_VALUE, Long.MAX_VALUE);
    assertBounds(new NumberSource.LastInOrder(5, 10), Long.MIN_VALUE, Long.MAX_VALUE);
  }
}
