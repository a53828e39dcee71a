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
 * Counts the long pauses of garbage collection from now on. The JVM tells of a pause after it, on a
 * thread of its own, so that one at the end of an interval may count in the next. Thread-safe.
 *
 * <p>Nobody has to close it: the listeners do not keep it alive, and leave the JVM at the first
 * collection after it is gone.
 */
final class LongPauses {

  private final AtomicLong count = new AtomicLong();
  private final String silent;

  /**
   * @param collectors those that report pauses, not cycles
   * @param longerThanMillis what counts as long
   */
  LongPauses(List<GarbageCollectorMXBean> collectors, long longerThanMillis) {
    String untold = "";
    for (GarbageCollectorMXBean collector : collectors) {
      if (collector instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener(
            new Listener(emitter, new WeakReference<>(count), longerThanMillis), null, null);
      } else {
        untold = collector.getName();
      }
    }
    this.silent = untold;
  }

  long count() throws ProcException {
    if (!silent.isEmpty()) {
      throw ProcException.unreadable(
          "the collector " + silent + " does not tell of its pauses", null);
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
        return; // two collections at once: the other one's notification has removed it
      }
    }
  }
}
