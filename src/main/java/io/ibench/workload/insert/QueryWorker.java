package io.ibench.workload.insert;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.RowHash;
import io.ibench.db.Session;
import io.ibench.random.Mix;
import io.ibench.random.Random64;
import io.ibench.workload.table.TableWorker;
import java.util.Map;

/** Queries a table: ranges of a covering index, and rows by their keys. */
final class QueryWorker extends TableWorker {

  /** As in the ancestor. */
  private static final int POINT_QUERIES_PER_LOOK = 100;

  private static final InsertOperation[] OPERATIONS = InsertOperation.values();
  private static final int POINT = InsertOperation.POINT.ordinal();
  private static final int GET_MAX = InsertOperation.GET_MAX.ordinal();

  private final PurchaseColumns columns;
  private final KeyRange keys;
  private final Random64 random;
  private final Mix mix;
  private final Prepared[] queries = new Prepared[OPERATIONS.length];
  private final int[] queryCounters = new int[OPERATIONS.length];
  private final int[] rowCounters = new int[OPERATIONS.length];
  private final long[] ids;
  private int sinceLook;

  /**
   * @param shares of the queries, by name
   */
  QueryWorker(
      InsertSettings settings,
      PurchaseTable table,
      KeyRange keys,
      Map<String, Double> shares,
      Session session,
      Random64 random)
      throws DatabaseException {
    super(OPERATIONS.length, InsertCounter.SET.worker());
    this.columns = settings.columns();
    this.keys = keys;
    this.random = random;
    this.mix = mix(shares);
    this.ids = new long[settings.rowsPerQuery()];
    for (InsertOperation operation : OPERATIONS) {
      if (shares.containsKey(operation.label())) {
        int number = operation.ordinal();
        boolean point = operation == InsertOperation.POINT;
        queries[number] = session.prepare(point ? table.pointQuery() : table.rangeQuery(operation));
        queryCounters[number] = InsertCounter.queries(operation).ordinal();
        rowCounters[number] = InsertCounter.rows(operation).ordinal();
      }
    }
    queries[GET_MAX] = session.prepare(table.extremeKey(true));
  }

  /** Percentages by the operations' numbers. */
  private static Mix mix(Map<String, Double> shares) {
    double sum = shares.values().stream().mapToDouble(Double::doubleValue).sum();
    double[] percentages = new double[OPERATIONS.length];
    for (InsertOperation operation : OPERATIONS) {
      percentages[operation.ordinal()] = 100 * shares.getOrDefault(operation.label(), 0.0) / sum;
    }
    return new Mix(percentages);
  }

  @Override
  public int next() {
    if (sinceLook >= POINT_QUERIES_PER_LOOK) {
      sinceLook = 0;
      return GET_MAX;
    }
    return mix.next(random);
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    if (operation == POINT) {
      long lowest = keys.lowest();
      long span = Math.max(1, keys.highest() - lowest);
      for (int i = 0; i < ids.length; i++) {
        ids[i] = lowest + random.nextLong(span);
      }
      queries[POINT].setLongs(0, ids, ids.length);
    } else if (operation != GET_MAX) {
      queries[operation].setLong(0, from(OPERATIONS[operation]));
    }
  }

  /** Where a range begins. */
  private long from(InsertOperation query) {
    boolean old = columns.hasOldPrices();
    return switch (query) {
      case REGISTER -> random.nextLong(columns.cashregisters());
      case MARKET -> old ? drawPrice() : random.nextLong(columns.products());
      default -> old ? drawPrice() : random.nextLong(columns.maxPrice());
    };
  }

  private long drawPrice() {
    return Purchases.drawPrice(random, columns, random.nextLong(columns.customers()));
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    Prepared query = queries[operation];
    if (operation == GET_MAX) {
      long highest = KeyRange.key(query);
      checksums[GET_MAX] = RowHash.mix(checksums[GET_MAX], highest);
      keys.setHighest(highest);
      return 1;
    }
    int rows = query.execute();
    counters.add(queryCounters[operation], 1);
    counters.add(rowCounters[operation], rows);
    sinceLook += operation == POINT ? 1 : 0;
    return answered(operation, rows, query);
  }

  /** Queries are idempotent. */
  @Override
  public int resolveOutcome(int operation) {
    return NOT_EXECUTED;
  }

  @Override
  public void failed(int operation, boolean outcomeUnknown) {}
}
