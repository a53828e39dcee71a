package io.ibench.learn.law;

import java.util.Locale;

/**
 * The texts of a column, by number: the same ones in the load and in transactions. Tokens such as
 * {@code status_1} if there are few and they are long enough, else made-up texts.
 *
 * @param name of the column
 * @param shortest characters
 * @param longest characters
 * @param distinct how many texts there are
 */
public record TextForm(String name, int shortest, int longest, long distinct) {

  /** A column with more different texts has no tokens. */
  public static final int MOST_TOKENS = 20;

  /** Whether the texts are a few tokens, which are about as long as the texts. */
  public boolean hasTokens() {
    int length = token(MOST_TOKENS).length();
    return distinct <= MOST_TOKENS && length <= longest && shortest <= 2 * length;
  }

  /** Of number 1 to the number of texts. */
  public String token(int number) {
    StringBuilder word = new StringBuilder();
    for (char c : name.toLowerCase(Locale.ROOT).toCharArray()) {
      word.append(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' ? c : '_');
    }
    return word + "_" + number;
  }

  /** The text whose number is a whole expression. */
  public String of(String number) {
    return "text_of(" + number + ", " + shortest + ", " + longest + ")";
  }

  /** The text of a number, as a value of a list. */
  public String item(int number) {
    return hasTokens() ? "'" + token(number) + "'" : of(Integer.toString(number));
  }
}
