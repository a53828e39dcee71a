package io.ibench.workload.custom;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Key;
import io.ibench.workload.custom.Token.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The mistakes in one value. */
class MistakesTest {

  private final Mistakes mistakes = new Mistakes(Key.text("op.A", "an operation"));

  @Test
  void theFirstTenAreReportedAndTheOthersAreCounted() {
    assertThat(mistakes.isEmpty()).isTrue();
    for (int i = 1; i <= 10; i++) {
      mistakes.add("mistake " + i);
    }
    assertThat(mistakes.isEmpty()).isFalse();
    assertThat(ReportedMistakes.of(mistakes)).hasSize(10).last().asString().isEqualTo("mistake 10");
    mistakes.add("mistake 11");
    mistakes.add("mistake 12");
    assertThat(ReportedMistakes.of(mistakes))
        .hasSize(11)
        .endsWith("mistake 10", "and 2 more mistakes");
  }

  @Test
  void anUnknownNameIsAnsweredWithANearOneOrAll() {
    Token token = new Token(Kind.NAME, "ordrs", 4);
    mistakes.unknown(token, "table", List.of("customers", "orders"));
    mistakes.unknown(token, "table", List.of("a", "b"));
    mistakes.unknown(token, "table", List.of());
    assertThat(ReportedMistakes.of(mistakes))
        .containsExactly(
            "at \"ordrs\" (character 4): there is no table ordrs; did you mean orders?",
            "at \"ordrs\" (character 4): there is no table ordrs; known: a, b",
            "at \"ordrs\" (character 4): there is no table ordrs; known: none");
  }

  @Test
  void aSyntaxMistakeIsAtItsToken() {
    mistakes.at(new SyntaxException(new Token(Kind.END, "", 9), "expected: )"));
    assertThat(ReportedMistakes.of(mistakes)).containsExactly("at the end: expected: )");
  }
}
