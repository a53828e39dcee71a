package io.ibench.report.console;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Lines that are written by a thread of their own: a terminal that stands still (Ctrl-S, a
 * connection that hangs) must not stop the clock of a run. Meanwhile live lines replace each other,
 * and of the lasting ones the last are kept.
 */
final class AsyncTerminal implements LineOutput {

  /** A run may have a million repeats; all of them are in the result folder. */
  private static final int MOST_WAITING = 1_000;

  private static final long PATIENCE_MILLIS = 1_000;

  private record Line(boolean live, String text) {}

  private final LineOutput lines;
  private final Deque<Line> waiting = new ArrayDeque<>();
  private final Thread writer = new Thread(this::write, "ibench-progress");
  private boolean finished;

  AsyncTerminal(LineOutput lines) {
    this.lines = lines;
    writer.setDaemon(true);
    writer.start();
  }

  @Override
  public void live(String line) {
    add(new Line(true, line));
  }

  @Override
  public void lasting(String line) {
    add(new Line(false, line));
  }

  private synchronized void add(Line line) {
    Line last = waiting.peekLast();
    if (last != null && last.live()) {
      waiting.removeLast();
    }
    if (waiting.size() == MOST_WAITING) {
      waiting.removeFirst();
    }
    waiting.addLast(line);
    notifyAll();
  }

  private void write() {
    try {
      for (Line line = next(); line != null; line = next()) {
        if (line.live()) {
          lines.live(line.text());
        } else {
          lines.lasting(line.text());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Null when no more lines come and all is written. */
  private synchronized Line next() throws InterruptedException {
    while (waiting.isEmpty() && !finished) {
      wait();
    }
    return waiting.pollFirst();
  }

  @Override
  public void finish() throws InterruptedException {
    synchronized (this) {
      finished = true;
      notifyAll();
    }
    writer.join(PATIENCE_MILLIS);
  }
}
