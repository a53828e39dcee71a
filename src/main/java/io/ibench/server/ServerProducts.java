package io.ibench.server;

import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The products whose servers ibench can make. Stateless. */
public final class ServerProducts {

  private ServerProducts() {}

  /** All, by name. */
  public static Map<String, ServerProduct> all() {
    return ServiceLoader.load(ServerProduct.class, ServerProducts.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .collect(Collectors.toMap(ServerProduct::name, p -> p, (a, b) -> a, TreeMap::new));
  }

  /** The product of this name. */
  public static Optional<ServerProduct> named(String name) {
    return Optional.ofNullable(all().get(name));
  }
}
