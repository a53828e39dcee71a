package io.ibench.suite;

import io.ibench.config.Config;
import io.ibench.config.Problem;
import io.ibench.server.ServerKeys;
import io.ibench.server.ServerProduct;
import io.ibench.server.ServerSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Makes the description of a server from the settings of a variant. Stateless. */
public final class VariantServer {

  private VariantServer() {}

  /**
   * The server of a variant.
   *
   * @param products by name
   * @param settings of ibench's adapter, which may need further options
   * @param mistakes takes each, in one line
   */
  public static Optional<ServerSpec> of(
      Variant variant,
      Map<String, ServerProduct> products,
      Map<String, String> settings,
      Consumer<String> mistakes) {
    String name = variant.find(Area.SERVER, "product").orElse("");
    ServerProduct product = products.get(name);
    if (product == null) {
      mistakes.accept(
          (name.isEmpty() ? "server.product is missing" : "server.product = " + name)
              + "; allowed: "
              + String.join(", ", new TreeSet<>(products.keySet())));
      return Optional.empty();
    }
    Map<String, String> keys = new LinkedHashMap<>();
    product.optionsFor(settings).forEach((option, value) -> keys.put("conf." + option, value));
    for (Area area : new Area[] {Area.SERVER, Area.CONF, Area.LIMIT}) {
      variant.of(area).forEach((key, value) -> keys.put(area.word() + "." + key, value));
    }
    Config config = Config.of(keys);
    ServerSpec spec = ServerKeys.read(config, name, Optional.empty(), products);
    ServerKeys.declare(config);
    if (config.get(ServerKeys.RESTART)) {
      config.problem(
          "is for run and max; a cell of a suite fails when its server ends", ServerKeys.RESTART);
    }
    for (Problem problem : config.problems()) {
      mistakes.accept(
          new Problem("", problem.key(), problem.value(), problem.message()).toString());
    }
    return Optional.of(spec);
  }
}
