package io.ibench.workload.kv;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.FreshDatabase;
import io.ibench.db.Product;
import io.ibench.testing.Slow;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The keys and values are those of db_bench, byte for byte. */
class DbBenchDataTest {

  @TempDir private Path folder;

  @Slow
  @ParameterizedTest
  @CsvSource({
    "1000, fillrandom, 617 5f557f2ba22a87ae",
    "1000, fillseq, 1000 17f698ad2604eb3e",
    "10000, fillrandom, 6328 4eeb4a136f3b9dff",
    "10000, fillseq, 10000 836c98fb5605210a",
    "100000, fillrandom, 63095 01f6166847f739a3",
    "100000, fillseq, 100000 3aa3b870b454e20c"
  })
  void aFillWritesTheKnownRows(int keys, String fill, String expected) throws Exception {
    // SQLite commits each of 100,000 keys in a minute.
    List<Product> products =
        keys > 10_000
            ? List.of(Product.MEMORY, Product.ROCKSDB)
            : List.of(Product.MEMORY, Product.SQLITE, Product.ROCKSDB);
    for (Product product : products) {
      assertThat(contents(product, keys, fill)).as(product.name()).isEqualTo(expected);
    }
  }

  private String contents(Product product, int keys, String fill) throws Exception {
    String[] settings = {
      "kv.num = " + keys,
      "kv.value_size = 400",
      "kv.like = db_bench",
      fill + ".threads = 1",
      fill + ".rows_per_commit = " + (fill.equals("fillrandom") ? 1 : 1000)
    };
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      KvTrial trial = new KvTrial(fresh.database()).run(fill + ", verify", settings);
      return trial.contents(settings);
    }
  }

  @Test
  void theGeneratorIsTheStandardsOne() {
    Mt19937x64 random = new Mt19937x64(5489);
    long last = 0;
    for (int i = 0; i < 10_000; i++) {
      last = random.next();
    }
    assertThat(Long.toUnsignedString(last)).isEqualTo("9981545732273789042");
  }

  @Test
  void aKeyIsItsNumberThenZeros() {
    byte[] key = new byte[20];
    new KeyFormat(20, 0, 1).write(1998, key);
    assertThat(key)
        .isEqualTo("\0\0\0\0\0\0\007\u00ce000000000000".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(new KeyFormat(20, 0, 1).read(key)).isEqualTo(1998);
  }

  @Test
  void aPrefixComesBeforeTheNumber() {
    KeyFormat format = new KeyFormat(20, 10, 100);
    byte[] key = new byte[20];
    format.write(1998, key);
    assertThat(key[7]).isEqualTo((byte) 98);
    assertThat(key[9]).isEqualTo((byte) '0');
    assertThat(format.read(key)).isEqualTo(1998);
    assertThat(format.keepsOrder()).isFalse();
  }
}
