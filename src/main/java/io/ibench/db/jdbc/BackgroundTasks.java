package io.ibench.db.jdbc;

import io.ibench.db.Quiescence;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Long tasks in a few threads, each task on its own connection, while the caller polls. The outcome
 * of a task is a line of text, also when it fails. Confined to the caller's thread.
 */
public final class BackgroundTasks implements Quiescence {

  /** Time that {@link #close} grants interrupted tasks. */
  private static final long CLOSE_SECONDS = 5;

  private final Connections.Opener opener;
  private final Consumer<Connection> breaker;
  private final Failures failures;
  private final ExecutorService threads;
  private final List<Task> tasks = new CopyOnWriteArrayList<>();
  private volatile boolean brokenOff;

  /** Does the work and returns a line about its outcome. */
  public interface Work {
    String on(Connection connection) throws SQLException;
  }

  /**
   * @param breaker ends whatever a connection does, from any thread
   * @param threadCount tasks at once; one thread runs them in the order of their start
   */
  public BackgroundTasks(
      Connections.Opener opener, Consumer<Connection> breaker, Failures failures, int threadCount) {
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
   * Starts a task.
   *
   * @param name begins the line about a failure
   */
  public void start(String name, Work work) {
    Task task = new Task(name, work);
    tasks.add(task);
    threads.execute(task);
  }

  /** Starts each statement as a task; they run one after the other. */
  static BackgroundTasks ofStatements(Dialect dialect, List<String> statements) {
    BackgroundTasks tasks = new BackgroundTasks(dialect::connect, dialect::abort, dialect, 1);
    for (String text : statements) {
      tasks.start(
          text,
          connection -> {
            try (var statement = connection.createStatement()) {
              statement.execute(text);
              return text + ": done";
            }
          });
    }
    return tasks;
  }

  @Override
  public boolean isSettled() {
    return tasks.stream().allMatch(task -> task.fact != null);
  }

  /** A line for each finished task, in the order of their start. */
  @Override
  public List<String> facts() {
    List<String> facts = new ArrayList<>();
    for (Task task : tasks) {
      String fact = task.fact;
      if (fact != null) {
        facts.add(fact);
      } else if (brokenOff) {
        facts.add(task.name + " was broken off");
      }
    }
    return facts;
  }

  /** Breaks off unfinished tasks. An interrupt does not shorten it, and is kept. */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    brokenOff = true;
    threads.shutdownNow();
    for (Task task : tasks) {
      Connection connection = task.connection;
      if (connection != null) {
        breaker.accept(connection);
      }
    }
    try {
      threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private final class Task implements Runnable {

    private final String name;
    private final Work work;
    private volatile @Nullable Connection connection;
    private volatile @Nullable String fact;

    Task(String name, Work work) {
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
