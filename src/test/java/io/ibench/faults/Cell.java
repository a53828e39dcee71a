package io.ibench.faults;

import java.util.Locale;
import java.util.Optional;

/**
 * One fault in one step on one server.
 *
 * @param product empty on a user's own server
 */
record Cell(Optional<Product> product, Fault fault, TestedStep step) {

  /** The name of its folder. */
  String name() {
    String server = product.map(each -> each.name().toLowerCase(Locale.ROOT) + "-").orElse("");
    return server + fault.label() + "-" + step.label();
  }
}
