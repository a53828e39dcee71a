package io.ibench.db;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * The products of {@link EachProduct}. FerretDB is slow: it is used only if an address in the
 * environment names it, and is then the only product; {@code bin/test --ferretdb} does that. {@code
 * bin/test fast} names the products that need no server in a system property.
 */
public final class Products implements ArgumentsProvider, AnnotationConsumer<EachProduct> {

  static final String FERRETDB_URL = "FERRETDB_URL";

  /** Names of products, separated by commas, such as {@code memory,sqlite}; unset: all. */
  static final String ONLY = "ibench.test.products";

  /** The address of FerretDB, as in {@code mongodb://127.0.0.1:27017/}; empty: none is used. */
  static Optional<String> ferretdbUrl() {
    return Optional.ofNullable(System.getenv(FERRETDB_URL));
  }

  /** Others of the same adapter stand for them. */
  private static final Set<Product> FURTHER_WAYS =
      EnumSet.of(
          Product.MYSQL,
          Product.MYROCKS,
          Product.POOLED_MARIADB,
          Product.POOLED_POSTGRES,
          Product.PGBOUNCER_SESSION,
          Product.PGBOUNCER_TRANSACTION);

  private boolean onePool;
  private boolean oneOfEachAdapter;

  @Override
  public void accept(EachProduct annotation) {
    onePool = annotation.onePool();
    oneOfEachAdapter = annotation.oneOfEachAdapter();
  }

  @Override
  public Stream<? extends Arguments> provideArguments(
      ParameterDeclarations parameters, ExtensionContext context) {
    return ofThisRun().stream()
        .filter(product -> !onePool || !product.isPooled() || product == Product.POOLED)
        .filter(product -> !oneOfEachAdapter || standsForItsAdapter(product, ofThisRun()))
        .map(Arguments::of);
  }

  /** The first way stands for it if there are only further ones. */
  static boolean standsForItsAdapter(Product product, List<Product> all) {
    List<Product> ways =
        all.stream().filter(other -> other.adapter().equals(product.adapter())).toList();
    return FURTHER_WAYS.containsAll(ways)
        ? product == ways.get(0)
        : !FURTHER_WAYS.contains(product);
  }

  /** The products of this run; its tests use no others. */
  public static List<Product> ofThisRun() {
    return products(ferretdbUrl().isPresent(), Optional.ofNullable(System.getProperty(ONLY)));
  }

  static List<Product> products(boolean onFerretdb, Optional<String> only) {
    List<Product> all =
        Arrays.stream(Product.values())
            .filter(product -> (product == Product.FERRETDB) == onFerretdb)
            .toList();
    return only.map(Products::named).orElse(all);
  }

  private static List<Product> named(String names) {
    return Arrays.stream(names.split(","))
        .map(name -> Product.valueOf(name.toUpperCase(Locale.ROOT)))
        .toList();
  }
}
