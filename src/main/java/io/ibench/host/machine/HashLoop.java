package io.ibench.host.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** A fixed computation in registers: integer multiplications and shifts. Thread-safe. */
public final class HashLoop implements MachineProbe.Cpu {

  private static final int STEPS = 1 << 16;
  private static final int TIMER_CALLS = 1 << 20;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final int threads;

  /** Keeps the results, so that no compiler removes the work. */
  private final AtomicLong results = new AtomicLong();

  public HashLoop(int threads) {
    this.threads = threads;
  }

  @Override
  public int threads() {
    return threads;
  }

  @Override
  public double speed(int workers, long nanos) throws InterruptedException {
    CyclicBarrier start = new CyclicBarrier(workers);
    Callable<Double> work =
        () -> {
          start.await();
          return stepsPerNano(nanos);
        };
    ExecutorService pool = Executors.newFixedThreadPool(workers);
    try {
      List<Callable<Double>> all = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        all.add(work);
      }
      double sum = 0;
      for (Future<Double> one : pool.invokeAll(all)) {
        sum += one.get();
      }
      return sum * 1e3;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the computation failed", e);
    } finally {
      pool.shutdownNow();
    }
  }

  private double stepsPerNano(long nanos) {
    long hash = 1;
    long steps = 0;
    long begin = System.nanoTime();
    long elapsed;
    do {
      hash = steps(hash);
      steps += STEPS;
      elapsed = System.nanoTime() - begin;
    } while (elapsed < nanos);
    results.addAndGet(hash);
    return (double) steps / elapsed;
  }

  private static long steps(long from) {
    long hash = from;
    for (int i = 0; i < STEPS; i++) {
      hash = (hash ^ (hash >>> 29)) * MULTIPLIER + i;
    }
    return hash;
  }

  @Override
  public double timerNanos() {
    long begin = System.nanoTime();
    long last = begin;
    for (int i = 0; i < TIMER_CALLS; i++) {
      last = System.nanoTime();
    }
    return (double) (last - begin) / TIMER_CALLS;
  }
}
