package io.ibench.workload.linkbench;

import io.ibench.db.Condition;
import io.ibench.db.Cursor;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.random.Random64;
import io.ibench.workload.Experiment.Outcome;
import io.ibench.workload.linkbench.LinkBenchKeys.Verify;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks that every count equals the number of visible links of its id and type, and that the
 * tables' totals are as booked. Walks links and counts side by side in one order, with bounded
 * memory. Nothing may be written meanwhile.
 */
final class Verification {

  private static final int MOST_SHOWN = 5;
  private static final int SAMPLE_RANGES = 100;
  private static final long SAMPLE_IDS = 1000;

  private final LinkBenchSettings settings;
  private final GraphBooks books;
  private final Database database;
  private final List<String> problems = new ArrayList<>();
  private long linkRows;
  private long visibleLinks;
  private long counts;
  private long mismatches;

  Verification(LinkBenchSettings settings, GraphBooks books, Database database) {
    this.settings = settings;
    this.books = books;
    this.database = database;
  }

  Outcome run() throws DatabaseException, InterruptedException {
    if (!database.keepsData()) {
      return new Outcome(0, List.of("nothing verified: this database keeps nothing"), List.of());
    }
    try (Session links = database.session();
        Session others = database.session()) {
      if (settings.verify() == Verify.SAMPLE && settings.ids() > SAMPLE_RANGES * SAMPLE_IDS) {
        return sample(links, others);
      }
      compare(links, others, 0, Long.MAX_VALUE);
      return full(others);
    }
  }

  private Outcome sample(Session links, Session others)
      throws DatabaseException, InterruptedException {
    Random64 random = new Random64(Random64.hash(settings.seed(), "verify"));
    for (int range = 0; range < SAMPLE_RANGES; range++) {
      long first = settings.startId() + random.nextLong(settings.ids() - SAMPLE_IDS);
      compare(links, others, first, first + SAMPLE_IDS);
    }
    return new Outcome(
        linkRows,
        List.of(
            String.format(
                "%,d counts equal %,d visible links, in a sample of %d ranges of %d ids;"
                    + " totals not checked",
                counts - mismatches, visibleLinks, SAMPLE_RANGES, SAMPLE_IDS)),
        allProblems());
  }

  private Outcome full(Session others) throws DatabaseException, InterruptedException {
    List<String> facts = new ArrayList<>();
    facts.add(
        String.format("%,d counts equal %,d visible links", counts - mismatches, visibleLinks));
    if (!books.knowsTotals()) {
      facts.add("totals not checked: ibench_tables does not know them, as after a run that died");
      return new Outcome(linkRows, facts, allProblems());
    }
    long nodeRows = countNodes(others);
    total("linktable rows", linkRows, books.linkRows());
    total("visible links", visibleLinks, books.visibleLinks());
    total("nodetable rows", nodeRows, books.nodeRows());
    if (books.uncertain() > 0) {
      facts.add(
          String.format(
              "%,d writes ended without anybody knowing whether they were committed; totals may"
                  + " differ by as many",
              books.uncertain()));
    }
    facts.add(String.format("totals as booked: %,d links, %,d nodes", linkRows, nodeRows));
    return new Outcome(linkRows, problems.isEmpty() ? facts : List.of(), allProblems());
  }

  private void total(String what, long found, long booked) {
    if (Math.abs(found - booked) > books.uncertain()) {
      problems.add(String.format("%s: %,d found, %,d booked", what, found, booked));
    }
  }

  private List<String> allProblems() {
    List<String> all = new ArrayList<>(problems);
    if (mismatches > MOST_SHOWN) {
      all.add(String.format("%,d ids and types in all have a wrong count", mismatches));
    }
    return all;
  }

  /** Walks both tables over the ids from {@code first} to before {@code end}. */
  private void compare(Session linkSession, Session countSession, long first, long end)
      throws DatabaseException, InterruptedException {
    try (Cursor links = linkSession.scan(linkScan(), first, end);
        Cursor countRows = countSession.scan(countScan(), first, end)) {
      boolean moreLinks = links.next();
      boolean moreCounts = countRows.next();
      while (moreLinks || moreCounts) {
        boolean takeLinks = moreLinks && (!moreCounts || order(links, countRows) <= 0);
        boolean takeCount = moreCounts && (!moreLinks || order(links, countRows) >= 0);
        Cursor source = takeLinks ? links : countRows;
        long id = source.getLong(0);
        long type = source.getLong(1);
        long booked = takeCount ? countRows.getLong(2) : 0;
        long visible = 0;
        while (takeLinks && moreLinks && links.getLong(0) == id && links.getLong(1) == type) {
          visible += links.getLong(2) == GraphData.VISIBLE ? 1 : 0;
          linkRows++;
          moreLinks = links.next();
        }
        if (takeCount) {
          counts++;
          moreCounts = countRows.next();
        }
        compare(id, type, booked, visible);
        checkInterrupt();
      }
    }
  }

  private static int order(Cursor links, Cursor countRows) throws DatabaseException {
    int ids = Long.compare(links.getLong(0), countRows.getLong(0));
    return ids != 0 ? ids : Long.compare(links.getLong(1), countRows.getLong(1));
  }

  private void compare(long id, long type, long booked, long visible) {
    visibleLinks += visible;
    if (booked != visible) {
      mismatches++;
      if (mismatches <= MOST_SHOWN) {
        problems.add(
            String.format(
                "id %d, link type %d: the count is %,d, visible links are %,d",
                id, type, booked, visible));
      }
    }
  }

  private static void checkInterrupt() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  private static Scan linkScan() {
    return new Scan(
        GraphTables.LINKS,
        List.of("id1", "link_type", "visibility"),
        List.of(Condition.of("id1", Condition.Op.GE), Condition.of("id1", Condition.Op.LT)),
        List.of("id1", "link_type"));
  }

  private static Scan countScan() {
    return new Scan(
        GraphTables.COUNTS,
        List.of("id", "link_type", "count"),
        List.of(Condition.of("id", Condition.Op.GE), Condition.of("id", Condition.Op.LT)),
        List.of("id", "link_type"));
  }

  private long countNodes(Session session) throws DatabaseException, InterruptedException {
    Scan scan = new Scan(GraphTables.NODES, List.of("id"), List.of(), List.of("id"));
    long rows = 0;
    try (Cursor nodes = session.scan(scan)) {
      while (nodes.next()) {
        rows++;
        checkInterrupt();
      }
    }
    return rows;
  }
}
