package io.ibench.workload.io;

import io.ibench.measure.WorkloadCounter;
import io.ibench.workload.table.Lines;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What workers count besides their operations. The number of a counter is its ordinal. */
enum IoCounter {
  PAGES_READ("pages that were read"),
  PAGES_WRITTEN("pages that were written to their places"),
  PAGES_CHECKED("pages whose head, tail, checksum and generation were checked"),
  ROW_BYTES_WRITTEN("") {
    @Override
    WorkloadCounter counter() {
      return WorkloadCounter.rowBytesWritten();
    }
  },
  SYNCS("syncs of data files"),
  COMMITS("commits: writes to the redo log and the binlog"),
  REDO_SYNCS("syncs of the redo log"),
  BINLOG_SYNCS("syncs of the binlog"),
  DOUBLEWRITES("writes to the doublewrite file"),
  DOUBLEWRITE_PAGES("pages in these writes"),
  DIRTY_SUM("dirty pages that are not scheduled, summed at each doublewrite"),
  PENDING_SUM("scheduled pages that are not written, summed at each doublewrite"),
  PAGE_LOCK_WAITS("reads and writes that found their page locked"),
  HITS("reads that innosim's pool answers without I/O");

  private final String definition;

  IoCounter(String definition) {
    this.definition = definition;
  }

  WorkloadCounter counter() {
    return WorkloadCounter.of(name().toLowerCase(Locale.ROOT), definition);
  }

  static List<WorkloadCounter> all() {
    return Arrays.stream(values()).map(IoCounter::counter).toList();
  }

  private long in(long[] counters) {
    return counters[ordinal()];
  }

  /** One line each. */
  static List<String> facts(long[] counters) {
    Lines facts = new Lines();
    ratio(
        facts, "pages per doublewrite", DOUBLEWRITE_PAGES.in(counters), DOUBLEWRITES.in(counters));
    ratio(facts, "commits per redo sync", COMMITS.in(counters), REDO_SYNCS.in(counters));
    ratio(facts, "commits per binlog sync", COMMITS.in(counters), BINLOG_SYNCS.in(counters));
    ratio(facts, "dirty pages at a doublewrite", DIRTY_SUM.in(counters), DOUBLEWRITES.in(counters));
    ratio(
        facts, "pages waiting to be written", PENDING_SUM.in(counters), DOUBLEWRITES.in(counters));
    if (PAGE_LOCK_WAITS.in(counters) > 0) {
      facts.add(
          "%,d reads and writes waited for the lock of their page", PAGE_LOCK_WAITS.in(counters));
    }
    return facts.all();
  }

  private static void ratio(Lines facts, String what, long count, long of) {
    if (of > 0) {
      facts.add("%s: %.1f on average", what, (double) count / of);
    }
  }
}
