package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProductsTest {

  @Test
  void ferretdbIsLeftOutUnlessItIsAskedFor() {
    assertThat(Products.products(false, Optional.empty()))
        .contains(Product.MEMORY, Product.SQLITE, Product.MARIADB)
        .doesNotContain(Product.FERRETDB);
  }

  @Test
  void ferretdbIsTheOnlyOneWhenItIsAskedFor() {
    assertThat(Products.products(true, Optional.empty())).containsExactly(Product.FERRETDB);
  }

  @Test
  void aRunWithoutServersNamesItsProducts() {
    assertThat(Products.products(false, Optional.of("memory,sqlite")))
        .containsExactly(Product.MEMORY, Product.SQLITE);
  }
}
