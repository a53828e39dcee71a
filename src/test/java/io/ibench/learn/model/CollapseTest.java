package io.ibench.learn.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollapseTest {

  private final Collapse collapse = new Collapse();

  private String forms(String statements) {
    int[] forms = statements.chars().toArray();
    collapse.read(forms, forms.length);
    return IntStream.range(0, collapse.count)
        .mapToObj(i -> Character.toString(collapse.forms[i]))
        .collect(Collectors.joining());
  }

  @ParameterizedTest
  @CsvSource({
    "a, a",
    "abc, abc",
    "aaaa, a",
    "abcbcbcd, abcd",
    "aabaabaab, ab",
    "abab, ab",
    "abcabc, abc",
    "abcbcabcbc, abc",
    "abacada, abacada",
    "xaaby, xaby"
  })
  void repeatsAreTakenOut(String statements, String expected) {
    assertThat(forms(statements)).isEqualTo(expected);
  }

  @Test
  void eachStatementHasItsPlace() {
    forms("abcbcbcd");
    assertThat(Arrays.copyOf(collapse.places, 8)).containsExactly(0, 1, 2, 1, 2, 1, 2, 3);
    assertThat(collapse.repeats(1, 2)).isTrue();
    assertThat(collapse.repeats(0)).isFalse();
  }

  @Test
  void repeatsMayBeWithinRepeats() {
    forms("abbcabbbcd");
    assertThat(collapse.count).isEqualTo(4);
    assertThat(collapse.repeats(0, 3)).isTrue();
    assertThat(collapse.repeats(1, 1)).isTrue();
  }

  @Test
  void longRepeatsAreFoundToo() {
    String body =
        IntStream.range(0, 63)
            .mapToObj(i -> Character.toString('a' + i))
            .collect(Collectors.joining());
    assertThat(forms(body.repeat(3))).isEqualTo(body);
    assertThat(collapse.repeats(0, 63)).isTrue();
  }
}
