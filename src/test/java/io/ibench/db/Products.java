package io.ibench.db;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * The products that {@link EachProduct} means. FerretDB is slow, so it must be asked for by an
 * address in the environment, and is then the only one; {@code bin/test --ferretdb} does that.
 */
public final class Products implements ArgumentsProvider {

  static final String FERRETDB_URL = "FERRETDB_URL";

  /** Where FerretDB is, as in {@code mongodb://127.0.0.1:27017/}; empty when nobody asks for it. */
  static Optional<String> ferretdbUrl() {
    return Optional.ofNullable(System.getenv(FERRETDB_URL));
  }

  @Override
  public Stream<? extends Arguments> provideArguments(
      ParameterDeclarations parameters, ExtensionContext context) {
    return products(ferretdbUrl().isPresent()).stream().map(Arguments::of);
  }

  static List<Product> products(boolean onFerretdb) {
    return Arrays.stream(Product.values())
        .filter(product -> (product == Product.FERRETDB) == onFerretdb)
        .toList();
  }
}
