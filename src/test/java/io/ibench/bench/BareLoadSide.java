package io.ibench.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/** Threads that run {@link BareLoad} on rows drawn beforehand. */
final class BareLoadSide implements LoadBench.Side {

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final LoadBench bench;
  private final LinkRows[] rows;

  BareLoadSide(LoadBench bench) throws Exception {
    this.bench = bench;
    rows = LinkRows.draw(LoadBench.links(bench.config("load", "values")), bench.threads());
  }

  @Override
  public void empty() {
    throw new IllegalStateException("the other side empties the tables");
  }

  @Override
  public LoadBench.Round load(String form) throws Exception {
    AtomicReference<Exception> failure = new AtomicReference<>();
    CountDownLatch ready = new CountDownLatch(bench.threads());
    CountDownLatch go = new CountDownLatch(1);
    List<Thread> running = new ArrayList<>();
    for (LinkRows mine : rows) {
      Thread thread = new Thread(() -> load(form, mine, ready, go, failure));
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
    double seconds = (System.nanoTime() - start) / 1e9;
    double cpuMicros = (PROCESS.getProcessCpuTime() - cpu) / 1e3;
    long count = Arrays.stream(rows).mapToLong(LinkRows::rows).sum();
    return new LoadBench.Round(count / seconds, cpuMicros / count, count);
  }

  private void load(
      String form,
      LinkRows mine,
      CountDownLatch ready,
      CountDownLatch go,
      AtomicReference<Exception> failure) {
    try (BareLoad load = new BareLoad(bench.url(), form.equals("bulk"), bench.rowsPerCommit())) {
      ready.countDown();
      go.await();
      load.load(mine);
    } catch (Exception e) {
      failure.set(e);
      ready.countDown();
    }
  }
}
