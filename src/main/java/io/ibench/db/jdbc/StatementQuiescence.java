package io.ibench.db.jdbc;

import io.ibench.db.Quiescence;
import java.util.List;

/** Executes statements one after the other in the background. Confined to the caller's thread. */
final class StatementQuiescence implements Quiescence {

  private final BackgroundTasks tasks;

  StatementQuiescence(Dialect dialect, List<String> statements) {
    tasks = new BackgroundTasks(dialect::connect, dialect::abort, dialect, 1);
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
  }

  @Override
  public boolean isSettled() {
    return tasks.areDone();
  }

  @Override
  public List<String> facts() {
    return tasks.facts();
  }

  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    tasks.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
