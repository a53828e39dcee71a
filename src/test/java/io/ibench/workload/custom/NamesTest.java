package io.ibench.workload.custom;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The names that every product takes. */
class NamesTest {

  @ParameterizedTest
  @ValueSource(strings = {"a", "orders", "a_1", "databases_x", "pgx", "ibench"})
  void smallLettersDigitsAndUnderscoresAreAName(String name) {
    assertThat(Names.flaw(name)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1a", "_a", "A", "aB", "a-b", "a b", "a.b", "\u00e9", "a\n"})
  void anythingElseIsNone(String name) {
    assertThat(Names.flaw(name))
        .contains("this is no name; allowed: small letters, digits and _, beginning with a letter");
  }

  @Test
  void aNameHasFortyEightCharactersAtMost() {
    assertThat(Names.flaw("x".repeat(48))).isEmpty();
    assertThat(Names.flaw("x".repeat(49)))
        .contains("this name is too long; allowed: 48 characters");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ibench", "sqlite", "pg", "mysql", "db"})
  void namesOfProductsAreTheirs(String product) {
    assertThat(Names.flaw(product + "_x"))
        .contains("names that begin with " + product + "_ belong to ibench or to a database");
  }

  @ParameterizedTest
  @ValueSource(strings = {"select", "order", "user", "key"})
  void wordsOfSqlAreReserved(String word) {
    assertThat(Names.flaw(word))
        .contains(
            word + " is a reserved word of SQL; allowed: another name, such as " + word + "_1");
  }
}
