package io.ibench.monitor;

import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which names a request may call this machine by, in its Host header. A web page of a stranger can
 * make a browser resolve the stranger's name to this machine (DNS rebinding); it cannot forge the
 * header. Immutable.
 */
final class HostCheck {

  /** An address of digits cannot be rebound. */
  private static final Pattern LITERAL =
      Pattern.compile("[0-9]+(\\.[0-9]+){3}|[0-9a-f]*:[0-9a-f:.]*");

  private final Set<String> allowed;
  private final boolean anyLiteral;

  HostCheck(HttpAddress address, InetAddress bound) {
    allowed = new HashSet<>(address.names());
    allowed.add(address.host().toLowerCase(Locale.ROOT));
    anyLiteral = bound.isAnyLocalAddress();
    if (bound.isAnyLocalAddress() || bound.isLoopbackAddress()) {
      allowed.addAll(List.of("localhost", "127.0.0.1", "::1"));
    } else {
      allowed.add(bound.getHostAddress());
    }
  }

  /**
   * Whether a request for this host is meant for this machine. The port is not compared: a tunnel
   * changes it.
   *
   * @param header null without one
   */
  boolean admits(String header) {
    if (header == null) {
      return false;
    }
    String host = header.strip().toLowerCase(Locale.ROOT).replaceFirst(":[0-9]*$", "");
    boolean bareIpv6 = !header.startsWith("[") && header.indexOf(':') != header.lastIndexOf(':');
    if (bareIpv6) {
      return false;
    }
    String name = HttpAddress.withoutBrackets(host);
    return allowed.contains(name) || anyLiteral && LITERAL.matcher(name).matches();
  }
}
