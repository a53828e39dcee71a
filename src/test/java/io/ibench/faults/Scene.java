package io.ibench.faults;

import io.ibench.testing.TcpProxy;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Where a fault happens: in the middle of a run's step. Waits end when the run does. */
final class Scene {

  private static final long POLL_MILLIS = 20;

  private final TestedServer server;
  private final TcpProxy proxy;
  private final BooleanSupplier over;

  /** A part of a fault. */
  interface Act {
    void run() throws Exception;
  }

  /**
   * @param over the run has ended
   */
  Scene(TestedServer server, TcpProxy proxy, BooleanSupplier over) {
    this.server = server;
    this.proxy = proxy;
    this.over = over;
  }

  TestedServer server() {
    return server;
  }

  /** The server, if it is private. */
  OwnedServer owned() {
    return (OwnedServer) server;
  }

  TcpProxy proxy() {
    return proxy;
  }

  void seconds(double seconds) throws InterruptedException {
    long end = System.nanoTime() + (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    while (!over.getAsBoolean() && System.nanoTime() - end < 0) {
      Thread.sleep(POLL_MILLIS);
    }
  }

  void untilRunIsOver() throws InterruptedException {
    while (!over.getAsBoolean()) {
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** Acts so often, with pauses, as long as the run goes on. */
  void repeat(int times, double pauseSeconds, Act act) throws Exception {
    for (int time = 0; time < times && !over.getAsBoolean(); time++) {
      act.run();
      seconds(pauseSeconds);
    }
  }

  /** Acts for so long, with pauses, as long as the run goes on. */
  void repeatFor(double forSeconds, double pauseSeconds, Act act) throws Exception {
    repeat((int) Math.ceil(forSeconds / pauseSeconds), pauseSeconds, act);
  }
}
