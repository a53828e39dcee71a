package io.ibench.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Command.Select;
import io.ibench.db.Command.Select.Result;
import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import io.ibench.db.Index;
import io.ibench.db.Table;
import io.ibench.workload.oltp.OltpKeys.On;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** sysbench's tables and statements. */
class OltpTableTest {

  private static OltpTable table(String... settings) {
    return new OltpTable(OltpTrial.plan("load", settings).settings(), 2);
  }

  @Test
  void aTableHasFourColumnsAKeyAndAnIndex() {
    Table table = table().table();
    assertThat(table.name()).isEqualTo("sbtest2");
    assertThat(table.columns())
        .containsExactly(
            Column.number("id", ColumnType.SIGNED),
            Column.number("k", ColumnType.SIGNED),
            Column.fixedText("c", 120),
            Column.fixedText("pad", 60));
    assertThat(table.primaryKey()).containsExactly("id");
    assertThat(table.generatedKey()).isTrue();
    assertThat(table.indexes()).containsExactly(new Index("k_2", List.of("k"), false));
  }

  @ParameterizedTest
  @CsvSource({"varchar", "bytes"})
  void textsMayHaveAnotherType(String type) {
    Table table = table("oltp.text = " + type).table();
    Column c = type.equals("bytes") ? Column.bytes("c", 120) : Column.text("c", 120);
    Column pad = type.equals("bytes") ? Column.bytes("pad", 60) : Column.text("pad", 60);
    assertThat(table.columns().subList(2, 4)).containsExactly(c, pad);
  }

  @Test
  void theIndexAndTheGeneratedKeyCanBeLeftOut() {
    OltpTable plain = table("oltp.create_secondary = false", "oltp.auto_inc = false");
    assertThat(plain.table().indexes()).isEmpty();
    assertThat(plain.table().generatedKey()).isFalse();
    assertThat(plain.rowsOfList(3).by()).isEmpty();
  }

  @Test
  void theTablesOfBulkInsertHaveIdAndKAlone() {
    OltpSettings bulk = OltpTrial.plan("load").settings().ofBulkInsert();
    Table table = new OltpTable(bulk, 1).table();
    assertThat(table.columnNames()).containsExactly("id", "k");
    assertThat(table.indexes()).isEmpty();
    assertThat(table.generatedKey()).isFalse();
  }

  private static void assertReads(
      Select select, List<String> columns, Condition where, Result result, List<String> order) {
    assertThat(select.columns()).isEqualTo(columns);
    assertThat(select.where()).containsExactly(where);
    assertThat(select.result()).isEqualTo(result);
    assertThat(select.orderBy()).isEqualTo(order);
    assertThat(select.limit()).isZero();
  }

  @Test
  void readsByIdAreSysbenchs() {
    OltpTable table = table();
    List<String> c = List.of("c");
    Condition range = Condition.between("id");
    assertReads(table.point(), c, Condition.eq("id"), Result.ROWS, List.of());
    assertReads(table.idOf(), List.of("id"), Condition.eq("id"), Result.ROWS, List.of());
    assertReads(table.range(), c, range, Result.ROWS, List.of());
    assertReads(table.sum(), List.of("k"), range, Result.SUM, List.of());
    assertReads(table.ordered(), c, range, Result.ROWS, c);
    assertReads(table.distinct(), c, range, Result.DISTINCT, c);
    assertReads(table.countOfRange(), c, range, Result.COUNT, List.of());
    assertReads(table.cOfList(3), c, Condition.exactly("id", 3), Result.ROWS, List.of());
    assertReads(
        table.scan(),
        List.of("id", "k", "c", "pad"),
        Condition.shorter("c", 0),
        Result.ROWS,
        List.of());
  }

  @Test
  void readsByKUseItsIndexWithoutAHint() {
    OltpTable table = table();
    List<String> all = List.of("id", "k", "c", "pad");
    List<String> k = List.of("k");
    assertReads(table.rowsOfList(3), all, Condition.exactly("k", 3), Result.ROWS, List.of());
    assertReads(table.countOfRanges(4), k, Condition.ranges("k", 4), Result.COUNT, List.of());
    for (Select select :
        List.of(
            table.rowsOfList(3),
            table.countOfRanges(4),
            table.pointsOn(On.K, true, 3),
            table.rangeOn(On.K, false))) {
      assertThat(select.by().map(Index::name)).contains("k_2");
      assertThat(select.hinted()).isFalse();
    }
  }

  @Test
  void aCoveredSearchReadsTheSearchedColumnAndAnotherOneAlsoC() {
    OltpTable table = table();
    Condition ids = Condition.exactly("id", 3);
    assertReads(table.pointsOn(On.ID, true, 3), List.of("id"), ids, Result.ROWS, List.of());
    assertReads(table.pointsOn(On.ID, false, 3), List.of("id", "c"), ids, Result.ROWS, List.of());
    assertThat(table.pointsOn(On.ID, true, 3).by()).isEmpty();
    Condition range = Condition.between("k");
    assertReads(table.rangeOn(On.K, true), List.of("k"), range, Result.ROWS, List.of());
    assertReads(table.rangeOn(On.K, false), List.of("k", "c"), range, Result.ROWS, List.of());
  }

  @Test
  void aListMayBeAnArray() {
    OltpTable table = table("oltp.in_list = array");
    assertThat(table.cOfList(3).where()).containsExactly(Condition.in("id", 3));
    assertThat(table.cOfList(3).where().get(0).op()).isEqualTo(Op.IN);
  }

  @Test
  void writesAreSysbenchs() {
    OltpTable table = table();
    Table own = table.table();
    assertThat(table.addToK()).isEqualTo(own.update().add("k", 1).where("id"));
    assertThat(table.setC()).isEqualTo(own.update().set("c").where("id"));
    assertThat(table.setCOfList(3))
        .isEqualTo(own.update().set("c").where(Condition.exactly("id", 3)));
    assertThat(table.delete()).isEqualTo(own.delete().where("id"));
    assertThat(table.insert(7))
        .isEqualTo(new Command.Insert(own, List.of("id", "k", "c", "pad"), 7));
    assertThat(table.insertWithoutId())
        .isEqualTo(new Command.Insert(own, List.of("k", "c", "pad"), 1));
    assertThat(table.addToK().old()).isEqualTo(Optional.empty());
  }
}
