package io.ibench.bench;

import io.ibench.random.Random64;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Draws the very rows that ibench draws, as a loop written by hand for this one table does it: with
 * constants, into arrays of exactly the data's length that are used again in the next statement.
 */
final class PurchaseDrawer {

  private static final int CASHREGISTERS = 1000;
  private static final int PRODUCTS = 10_000;
  private static final int CUSTOMERS = 100_000;
  private static final int MAX_PRICE = 500;
  private static final int SHORTEST = 10;
  private static final int LENGTHS = 11;
  private static final byte[] ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
          .getBytes(StandardCharsets.US_ASCII);

  private final Random64 random = InsertBench.stream();

  /** By place in the statement and length; the run of the letter a is there already. */
  private final byte[][][] kept;

  long cashregister;
  long product;
  long customer;
  long price;
  byte[] data;

  PurchaseDrawer(int rowsPerStatement) {
    kept = new byte[rowsPerStatement][LENGTHS][];
    for (byte[][] place : kept) {
      for (int length = 0; length < LENGTHS; length++) {
        place[length] = new byte[SHORTEST + length];
        Arrays.fill(place[length], (byte) 'a');
      }
    }
  }

  /** Draws the row at this place of the statement. */
  void draw(int place) {
    cashregister = random.nextLong(CASHREGISTERS);
    product = random.nextLong(PRODUCTS);
    customer = random.nextLong(CUSTOMERS);
    price = random.nextLong(MAX_PRICE);
    data = kept[place][random.nextInt(LENGTHS)];
    int count = data.length * 3 / 8; // half of it is to be random, of which base64 has six bits
    long bits = random.nextLong();
    for (int i = data.length - count; i < data.length; i++) {
      data[i] = ALPHABET[(int) bits & 63];
      bits >>>= 6;
    }
  }
}
