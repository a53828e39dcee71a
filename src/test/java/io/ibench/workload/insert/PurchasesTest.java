package io.ibench.workload.insert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import io.ibench.config.Config;
import io.ibench.db.Prepared;
import io.ibench.random.Random64;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Isolated
class PurchasesTest {

  private static final long TIME_MILLIS = 1_700_000_000_000L;

  private static InsertSettings settings(String... settings) {
    Map<String, String> map = new HashMap<>();
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      map.put(parts[0], parts[1]);
    }
    Config config = Config.of(map);
    InsertSettings read = InsertSettings.from(config);
    assertThat(config.problems()).isEmpty();
    return read;
  }

  /** Keeps the values bound last. */
  private static final class Row implements Prepared {
    final long[] numbers = new long[8];
    final byte[][] payloads = new byte[8][InsertKeys.MAX_DATA];
    final int[] lengths = new int[8];
    long rows;

    String text(int parameter) {
      return new String(payloads[parameter], 0, lengths[parameter], StandardCharsets.US_ASCII);
    }

    @Override
    public void setLong(int parameter, long value) {
      numbers[parameter] = value;
    }

    @Override
    public void setBytes(int parameter, byte[] value, int length) {
      System.arraycopy(value, 0, payloads[parameter], 0, length);
      lengths[parameter] = length;
    }

    @Override
    public void setLongs(int parameter, long[] values, int count) {
      throw new IllegalStateException("no list");
    }

    @Override
    public void addBatch() {
      rows++;
    }

    @Override
    public int execute() {
      return 0;
    }

    @Override
    public long old() {
      return ABSENT;
    }

    @Override
    public long getLong(int row, int column) {
      return numbers[column + 1];
    }

    @Override
    public int getBytes(int row, int column, byte[] into) {
      return 0;
    }
  }

  @Test
  void valuesAreUniformInTheDomainsOfTheAncestor() {
    Purchases purchases = new Purchases(settings(), false, new Random64(1));
    Row row = new Row();
    BitSet registers = new BitSet();
    BitSet products = new BitSet();
    BitSet customers = new BitSet();
    BitSet prices = new BitSet();
    long lengths = 0;
    int rows = 1_000_000;
    for (int i = 0; i < rows; i++) {
      purchases.bind(row, 0, TIME_MILLIS);
      registers.set((int) row.numbers[1]);
      customers.set((int) row.numbers[2]);
      products.set((int) row.numbers[3]);
      prices.set((int) row.numbers[4]);
      lengths += row.lengths[5];
    }
    assertThat(row.numbers[0]).isEqualTo(TIME_MILLIS);
    assertThat(registers.cardinality()).isEqualTo(1000);
    assertThat(products.cardinality()).isEqualTo(10_000);
    assertThat(customers.cardinality()).isBetween(99_980, 100_000);
    assertThat(prices.cardinality()).isEqualTo(500);
    assertThat(registers.length()).isEqualTo(1000);
    assertThat(products.length()).isEqualTo(10_000);
    assertThat(customers.length()).isLessThanOrEqualTo(100_000);
    assertThat(prices.length()).isEqualTo(500);
    assertThat((double) lengths / rows).isCloseTo(15, within(0.05));
  }

  @ParameterizedTest
  @CsvSource({"10, 7", "12, 8", "15, 10", "16, 10", "20, 13"})
  void dataBeginsWithSoManyLettersA(int length, int run) {
    InsertSettings settings =
        settings("insert.data_length_min=" + length, "insert.data_length_max=" + length);
    Purchases purchases = new Purchases(settings, false, new Random64(2));
    Row row = new Row();
    int further = 0;
    for (int i = 0; i < 1000; i++) {
      purchases.bind(row, 0, TIME_MILLIS);
      assertThat(row.text(5)).hasSize(length).startsWith("a".repeat(run));
      further += row.text(5).charAt(run) == 'a' ? 1 : 0;
    }
    assertThat(further).as("the next one is random, one of 64").isBetween(2, 40);
  }

  @Test
  void withoutRandomBytesDataIsAllLettersA() {
    InsertSettings settings = settings("insert.data_random_pct=0");
    Purchases purchases = new Purchases(settings, false, new Random64(2));
    Row row = new Row();
    purchases.bind(row, 0, TIME_MILLIS);
    assertThat(row.text(5)).matches("a{10,20}");
  }

  @Test
  void characterFieldsAreRandomFirstAndThenARun() {
    InsertSettings settings =
        settings(
            "insert.num_char_fields=2",
            "insert.length_char_fields=10",
            "insert.percent_compressible=80");
    Purchases purchases = new Purchases(settings, true, new Random64(3));
    Row row = new Row();
    purchases.bind(row, 77, TIME_MILLIS);
    assertThat(row.numbers[0]).as("the client's key").isEqualTo(77);
    assertThat(row.text(6)).matches("[a-z]{2}a{8}");
    assertThat(row.text(7)).matches("[a-z]{2}a{8}").isNotEqualTo(row.text(6));
  }

  @Test
  void pricesOf2013AreHundredthsThatGrowWithTheCustomer() {
    Purchases purchases = new Purchases(settings("insert.schema=2013"), false, new Random64(4));
    Row row = new Row();
    for (int i = 0; i < 1000; i++) {
      purchases.bind(row, 0, TIME_MILLIS);
      assertThat(row.numbers[4] - row.numbers[2]).isBetween(0L, 499L);
    }
  }

  @Test
  void theRowDrawnLastIsRecognised() {
    Purchases purchases = new Purchases(settings(), false, new Random64(5));
    Row row = new Row();
    purchases.bind(row, 0, TIME_MILLIS);
    assertThat(purchases.isLastDrawn(reordered(row), 0)).isTrue();
    purchases.bind(new Row(), 0, TIME_MILLIS);
    assertThat(purchases.isLastDrawn(reordered(row), 0)).isFalse();
  }

  /** In the order in which {@link PurchaseTable#lastRows} reads. */
  private static Row reordered(Row row) {
    Row read = new Row();
    System.arraycopy(row.numbers, 1, read.numbers, 1, 4);
    return read;
  }

  @Test
  void aRowAllocatesNothing() {
    Purchases purchases = new Purchases(settings(), true, new Random64(6));
    Row row = new Row();
    bind(purchases, row, 50_000);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    bind(purchases, row, 1_000_000);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(allocated).as("0.01 byte a row, for the virtual machine").isLessThan(10_000);
  }

  private static void bind(Purchases purchases, Row row, int rows) {
    for (int i = 0; i < rows; i++) {
      purchases.bind(row, i, TIME_MILLIS);
    }
  }
}
