package io.ibench.server;

import io.ibench.config.Secrets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Watches the server that a run has made for itself. When its process ends, the run ends with that
 * reason, or ({@code server.restart}) the server starts again on its data. Thread-safe.
 */
public final class ServerWatch implements AutoCloseable {

  /** The first word of the reason, as those of failures of a database. */
  private static final String REASON = "server_ended";

  /** A server that ends so often soon after its start would do so for ever. */
  private static final int MAX_STARTS = 5;

  private static final long SOON_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** A connection breaks before the process is seen to end. */
  private static final long EXPLAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final ServerLife life;
  private final boolean restarts;
  private final long pauseNanos;
  private final List<String> facts = new ArrayList<>();
  private final List<String> unsaid = new ArrayList<>();
  private final Thread thread = new Thread(this::watch, "ibench-server-watch");
  private Consumer<String> terminal = line -> {};
  private Consumer<String> endRun = why -> {};
  private long outageMaxNanos = Long.MAX_VALUE;
  private Optional<String> told = Optional.empty();
  private boolean isOver;
  private volatile boolean isExpected;

  /**
   * @param restarts whether a server that has ended starts again
   */
  public ServerWatch(ServerLife life, boolean restarts) {
    this(life, restarts, PAUSE_NANOS);
  }

  /**
   * The same.
   *
   * @param pauseNanos half of the pause before the second start in a row; each pause is twice as
   *     long
   */
  ServerWatch(ServerLife life, boolean restarts, long pauseNanos) {
    this.pauseNanos = pauseNanos;
    this.life = life;
    this.restarts = restarts;
  }

  /**
   * The server has begun. If it has no process of ours, its end is not seen.
   *
   * @param lines takes each line for the user; any thread
   */
  public synchronized void begin(Consumer<String> lines) {
    terminal = lines;
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * The run that ends with the server from now on.
   *
   * @param end ends it, with the reason; any thread
   * @param maxNanos how long the server may be away
   */
  public synchronized void serves(Consumer<String> end, long maxNanos) {
    endRun = end;
    outageMaxNanos = maxNanos;
    if (isOver) {
      told.ifPresent(end);
    }
  }

  /** What happened to the server since the last call, one line each. */
  public synchronized List<String> takeFacts() {
    List<String> taken = List.copyOf(facts);
    facts.clear();
    return taken;
  }

  /** Why the server is not there; empty if it runs, or if its end is not seen. */
  public Optional<String> whyEnded() {
    try {
      Optional<String> known = known();
      return known.isEmpty() && !isExpected && life.endsWithin(EXPLAIN_NANOS) ? tell() : known;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private synchronized Optional<String> known() {
    return told;
  }

  /** The reason of a failure, and the end of the server, if that is why. Any thread; may wait. */
  public String explained(String reason) {
    return whyEnded().map(why -> why + "; seen as " + reason).orElse(reason);
  }

  /** The server ends on purpose. */
  public void expectEnd() {
    isExpected = true;
  }

  /** Ends the watch: the server is about to be stopped. */
  @Override
  public void close() {
    expectEnd();
    thread.interrupt();
    boolean interrupted = Thread.interrupted();
    try {
      thread.join();
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stays alive as long as the server, which the kernel stops with the thread that started it. */
  private void watch() {
    try {
      int starts = 0;
      long readyNanos = System.nanoTime();
      while (life.endsWithin(Long.MAX_VALUE) && !isExpected) {
        long endedNanos = System.nanoTime();
        starts = endedNanos - readyNanos > SOON_NANOS ? 0 : starts;
        Optional<String> why = tell();
        if (why.isEmpty()) {
          return;
        }
        boolean isBack = false;
        if (restarts) {
          say();
        }
        while (restarts && !isBack && starts < MAX_STARTS && isInTime(endedNanos)) {
          isBack = startAgain(starts++, endedNanos);
        }
        if (!isBack) {
          giveUp(why.get(), starts);
          say();
          return;
        }
        readyNanos = System.nanoTime();
      }
    } catch (InterruptedException e) {
      // The run is over.
      return;
    }
  }

  private synchronized boolean isInTime(long endedNanos) {
    return System.nanoTime() - endedNanos < outageMaxNanos;
  }

  private boolean startAgain(int before, long endedNanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(before == 0 ? 0 : pauseNanos << before);
    if (isExpected) {
      throw new InterruptedException();
    }
    try {
      long left;
      synchronized (this) {
        left = Math.max(1, outageMaxNanos - (System.nanoTime() - endedNanos));
      }
      life.startAgain(left);
    } catch (ServerException e) {
      synchronized (this) {
        add("the server was started again: " + e.getMessage(), e.details());
      }
      say();
      life.kill();
      life.endsWithin(EXPLAIN_NANOS);
      return false;
    }
    synchronized (this) {
      told = Optional.empty();
      double seconds = (System.nanoTime() - endedNanos) / 1e9;
      add(
          String.format(
              Locale.ROOT, "the server was started again, and answered after %.1f s", seconds),
          List.of());
    }
    say();
    return true;
  }

  private synchronized void giveUp(String why, int starts) {
    String all = why;
    if (restarts) {
      all +=
          starts < MAX_STARTS ? "; it did not come back" : "; started " + starts + " times again";
    }
    isOver = true;
    told = Optional.of(all);
    endRun.accept(all);
  }

  /** Says once how the server has ended. */
  private synchronized Optional<String> tell() {
    if (told.isPresent()) {
      return told;
    }
    Optional<ServerException> gone = isExpected ? Optional.empty() : life.gone();
    if (gone.isPresent()) {
      String why = "the run's own " + gone.get().getMessage();
      told = Optional.of(REASON + ": " + why);
      add(why, gone.get().details());
    }
    return told;
  }

  private void add(String line, List<String> log) {
    List<String> lines = new ArrayList<>(List.of(line));
    log.forEach(each -> lines.add("  server log: " + Secrets.mask(each)));
    unsaid.add("ibench: " + line);
    unsaid.addAll(lines.subList(1, lines.size()));
    lines.forEach(each -> facts.add(each.strip()));
  }

  /** Without a lock: a terminal that was stopped must not hold the run up. */
  private void say() {
    List<String> lines;
    synchronized (this) {
      lines = List.copyOf(unsaid);
      unsaid.clear();
    }
    lines.forEach(terminal);
  }
}
