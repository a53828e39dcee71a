package io.ibench.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/** Threads of a bare loop that begin together, each with a connection of its own. */
final class Together {

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private Together() {}

  /** A bare loop, which belongs to one thread. */
  interface Loop extends AutoCloseable {
    @Override
    void close() throws SQLException;
  }

  /** Connects. */
  interface Opening<L extends Loop> {
    L open() throws Exception;
  }

  /** What one thread does. */
  interface Work<L> {
    void run(L loop, int number) throws Exception;
  }

  /** What all of it took, without the connecting. */
  record Took(double seconds, double cpuMicros) {}

  /** Runs the work in so many threads; the failure of any of them is thrown. */
  static <L extends Loop> Took run(int threads, Opening<L> opening, Work<L> work) throws Exception {
    AtomicReference<Exception> failure = new AtomicReference<>();
    CountDownLatch ready = new CountDownLatch(threads);
    CountDownLatch go = new CountDownLatch(1);
    List<Thread> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      Thread thread =
          new Thread(
              () -> {
                try (L loop = opening.open()) {
                  ready.countDown();
                  go.await();
                  work.run(loop, number);
                } catch (Exception e) {
                  failure.set(e);
                  ready.countDown();
                }
              });
      thread.start();
      running.add(thread);
    }
    ready.await();
    long cpu = PROCESS.getProcessCpuTime();
    long start = System.nanoTime();
    go.countDown();
    for (Thread thread : running) {
      thread.join();
    }
    if (failure.get() != null) {
      throw failure.get();
    }
    return new Took((System.nanoTime() - start) / 1e9, (PROCESS.getProcessCpuTime() - cpu) / 1e3);
  }
}
