package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProductsTest {

  @Test
  void ferretdbIsLeftOutUnlessItIsAskedFor() {
    assertThat(Products.products(false))
        .contains(Product.MEMORY, Product.SQLITE, Product.MARIADB)
        .doesNotContain(Product.FERRETDB);
  }

  @Test
  void ferretdbIsTheOnlyOneWhenItIsAskedFor() {
    assertThat(Products.products(true)).containsExactly(Product.FERRETDB);
  }
}
