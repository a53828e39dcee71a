package io.ibench.workload.linkbench;

import io.ibench.db.Condition;
import io.ibench.db.Cursor;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.workload.Cursors;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun.Outcome;
import io.ibench.workload.linkbench.LinkBenchKeys.Verify;
import io.ibench.workload.table.Lines;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks that every count equals the number of visible links of its id and type, and that the
 * tables' totals are as expected. Reads links and counts as two streams in the same order, so that
 * memory is bounded; an interrupt aborts the streams. Nothing may write to the tables meanwhile.
 */
final class Verification {

  /** A sample also counts the rows of whole tables, up to this size: seconds, not hours. */
  private static final long CHEAP_ROWS = 10_000_000;

  private final LinkBenchSettings settings;
  private final GraphBooks books;
  private final Database database;
  private final CountCheck check;

  /**
   * @param progress counts the rows that were read
   */
  Verification(
      LinkBenchSettings settings, GraphBooks books, Database database, WorkloadCounters progress) {
    this.settings = settings;
    this.books = books;
    this.database = database;
    this.check = new CountCheck(progress);
  }

  Outcome run() throws DatabaseException, InterruptedException {
    try (Session links = database.session();
        Session others = database.session()) {
      boolean sampled =
          settings.checks().extent() == Verify.SAMPLE && SampledPairs.fewerThanAll(settings);
      return sampled ? sample(links, others) : full(links, others);
    }
  }

  private Outcome full(Session links, Session others)
      throws DatabaseException, InterruptedException {
    compareAll(links, others);
    List<String> facts = summary("");
    if (books.knowsTotals()) {
      total(GraphTables.LINKS.name() + " rows", check.linkRows(), books.linkRows());
      total("visible links", check.visibleLinks(), books.visibleLinks());
      long nodes = countRows(others, nodeScan());
      total(GraphTables.NODES.name() + " rows", nodes, books.nodeRows());
      reportTotals(facts, check.linkRows(), nodes);
    } else {
      facts.add("totals not checked: ibench_tables does not know them, as after a run that died");
    }
    return new Outcome(check.linkRows(), facts, check.problems());
  }

  private Outcome sample(Session links, Session others)
      throws DatabaseException, InterruptedException {
    SampledPairs pairs = new SampledPairs(settings, links, others, check);
    pairs.compare();
    List<String> facts = summary(pairs.description());
    long sampledRows = check.linkRows();
    if (!books.knowsTotals()) {
      facts.add("totals not checked: ibench_tables does not know them, as after a run that died");
    } else if (books.linkRows() + books.nodeRows() > CHEAP_ROWS) {
      facts.add(Lines.text("totals not checked: more than %,d rows", CHEAP_ROWS));
    } else {
      long linkRows = countRows(links, linkScan());
      total(GraphTables.LINKS.name() + " rows", linkRows, books.linkRows());
      long nodes = countRows(others, nodeScan());
      total(GraphTables.NODES.name() + " rows", nodes, books.nodeRows());
      reportTotals(facts, linkRows, nodes);
    }
    return new Outcome(sampledRows, facts, check.problems());
  }

  private List<String> summary(String what) {
    return new ArrayList<>(
        check.problems().isEmpty() ? List.of(check.summary() + what) : List.of());
  }

  private void total(String what, long found, long booked) {
    if (Math.abs(found - booked) > books.uncertain()) {
      check.problem(Lines.text("%s: expected %,d as booked, found %,d", what, booked, found));
    }
  }

  private void reportTotals(List<String> facts, long linkRows, long nodes) {
    if (books.uncertain() > 0) {
      facts.add(
          Lines.text(
              "%,d writes ended without anybody knowing whether they were committed; totals may"
                  + " differ by as many",
              books.uncertain()));
    }
    if (check.problems().isEmpty()) {
      facts.add(Lines.text("totals as booked: %,d links, %,d nodes", linkRows, nodes));
    }
  }

  /** Reads both tables from the lowest id and type to the highest. */
  private void compareAll(Session linkSession, Session countSession)
      throws DatabaseException, InterruptedException {
    try (Cursor links = linkSession.scan(linkScan());
        Cursor counts = countSession.scan(countScan())) {
      boolean moreLinks = Cursors.next(links, linkSession);
      boolean moreCounts = Cursors.next(counts, countSession);
      while (moreLinks || moreCounts) {
        boolean takeLinks = moreLinks && (!moreCounts || order(links, counts) <= 0);
        boolean takeCount = moreCounts && (!moreLinks || order(links, counts) >= 0);
        Cursor source = takeLinks ? links : counts;
        long id = source.getLong(0);
        long type = source.getLong(1);
        long count = takeCount ? counts.getLong(2) : 0;
        long visible = 0;
        while (takeLinks && moreLinks && links.getLong(0) == id && links.getLong(1) == type) {
          visible += links.getLong(2) == GraphData.VISIBLE ? 1 : 0;
          check.linkRead();
          moreLinks = Cursors.next(links, linkSession);
        }
        if (takeCount) {
          check.countRead();
          moreCounts = Cursors.next(counts, countSession);
        }
        check.compare(id, type, count, visible);
      }
    }
  }

  private static int order(Cursor links, Cursor counts) throws DatabaseException {
    int ids = Long.compare(links.getLong(0), counts.getLong(0));
    return ids != 0 ? ids : Long.compare(links.getLong(1), counts.getLong(1));
  }

  private long countRows(Session session, Scan scan)
      throws DatabaseException, InterruptedException {
    long rows = 0;
    try (Cursor cursor = session.scan(scan)) {
      while (Cursors.next(cursor, session)) {
        rows++;
        check.rowRead();
      }
    }
    return rows;
  }

  static Scan linkScan() {
    return new Scan(
        GraphTables.LINKS,
        List.of("id1", "link_type", "visibility"),
        List.of(),
        List.of("id1", "link_type"));
  }

  private static Scan countScan() {
    return new Scan(
        GraphTables.COUNTS,
        List.of("id", "link_type", "count"),
        List.of(),
        List.of("id", "link_type"));
  }

  static Scan nodeScan() {
    return new Scan(GraphTables.NODES, List.of("id"), List.<Condition>of(), List.of("id"));
  }
}
