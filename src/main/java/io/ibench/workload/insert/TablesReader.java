package io.ibench.workload.insert;

import io.ibench.config.Config;
import io.ibench.db.Partitions;
import io.ibench.workload.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes the tables of a plan, with the partitions that its settings ask for. */
final class TablesReader {

  private final Config config;
  private final InsertSettings settings;
  private final List<Step> steps;

  TablesReader(Config config, InsertSettings settings, List<Step> steps) {
    this.config = config;
    this.settings = settings;
    this.steps = steps;
  }

  List<PurchaseTable> read() {
    Optional<Partitions> partitions = partitions();
    List<PurchaseTable> tables = new ArrayList<>();
    for (int number = 0; number < settings.tableCount(); number++) {
      tables.add(PurchaseTable.of(settings, number, partitions));
    }
    return List.copyOf(tables);
  }

  private Optional<Partitions> partitions() {
    int count = Math.toIntExact(config.get(InsertKeys.PARTITIONS));
    long rows = config.get(InsertKeys.ROWS_PER_PARTITION);
    if (count == 0) {
      if (rows > 0) {
        config.problem(
            "needs insert.num_partitions above 1",
            InsertKeys.ROWS_PER_PARTITION,
            InsertKeys.PARTITIONS);
      }
      return Optional.empty();
    }
    if (count == 1) {
      config.problem("is no division; allowed: 0, or 2 and more", InsertKeys.PARTITIONS);
      return Optional.empty();
    }
    long planned = rows > 0 ? rows : Math.max(1, insertsIntoEach() / count);
    return Optional.of(new Partitions(count, planned));
  }

  /** All that the plan inserts, by table. */
  private long insertsIntoEach() {
    return steps.stream()
            .filter(step -> step instanceof Step.Work)
            .mapToLong(step -> ((Step.Work) step).rows().orElse(0))
            .sum()
        / settings.tableCount();
  }
}
