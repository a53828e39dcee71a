package io.ibench.host;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * Counts the long pauses of garbage collection from now on. The JVM reports a pause after it, on
 * another thread, so that a pause at the end of an interval may count in the next one. Thread-safe.
 *
 * <p>Needs no close: the listeners hold it weakly, and remove themselves at the first collection
 * after it was collected.
 */
final class LongPauses {

  private final AtomicLong count = new AtomicLong();
  private final String silent;

  /**
   * @param collectors the collectors that report pauses, not cycles
   * @param longerThanMillis longer pauses count as long
   */
  LongPauses(List<GarbageCollectorMXBean> collectors, long longerThanMillis) {
    String unsupported = "";
    for (GarbageCollectorMXBean collector : collectors) {
      if (collector instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener(
            new Listener(emitter, new WeakReference<>(count), longerThanMillis), null, null);
      } else {
        unsupported = collector.getName();
      }
    }
    this.silent = unsupported;
  }

  long count() throws ProcException {
    if (!silent.isEmpty()) {
      throw ProcException.unreadable(
          "the collector " + silent + " does not report its pauses", null);
    }
    return count.get();
  }

  private record Listener(
      NotificationEmitter emitter, WeakReference<AtomicLong> count, long longerThanMillis)
      implements NotificationListener {

    @Override
    public void handleNotification(Notification notification, Object handback) {
      AtomicLong counter = count.get();
      if (counter == null) {
        remove();
      } else if (notification
              .getType()
              .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)
          && millis(notification) > longerThanMillis) {
        counter.incrementAndGet();
      }
    }

    private static long millis(Notification notification) {
      CompositeData data = (CompositeData) notification.getUserData();
      return GarbageCollectionNotificationInfo.from(data).getGcInfo().getDuration();
    }

    private void remove() {
      try {
        emitter.removeNotificationListener(this);
      } catch (ListenerNotFoundException e) {
        return; // a simultaneous notification has removed it
      }
    }
  }
}
