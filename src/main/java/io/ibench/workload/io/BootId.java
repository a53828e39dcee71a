package io.ibench.workload.io;

import io.ibench.random.Random64;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Which boot of the machine this is. Stateless. */
final class BootId {

  private static final Path FILE = Path.of("/proc/sys/kernel/random/boot_id");

  private BootId() {}

  /** A number that changes with each boot; 0 where the system does not say. */
  static long current() {
    try {
      return Random64.hash(0, Files.readString(FILE));
    } catch (IOException e) {
      return 0;
    }
  }
}
