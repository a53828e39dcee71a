package io.ibench.workload.kv;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.memory.MemoryDatabase;
import io.ibench.random.Random64;
import io.ibench.workload.Division;
import io.ibench.workload.Step;
import io.ibench.workload.TableContents;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.WorkloadRun.End;
import io.ibench.workload.internal.RegisteredDataset;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers on 1,000 keys in memory, operation by operation, on the thread of the test. */
class KvWorkersTest {

  private static final int ROW_BYTES = 120;

  private final MemoryDatabase database = new MemoryDatabase();
  private KvPlan plan;
  private WorkloadRun run;
  private Step.Work step;
  private Session session;

  @BeforeEach
  void fill() throws Exception {
    new KvTrial(database).run("fillseq");
    session = database.session();
  }

  private void begin(String steps, String... settings) throws Exception {
    plan = KvTrial.plan(steps, settings);
    step = work(plan.steps().size() - 1);
    RegisteredDataset dataset = RegisteredDataset.read(plan, database, "kv", "test");
    dataset.admit(Set.of());
    run = plan.begin(0, dataset);
  }

  private Step.Work work(int number) {
    return (Step.Work) plan.steps().get(number);
  }

  private Worker worker(int group) throws Exception {
    return run.worker(step, step.groups().get(group), 0, session, new Random64(1));
  }

  private Worker begun(String benchmark, String... settings) throws Exception {
    begin(benchmark, settings);
    return worker(0);
  }

  private static int execute(Worker worker, KvOperation operation) throws Exception {
    assertThat(worker.next()).isEqualTo(operation.ordinal());
    worker.prepare(operation.ordinal(), 0);
    return worker.execute(operation.ordinal());
  }

  private static long counted(Worker worker, KvCounter counter) {
    return worker.counters().get(counter.ordinal());
  }

  private static long checksum(Worker worker, KvOperation operation) {
    return worker.checksum(operation.ordinal());
  }

  private WorkloadRun.Outcome finished(End end) throws DatabaseException {
    return run.finished(step, end);
  }

  /** Deletes keys behind the back of the books. */
  private void delete(long... keys) throws Exception {
    KvTable.KeyAccess access = plan.table().access();
    Prepared delete = session.prepare(plan.table().delete());
    for (long key : keys) {
      access.bind(delete, 0, key);
      assertThat(delete.execute()).isEqualTo(1);
    }
  }

  private byte[] value(long key) throws Exception {
    Prepared get = session.prepare(plan.table().get());
    plan.table().access().bind(get, 0, key);
    byte[] value = new byte[100];
    assertThat(get.execute()).isEqualTo(1);
    assertThat(get.getBytes(0, 0, value)).isEqualTo(100);
    return value;
  }

  /** The keys whose value no fill has written. */
  private Set<Long> overwritten() throws Exception {
    Set<Long> keys = new TreeSet<>();
    Prepared all = TableContents.everything(session, plan.table().table());
    int rows = all.execute();
    byte[] value = new byte[100];
    for (int row = 0; row < rows; row++) {
      all.getBytes(row, 1, value);
      if (ValueStamp.writer(value) != ValueStamp.LOAD) {
        keys.add(ValueStamp.key(value));
      }
    }
    return keys;
  }

  @Test
  void aGetReadsTheKeyThatIsDrawn() throws Exception {
    Worker worker = begun("readrandom");
    assertThat(execute(worker, KvOperation.GET)).isEqualTo(1);
    assertThat(execute(worker, KvOperation.GET)).isEqualTo(1);
    assertThat(counted(worker, KvCounter.KEYS_READ)).isEqualTo(2);
    assertThat(counted(worker, KvCounter.KEYS_FOUND)).isEqualTo(2);
    assertThat(counted(worker, KvCounter.BYTES_READ)).isEqualTo(2 * ROW_BYTES);
    assertThat(checksum(worker, KvOperation.GET)).isNotZero();
    assertThat(finished(End.COMPLETE)).isEqualTo(WorkloadRun.Outcome.NOTHING);
  }

  @Test
  void aGetThatFindsNothingReadsNoBytes() throws Exception {
    Worker worker = begun("readrandom");
    delete(new Random64(1).nextLong(1000));
    assertThat(execute(worker, KvOperation.GET)).isZero();
    assertThat(counted(worker, KvCounter.KEYS_READ)).isEqualTo(1);
    assertThat(counted(worker, KvCounter.KEYS_FOUND)).isZero();
    assertThat(counted(worker, KvCounter.BYTES_READ)).isZero();
    assertThat(finished(End.STOPPED).problems())
        .containsExactly("every key is there, but reads found 0 of 1");
  }

  @Test
  void noProblemIsNamedWhenWorkersWereAbandoned() throws Exception {
    Worker worker = begun("readrandom");
    delete(new Random64(1).nextLong(1000));
    execute(worker, KvOperation.GET);
    assertThat(finished(End.ABANDONED)).isEqualTo(WorkloadRun.Outcome.NOTHING);
    assertThat(run.rowsInTables()).as("reads change nothing").hasValue(1000);
  }

  @Test
  void missingKeysAreNotFoundUnlessSomebodyPutThem() throws Exception {
    Worker worker = begun("readmissing");
    assertThat(execute(worker, KvOperation.GET)).isZero();
    assertThat(finished(End.COMPLETE)).isEqualTo(WorkloadRun.Outcome.NOTHING);
    worker = begun("readmissing");
    KvTable.KeyAccess access = plan.table().access();
    Prepared put = session.prepare(plan.table().put());
    access.bindMissing(put, 0, new Random64(1).nextLong(1000));
    put.setBytes(1, new byte[100], 100);
    put.execute();
    assertThat(execute(worker, KvOperation.GET)).isEqualTo(1);
    assertThat(finished(End.COMPLETE).problems())
        .containsExactly("reads found 1 keys that nothing put");
    assertThat(finished(End.ABANDONED)).isEqualTo(WorkloadRun.Outcome.NOTHING);
  }

  @Test
  void aMultigetCountsEachKeyThatItAskedFor() throws Exception {
    Worker worker = begun("multireadrandom", "kv.multiget=300");
    Random64 random = new Random64(1);
    List<Long> wanted = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      wanted.add(random.nextLong(1000));
    }
    long gone = wanted.get(0);
    delete(gone);
    long distinct = wanted.stream().distinct().count() - 1;
    long missing = wanted.stream().filter(key -> key == gone).count();
    assertThat(execute(worker, KvOperation.MULTIGET)).isEqualTo((int) distinct);
    assertThat(counted(worker, KvCounter.KEYS_READ)).isEqualTo(300);
    assertThat(counted(worker, KvCounter.KEYS_FOUND)).isEqualTo(300 - missing);
    assertThat(counted(worker, KvCounter.BYTES_READ)).isEqualTo(distinct * ROW_BYTES);
    assertThat(checksum(worker, KvOperation.MULTIGET)).isNotZero();
    assertThat(distinct).as("some keys come twice").isLessThan(299);
  }

  @Test
  void aSeekFindsItsKeyOnly() throws Exception {
    Worker worker = begun("seekrandom");
    delete(new Random64(1).nextLong(1000));
    assertThat(execute(worker, KvOperation.SEEK)).as("the next key").isEqualTo(1);
    assertThat(execute(worker, KvOperation.SEEK)).isEqualTo(1);
    assertThat(counted(worker, KvCounter.SEEKS)).isEqualTo(2);
    assertThat(counted(worker, KvCounter.SEEKS_FOUND)).isEqualTo(1);
    assertThat(counted(worker, KvCounter.ROWS_SCANNED)).isZero();
    assertThat(counted(worker, KvCounter.BYTES_READ)).isZero();
    assertThat(checksum(worker, KvOperation.SEEK)).isNotZero();
    assertThat(finished(End.COMPLETE).problems()).isEmpty();
  }

  /** Of 5 keys, each seek reads to the end of the table or to its beginning. */
  @ParameterizedTest
  @CsvSource({"fwdrange, false", "revrange, true"})
  void aRangeReadsTheRowsThatThereAre(String benchmark, boolean reverse) throws Exception {
    new KvTrial(database).run("fillseq", "kv.num=5");
    Worker worker = begun(benchmark, "kv.num=5", "kv.nexts=4");
    Random64 random = new Random64(1);
    long all = 0;
    for (int i = 0; i < 20; i++) {
      long key = random.nextLong(5);
      long rows = Math.min(4, reverse ? key + 1 : 5 - key);
      assertThat(execute(worker, KvOperation.SEEK)).as("from %d", key).isEqualTo((int) rows);
      all += rows;
    }
    assertThat(counted(worker, KvCounter.ROWS_SCANNED)).isEqualTo(all);
    assertThat(counted(worker, KvCounter.BYTES_READ)).isEqualTo(all * ROW_BYTES);
    assertThat(counted(worker, KvCounter.SEEKS_FOUND)).isEqualTo(20);
    assertThat(finished(End.COMPLETE).problems()).isEmpty();
  }

  @Test
  void seeksThatReadFewerRowsThanThereMustBeAreAProblem() throws Exception {
    new KvTrial(database).run("fillseq", "kv.num=5");
    begin("fwdrange", "kv.num=5", "kv.nexts=9");
    delete(4);
    execute(worker(0), KvOperation.SEEK);
    long rows = 5 - new Random64(1).nextLong(5);
    assertThat(finished(End.COMPLETE).problems())
        .containsExactly(
            "every key is there, but seeks read " + (rows - 1) + " rows instead of " + rows);
  }

  @ParameterizedTest
  @ValueSource(strings = {"readseq", "readreverse"})
  void aScanReadsTheTableInParts(String benchmark) throws Exception {
    new KvTrial(database).run("fillseq", "kv.num=2500");
    Worker worker = begun(benchmark, "kv.num=2500");
    assertThat(execute(worker, KvOperation.SCAN)).isEqualTo(1000);
    assertThat(execute(worker, KvOperation.SCAN)).isEqualTo(1000);
    assertThat(execute(worker, KvOperation.SCAN)).isEqualTo(500);
    assertThat(worker.next()).isEqualTo(Worker.DONE);
    assertThat(counted(worker, KvCounter.ROWS_SCANNED)).isEqualTo(2500);
    assertThat(counted(worker, KvCounter.BYTES_READ)).isEqualTo(2500 * ROW_BYTES);
    assertThat(checksum(worker, KvOperation.SCAN)).isNotZero();
    assertThat(finished(End.COMPLETE)).isEqualTo(WorkloadRun.Outcome.NOTHING);
  }

  @Test
  void aScanOfAWholeNumberOfPartsEndsWithAnEmptyOne() throws Exception {
    Worker worker = begun("readseq");
    assertThat(execute(worker, KvOperation.SCAN)).isEqualTo(1000);
    assertThat(execute(worker, KvOperation.SCAN)).isZero();
    assertThat(worker.next()).isEqualTo(Worker.DONE);
  }

  @Test
  void anOverwritePutsABatchOfKeys() throws Exception {
    Worker worker = begun("overwrite", "kv.batch_size=3");
    Random64 random = new Random64(1);
    Set<Long> drawn =
        new TreeSet<>(List.of(random.nextLong(1000), random.nextLong(1000), random.nextLong(1000)));
    assertThat(execute(worker, KvOperation.OVERWRITE)).isEqualTo(3);
    assertThat(counted(worker, KvCounter.PUTS)).isEqualTo(3);
    assertThat(counted(worker, KvCounter.ROW_BYTES_WRITTEN)).isEqualTo(3 * ROW_BYTES);
    assertThat(checksum(worker, KvOperation.OVERWRITE)).isEqualTo(3);
    assertThat(overwritten()).isEqualTo(drawn);
    assertThat(finished(End.COMPLETE).problems()).isEmpty();
  }

  @Test
  void eachThreadOfEachStepOfWritesHasAnotherNumber() throws Exception {
    begin("overwrite, again", "again.like=overwrite", "overwrite.threads=2");
    step = work(0);
    Worker first = worker(0);
    Worker second = run.worker(step, step.groups().get(0), 1, session, new Random64(2));
    execute(first, KvOperation.OVERWRITE);
    execute(second, KvOperation.OVERWRITE);
    execute(second, KvOperation.OVERWRITE);
    finished(End.COMPLETE);
    step = work(1);
    Worker third = run.worker(step, step.groups().get(0), 0, session, new Random64(3));
    execute(third, KvOperation.OVERWRITE);
    assertThat(writerOf(new Random64(1).nextLong(1000))).isEqualTo("1 0");
    Random64 twice = new Random64(2);
    assertThat(writerOf(twice.nextLong(1000))).isEqualTo("2 0");
    assertThat(writerOf(twice.nextLong(1000))).isEqualTo("2 1");
    assertThat(writerOf(new Random64(3).nextLong(1000))).isEqualTo("3 0");
  }

  /** The number of the writer in its run, and its sequence. */
  private String writerOf(long key) throws Exception {
    byte[] value = value(key);
    return (int) ValueStamp.writer(value) + " " + ValueStamp.sequence(value);
  }

  @Test
  void anUpdateReadsAKeyThenPutsIt() throws Exception {
    Worker worker = begun("updaterandom");
    assertThat(execute(worker, KvOperation.UPDATE)).isEqualTo(1);
    assertThat(counted(worker, KvCounter.KEYS_READ)).isEqualTo(1);
    assertThat(counted(worker, KvCounter.KEYS_FOUND)).isEqualTo(1);
    assertThat(counted(worker, KvCounter.PUTS)).isEqualTo(1);
    assertThat(overwritten()).containsExactly(new Random64(1).nextLong(1000));
  }

  @Test
  void aMixGetsThenPutsInEachHundred() throws Exception {
    Worker worker = begun("readrandomwriterandom", "kv.read_pct=97");
    List<Integer> operations = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      operations.add(worker.next());
    }
    for (int i = 0; i < 200; i++) {
      KvOperation expected = i % 100 < 97 ? KvOperation.GET : KvOperation.OVERWRITE;
      assertThat(operations.get(i)).as("%d", i).isEqualTo(expected.ordinal());
    }
  }

  @Test
  void aWriterBesideReadersPutsOneKeyAtATime() throws Exception {
    begin("readwhilewriting");
    Worker writer = worker(1);
    assertThat(execute(writer, KvOperation.PUT)).isEqualTo(1);
    assertThat(counted(writer, KvCounter.PUTS)).isEqualTo(1);
    assertThat(checksum(writer, KvOperation.PUT)).isEqualTo(1);
    assertThat(writerOf(new Random64(1).nextLong(1000))).as("readers follow it").isEqualTo("1 0");
    assertThat(execute(worker(0), KvOperation.GET)).isEqualTo(1);
  }

  @Test
  void randomDeletesCountTheKeysThatWereThere() throws Exception {
    Worker worker = begun("deleterandom", "kv.batch_size=400");
    Random64 random = new Random64(1);
    Set<Long> drawn = new TreeSet<>();
    for (int i = 0; i < 400; i++) {
      drawn.add(random.nextLong(1000));
    }
    assertThat(execute(worker, KvOperation.DELETE)).isEqualTo(drawn.size());
    assertThat(counted(worker, KvCounter.DELETES)).isEqualTo(400);
    assertThat(counted(worker, KvCounter.KEYS_DELETED)).isEqualTo(drawn.size());
    assertThat(checksum(worker, KvOperation.DELETE)).isNotZero().isNotEqualTo(drawn.size());
    assertThat(drawn).hasSizeLessThan(400);
    assertThat(run.rowsInTables()).as("not asked while bits change").isEmpty();
    assertThat(run.rowBytesInTables()).isEmpty();
    assertThat(run.lastingRows()).isEmpty();
    assertThat(run.totals().orElseThrow().get("kv")).containsEntry("rows", 1000L - drawn.size());
  }

  @Test
  void deletesInTurnTakeEachKeyOnce() throws Exception {
    Worker worker = begun("deleteseq", "kv.batch_size=400");
    assertThat(execute(worker, KvOperation.DELETE)).isEqualTo(400);
    assertThat(execute(worker, KvOperation.DELETE)).isEqualTo(400);
    assertThat(execute(worker, KvOperation.DELETE)).isEqualTo(200);
    assertThat(worker.next()).isEqualTo(Worker.DONE);
    assertThat(worker.next()).isEqualTo(Worker.DONE);
    assertThat(checksum(worker, KvOperation.DELETE)).isEqualTo(1000);
    assertThat(run.totals().orElseThrow().get("kv")).containsEntry("rows", 0L);
  }

  @Test
  void writesOfUnknownOutcomeClearTheBooks() throws Exception {
    Worker worker = begun("overwrite", "kv.batch_size=3");
    execute(worker, KvOperation.OVERWRITE);
    worker.failed(KvOperation.OVERWRITE.ordinal(), false);
    assertThat(counted(worker, KvCounter.OUTCOME_UNKNOWN)).isZero();
    assertThat(run.rowsInTables()).hasValue(1000);
    worker.failed(KvOperation.OVERWRITE.ordinal(), true);
    assertThat(counted(worker, KvCounter.OUTCOME_UNKNOWN)).isEqualTo(3);
    assertThat(run.rowsInTables()).isEmpty();
    assertThat(worker.resolveOutcome(KvOperation.OVERWRITE.ordinal()))
        .isEqualTo(Worker.NOT_EXECUTED);
  }

  @Test
  void readsOfUnknownOutcomeChangeNothing() throws Exception {
    Worker worker = begun("readrandomwriterandom");
    execute(worker, KvOperation.GET);
    worker.failed(KvOperation.GET.ordinal(), true);
    assertThat(counted(worker, KvCounter.OUTCOME_UNKNOWN)).isZero();
    assertThat(run.rowsInTables()).hasValue(1000);
  }

  @Test
  void aBatchThatIsRolledBackCanBeRepeated() throws Exception {
    Worker worker = begun("overwrite", "kv.batch_size=2");
    execute(worker, KvOperation.OVERWRITE);
    worker.rollback();
    assertThat(worker.execute(KvOperation.OVERWRITE.ordinal())).isEqualTo(2);
    assertThat(writerOf(new Random64(1).nextLong(1000))).isEqualTo("1 0");
    Worker reader = begun("readrandom");
    reader.rollback();
  }

  @Test
  void writesThatWereAbandonedLeaveNothingKnown() throws Exception {
    begun("overwrite");
    assertThat(finished(End.ABANDONED)).isEqualTo(WorkloadRun.Outcome.NOTHING);
    assertThat(run.rowsInTables()).isEmpty();
    assertThat(run.rowBytesInTables()).isEmpty();
  }

  /** db_bench's thread 1 of a run with the seed 7, which draws a database before most keys. */
  @ParameterizedTest
  @CsvSource({
    "readrandom, GET, true",
    "multireadrandom, MULTIGET, true",
    "updaterandom, UPDATE, true",
    "seekrandom, SEEK, false"
  })
  void readsAreOfTheKeysOfDbBench(String benchmark, KvOperation operation, boolean choosesDatabase)
      throws Exception {
    new KvTrial(database).run("fillseq", "kv.like=db_bench");
    begin(benchmark, "kv.like=db_bench", "kv.multiget=1");
    delete(keyOfDbBench(8, choosesDatabase));
    Worker worker = worker(0);
    execute(worker, operation);
    assertThat(counted(worker, KvCounter.KEYS_FOUND)).isZero();
    assertThat(counted(worker, KvCounter.SEEKS_FOUND)).isZero();
  }

  @Test
  void theWriterIsTheFirstThreadOfDbBench() throws Exception {
    new KvTrial(database).run("fillseq", "kv.like=db_bench");
    begin("readwhilewriting", "kv.like=db_bench");
    long written = keyOfDbBench(8, true);
    long read = keyOfDbBench(9, true);
    delete(written, read);
    assertThat(execute(worker(0), KvOperation.GET)).isZero();
    execute(worker(1), KvOperation.PUT);
    assertThat(value(written)).isNotEmpty();
  }

  private static long keyOfDbBench(long seed, boolean choosesDatabase) {
    KeyStream keys = KeyStream.ofDbBench(seed, 1000, 0);
    if (choosesDatabase) {
      keys.chooseDatabase();
    }
    return keys.next();
  }

  private Worker filler(String fill, String... settings) throws Exception {
    begin(fill, settings);
    for (Step each : plan.steps().subList(0, 2)) {
      run.act((Step.Action) each, database, null);
    }
    return worker(0);
  }

  @Test
  void aFillInTurnInsertsBatches() throws Exception {
    Worker worker = filler("fillseq", "fillseq.rows_per_commit=400");
    assertThat(run.rowsInTables()).isEmpty();
    assertThat(execute(worker, KvOperation.PUT)).isEqualTo(400);
    assertThat(worker.resolveOutcome(KvOperation.PUT.ordinal())).isEqualTo(400);
    assertThat(execute(worker, KvOperation.PUT)).isEqualTo(400);
    assertThat(execute(worker, KvOperation.PUT)).isEqualTo(200);
    assertThat(worker.next()).isEqualTo(Worker.DONE);
    assertThat(checksum(worker, KvOperation.PUT)).as("one was found again").isEqualTo(1400);
    assertThat(counted(worker, KvCounter.PUTS)).isEqualTo(1400);
    assertThat(counted(worker, KvCounter.ROW_BYTES_WRITTEN)).isEqualTo(1400 * ROW_BYTES);
    assertThat(finished(End.COMPLETE)).isEqualTo(WorkloadRun.Outcome.NOTHING);
    assertThat(run.rowsInTables()).hasValue(1000);
    assertThat(run.rowBytesInTables()).hasValue(1000 * ROW_BYTES);
    assertThat(run.lastingRows()).hasValue(1000);
    assertThat(ValueStamp.key(value(999))).isEqualTo(999);
    assertThat(overwritten()).isEmpty();
  }

  @Test
  void theOutcomeOfAnInsertIsLookedUp() throws Exception {
    Worker worker = filler("fillseq", "fillseq.rows_per_commit=400");
    assertThat(worker.next()).isEqualTo(KvOperation.PUT.ordinal());
    worker.prepare(KvOperation.PUT.ordinal(), 0);
    assertThat(worker.resolveOutcome(KvOperation.PUT.ordinal())).isEqualTo(Worker.NOT_EXECUTED);
    assertThat(counted(worker, KvCounter.PUTS)).isZero();
    worker.failed(KvOperation.PUT.ordinal(), false);
    assertThat(counted(worker, KvCounter.OUTCOME_UNKNOWN)).isZero();
    worker.failed(KvOperation.PUT.ordinal(), true);
    assertThat(counted(worker, KvCounter.OUTCOME_UNKNOWN)).isEqualTo(400);
  }

  @Test
  void aFillOfOneKeyAtATimeInsertsEach() throws Exception {
    Worker worker = filler("fillseq", "fillseq.rows_per_commit=1", "kv.num=2");
    assertThat(execute(worker, KvOperation.PUT)).isEqualTo(1);
    assertThat(execute(worker, KvOperation.PUT)).isEqualTo(1);
    assertThat(worker.next()).isEqualTo(Worker.DONE);
    worker.rollback();
    finished(End.COMPLETE);
    assertThat(run.rowsInTables()).hasValue(2);
  }

  @Test
  void aRandomFillSaysHowManyRowsItsPutsHaveMade() throws Exception {
    Worker worker = filler("fillrandom", "fillrandom.rows_per_commit=500");
    FillSource source = new FillSource(plan.settings(), 500, false, new BitSet(), Division.WHOLE);
    Set<Long> keys = new TreeSet<>();
    for (long put = 0; put < 1000; put++) {
      keys.add(source.randomKey(put));
    }
    assertThat(execute(worker, KvOperation.PUT)).isEqualTo(500);
    assertThat(worker.resolveOutcome(KvOperation.PUT.ordinal())).isEqualTo(Worker.NOT_EXECUTED);
    worker.rollback();
    assertThat(execute(worker, KvOperation.PUT)).isEqualTo(500);
    assertThat(worker.next()).isEqualTo(Worker.DONE);
    assertThat(finished(End.COMPLETE).facts())
        .containsExactly("1,000 puts of random keys made " + keys.size() + " rows");
    assertThat(run.totals().orElseThrow().get("kv")).containsEntry("rows", (long) keys.size());
  }

  @Test
  void aPutOfARandomFillWithUnknownOutcomeClearsTheBooks() throws Exception {
    Worker worker = filler("fillrandom", "fillrandom.rows_per_commit=500");
    execute(worker, KvOperation.PUT);
    worker.failed(KvOperation.PUT.ordinal(), true);
    assertThat(run.totals()).isEmpty();
    assertThat(finished(End.COMPLETE)).isEqualTo(WorkloadRun.Outcome.NOTHING);
  }

  @Test
  void aFillOfUniqueKeysHasThemAll() throws Exception {
    Worker worker = filler("filluniquerandom", "filluniquerandom.rows_per_commit=1000");
    assertThat(execute(worker, KvOperation.PUT)).isEqualTo(1000);
    assertThat(finished(End.COMPLETE)).isEqualTo(WorkloadRun.Outcome.NOTHING);
    assertThat(run.rowsInTables()).hasValue(1000);
    assertThat(overwritten()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"STOPPED", "ABANDONED"})
  void aFillThatIsNotCompleteLeavesNothingKnown(End end) throws Exception {
    Worker worker = filler("fillrandom", "fillrandom.rows_per_commit=500");
    execute(worker, KvOperation.PUT);
    assertThat(finished(end)).isEqualTo(WorkloadRun.Outcome.NOTHING);
    assertThat(run.totals()).isEmpty();
  }

  @Test
  void workOnFilesThatTheProductDoesNotHaveIsNamed() throws Exception {
    KvTrial trial = new KvTrial(database).run("flush");
    String product = database.description().product();
    assertThat(trial.facts()).containsExactly("nothing done: " + product + " has no flush");
  }
}
