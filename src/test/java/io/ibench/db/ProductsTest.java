package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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

  /** As a run through pgbouncer alone has it: a test with one of each adapter runs once. */
  @Test
  void ofFurtherWaysAloneTheFirstStandsForItsAdapter() {
    List<Product> poolers = List.of(Product.PGBOUNCER_SESSION, Product.PGBOUNCER_TRANSACTION);
    assertThat(poolers.stream().filter(one -> Products.standsForItsAdapter(one, poolers)))
        .containsExactly(Product.PGBOUNCER_SESSION);
    List<Product> all = Products.products(false, Optional.empty());
    assertThat(all.stream().filter(one -> Products.standsForItsAdapter(one, all)))
        .contains(Product.MARIADB, Product.POOLED, Product.POSTGRES)
        .doesNotContain(Product.MYSQL, Product.MYROCKS, Product.PGBOUNCER_SESSION);
  }
}
