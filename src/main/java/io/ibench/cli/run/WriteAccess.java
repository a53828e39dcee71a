package io.ibench.cli.run;

import io.ibench.cli.ground.UsageException;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import io.ibench.workload.internal.RefusedException;
import io.ibench.workload.internal.RegisteredDataset;
import java.util.List;
import java.util.Optional;

/**
 * What a run does on a server that takes no writes, or not those of its user: a plan that only
 * reads needs none, and any other is refused before its first step. Stateless.
 */
final class WriteAccess {

  private WriteAccess() {}

  /**
   * Takes the tables. If the server does not let it, and the plan only reads, the dataset says so,
   * and the run does without.
   *
   * @throws RefusedException when the plan writes, and the server does not let it
   */
  static void take(
      TableLocks locks,
      Plan plan,
      RegisteredDataset dataset,
      boolean breaksLock,
      RunTerminal terminal)
      throws UsageException, RefusedException, DatabaseException {
    Optional<DatabaseException> unlocked = locks.take(breaksLock);
    List<String> writing =
        plan.steps().stream().filter(step -> !plan.onlyReads(step)).map(Step::name).toList();
    boolean records = plan.steps().stream().anyMatch(step -> step.use() == TableUse.WRITES);
    Optional<DatabaseException> unrecorded =
        (writing.isEmpty() ? records : unlocked.isPresent())
            ? dataset.whyUnwritable()
            : Optional.empty();
    if (writing.isEmpty()) {
      unlocked.or(() -> unrecorded).ifPresent(why -> dataset.leaveUnrecorded(lost(why)));
    } else if (unrecorded.isPresent()) {
      throw refused(writing, unrecorded.get());
    } else if (unlocked.isPresent()) {
      terminal.say(
          "ibench: warning: the tables are not locked, so another run may change them meanwhile: "
              + unlocked.get().getMessage());
    }
  }

  /** Lets the database try its product out if the plan writes. */
  static void begin(Database database, Plan plan) {
    if (plan.steps().stream().anyMatch(step -> !plan.onlyReads(step))) {
      database.beforeWrites();
    }
  }

  private static String lost(DatabaseException why) {
    return "the run only reads, and "
        + who(why)
        + " write: the tables are not locked, so another run may change them meanwhile, and"
        + " ibench_tables does not count this run: "
        + why.getMessage();
  }

  private static String who(DatabaseException why) {
    return why.kind() == FailureKind.READ_ONLY
        ? "the server lets nobody"
        : "the server does not let its user";
  }

  private static RefusedException refused(List<String> writing, DatabaseException why) {
    return new RefusedException(
        List.of(
            String.join(", ", writing)
                + (writing.size() == 1 ? " writes" : " write")
                + ", and "
                + who(why)
                + " write; name steps that only read, or use a server and a user that may write: "
                + why.getMessage()));
  }
}
