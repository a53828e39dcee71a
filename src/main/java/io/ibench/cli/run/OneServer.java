package io.ibench.cli.run;

import io.ibench.db.ServerLocation;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** Whether two names are those of one server. Stateless. */
final class OneServer {

  private OneServer() {}

  /** By host and port, or by host and process; false if neither is known of both. */
  static boolean is(ServerLocation one, ServerLocation other) {
    if (one.embedded() || other.embedded()) {
      return false;
    }
    boolean port = one.port().isPresent() && one.port().equals(other.port());
    boolean process = one.pid().isPresent() && one.pid().equals(other.pid());
    return (port || process) && isOneHost(one.host(), other.host());
  }

  private static boolean isOneHost(String one, String other) {
    if (one.equals(other)) {
      return true;
    }
    try {
      Set<InetAddress> ofOne = addresses(one);
      Set<InetAddress> ofOther = addresses(other);
      return !Collections.disjoint(ofOne, ofOther)
          || ofOne.stream().anyMatch(InetAddress::isLoopbackAddress)
              && ofOther.stream().anyMatch(InetAddress::isLoopbackAddress);
    } catch (UnknownHostException e) {
      return false; // the driver knows the name, this machine does not
    }
  }

  private static Set<InetAddress> addresses(String host) throws UnknownHostException {
    return new HashSet<>(Arrays.asList(InetAddress.getAllByName(host)));
  }
}
