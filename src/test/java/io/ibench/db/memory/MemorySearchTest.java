package io.ibench.db.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import io.ibench.db.DatabaseException;
import io.ibench.db.Index;
import io.ibench.db.Table;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Rows that a search must not look at contain a value in the column {@code flag} that cannot be
 * compared: a search that looks at them fails.
 */
class MemorySearchTest {

  private static final Index BY_GROUP = new Index("by_group", List.of("part", "id"));
  private static final Table TABLE =
      new Table(
          "searched",
          List.of(
              Column.number("id", ColumnType.LONG),
              Column.number("part", ColumnType.LONG),
              Column.number("flag", ColumnType.LONG)),
          List.of("id"),
          false,
          List.of(BY_GROUP));
  private static final Condition LOOK = new Condition("flag", Op.NE, 1, Optional.of(1L));

  private final MemoryTable rows = new MemoryTable(TABLE);

  @BeforeEach
  void index() throws DatabaseException {
    rows.createIndex(BY_GROUP);
  }

  /** Ids from 1 to 20, four in each part; a search must not look at those outside a range. */
  private void fill(long from, long to) {
    for (long id = 1; id <= 20; id++) {
      boolean visible = id >= from && id <= to;
      rows.put(new Object[] {id, (id - 1) / 4, visible ? (Object) 0L : "must not be looked at"});
    }
  }

  private List<Long> find(
      Condition first, Optional<Index> by, boolean descending, int limit, Object... values)
      throws DatabaseException {
    List<String> order = by.map(Index::columns).orElse(TABLE.primaryKey());
    return ids(
        MemorySearch.of(
            new Command.Select(
                TABLE, List.of("id"), List.of(first, LOOK), by, order, descending, limit, 0)),
        values);
  }

  private List<Long> ids(MemorySearch search, Object... values) throws DatabaseException {
    return search.rows(rows, values, 0).stream().map(row -> (Long) row[0]).toList();
  }

  @Test
  void beginsAtTheBoundOfTheKeyAndStopsAtTheLimit() throws DatabaseException {
    fill(7, 9);
    assertThat(find(Condition.of("id", Op.GE), Optional.empty(), false, 3, 7L))
        .containsExactly(7L, 8L, 9L);
    assertThat(find(Condition.of("id", Op.GT), Optional.empty(), false, 3, 6L))
        .containsExactly(7L, 8L, 9L);
    assertThat(find(Condition.of("id", Op.LE), Optional.empty(), true, 3, 9L))
        .containsExactly(9L, 8L, 7L);
    assertThatExceptionOfType(ClassCastException.class)
        .isThrownBy(() -> find(Condition.of("id", Op.GE), Optional.empty(), false, 4, 7L));
  }

  @Test
  void beginsAtTheBoundOfAnIndexAndSkipsWhatEqualsAStrictOne() throws DatabaseException {
    fill(9, 14);
    Optional<Index> by = Optional.of(BY_GROUP);
    assertThat(find(Condition.of("part", Op.GE), by, false, 6, 2L)).hasSize(6).startsWith(9L);
    assertThat(find(Condition.of("part", Op.GT), by, false, 6, 1L)).hasSize(6).startsWith(9L);
    assertThat(find(Condition.of("part", Op.EQ), by, false, 0, 2L))
        .containsExactly(9L, 10L, 11L, 12L);
  }

  @Test
  void takesTheGreatestLimitForNone() throws DatabaseException {
    fill(1, 20);
    Command.Select select =
        new Command.Select(
            TABLE,
            List.of("id"),
            List.of(Condition.of("id", Op.GE)),
            Optional.empty(),
            List.of("id"),
            false,
            Integer.MAX_VALUE,
            2);
    assertThat(ids(MemorySearch.of(select), 17L)).containsExactly(19L, 20L);
  }

  @Test
  void looksUpTheKeysOfAList() throws DatabaseException {
    fill(7, 9);
    Command.Select select =
        Command.Select.of(TABLE, List.of("id"), List.of(Condition.in("id", 5), LOOK));
    assertThat(ids(MemorySearch.of(select), (Object) new long[] {9, 7, 99, 9, 0}))
        .containsExactly(7L, 9L);
  }

  @Test
  void removesTheFirstFromAKeyOn() throws DatabaseException {
    fill(7, 9);
    Command.Delete delete = new Command.Delete(TABLE, List.of(Condition.of("id", Op.GE), LOOK), 3);
    assertThat(ids(MemorySearch.of(delete), 7L)).containsExactly(7L, 8L, 9L);
  }
}
