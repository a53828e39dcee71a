package io.ibench.workload.oltp;

import io.ibench.db.Command;
import io.ibench.workload.Plan.Example;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** The statements of the steps' scripts with typical values. */
final class Examples {

  private final OltpTable table;
  private final long middle;
  private final List<Example> all = new ArrayList<>();

  private Examples(OltpSettings settings, OltpTable table) {
    this.table = table;
    this.middle = (settings.rows() + 1) / 2;
  }

  static List<Example> of(OltpSettings settings, OltpTable table, List<StepSettings> steps) {
    Examples examples = new Examples(settings, table);
    for (StepSettings step : steps) {
      examples.add(step);
    }
    return examples.all.stream().distinct().toList();
  }

  private void add(StepSettings step, Command command, Long... values) {
    all.add(new Example(step.script().label(), command, List.of(values)));
  }

  private void addList(StepSettings step, Command command, int numbers, Long... before) {
    List<Long> values = new ArrayList<>(List.of(before));
    LongStream.range(0, numbers).forEach(i -> values.add(middle + i));
    all.add(new Example(step.script().label(), command, values));
  }

  private void add(StepSettings step) {
    switch (step.script()) {
      case INSERT -> {
        if (table.table().generatedKey()) {
          add(step, table.insertWithoutId(), middle, 0L, 0L);
        } else {
          add(step, table.insert(1), middle, middle, 0L, 0L);
        }
      }
      case DELETE -> add(step, table.delete(), middle);
      case INLIST_SELECT -> addList(step, table.cOfList(step.listed()), step.listed());
      case INLIST_UPDATE -> addList(step, table.setCOfList(step.listed()), step.listed(), 0L);
      case SELECT_RANDOM_POINTS -> addList(step, table.rowsOfList(step.listed()), step.listed());
      case SELECT_RANDOM_RANGES ->
          addList(step, table.countOfRanges(step.listed()), 2 * step.listed());
      case POINTS_COVERED ->
          addList(step, table.pointsOn(step.on(), step.covered(), step.listed()), step.listed());
      case RANGE_COVERED ->
          add(step, table.rangeOn(step.on(), step.covered()), middle, middle + step.rangeSize());
      case READ_ONLY_COUNT -> range(step, 1, table.countOfRange());
      case SCAN -> add(step, table.scan());
      default -> mixed(step);
    }
  }

  private void mixed(StepSettings step) {
    StepSettings.Counts counts = step.counts();
    if (counts.points() > 0) {
      add(step, table.point(), middle);
    }
    range(step, counts.simple(), table.range());
    range(step, counts.sum(), table.sum());
    range(step, counts.order(), table.ordered());
    range(step, counts.distinct(), table.distinct());
    if (counts.indexUpdates() > 0) {
      add(step, table.addToK(), middle);
    }
    if (counts.nonIndexUpdates() > 0) {
      add(step, table.setC(), 0L, middle);
    }
    if (counts.deleteInserts() > 0) {
      add(step, table.delete(), middle);
      add(step, table.insert(1), middle, middle, 0L, 0L);
    }
  }

  private void range(StepSettings step, int count, Command command) {
    if (count > 0) {
      add(step, command, middle, middle + step.rangeSize() - 1);
    }
  }
}
