package io.ibench.cli.run;

import io.ibench.db.ServerLocation;
import io.ibench.host.LocalServer;
import io.ibench.host.PidFile;
import io.ibench.host.Proc;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The server's current process on this machine; empty for a server elsewhere, for an embedded
 * engine, and if it is unknown.
 */
final class ServerPid implements Supplier<OptionalLong> {

  private final Proc proc;
  private final ServerLocation place;
  private final boolean local;

  /**
   * @param local whether the server runs on this machine
   */
  ServerPid(Proc proc, ServerLocation place, boolean local) {
    this.proc = proc;
    this.place = place;
    this.local = local && !place.embedded();
  }

  /** The process that was found first, or the one in the pid file of a restarted server. */
  @Override
  public OptionalLong get() {
    if (!local) {
      return OptionalLong.empty();
    }
    return isServer(place.pid()) ? place.pid() : ofPidFile();
  }

  private OptionalLong ofPidFile() {
    OptionalLong named =
        place.pidFile().map(file -> PidFile.read(proc, file)).orElse(OptionalLong.empty());
    return isServer(named) ? named : OptionalLong.empty();
  }

  private boolean isServer(OptionalLong pid) {
    return pid.isPresent()
        && LocalServer.isProcess(proc, pid.getAsLong(), Set.copyOf(place.processNames())).yes();
  }
}
