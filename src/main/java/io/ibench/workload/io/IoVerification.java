package io.ibench.workload.io;

import io.ibench.db.DatabaseException;
import io.ibench.db.FileAccess;
import io.ibench.db.FileDatabase;
import io.ibench.db.FileSession;
import io.ibench.db.OpenFile;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun.Outcome;
import io.ibench.workload.io.PageFormat.Damage;
import io.ibench.workload.table.Lines;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads all pages and names those that are not as they were written. Confined to one thread. */
final class IoVerification {

  /** Problems beyond are counted by their pages only. */
  private static final int MAX_NAMED = 20;

  private final PageSet set;
  private final boolean unclean;
  private final boolean machineDied;
  private final FileDatabase database;
  private final FileSession session;
  private final WorkloadCounters progress;
  private final PageFormat format;
  private final int chunkPages;
  private final ByteBuffer buffer;
  private final List<String> problems = new ArrayList<>();

  /** Synced generations by page, when only they are known. */
  private final Map<Long, Integer> synced = new HashMap<>();

  private final Map<Long, Integer> doublewritten = new HashMap<>();

  /** Damaged pages that no problem names. */
  private long unnamed;

  private long whole;
  private long inFlight;
  private long restorable;

  /**
   * @param boot of the machine now
   * @param progress counts pages in counter 0
   */
  IoVerification(
      PageSet set,
      long boot,
      FileDatabase database,
      FileSession session,
      WorkloadCounters progress) {
    this.set = set;
    this.unclean = set.acknowledged().isUnclean();
    this.machineDied = unclean && set.acknowledged().boot() != boot;
    this.database = database;
    this.session = session;
    this.progress = progress;
    this.format = set.format();
    this.chunkPages =
        (int)
            Math.min(
                set.settings().pagesOfFile(),
                IoSettings.MAX_BLOCK_BYTES / set.settings().pageBytes());
    this.buffer = set.buffer(IoSettings.MAX_BLOCK_BYTES);
  }

  Outcome run() throws DatabaseException, InterruptedException {
    if (unclean) {
      set.forgetInFlight();
    }
    if (machineDied) {
      readSynced();
    }
    readDoublewrite();
    for (int file = 0; file < set.settings().files(); file++) {
      verify(file);
    }
    if (unclean && problems.isEmpty()) {
      set.generations().force();
      set.acknowledged().end();
    }
    if (unnamed > 0) {
      problems.add(Lines.text("and %,d more pages", unnamed));
    }
    return new Outcome(whole, facts(), problems);
  }

  private List<String> facts() {
    List<String> facts = new ArrayList<>();
    facts.add(
        Lines.text(
            "%,d of %,d pages are whole, in their places, and of the generation that was written"
                + " last",
            whole, set.settings().pages()));
    if (unclean) {
      facts.add(
          machineDied
              ? Lines.text(
                  "the machine went down while a run wrote: %,d synced writes are the measure,"
                      + " newer ones are taken as found",
                  synced.size())
              : "a run died while it wrote; newer pages are taken as found");
    }
    if (inFlight > 0) {
      facts.add(
          Lines.text(
              unclean
                  ? "pages in flight when the run died: %,d; no promise is broken"
                  : "pages of writes that failed: %,d; they may be old or damaged",
              inFlight));
    }
    if (restorable > 0) {
      facts.add(Lines.text("torn pages that are whole in the doublewrite file: %,d", restorable));
    }
    return facts;
  }

  private void readSynced() {
    Acknowledged acknowledged = set.acknowledged();
    for (int writer = 0; writer < Acknowledged.MAX_WRITERS; writer++) {
      for (int i = 0; i < acknowledged.remembered(writer); i++) {
        synced.merge(acknowledged.page(writer, i), acknowledged.generation(writer, i), Math::max);
      }
    }
  }

  /** The whole pages of the last doublewrite. */
  private void readDoublewrite() throws DatabaseException {
    if (!database.hasFile(SchedulerWorker.FILE)) {
      return;
    }
    int pageBytes = set.settings().pageBytes();
    try (OpenFile file = session.open(SchedulerWorker.FILE, FileAccess.READ)) {
      for (int i = 0; i < SchedulerWorker.BATCH; i++) {
        buffer.limit(pageBytes).position(0);
        if (file.read(buffer, (long) i * pageBytes) == pageBytes
            && format.check(buffer, 0, PageFormat.number(buffer, 0), -1) == Damage.NONE) {
          doublewritten.put(PageFormat.number(buffer, 0), PageFormat.generation(buffer, 0));
        }
      }
    }
  }

  private void verify(int number) throws DatabaseException, InterruptedException {
    long first = number * set.settings().pagesOfFile();
    long pages = set.settings().pagesOfFile();
    if (!database.hasFile(IoSettings.file(number))) {
      problem(pages, IoSettings.file(number) + " is missing");
      return;
    }
    try (OpenFile file = open(IoSettings.file(number))) {
      long size = file.size();
      long there = Math.min(pages, size / set.settings().pageBytes());
      if (size != pages * set.settings().pageBytes()) {
        problem(
            Math.max(1, pages - there),
            Lines.text(
                "%s %s: %,d bytes, written %,d",
                IoSettings.file(number),
                there < pages ? "truncated" : "too long",
                size,
                pages * set.settings().pageBytes()));
      }
      for (long page = 0; page < there; page += chunkPages) {
        verify(file, first + page, (int) Math.min(chunkPages, there - page));
      }
    }
  }

  /** From the disk, where that is possible. */
  private OpenFile open(String file) throws DatabaseException {
    if (set.settings().pageBytes() % database.blockBytes() == 0) {
      try {
        return session.open(file, new FileAccess(false, true, false));
      } catch (DatabaseException e) {
        if (!e.isInvalidSetting()) {
          throw e;
        }
      }
    }
    return session.open(file, FileAccess.READ);
  }

  private void verify(OpenFile file, long first, int pages)
      throws DatabaseException, InterruptedException {
    int pageBytes = set.settings().pageBytes();
    buffer.limit(pages * pageBytes).position(0);
    int read;
    try {
      read = file.read(buffer, set.position(first));
    } catch (DatabaseException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while pages were verified");
      }
      throw e;
    }
    for (int i = 0; i < read / pageBytes; i++) {
      verify(first + i, i * pageBytes);
    }
    progress.add(0, pages);
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while pages were verified");
    }
  }

  private void verify(long page, int at) {
    int expected = set.generations().get(page);
    boolean uncertain = expected < 0;
    if (machineDied) {
      expected = synced.getOrDefault(page, -1);
    }
    Damage damage = format.check(buffer, at, page, expected);
    int found = PageFormat.generation(buffer, at);
    if (damage == Damage.NONE || damage == Damage.UNKNOWN_WRITE && unclean) {
      whole++;
      if (unclean || uncertain) {
        set.generations().set(page, found);
      }
      return;
    }
    if (damage == Damage.TORN && doublewritten.containsKey(page)) {
      restorable++;
    }
    if (uncertain && !machineDied) {
      inFlight++;
      return;
    }
    problem(1, set.name(page) + ": " + format.describe(damage, buffer, at, expected));
  }

  private void problem(long pages, String line) {
    if (problems.size() < MAX_NAMED) {
      problems.add(line);
    } else {
      unnamed += pages;
    }
  }
}
