package io.ibench.server;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a server may use of its machine. Immutable.
 *
 * @param memoryBytes of the server with its page cache
 * @param readIops reads a second from the disk of the data folder
 * @param writeIops writes a second to it
 * @param readBps bytes a second from it
 * @param writeBps bytes a second to it
 * @param serverCpus the server's CPUs as taskset lists them, such as {@code 2-3,6}
 * @param clientCpus the CPUs of ibench
 */
public record ResourceLimits(
    OptionalLong memoryBytes,
    OptionalLong readIops,
    OptionalLong writeIops,
    OptionalLong readBps,
    OptionalLong writeBps,
    Optional<String> serverCpus,
    Optional<String> clientCpus) {

  /** No limit at all. */
  public static final ResourceLimits NONE =
      new ResourceLimits(
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          Optional.empty(),
          Optional.empty());

  /** Whether a control group is needed. */
  public boolean needsControlGroup() {
    return memoryBytes.isPresent() || throttlesDisk();
  }

  /** Whether reads or writes are limited: the disk is then slower than it could be. */
  public boolean throttlesDisk() {
    return readIops.isPresent()
        || writeIops.isPresent()
        || readBps.isPresent()
        || writeBps.isPresent();
  }
}
