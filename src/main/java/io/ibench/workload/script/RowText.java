package io.ibench.workload.script;

import io.ibench.random.Random64;

/**
 * The text of a row: letters that depend on its number and a seed alone. Two of up to 26^k
 * successive numbers have different texts of k letters, and if k is above 13, any two of 26^13
 * have.
 */
final class RowText {

  private static final int LETTERS = 26;

  /** 26^13 is the largest power of 26 that a permutation may have as its size. */
  private static final int MOST_DISTINCT = 13;

  /** Tells the lengths and the random letters from other numbers of the same seed. */
  private static final long LENGTHS = 0x6C656E677468734CL;

  private RowText() {}

  /**
   * The text.
   *
   * @param numbers is seeded anew
   */
  static String of(long row, int least, int most, long seed, Random64 numbers)
      throws ScriptException {
    numbers.seed(Random64.hash(seed, LENGTHS, row));
    char[] made = new char[least + numbers.nextInt(most - least + 1)];
    int distinct = Math.min(made.length, MOST_DISTINCT);
    long size = 1;
    for (int i = 0; i < distinct; i++) {
      size *= LETTERS;
    }
    long rest = Permutation.permute(row, size, Random64.hash(seed, made.length));
    for (int i = 0; i < distinct; i++) {
      made[i] = (char) ('a' + rest % LETTERS);
      rest /= LETTERS;
    }
    for (int i = distinct; i < made.length; i++) {
      made[i] = (char) ('a' + numbers.nextInt(LETTERS));
    }
    return new String(made);
  }
}
