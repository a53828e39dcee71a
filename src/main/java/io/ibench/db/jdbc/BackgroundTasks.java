package io.ibench.db.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Work that takes long, each piece on a connection of its own, done by a few threads while the
 * caller looks in. What becomes of a piece is a line of text, also when it fails. Used and closed
 * by one thread.
 */
public final class BackgroundTasks implements AutoCloseable {

  /** For pieces that were broken off to end. */
  private static final long PATIENCE_SECONDS = 5;

  private final ConnectionPool.Opener opener;
  private final Breaker breaker;
  private final Failures failures;
  private final ExecutorService threads;
  private final List<Chore> chores = new CopyOnWriteArrayList<>();
  private volatile boolean brokenOff;

  /** Does a piece of work and tells what was done. */
  public interface Work {
    String on(Connection connection) throws SQLException;
  }

  /** Breaks off whatever goes on on a connection, from any thread. */
  public interface Breaker {
    void breakOff(Connection connection);
  }

  /**
   * @param threadCount pieces at once; those of one thread are done in the order of their start
   */
  public BackgroundTasks(
      ConnectionPool.Opener opener, Breaker breaker, Failures failures, int threadCount) {
    this.opener = opener;
    this.breaker = breaker;
    this.failures = failures;
    threads =
        Executors.newFixedThreadPool(
            threadCount,
            task -> {
              Thread thread = new Thread(task, "ibench-quiesce");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Begins a piece of work.
   *
   * @param name what its failure is told under
   */
  public void start(String name, Work work) {
    Chore chore = new Chore(name, work);
    chores.add(chore);
    threads.execute(chore);
  }

  public boolean areOver() {
    return chores.stream().allMatch(chore -> chore.fact != null);
  }

  /** A line for each piece in the order of their start; for those that are not over, none. */
  public List<String> facts() {
    List<String> facts = new ArrayList<>();
    for (Chore chore : chores) {
      String fact = chore.fact;
      if (fact != null) {
        facts.add(fact);
      } else if (brokenOff) {
        facts.add(chore.name + " was broken off");
      }
    }
    return facts;
  }

  /** Breaks off what is not over. To be called without the thread's interrupt flag. */
  @Override
  public void close() {
    brokenOff = true;
    threads.shutdownNow();
    for (Chore chore : chores) {
      Connection connection = chore.connection;
      if (connection != null) {
        breaker.breakOff(connection);
      }
    }
    try {
      threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private final class Chore implements Runnable {

    private final String name;
    private final Work work;
    private volatile Connection connection;
    private volatile String fact;

    Chore(String name, Work work) {
      this.name = name;
      this.work = work;
    }

    @Override
    public void run() {
      String result;
      try (Connection own = opener.open()) {
        connection = own;
        result = brokenOff ? null : work.on(own);
      } catch (SQLException e) {
        result = brokenOff ? null : name + ": " + failures.of(e).getMessage();
      } catch (RuntimeException e) {
        result = name + ": " + e;
      } finally {
        connection = null;
      }
      fact = result;
    }
  }
}
