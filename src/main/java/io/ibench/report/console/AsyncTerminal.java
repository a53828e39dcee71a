package io.ibench.report.console;

import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes lines on a separate thread: a terminal that is stopped (Ctrl-S, a connection that hangs)
 * must not stop the clock of a run. Meanwhile live lines replace each other, and only the last
 * lasting lines are kept. Thread-safe.
 */
final class AsyncTerminal implements LineOutput {

  /** A run may have a million repeats: older lines are dropped, the result folder has all. */
  private static final int MAX_QUEUED = 1_000;

  private static final long MAX_WAIT_MILLIS = 1_000;

  private record QueuedLine(boolean live, String text) {}

  private final LineOutput lines;
  private final Deque<QueuedLine> queue = new ArrayDeque<>();
  private final Thread writer = new Thread(this::write, "ibench-progress");
  private boolean finished;

  AsyncTerminal(LineOutput lines) {
    this.lines = lines;
    writer.setDaemon(true);
    writer.start();
  }

  @Override
  public void live(String line) {
    add(new QueuedLine(true, line));
  }

  @Override
  public void lasting(String line) {
    add(new QueuedLine(false, line));
  }

  private synchronized void add(QueuedLine line) {
    QueuedLine last = queue.peekLast();
    if (last != null && last.live()) {
      queue.removeLast();
    }
    if (queue.size() == MAX_QUEUED) {
      queue.removeFirst();
    }
    queue.addLast(line);
    notifyAll();
  }

  private void write() {
    try {
      for (QueuedLine line = next(); line != null; line = next()) {
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

  /** Waits for a line; null after {@link #finish} when all lines are written. */
  private synchronized QueuedLine next() throws InterruptedException {
    while (queue.isEmpty() && !finished) {
      wait();
    }
    return queue.pollFirst();
  }

  @Override
  public void finish() throws InterruptedException {
    synchronized (this) {
      finished = true;
      notifyAll();
    }
    writer.join(MAX_WAIT_MILLIS);
  }

  /** Lines on a stream. After the terminal is closed they are lost without a message. */
  static final class PrintedLines implements LineOutput {

    private static final String CLEAR_LINE = "\r\033[K";

    /** A terminal that has become narrower cuts the line: a wrapped line could not be cleared. */
    private static final String WRAP_OFF = "\033[?7l";

    private static final String WRAP_ON = "\033[?7h";

    private final PrintWriter out;
    private boolean hasLiveLine;

    PrintedLines(PrintWriter out) {
      this.out = out;
    }

    @Override
    public void live(String line) {
      hasLiveLine = true;
      out.print(CLEAR_LINE + WRAP_OFF + line + WRAP_ON);
      out.flush();
    }

    @Override
    public void lasting(String line) {
      out.println((hasLiveLine ? CLEAR_LINE : "") + line);
      out.flush();
      hasLiveLine = false;
    }
  }
}
