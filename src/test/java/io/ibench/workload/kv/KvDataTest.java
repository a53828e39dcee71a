package io.ibench.workload.kv;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.random.Random64;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The keys that workers draw, and the bytes of keys and values. */
class KvDataTest {

  private static final long SEED = 5;

  /** Of std::mt19937_64 with the seed 5489; unsigned. */
  private static final long[] TWISTER = {
    Long.parseUnsignedLong("14514284786278117030"),
    Long.parseUnsignedLong("4620546740167642908"),
    Long.parseUnsignedLong("13109570281517897720")
  };

  private final ValueBuffer buffer = new ValueBuffer(0.5, 100);

  private static byte[] key(KeyFormat format, long number) {
    byte[] key = new byte[format.size()];
    format.write(number, key);
    return key;
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private byte[] piece(int from, int length) {
    byte[] piece = new byte[length];
    buffer.copy(from, piece, 0, length);
    return piece;
  }

  @Test
  void aShortKeyHasTheLowBytesOfItsNumber() {
    KeyFormat format = new KeyFormat(3, 0, 1);
    assertThat(key(format, 0x010203)).isEqualTo(bytes(1, 2, 3));
    assertThat(format.read(bytes(0xff, 0xfe, 0xfd))).isEqualTo(0xfffefd);
    assertThat(format.numberBytes()).isEqualTo(3);
    assertThat(format.isPadded()).isFalse();
    assertThat(format.keepsOrder()).isTrue();
  }

  @Test
  void aLongKeyIsPaddedAndAMissingOneComesRightAfterIt() {
    KeyFormat format = new KeyFormat(10, 0, 1);
    assertThat(key(format, 258)).isEqualTo(bytes(0, 0, 0, 0, 0, 0, 1, 2, '0', '0'));
    byte[] missing = new byte[10];
    format.writeMissing(258, missing);
    assertThat(missing).isEqualTo(bytes(0, 0, 0, 0, 0, 0, 1, 2, '0', '1'));
    assertThat(format.isPadded()).isTrue();
    assertThat(new KeyFormat(8, 0, 1).isPadded()).isFalse();
    assertThat(format.numberBytes()).isEqualTo(8);
  }

  @Test
  void aShortPrefixHasTheLowBytesOfItsNumberAndALongOneIsPadded() {
    assertThat(key(new KeyFormat(5, 2, 300), 1000)).isEqualTo(bytes(0, 100, 0, 3, 232));
    KeyFormat format = new KeyFormat(13, 10, 7);
    assertThat(key(format, 20)).isEqualTo(bytes(0, 0, 0, 0, 0, 0, 0, 6, '0', '0', 0, 0, 20));
    assertThat(format.read(key(format, 20))).isEqualTo(20);
    assertThat(format.isPadded()).isFalse();
    assertThat(new KeyFormat(19, 10, 7).isPadded()).isTrue();
    assertThat(new KeyFormat(18, 10, 7).isPadded()).isFalse();
  }

  @Test
  void keysAreDrawnUniformlyFromTheGenerator() {
    Random64 random = new Random64(SEED);
    KeyStream keys = KeyStream.of(new Random64(SEED), 1000, 0);
    for (int i = 0; i < 50; i++) {
      keys.chooseDatabase();
      assertThat(keys.next()).isEqualTo(random.nextLong(1000));
      assertThat(keys.nextToWrite()).isEqualTo(random.nextLong(1000));
    }
  }

  /** db_bench's formula, of bits 0 to 61 of a draw. */
  private static long skewed(long draw, long keys, double skew) {
    double place = (draw & 0x3fffffffffffffffL) / Math.pow(2, 62);
    return Long.remainderUnsigned((long) (keys * Math.exp(-place * skew)) * 0x5bd1e995L, keys);
  }

  @Test
  void skewIsThatOfDbBenchAndForReadsOnly() {
    Random64 random = new Random64(SEED);
    KeyStream keys = KeyStream.of(new Random64(SEED), 1000, 5);
    for (int i = 0; i < 50; i++) {
      assertThat(keys.next()).isEqualTo(skewed(random.nextLong(), 1000, 5));
      assertThat(keys.nextToWrite()).isEqualTo(random.nextLong(1000));
    }
  }

  @Test
  void theStreamOfDbBenchSpendsANumberForTheDatabase() {
    KeyStream keys = KeyStream.ofDbBench(5489, 1000, 0);
    assertThat(keys.next()).isEqualTo(30);
    keys.chooseDatabase();
    assertThat(keys.nextToWrite()).isEqualTo(720);
    KeyStream skewed = KeyStream.ofDbBench(5489, 1000, 5);
    assertThat(skewed.next()).isEqualTo(skewed(TWISTER[0], 1000, 5));
    assertThat(skewed.nextToWrite()).isEqualTo(908);
  }

  @ParameterizedTest
  @ValueSource(longs = {5489, 301, -1})
  void theTwisterOfEachSeedIsThatOfTheStandard(long seed) {
    Mt19937x64 random = new Mt19937x64(seed);
    long[] first = LongStream.generate(random::next).limit(1000).toArray();
    if (seed == 5489) {
      assertThat(Arrays.copyOf(first, 3)).isEqualTo(TWISTER);
    }
    assertThat(LongStream.of(first).distinct().count()).isEqualTo(1000);
  }

  /** Of each 100 bytes the first ones are random, and repeat. */
  @ParameterizedTest
  @CsvSource({"0.5, 50", "0, 1", "1, 100", "0.3, 30"})
  void aPartOfEachFragmentIsRandom(double ratio, int piece) {
    byte[] all = new byte[300];
    new ValueBuffer(ratio, 100).copy(0, all, 0, 300);
    for (int i = 0; i < 300; i++) {
      int first = i - i % 100;
      assertThat(all[i]).as("%d", i).isEqualTo(all[first + i % 100 % piece]);
    }
    assertThat(Arrays.copyOfRange(all, 0, 100)).isNotEqualTo(Arrays.copyOfRange(all, 100, 200));
  }

  /** 301 * 16807 = 5058907, and so on modulo 2^31 - 1. */
  @Test
  void theBytesAreThoseOfParkAndMiller() {
    long first = 5_058_907;
    long second = first * 16_807 % Integer.MAX_VALUE;
    assertThat(piece(0, 2)).isEqualTo(bytes((int) (first % 127), (int) (second % 127)));
  }

  @Test
  void theBufferHasAMegabyteInWholeFragmentsOrTheLongestValue() {
    assertThat(buffer.length()).isEqualTo(1_048_600);
    assertThat(new ValueBuffer(0.5, 1_048_600).length()).isEqualTo(1_048_600);
    assertThat(new ValueBuffer(0.5, 1_048_601).length()).isEqualTo(1_048_700);
  }

  @Test
  void piecesFollowOneAnotherUpToTheEndOfTheBuffer() {
    assertThat(buffer.next(1_048_500, 100)).isEqualTo(1_048_500);
    assertThat(buffer.next(1_048_501, 100)).isZero();
    ValueStream values = new ValueStream.DbBench(buffer);
    byte[] value = new byte[400_000];
    values.write(1, value, value.length);
    assertThat(value).isEqualTo(piece(0, 400_000));
    values.write(1, value, value.length);
    assertThat(value).isEqualTo(piece(400_000, 400_000));
    values.write(9, value, value.length);
    assertThat(value).as("from the front again").isEqualTo(piece(0, 400_000));
  }

  @Test
  void aCopyBeginsWhereItIsAskedFor() {
    byte[] into = new byte[6];
    buffer.copy(10, into, 2, 3);
    byte[] three = piece(10, 3);
    assertThat(into).isEqualTo(bytes(0, 0, three[0], three[1], three[2], 0));
  }

  @Test
  void aStampSaysWhoseValueItIs() {
    ValueStamp stamp = new ValueStamp(buffer);
    byte[] value = new byte[100];
    stamp.write(7, -8, 1L << 40, value, value.length);
    assertThat(ValueStamp.hasStamp(100)).isTrue();
    assertThat(ValueStamp.key(value)).isEqualTo(7);
    assertThat(ValueStamp.writer(value)).isEqualTo(-8);
    assertThat(ValueStamp.sequence(value)).isEqualTo(1L << 40);
    assertThat(stamp.isWhole(value, value.length)).isTrue();
    int from = (int) ((Random64.hash(7, -8, 1L << 40) >>> 1) % (1_048_600 - 100 + 1));
    assertThat(Arrays.copyOfRange(value, 28, 100)).isEqualTo(piece(from, 72));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 8, 23, 24, 27, 28, 99})
  void aChangedByteOfAValueIsFound(int at) {
    ValueStamp stamp = new ValueStamp(buffer);
    byte[] value = new byte[100];
    stamp.write(7, 8, 9, value, value.length);
    value[at] ^= 1;
    assertThat(stamp.isWhole(value, value.length)).isFalse();
    value[at] ^= 1;
    assertThat(stamp.isWhole(value, value.length)).isTrue();
  }

  @Test
  void valuesThatAreTooShortArePiecesOfTheBuffer() {
    assertThat(ValueStamp.hasStamp(32)).isTrue();
    assertThat(ValueStamp.hasStamp(31)).isFalse();
    ValueStamp stamp = new ValueStamp(buffer);
    byte[] value = new byte[31];
    stamp.write(7, 8, 9, value, value.length);
    int from = (int) ((Random64.hash(7, 8, 9) >>> 1) % (1_048_600 - 31 + 1));
    assertThat(value).isEqualTo(piece(from, 31));
  }

  @Test
  void loadedValuesDependOnTheKeyAloneAndOthersOnTheirSequence() {
    ValueStamp stamp = new ValueStamp(buffer);
    ValueStream loads = new ValueStream.Stamped(stamp, ValueStamp.LOAD);
    ValueStream writes = new ValueStream.Stamped(stamp, 3);
    byte[] value = new byte[100];
    for (long sequence = 0; sequence < 3; sequence++) {
      loads.write(7, value, value.length);
      assertThat(ValueStamp.sequence(value)).isZero();
      assertThat(ValueStamp.writer(value)).isZero();
      writes.write(7, value, value.length);
      assertThat(ValueStamp.sequence(value)).isEqualTo(sequence);
      assertThat(ValueStamp.writer(value)).isEqualTo(3);
      assertThat(ValueStamp.key(value)).isEqualTo(7);
    }
  }
}
