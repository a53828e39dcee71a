package io.ibench.workload.io;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The memory of the machine, whose page cache may hold the files. Immutable.
 *
 * @param bytes 0: unknown
 */
record Memory(long bytes) {

  static Memory ofMachine() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? new Memory(system.getTotalMemorySize())
        : new Memory(0);
  }
}
