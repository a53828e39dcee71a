package io.ibench.cli.run;

import io.ibench.cli.ground.UsageException;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.internal.TableLease;
import io.ibench.db.internal.TableLease.Holder;
import io.ibench.host.Proc;
import io.ibench.host.ProcessIdentity;
import io.ibench.workload.Plan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Keeps other runs from the tables of this one: takes their {@link TableLease}, and renews it on
 * its own thread. Thread-safe after {@link #take}.
 */
final class TableLocks implements AutoCloseable {

  /** An end that waits for a hanging server still keeps within the time of an interrupted run. */
  private static final long RELEASE_MILLIS = 1_000;

  private final Database database;
  private final List<String> tables;
  private final TableLease lease;
  private final ProcessIdentity process;
  private final long token;
  private final OptionalLong former;
  private final long renewNanos;
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicReference<String> lost = new AtomicReference<>();
  private final AtomicReference<Consumer<String>> whenLost = new AtomicReference<>(why -> {});
  private Optional<Thread> keeper = Optional.empty();

  /**
   * The locks of one run.
   *
   * @param token random; the same again when the run is resumed
   * @param former the token under which an earlier process of the same run, which is over, may
   *     still hold the tables
   */
  TableLocks(
      Database database, Plan plan, String runId, Instant since, long token, OptionalLong former) {
    this(database, plan, runId, since, token, former, TableLease.RENEW_NANOS);
  }

  TableLocks(
      Database database,
      Plan plan,
      String runId,
      Instant since,
      long token,
      OptionalLong former,
      long renewNanos) {
    this.database = database;
    this.former = former;
    this.token = token;
    this.renewNanos = renewNanos;
    process = ProcessIdentity.here(new Proc(), since);
    tables = plan.tables().stream().map(loaded -> loaded.table().name()).toList();
    lease = new TableLease(database, tables, runId, process.text(), token);
  }

  /** The random number that distinguishes its lease from all others. */
  long token() {
    return token;
  }

  /**
   * Refuses tables on which another run works. Changes nothing.
   *
   * @param breaksLock the user says that the other run is over
   */
  void requireFree(boolean breaksLock) throws DatabaseException, UsageException {
    List<Holder> others =
        lease.holders().stream().filter(holder -> !breaksLock && !isFree(holder)).toList();
    if (!others.isEmpty()) {
      throw refused(others);
    }
  }

  private boolean isFree(Holder holder) {
    return holder.isStale() || isGone(holder);
  }

  /** A process does one run after the other: an earlier run of this process is over. */
  private boolean isGone(Holder holder) {
    if (former.isPresent() && holder.token() == former.getAsLong()) {
      return true;
    }
    Optional<ProcessIdentity> owner = ProcessIdentity.parse(holder.owner());
    return owner
        .filter(
            other ->
                other.isSameProcess(process)
                    || other.state(new Proc()) == ProcessIdentity.State.GONE)
        .isPresent();
  }

  /**
   * Takes the tables.
   *
   * @return why they are not locked, if the database does not allow it
   * @throws UsageException when another run has them
   */
  Optional<DatabaseException> take(boolean breaksLock) throws DatabaseException, UsageException {
    try {
      List<Holder> others = lease.take(holder -> breaksLock || isGone(holder));
      if (!others.isEmpty()) {
        throw refused(others);
      }
    } catch (DatabaseException e) {
      if (!e.kind().refusesWrites()) {
        throw e;
      }
      return Optional.of(e);
    }
    if (database.keepsData()) {
      Thread thread = new Thread(this::keep, "ibench-lease");
      thread.setDaemon(true);
      thread.start();
      keeper = Optional.of(thread);
    }
    return Optional.empty();
  }

  /** One line for each run; its tables are renewed one after the other, the newest one counts. */
  static UsageException refused(List<Holder> others) {
    Map<String, List<Holder>> byRun = new LinkedHashMap<>();
    for (Holder holder : others) {
      String who =
          "run "
              + holder.runId()
              + " ("
              + ProcessIdentity.parse(holder.owner())
                  .map(ProcessIdentity::description)
                  .orElse("unknown process");
      byRun.computeIfAbsent(who, none -> new ArrayList<>()).add(holder);
    }
    List<String> lines = new ArrayList<>();
    byRun.forEach(
        (who, holders) ->
            lines.add(
                String.join(", ", holders.stream().map(Holder::table).toList())
                    + (holders.size() == 1 ? " is" : " are")
                    + " in use by "
                    + who
                    + ", seen "
                    + TimeUnit.MILLISECONDS.toSeconds(
                        holders.stream().mapToLong(Holder::ageMillis).min().orElse(0))
                    + " s ago); wait for its end; if it is dead, --break-lock takes over"));
    return new UsageException(lines);
  }

  /** An outage of the server is no reason to stop: the next renewal shows who has the tables. */
  private void keep() {
    try {
      while (!over.await(renewNanos, TimeUnit.NANOSECONDS)) {
        try {
          lease.renew();
        } catch (DatabaseException e) {
          // the next one may succeed
        }
      }
    } catch (TableLease.LostException e) {
      lost.set(e.getMessage());
      Objects.requireNonNull(whenLost.get()).accept(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sets what to do when another run takes the tables; it gets the reason, on any thread. */
  void onLost(Consumer<String> action) {
    whenLost.set(action);
    if (lost.get() != null) {
      action.accept(lost.get());
    }
  }

  /** Releases the tables. A server that hangs does not hold up the end for long. */
  @Override
  public void close() {
    over.countDown();
    if (keeper.isEmpty()) {
      return;
    }
    Thread release = new Thread(this::release, "ibench-lease-release");
    release.setDaemon(true);
    release.start();
    try {
      release.join(RELEASE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** After a failure the lease becomes stale, as this process ends. */
  private void release() {
    try {
      keeper.orElseThrow().join(RELEASE_MILLIS);
      lease.release();
    } catch (DatabaseException e) {
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
