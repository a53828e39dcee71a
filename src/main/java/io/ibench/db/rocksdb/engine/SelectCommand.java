package io.ibench.db.rocksdb.engine;

import io.ibench.db.Command;
import io.ibench.db.Command.Select.Result;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.RowHash;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/** Reads rows. Without a sort it allocates nothing but RocksDB's iterators. */
final class SelectCommand extends RocksPrepared implements Walk.Visitor {

  private final Result result;
  private final int width;
  private final int columnOfAggregate;
  private final Walk walk;
  private final Rows rows;
  private final boolean walksInOrder;
  private final boolean ordered;
  private final boolean descending;
  private final int offset;
  private final int limit;

  /** Places of the columns that sort the rows. */
  private final int[] sortedBy;

  private int skipped;
  private int rowsRead;
  private long aggregate;
  private long resultHash;

  SelectCommand(
      Command.Select select,
      RocksSession session,
      RocksTable table,
      @Nullable RocksIndex index,
      Place place) {
    super(session, table, new Parameters(select), place);
    RowLayout layout = table.layout();
    if (select.limit() > 0 && select.orderBy().isEmpty()) {
      throw new IllegalArgumentException("a limited select needs an order");
    }
    Access access = new Access(layout, index, Predicate.of(select, layout));
    List<Integer> orderBy =
        select.orderBy().stream().map(name -> layout.table().position(name)).toList();
    result = select.result();
    ordered = !orderBy.isEmpty();
    descending = select.descending() && ordered;
    walksInOrder = access.isOrderedBy(orderBy, descending);
    offset = select.offset();
    limit = select.limit();
    List<Integer> columns =
        new ArrayList<>(
            select.columns().stream().map(name -> layout.table().position(name)).toList());
    width = columns.size();
    columnOfAggregate = columns.get(0);
    sortedBy = walksInOrder ? new int[0] : sortedBy(orderBy, columns);
    int[] wanted = columns.stream().mapToInt(Integer::intValue).toArray();
    walk = new Walk(access, table, session, wanted);
    rows = new Rows(layout, wanted);
  }

  /** Where the columns are among those of the answer; adds those that it lacks. */
  private static int[] sortedBy(List<Integer> orderBy, List<Integer> columns) {
    for (int column : orderBy) {
      if (!columns.contains(column)) {
        columns.add(column);
      }
    }
    return orderBy.stream().mapToInt(columns::indexOf).toArray();
  }

  @Override
  boolean needsTransaction() {
    return false;
  }

  @Override
  String describe() {
    Access access = walk.access();
    String rowOfEntry =
        access.index() == null ? "" : walk.isCovering() ? ", nothing else" : ", get of each row";
    return walk.describe() + rowOfEntry + (walksInOrder ? "" : ", then a sort");
  }

  @Override
  int run() throws RocksDBException, DatabaseException {
    rows.clear();
    rowsRead = 0;
    skipped = 0;
    aggregate = 0;
    walk.run(parameters, session.reading(), descending && walksInOrder, this);
    if (result.isAggregate()) {
      long hash = RowHash.number(0, 0, aggregate);
      resultHash = RowHash.end(hash, 0, false);
      rowsRead = 1;
      return 1;
    }
    if (!walksInOrder) {
      rows.sort(sortedBy, descending);
    }
    if (result == Result.DISTINCT) {
      rows.distinct(width);
    } else if (!walksInOrder && (limit > 0 || offset > 0)) {
      rows.slice(offset, limit > 0 ? offset + limit : Integer.MAX_VALUE);
    }
    resultHash = rows.hash(width, ordered);
    rowsRead = rows.count();
    return rowsRead;
  }

  @Override
  public boolean visit(Row row) {
    switch (result) {
      case SUM -> aggregate += row.numbers[columnOfAggregate];
      case COUNT -> aggregate++;
      case ROWS, DISTINCT -> {
        if (walksInOrder && skipped < offset) {
          skipped++;
        } else {
          rows.add(row);
        }
      }
    }
    return !(walksInOrder && limit > 0 && rows.count() == limit);
  }

  @Override
  public long resultHash() {
    return resultHash;
  }

  @Override
  public long getLong(int row, int column) {
    Prepared.requireRow(row, rowsRead);
    return result.isAggregate() ? aggregate : rows.number(row, column);
  }

  @Override
  public int getBytes(int row, int column, byte[] into) {
    Prepared.requireRow(row, rowsRead);
    return rows.bytes(row, column, into);
  }
}
