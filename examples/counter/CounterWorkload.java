package example.counter;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.Command;
import io.ibench.db.Table;
import io.ibench.workload.simple.Binder;
import io.ibench.workload.simple.Definition;
import io.ibench.workload.simple.SimpleWorkload;

/** Counters that are read and incremented: their sum shows whether an increment was lost. */
public final class CounterWorkload extends SimpleWorkload {

  private static final Key<Long> ROWS = rows("counter.rows", "1000", "counters to load");

  public CounterWorkload() {
    super("counter", "counters that are read and incremented", ROWS);
  }

  @Override
  protected void define(Definition define, Config config) {
    Table counters = Table.named("counters").key("id").number("value");
    define.table(counters, config.get(ROWS), (row, id, values) -> row.setLong(1, 0));
    define.operation("READ", 50, counters.select("value").where("id"), Binder.any(counters));
    Command plusOne = counters.update().add("value", 1).where("id");
    define.operation("INCREMENT", 50, plusOne, Binder.any(counters));
    define.checkSum(counters, "value");
  }
}
