package io.ibench.workload.linkbench;

import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Links and counts as a plain session reads them, for tests of small graphs: nothing here is shared
 * with verification.
 *
 * @param links every link row
 * @param counts by id and type, without those of 0
 */
record StoredGraph(List<Link> links, Map<Pair, Long> counts) {

  /** An id and a type of link. */
  record Pair(long id, long type) implements Comparable<Pair> {
    @Override
    public int compareTo(Pair other) {
      return id != other.id ? Long.compare(id, other.id) : Long.compare(type, other.type);
    }
  }

  record Link(Pair of, long id2, boolean visible) {}

  static StoredGraph read(Database database) throws DatabaseException {
    try (Session session = database.session()) {
      List<Link> links = new ArrayList<>();
      for (long[] row :
          rows(session, GraphTables.LINKS, List.of("id1", "link_type", "id2", "visibility"))) {
        links.add(new Link(new Pair(row[0], row[1]), row[2], row[3] == GraphData.VISIBLE));
      }
      Map<Pair, Long> counts = new TreeMap<>();
      for (long[] row : rows(session, GraphTables.COUNTS, List.of("id", "link_type", "count"))) {
        if (row[2] != 0) {
          counts.put(new Pair(row[0], row[1]), row[2]);
        }
      }
      return new StoredGraph(links, counts);
    }
  }

  /** Visible links by id and type, without zeros. */
  Map<Pair, Long> visible() {
    Map<Pair, Long> visible = new TreeMap<>();
    links.stream().filter(Link::visible).forEach(link -> visible.merge(link.of(), 1L, Long::sum));
    return visible;
  }

  private static List<long[]> rows(Session session, Table table, List<String> columns)
      throws DatabaseException {
    Prepared select =
        session.prepare(
            new Command.Select(
                table, columns, List.of(), Optional.empty(), table.primaryKey(), false, 0, 0));
    List<long[]> rows = new ArrayList<>();
    int count = select.execute();
    for (int row = 0; row < count; row++) {
      long[] values = new long[columns.size()];
      for (int column = 0; column < values.length; column++) {
        values[column] = select.getLong(row, column);
      }
      rows.add(values);
    }
    return rows;
  }
}
