package io.ibench.workload.custom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ibench.workload.custom.Token.Kind;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where one token ends and the next one begins. */
class TokenizerTest {

  private static String tokens(String value) throws SyntaxException {
    return Tokenizer.tokens(value).stream()
        .map(token -> token.kind() + "[" + token.text() + "]" + token.at())
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      a | NAME[a]1 END[]2
      aZ_9 zA | NAME[aZ_9]1 NAME[zA]6 END[]8
      0..4 | NUMBER[0]1 SIGN[..]2 NUMBER[4]4 END[]5
      0.5..9.25 | NUMBER[0.5]1 SIGN[..]4 NUMBER[9.25]6 END[]10
      1. | NUMBER[1]1 SIGN[.]2 END[]3
      1_000 | NUMBER[1_000]1 END[]6
      10k 80% 0.5% 30d | NUMBER[10k]1 NUMBER[80%]5 NUMBER[0.5%]9 NUMBER[30d]14 END[]17
      09 | NUMBER[09]1 END[]3
      $c=$ab_1 | VARIABLE[c]1 SIGN[=]3 VARIABLE[ab_1]4 END[]9
      "a b" "" | TEXT[a b]1 TEXT[]7 END[]9
      a<=b>=c!=d<e>f | NAME[a]1 SIGN[<=]2 NAME[b]4 SIGN[>=]5 NAME[c]7 SIGN[!=]8 NAME[d]10 SIGN[<]11 NAME[e]12 SIGN[>]13 NAME[f]14 END[]15
      (a,b):;-+ | SIGN[(]1 NAME[a]2 SIGN[,]3 NAME[b]4 SIGN[)]5 SIGN[:]6 SIGN[;]7 SIGN[-]8 SIGN[+]9 END[]10
      """)
  void aValueIsSplit(String value, String expected) throws Exception {
    assertThat(tokens(value)).isEqualTo(expected);
  }

  @Test
  void blanksAndTabsSeparate() throws Exception {
    assertThat(tokens(" \ta\t b ")).isEqualTo("NAME[a]3 NAME[b]6 END[]8");
    assertThat(tokens("")).isEqualTo("END[]1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      a $ | at "$" (character 3) | a name is missing after $, such as $id
      a $1 | at "$" (character 3) | a name is missing after $, such as $id
      a "b | at the end | expected: " for the " of character 3
      a @ | at "@" (character 3) | this character means nothing here
      a ! | at "!" (character 3) | this character means nothing here
      \uD83D\uDE00 | at "\uD83D\uDE00" (character 1) | this character means nothing here
      """)
  void whatBeginsNoTokenIsRefused(String value, String place, String message) {
    assertThatExceptionOfType(SyntaxException.class)
        .isThrownBy(() -> tokens(value))
        .withMessage(message)
        .satisfies(mistake -> assertThat(mistake.token().place()).isEqualTo(place));
  }

  @Test
  void aTokenIsShownAsItWasWritten() {
    assertThat(new Token(Kind.VARIABLE, "a", 3).shown()).isEqualTo("$a");
    assertThat(new Token(Kind.VARIABLE, "a", 3).place()).isEqualTo("at \"$a\" (character 3)");
    assertThat(new Token(Kind.TEXT, "a", 3).shown()).isEqualTo("\"a\"");
    assertThat(new Token(Kind.TEXT, "a", 3).place()).isEqualTo("at \"a\" (character 3)");
    assertThat(new Token(Kind.NAME, "a", 3).shown()).isEqualTo("a");
    assertThat(new Token(Kind.NAME, "a", 3).place()).isEqualTo("at \"a\" (character 3)");
  }

  @Test
  void onlyNamesAndSignsAreWords() {
    assertThat(new Token(Kind.NAME, "in", 1).is("in")).isTrue();
    assertThat(new Token(Kind.SIGN, "(", 1).is("(")).isTrue();
    assertThat(new Token(Kind.NAME, "in", 1).is("on")).isFalse();
    assertThat(new Token(Kind.TEXT, "in", 1).is("in")).isFalse();
    assertThat(new Token(Kind.VARIABLE, "in", 1).is("in")).isFalse();
    assertThat(new Token(Kind.END, "", 1).is("")).isFalse();
  }

  @Test
  void aReaderStaysAtTheEnd() throws Exception {
    TokenReader tokens = new TokenReader("a b");
    assertThat(tokens.peek().text()).isEqualTo("a");
    assertThat(tokens.peekSecond().text()).isEqualTo("b");
    assertThat(tokens.take().text()).isEqualTo("a");
    assertThat(tokens.peekSecond().kind()).isEqualTo(Kind.END);
    assertThat(tokens.take().text()).isEqualTo("b");
    assertThat(tokens.peekSecond().kind()).isEqualTo(Kind.END);
    assertThat(tokens.take().kind()).isEqualTo(Kind.END);
    assertThat(tokens.take().kind()).isEqualTo(Kind.END);
    tokens.end("nothing");
  }

  @Test
  void aWordIsSkippedOnlyWhenItIsNext() throws Exception {
    TokenReader tokens = new TokenReader("a b");
    assertThat(tokens.skip("b")).isFalse();
    assertThat(tokens.skip("a")).isTrue();
    tokens.expect("b", "after a");
    assertThatExceptionOfType(SyntaxException.class)
        .isThrownBy(() -> tokens.expect("c", "after b"))
        .withMessage("expected: c after b");
    assertThatExceptionOfType(SyntaxException.class)
        .isThrownBy(() -> tokens.name("a table"))
        .withMessage("expected: the name of a table");
    Token open = new Token(Kind.SIGN, "(", 7);
    assertThatExceptionOfType(SyntaxException.class)
        .isThrownBy(() -> tokens.close(open))
        .withMessage("expected: ) for the ( of character 7, or a comma");
  }
}
