package io.ibench.workload.linkbench;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.random.Random64;
import io.ibench.workload.Cursors;
import io.ibench.workload.table.Lines;
import java.util.List;
import java.util.Optional;

/**
 * Checks the counts of a sample of pairs of id and link type: those of the ids with the most links,
 * and others drawn uniformly. Reads each pair by its key.
 */
final class SampledPairs {

  private static final long MOST_LINKED_IDS = 100;

  /** Longer lists are streamed, as a hub's millions of links may not fit into the heap. */
  private static final int MAX_LIST = 10_000;

  private static final List<Condition> LINKS_OF_PAIR =
      List.of(Condition.eq("link_type"), Condition.eq("id1"));

  private static final Scan STREAM =
      new Scan(
          GraphTables.LINKS, List.of("visibility"), LINKS_OF_PAIR, List.of("link_type", "id1"));

  private final LinkBenchSettings settings;
  private final Session links;
  private final CountCheck check;
  private final Prepared list;
  private final Prepared count;
  private long mostLinkedPairs;

  SampledPairs(LinkBenchSettings settings, Session links, Session counts, CountCheck check)
      throws DatabaseException {
    this.settings = settings;
    this.links = links;
    this.check = check;
    list =
        links.prepare(
            new Command.Select(
                GraphTables.LINKS,
                List.of("visibility"),
                LINKS_OF_PAIR,
                Optional.empty(),
                List.of("id2"),
                false,
                MAX_LIST,
                0));
    count =
        counts.prepare(
            Command.Select.of(
                GraphTables.COUNTS,
                List.of("count"),
                List.of(Condition.eq("id"), Condition.eq("link_type"))));
  }

  /** Whether there are more pairs than a sample has. */
  static boolean fewerThanAll(LinkBenchSettings settings) {
    return settings.ids() > MOST_LINKED_IDS
        && settings.ids() > settings.checks().sample() / settings.types();
  }

  void compare() throws DatabaseException, InterruptedException {
    for (long rank = 0; rank < MOST_LINKED_IDS; rank++) {
      for (int type = 0; type < settings.types(); type++) {
        compare(settings.startId() + settings.degrees().offset(rank), type);
        mostLinkedPairs++;
      }
    }
    Random64 random = new Random64(Random64.hash(settings.seed(), "verify"));
    for (long pair = mostLinkedPairs; pair < settings.checks().sample(); pair++) {
      long rank = MOST_LINKED_IDS + random.nextLong(settings.ids() - MOST_LINKED_IDS);
      compare(
          settings.startId() + settings.degrees().offset(rank), random.nextInt(settings.types()));
    }
  }

  private void compare(long id, int typeNumber) throws DatabaseException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    long type = GraphData.FIRST_LINK_TYPE + typeNumber;
    count.setLong(0, id);
    count.setLong(1, type);
    long found = 0;
    if (count.execute() > 0) {
      check.countRead();
      found = count.getLong(0, 0);
    }
    list.setLong(0, type);
    list.setLong(1, id);
    int rows = list.execute();
    check.compare(id, type, found, rows == MAX_LIST ? stream(id, type) : visible(rows));
  }

  private long visible(int rows) {
    long visible = 0;
    for (int row = 0; row < rows; row++) {
      visible += list.getLong(row, 0) == GraphData.VISIBLE ? 1 : 0;
      check.linkRead();
    }
    return visible;
  }

  private long stream(long id, long type) throws DatabaseException, InterruptedException {
    long visible = 0;
    try (Cursor cursor = links.scan(STREAM, type, id)) {
      while (Cursors.next(cursor, links)) {
        visible += cursor.getLong(0) == GraphData.VISIBLE ? 1 : 0;
        check.linkRead();
      }
    }
    return visible;
  }

  /** Describes the sample; the end of a sentence. */
  String description() {
    return Lines.text(
        ", in a sample of %,d pairs of id and link type, the %,d with the most links among them",
        Math.max(settings.checks().sample(), mostLinkedPairs), mostLinkedPairs);
  }
}
