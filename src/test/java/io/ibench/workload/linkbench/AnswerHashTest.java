package io.ibench.workload.linkbench;

import static io.ibench.workload.linkbench.Graph.TYPE;
import static io.ibench.workload.linkbench.Graph.visible;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Prepared;
import io.ibench.db.Product;
import io.ibench.db.Session;
import io.ibench.workload.linkbench.Graph.Link;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnswerHashTest {

  @TempDir Path folder;

  /** The hash of these links, in no order, or from the lowest id2 or the highest. */
  private long hash(boolean ordered, boolean descending, Link... links) throws DatabaseException {
    try (FreshDatabase fresh = FreshDatabase.of(Product.MEMORY, folder)) {
      Database database = fresh.database();
      Graph.create(database);
      try (Graph graph = new Graph(database.session());
          Session session = database.session()) {
        for (Link link : links) {
          graph.put(link);
        }
        List<String> columns = GraphTables.LINKS.columnNames();
        Prepared all =
            session.prepare(
                new Command.Select(
                    GraphTables.LINKS,
                    columns,
                    List.of(),
                    Optional.empty(),
                    ordered ? List.of("id2") : List.of(),
                    descending,
                    0,
                    0));
        all.execute();
        return all.resultHash();
      }
    }
  }

  @Test
  void everyColumnEveryByteAndEveryRowCounts() throws DatabaseException {
    Set<Long> sums = new HashSet<>();
    String data = "nine bytes and more";
    Link link = visible(1, 2, data, 100);
    sums.add(hash(true, false));
    sums.add(hash(true, false, link));
    sums.add(hash(true, false, link, visible(1, 3, data, 100)));
    sums.add(hash(true, false, visible(2, 2, data, 100)));
    sums.add(hash(true, false, visible(1, 3, data, 100)));
    sums.add(hash(true, false, visible(1, 2, data, 101)));
    sums.add(hash(true, false, new Link(1, 2, TYPE + 1, 1, data, 100, 0)));
    sums.add(hash(true, false, new Link(1, 2, TYPE, 0, data, 100, 0)));
    sums.add(hash(true, false, visible(1, 2, data + "\0", 100)));
    for (int at = 0; at < data.length(); at++) {
      String changed = data.substring(0, at) + "X" + data.substring(at + 1);
      sums.add(hash(true, false, visible(1, 2, changed, 100)));
    }
    assertThat(sums).hasSize(9 + data.length());
  }

  @Test
  void theOrderOfRowsCountsOnlyWhereThereIsOne() throws DatabaseException {
    Link[] links = {visible(1, 2, "a", 100), visible(1, 3, "b", 100)};
    assertThat(hash(true, true, links)).isNotEqualTo(hash(true, false, links));
    assertThat(hash(false, false, links))
        .isEqualTo(hash(false, false, links[0]) + hash(false, false, links[1]));
  }
}
