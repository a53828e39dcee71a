package io.ibench.learn.law;

import io.ibench.learn.sql.Literal;
import io.ibench.random.Distribution;
import io.ibench.random.Random64;
import java.util.function.ToLongFunction;

/** Sketches of drawn values, for tests. */
final class Drawn {

  private Drawn() {}

  static ValueSketch integers(int draws, long seed, ToLongFunction<Random64> drawn) {
    ValueSketch sketch = new ValueSketch(seed);
    Random64 random = new Random64(Random64.hash(seed, 1));
    for (int i = 0; i < draws; i++) {
      sketch.add(Literal.INTEGER, drawn.applyAsLong(random), 0, 0);
    }
    return sketch;
  }

  /** From 1 to the size of the distribution. */
  static ValueSketch integers(int draws, long seed, Distribution distribution) {
    return integers(draws, seed, random -> 1 + distribution.draw(random));
  }

  /** Looks for rows of a column with all numbers of a range. */
  static ColumnFacts keys(long min, long max) {
    return ColumnFacts.integers("id", min, max, max - min + 1, Use.COMPARED);
  }

  static ColumnFacts unknown() {
    return ColumnFacts.named("id", Use.COMPARED);
  }

  static Law law(int draws, long seed, Distribution distribution) {
    return Laws.fit(integers(draws, seed, distribution), keys(1, distribution.size()));
  }

  /** The numbers from 0 in random order. */
  static int[] shuffled(long size) {
    int[] numbers = new int[(int) size];
    Random64 random = new Random64(17);
    for (int i = 0; i < numbers.length; i++) {
      int j = random.nextInt(i + 1);
      numbers[i] = numbers[j];
      numbers[j] = i;
    }
    return numbers;
  }
}
