package io.ibench.workload.insert;

import io.ibench.config.Config;
import io.ibench.workload.Step;
import io.ibench.workload.StepKeys;
import io.ibench.workload.insert.InsertKeys.SecondaryAt;
import io.ibench.workload.table.TableSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks the steps of a plan against each other. */
final class StepRules {

  private final Config config;
  private final InsertSettings settings;
  private final List<Step> steps;
  private final long loadedRows;

  /** Problems of {@code steps}: a key can have one problem, which lists all of them. */
  private final List<String> problems = new ArrayList<>();

  /**
   * @param loadedRows the loaded rows of each client
   */
  StepRules(Config config, InsertSettings settings, List<Step> steps, long loadedRows) {
    this.config = config;
    this.settings = settings;
    this.steps = steps;
    this.loadedRows = loadedRows;
  }

  void check() {
    boolean loaded = false;
    boolean indexed = settings.secondaryAt() == SecondaryAt.START;
    for (Step step : steps) {
      switch (step.kind()) {
        case TableSteps.CREATE -> indexed = settings.secondaryAt() == SecondaryAt.START;
        case InsertPlan.LOAD -> loaded = true;
        case InsertPlan.INDEX -> {
          checkIndexing(step, indexed);
          indexed = true;
        }
        default -> {}
      }
      if (step instanceof Step.Work work) {
        checkQueries(work, loaded && !indexed);
        checkDeletes(work);
      }
    }
    if (!problems.isEmpty()) {
      config.problem("cannot be: " + String.join("; ", problems), StepKeys.STEPS);
    }
  }

  private void checkIndexing(Step step, boolean indexed) {
    if (settings.indexes() == 0) {
      problem(
          step.name()
              + " has no indexes to make; leave it out, or give"
              + " insert.num_secondary_indexes above 0");
    } else if (indexed) {
      problem(
          step.name()
              + " would make indexes that there are already; leave it out, or give"
              + " insert.secondary_at = end");
    }
  }

  private void checkQueries(Step.Work step, boolean withoutIndexes) {
    for (Step.Group group : step.groups()) {
      boolean ranges = !Set.of(InsertOperation.POINT.label()).containsAll(group.mix().keySet());
      if (ranges && withoutIndexes) {
        problem(
            step.name()
                + " needs the secondary indexes, which nothing before it has made; put l.x before"
                + " it, or give insert.secondary_at = start");
      }
    }
  }

  private void problem(String message) {
    problems.add(message);
  }

  private void checkDeletes(Step.Work step) {
    if (config.isBroken(StepKeys.ROWS.under(InsertPlan.LOAD))) {
      return; // loadedRows is not the user's
    }
    for (Step.Group group : step.groups()) {
      if (group.follows().isPresent() && group.rowsPerOperation() > loadedRows) {
        config.problem(
            "is more than the "
                + loadedRows
                + " rows of a table, of which as many would be deleted at once",
            StepKeys.ROWS_PER_COMMIT.under(step.name()));
      }
    }
  }
}
