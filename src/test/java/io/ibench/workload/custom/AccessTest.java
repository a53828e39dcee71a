package io.ibench.workload.custom;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import io.ibench.db.Index;
import io.ibench.db.Table;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The key or index that a statement's conditions are served by. */
class AccessTest {

  private static final Condition A = Condition.eq("a");
  private static final Condition B = Condition.eq("b");
  private static final Condition ID = Condition.eq("id");
  private static final Condition A_MORE = Condition.of("a", Op.GT);
  private static final Condition B_MORE = Condition.of("b", Op.GT);

  private static final Table TABLE =
      Table.named("t")
          .key("id")
          .number("a")
          .number("b")
          .index("by_a", "a")
          .index("by_ab", "a", "b");

  private static String best(Condition... where) {
    return Access.best(TABLE, List.of(where)).index().map(Index::name).orElse("key");
  }

  private static Access of(String index, Condition... where) {
    Optional<Index> used = index.equals("key") ? Optional.empty() : Optional.of(TABLE.index(index));
    return Access.of(TABLE, used, List.of(where));
  }

  @Test
  void theIndexWithTheMostEqualColumnsIsBest() {
    assertThat(best(A)).isEqualTo("by_a");
    assertThat(best(A, B)).isEqualTo("by_ab");
    assertThat(best(A, B_MORE)).isEqualTo("by_ab");
    assertThat(best(A_MORE)).isEqualTo("by_a");
    assertThat(best(B)).isEqualTo("key");
    assertThat(best()).isEqualTo("key");
  }

  @Test
  void theKeyIsBestWhenItIsAsGood() {
    assertThat(best(ID, A, B)).isEqualTo("key");
    assertThat(best(Condition.of("id", Op.GT), A_MORE)).isEqualTo("key");
    assertThat(best(Condition.of("id", Op.GT), A)).isEqualTo("by_a");
  }

  @Test
  void columnsCountUntilTheFirstThatIsNotEqual() {
    assertThat(of("by_ab", A, B)).isEqualTo(access("by_ab", 2, false));
    assertThat(of("by_ab", A, B_MORE)).isEqualTo(access("by_ab", 1, true));
    assertThat(of("by_ab", A_MORE, B)).isEqualTo(access("by_ab", 0, true));
    assertThat(of("by_ab", B)).isEqualTo(access("by_ab", 0, false));
    assertThat(of("by_ab", Condition.in("a", 3))).isEqualTo(access("by_ab", 1, false));
    assertThat(of("by_ab", Condition.of("a", Op.NE))).isEqualTo(access("by_ab", 0, false));
  }

  private static Access access(String index, int equal, boolean ranged) {
    return new Access(TABLE, Optional.of(TABLE.index(index)), equal, ranged);
  }

  @Test
  void anAccessServesWhenItNeedNotReadAllRows() {
    assertThat(of("by_a", A).serves()).isTrue();
    assertThat(of("by_a", A_MORE).serves()).isTrue();
    assertThat(of("by_a", B).serves()).isFalse();
    assertThat(of("key").serves()).isFalse();
  }

  @Test
  void onlyTheWholeKeyIsOneRow() {
    Table two = Table.named("t").primaryKey("id", "place").number("id").number("place");
    List<Condition> both = List.of(ID, Condition.eq("place"));
    assertThat(Access.of(two, Optional.empty(), both).isOneRow()).isTrue();
    assertThat(Access.of(two, Optional.empty(), List.of(ID)).isOneRow()).isFalse();
    assertThat(of("by_a", A).isOneRow()).isFalse();
    assertThat(of("key", ID).isOneRow()).isTrue();
  }

  @Test
  void theOrderIsThatOfTheIndexThenTheKeyWithoutEqualColumns() {
    assertThat(of("by_ab").order(List.of())).containsExactly("a", "b", "id");
    assertThat(of("by_ab", A).order(List.of(A))).containsExactly("b", "id");
    assertThat(of("by_ab", A_MORE).order(List.of(A_MORE))).containsExactly("a", "b", "id");
    assertThat(of("key").order(List.of())).containsExactly("id");
    assertThat(of("key", ID).order(List.of(ID))).containsExactly("id");
  }
}
