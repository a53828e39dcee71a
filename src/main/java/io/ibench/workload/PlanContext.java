package io.ibench.workload;

import io.ibench.db.NativeLanguage;
import java.util.List;
import java.util.Optional;

/**
 * What a workload knows of the database when it reads its settings. Immutable.
 *
 * @param product the name of its adapter; empty: unknown, because its setting has a problem
 * @param products the names of all adapters
 * @param language of the statements that users write; empty: it takes none
 */
public record PlanContext(
    String product, List<String> products, Optional<NativeLanguage> language) {

  /** Without a database. */
  public static final PlanContext UNKNOWN = new PlanContext("", List.of(), Optional.empty());

  public PlanContext {
    products = List.copyOf(products);
  }

  public boolean isKnown() {
    return !product.isEmpty();
  }
}
