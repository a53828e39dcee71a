package io.ibench.host.remote;

import io.ibench.host.Proc;
import io.ibench.host.ProcException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Fetches samples one after the other on a daemon thread: one at every interval, and immediately
 * when a caller waits for one. Thread-safe.
 */
final class SamplePoller implements AutoCloseable {

  private static final long MIN_FRESH_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final SampleSource source;
  private final Supplier<List<Path>> files;
  private final Consumer<RemoteSample> listener;
  private final long intervalNanos;
  private final LongSupplier clock;
  private final Thread thread = new Thread(this::run, "ibench-server-host");
  private @Nullable RemoteSample newest;
  private String trouble = "";
  private long requests;
  private long served;
  private boolean closed;

  /**
   * @param files the files to fetch, evaluated before each sample
   * @param listener receives each sample first, on this thread
   * @param clock in nanoseconds
   */
  SamplePoller(
      SampleSource source,
      Supplier<List<Path>> files,
      Consumer<RemoteSample> listener,
      long intervalNanos,
      LongSupplier clock) {
    this.source = source;
    this.files = files;
    this.listener = listener;
    this.intervalNanos = intervalNanos;
    this.clock = clock;
    thread.setDaemon(true);
  }

  /** Begins with a sample that the caller has fetched. */
  void start(RemoteSample first) {
    newest = first;
    thread.start();
  }

  /** The newest sample while it is fresh, else texts that are absent with the reason. */
  synchronized Proc.Texts fresh() {
    long ageNanos = clock.getAsLong() - Objects.requireNonNull(newest).startNanos();
    if (ageNanos <= Math.max(MIN_FRESH_NANOS, 3 * intervalNanos)) {
      return newest;
    }
    return RemoteSample.absent(
        trouble.isEmpty() ? source.name() + " has not answered for seconds" : trouble);
  }

  /** Waits for a sample whose fetch begins after this call; false if there is none in time. */
  synchronized boolean refresh(Duration timeout) throws InterruptedException {
    long request = ++requests;
    notifyAll();
    long end = clock.getAsLong() + timeout.toNanos();
    while (served < request && !closed) {
      long left = end - clock.getAsLong();
      if (left <= 0) {
        return false;
      }
      waitNanos(left);
    }
    return !closed && trouble.isEmpty();
  }

  private void run() {
    try {
      long next = clock.getAsLong();
      while (awaitTurn(next)) {
        next = clock.getAsLong() + intervalNanos;
        fetch();
      }
    } catch (InterruptedException e) {
      close();
    }
  }

  private synchronized boolean awaitTurn(long atNanos) throws InterruptedException {
    long left = atNanos - clock.getAsLong();
    while (!closed && served == requests && left > 0) {
      waitNanos(left);
      left = atNanos - clock.getAsLong();
    }
    return !closed;
  }

  /** One millisecond more: a wait of 0 would have no end. Holds the lock. */
  @SuppressWarnings("WaitNotInLoop") // the callers loop
  private void waitNanos(long nanos) throws InterruptedException {
    wait(1 + TimeUnit.NANOSECONDS.toMillis(nanos));
  }

  private void fetch() throws InterruptedException {
    long serving;
    synchronized (this) {
      serving = requests;
    }
    RemoteSample sample = null;
    String reason = "";
    try {
      sample = source.fetch(clock.getAsLong(), files.get());
      listener.accept(sample);
    } catch (ProcException e) {
      reason = String.valueOf(e.getMessage());
    } catch (RuntimeException e) {
      reason = source.name() + ": " + e; // the run continues without these figures
    }
    synchronized (this) {
      newest = sample == null ? newest : sample;
      trouble = reason;
      served = serving;
      notifyAll();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    source.close();
    notifyAll();
  }
}
