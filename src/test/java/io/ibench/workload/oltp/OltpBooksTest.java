package io.ibench.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.workload.Division;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.oltp.OltpBooks.OfTable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What two tables must contain, from what was there and what workers have counted. */
class OltpBooksTest {

  private static final List<OltpTable> TABLES =
      OltpTrial.plan("load", "oltp.tables = 2").oltpTables();

  private final OltpBooks books = new OltpBooks(TABLES, Division.WHOLE);

  private static Map<String, Map<String, Long>> totals(
      Map<String, Long> first, Map<String, Long> second) {
    return Map.of("sbtest1", first, "sbtest2", second);
  }

  private void load() {
    WorkloadCounters worker = books.worker();
    OltpBooks.add(worker, 0, OfTable.LOADED, 3);
    OltpBooks.add(worker, 0, OfTable.LOADED_K, 12);
    OltpBooks.add(worker, 1, OfTable.LOADED, 2);
    OltpBooks.add(worker, 1, OfTable.LOADED_K, 5);
    books.loaded();
  }

  @Test
  void nothingIsKnownAtFirst() {
    assertThat(books.isKnown()).isFalse();
    assertThat(books.rows()).isEmpty();
    assertThat(books.sumOfK(0)).isEmpty();
    assertThat(books.totals()).isEmpty();
    assertThat(books.newIds(10)).isEmpty();
  }

  @Test
  void theRowsOfALoadAreCountedBeforeItsEnd() {
    WorkloadCounters worker = books.worker();
    OltpBooks.add(worker, 0, OfTable.LOADED, 3);
    OltpBooks.add(worker, 1, OfTable.LOADED, 2);
    assertThat(books.isKnown()).isFalse();
    assertThat(books.rows()).hasValue(5);
  }

  @Test
  void aLoadIsWhatItsWorkersHaveBooked() {
    load();
    assertThat(books.isKnown()).isTrue();
    assertThat(books.rows()).hasValue(5);
    assertThat(books.rows(0)).isEqualTo(3);
    assertThat(books.rows(1)).isEqualTo(2);
    assertThat(books.sumOfK(0)).hasValue(12);
    assertThat(books.sumOfK(1)).hasValue(5);
    assertThat(books.totals())
        .contains(totals(Map.of("rows", 3L, "sum_k", 12L), Map.of("rows", 2L, "sum_k", 5L)));
  }

  @Test
  void anEmptyTableThatIsKnownHasZeroRows() {
    books.loaded();
    assertThat(books.rows()).hasValue(0);
    assertThat(books.sumOfK(0)).hasValue(0);
  }

  @Test
  void insertsAndDeletesChangeTheRowsOfTheirTable() {
    load();
    WorkloadCounters worker = books.worker();
    OltpBooks.add(worker, 0, OfTable.INSERTED, 7);
    OltpBooks.add(worker, 0, OfTable.DELETED, 2);
    OltpBooks.add(worker, 1, OfTable.INSERTED_UNCERTAIN, 4);
    OltpBooks.add(worker, 1, OfTable.DELETED_UNCERTAIN, 1);
    assertThat(books.rows(0)).isEqualTo(8);
    assertThat(books.more(0)).isZero();
    assertThat(books.less(0)).isZero();
    assertThat(books.rows(1)).isEqualTo(2);
    assertThat(books.more(1)).isEqualTo(4);
    assertThat(books.less(1)).isEqualTo(1);
    assertThat(books.rows()).hasValue(10);
    assertThat(books.totals())
        .contains(
            totals(
                Map.of("rows", 8L),
                Map.of("rows", 2L, "rows_may_be_more", 4L, "rows_may_be_less", 1L)));
  }

  @Test
  void additionsChangeTheSumOfTheirTable() {
    load();
    OltpBooks.add(books.worker(), 1, OfTable.ADDED, 6);
    assertThat(books.sumOfK(0)).hasValue(12);
    assertThat(books.sumOfK(1)).hasValue(11);
  }

  @ParameterizedTest
  @CsvSource({
    "TAKEN, true",
    "LOADED, true",
    "LOADED_K, true",
    "ADDED, true",
    "INSERTED, false",
    "DELETED, false",
    "INSERTED_UNCERTAIN, false",
    "DELETED_UNCERTAIN, false",
    "ADDED_UNCERTAIN, false",
  })
  void theSumIsKnownUntilARowOrAnOutcomeIsNot(OfTable what, boolean known) {
    load();
    OltpBooks.add(books.worker(), 0, what, 1);
    assertThat(books.sumOfK(0).isPresent()).isEqualTo(known);
    assertThat(books.sumOfK(1)).hasValue(5);
  }

  @Test
  void anotherRunGoesOnWithTheTotals() {
    books.continueFrom(
        totals(
            Map.of("rows", 8L, "new_ids", 9L),
            Map.of("rows", 2L, "rows_may_be_more", 4L, "rows_may_be_less", 1L, "sum_k", 0L)));
    assertThat(books.rows(0)).isEqualTo(8);
    assertThat(books.sumOfK(0)).isEmpty();
    assertThat(books.more(1)).isEqualTo(4);
    assertThat(books.less(1)).isEqualTo(1);
    assertThat(books.sumOfK(1)).hasValue(0);
    assertThat(books.newIds(10).orElseThrow()[0].given()).isEqualTo(9);
    assertThat(books.newIds(10).orElseThrow()[1].given()).isZero();
    OltpBooks.add(books.worker(), 1, OfTable.INSERTED_UNCERTAIN, 2);
    OltpBooks.add(books.worker(), 1, OfTable.DELETED_UNCERTAIN, 3);
    assertThat(books.more(1)).isEqualTo(6);
    assertThat(books.less(1)).isEqualTo(4);
  }

  @Test
  void withoutTheRowsOfEachTableNothingIsKnown() {
    books.continueFrom(Map.of("sbtest1", Map.of("rows", 8L)));
    assertThat(books.isKnown()).isFalse();
    books.continueFrom(totals(Map.of("rows", 8L), Map.of("sum_k", 5L)));
    assertThat(books.isKnown()).isFalse();
  }

  @Test
  void newIdsGoOnInOneRunAndAreAmongTheTotals() {
    books.continueFrom(totals(Map.of("rows", 8L, "new_ids", 9L), Map.of("rows", 2L)));
    assertThat(books.totals())
        .contains(totals(Map.of("rows", 8L, "new_ids", 9L), Map.of("rows", 2L)));
    NewIds[] ids = books.newIds(10).orElseThrow();
    ids[0].next();
    ids[1].next();
    ids[1].next();
    assertThat(books.newIds(10)).contains(ids);
    assertThat(books.totals())
        .contains(totals(Map.of("rows", 8L, "new_ids", 10L), Map.of("rows", 2L, "new_ids", 2L)));
  }

  @Test
  void whatWasFoundReplacesWhatWasBooked() {
    load();
    OltpBooks.add(books.worker(), 0, OfTable.INSERTED, 7);
    books.newIds(10);
    OltpBooks.Start found = OltpBooks.Start.empty(2);
    found.rows()[0] = 4;
    found.sums()[0] = 40;
    found.ids()[0] = 3;
    books.start(found);
    assertThat(books.rows()).hasValue(4);
    assertThat(books.sumOfK(0)).hasValue(40);
    assertThat(books.newIds(10).orElseThrow()[0].given()).isEqualTo(3);
  }

  @Test
  void nothingIsKnownOfDroppedTables() {
    load();
    books.newIds(10);
    books.clear();
    assertThat(books.isKnown()).isFalse();
    assertThat(books.rows()).isEmpty();
    assertThat(books.newIds(10)).isEmpty();
  }

  @Test
  void theIdsOfOtherProcessesAreTakenToo() {
    OltpBooks divided = new OltpBooks(TABLES, new Division(0, 2));
    divided.loaded();
    NewIds[] ids = divided.newIds(10).orElseThrow();
    ids[1].next();
    WorkloadCounters other = new WorkloadCounters(2 * OfTable.values().length);
    OltpBooks.add(other, 1, OfTable.TAKEN, 3);
    OltpBooks.add(other, 1, OfTable.INSERTED, 3);
    divided.add(1, other);
    assertThat(ids[0].given()).isZero();
    assertThat(ids[1].given()).isEqualTo(6);
    assertThat(divided.rows(1)).isEqualTo(3);
  }

  /** Process 0 has taken the ids 0 and 2 of the order: the next step begins with 3. */
  @Test
  void processesBeginAStepWithTheSameId() {
    OltpBooks divided = new OltpBooks(TABLES, new Division(0, 2));
    divided.loaded();
    NewIds[] before = divided.newIds(10).orElseThrow();
    before[0].next();
    before[0].next();
    divided.beginStep(10);
    NewIds[] after = divided.newIds(10).orElseThrow();
    assertThat(after).isNotSameAs(before);
    assertThat(after[0].given()).isEqualTo(3);
    assertThat(after[0].next()).isEqualTo(new NewIds(10, 3).next());
    assertThat(after[1].given()).isZero();
  }

  @Test
  void oneProcessAloneGoesOn() {
    load();
    books.beginStep(10);
    NewIds[] ids = books.newIds(10).orElseThrow();
    books.beginStep(10);
    assertThat(books.newIds(10)).containsSame(ids);
  }

  @Test
  void aStepOfSeveralProcessesWithoutNewIdsHasNone() {
    OltpBooks divided = new OltpBooks(TABLES, new Division(0, 2));
    divided.beginStep(10);
    assertThat(divided.newIds(10)).isEmpty();
  }
}
