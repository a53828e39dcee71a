package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class LongPausesTest {

  private static List<GarbageCollectorMXBean> collectors() {
    return ManagementFactory.getGarbageCollectorMXBeans();
  }

  /**
   * Runs a collection and waits until this JVM has notified all listeners that were registered
   * before.
   */
  private static void collect() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    NotificationListener last = (notification, handback) -> told.countDown();
    for (GarbageCollectorMXBean collector : collectors()) {
      ((NotificationEmitter) collector).addNotificationListener(last, null, null);
    }
    System.gc();
    assertThat(told.await(120, TimeUnit.SECONDS)).isTrue();
    for (GarbageCollectorMXBean collector : collectors()) {
      ((NotificationEmitter) collector).removeNotificationListener(last);
    }
  }

  @Test
  void onlyPausesLongerThanTheLimitAreCounted() throws Exception {
    LongPauses any = new LongPauses(collectors(), -1);
    LongPauses none = new LongPauses(collectors(), Long.MAX_VALUE);

    collect();

    assertThat(any.count()).isPositive();
    assertThat(none.count()).isZero();
  }

  @Test
  void aCollectorThatDoesNotTellMakesTheCountUnknown() {
    GarbageCollectorMXBean silent = ClientGaugeTest.collector("Silent", 1);

    assertThatThrownBy(() -> new LongPauses(List.of(silent), 200).count())
        .hasMessageContaining("Silent");
  }
}
