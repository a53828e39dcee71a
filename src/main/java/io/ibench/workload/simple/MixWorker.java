package io.ibench.workload.simple;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.db.Transaction;
import io.ibench.random.Mix;
import io.ibench.random.Random64;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import java.util.List;
import java.util.Map;

/** Draws and executes the operations of a mix. Allocates nothing per operation. */
final class MixWorker implements Worker {

  /** Operations between two looks at what all workers have inserted. */
  private static final int OPERATIONS_PER_LOOK = 64;

  private final SimplePlan plan;
  private final Random64 random;
  private final Mix mix;
  private final Values values;
  private final Transaction transaction;
  private final WorkloadCounters counters;
  private final Prepared[] lookups;
  private final PreparedOperation[] operations;
  private final KeySpace[] keys;
  private int untilLook = OPERATIONS_PER_LOOK;

  /**
   * @param shares of the operations, by name
   */
  MixWorker(
      SimplePlan plan,
      Map<String, Double> shares,
      List<KeySpace> keys,
      Books books,
      Session session,
      Random64 random)
      throws DatabaseException {
    this.plan = plan;
    this.random = random;
    List<Operation> all = plan.definition().operations();
    int most = all.stream().mapToInt(each -> each.commands().size()).max().orElse(1);
    this.keys = keys.toArray(KeySpace[]::new);
    values = new Values(random, this.keys, most);
    transaction = session.transaction();
    counters = books.worker();
    mix = mix(plan, shares);
    operations = new PreparedOperation[plan.loads() + all.size()];
    lookups = new Prepared[operations.length];
    for (int i = 0; i < all.size(); i++) {
      Operation operation = all.get(i);
      if (shares.containsKey(operation.name())) {
        int number = plan.loads() + i;
        List<Effects> effects = plan.effects(operation);
        operations[number] =
            new PreparedOperation(operation, effects, books, counters, values, session);
        if (plan.isResolvable(operation)) {
          Table table = insertedTable(operation);
          String key = table.primaryKey().get(0);
          lookups[number] = session.prepare(table.select(key).where(key));
        }
      }
    }
  }

  /** Percentages by the operations' numbers. */
  private static Mix mix(SimplePlan plan, Map<String, Double> shares) {
    double sum = shares.values().stream().mapToDouble(Double::doubleValue).sum();
    List<String> names = plan.operations();
    double[] percentages = new double[names.size()];
    for (int i = plan.loads(); i < percentages.length; i++) {
      percentages[i] = 100 * shares.getOrDefault(names.get(i), 0.0) / sum;
    }
    return new Mix(percentages);
  }

  private static Table insertedTable(Operation operation) {
    return operation.commands().stream()
        .filter(command -> command instanceof Command.Insert insert && hasKey(insert))
        .findFirst()
        .orElseThrow()
        .table();
  }

  private static boolean hasKey(Command.Insert insert) {
    return Definition.hasNumberedKey(insert.table())
        && insert.columns().containsAll(insert.table().primaryKey());
  }

  @Override
  public int next() {
    if (--untilLook == 0) {
      untilLook = OPERATIONS_PER_LOOK;
      for (KeySpace space : keys) {
        space.look();
      }
    }
    return mix.next(random);
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    values.at(epochMillis);
    operations[operation].bind();
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    return operations[operation].execute();
  }

  @Override
  public void rollback() throws DatabaseException {
    transaction.rollback();
  }

  /**
   * An operation that changes nothing can be repeated. The row with the key that only this worker
   * uses shows whether a transaction that inserts it was committed.
   */
  @Override
  public int resolveOutcome(int operation) throws DatabaseException {
    if (operations[operation].changesNothing()) {
      return NOT_EXECUTED;
    }
    Prepared lookup = lookups[operation];
    if (lookup == null) {
      return UNKNOWN_OUTCOME;
    }
    Operation unknown = plan.definition().operations().get(operation - plan.loads());
    lookup.setLong(0, values.last(insertedTable(unknown)));
    return lookup.execute() == 0 ? NOT_EXECUTED : operations[operation].resolved();
  }

  @Override
  public void failed(int operation, boolean outcomeUnknown) {
    if (outcomeUnknown) {
      operations[operation].bookUnknown();
    }
  }

  @Override
  public long checksum(int operation) {
    PreparedOperation prepared = operations[operation];
    return prepared == null ? 0 : prepared.checksum();
  }

  @Override
  public WorkloadCounters counters() {
    return counters;
  }
}
