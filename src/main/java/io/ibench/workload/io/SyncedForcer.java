package io.ibench.workload.io;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Forces what was synced to the disk every second, on a thread of its own, while a step writes. */
final class SyncedForcer {

  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread thread;

  private SyncedForcer(Acknowledged acknowledged) {
    thread = new Thread(() -> force(acknowledged), "ibench-io-acknowledged");
    thread.setDaemon(true);
  }

  static SyncedForcer start(Acknowledged acknowledged) {
    SyncedForcer forcer = new SyncedForcer(acknowledged);
    forcer.thread.start();
    return forcer;
  }

  private void force(Acknowledged acknowledged) {
    try {
      while (!over.await(1, TimeUnit.SECONDS)) {
        acknowledged.force();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void stop() {
    over.countDown();
  }
}
