package io.ibench.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

class PayloadTest {

  @Test
  void uniformBytesCoverTheirRangeEvenly() {
    byte[] bytes = new byte[1_000_000];
    new UniformPayload(100, 200).fill(new Random64(1), bytes, bytes.length);
    int[] counts = new int[256];
    for (byte b : bytes) {
      counts[b & 0xFF]++;
    }
    for (int value = 0; value < 256; value++) {
      if (value < 100 || value > 200) {
        assertThat(counts[value]).as("byte " + value).isZero();
      } else {
        assertThat(counts[value]).as("byte " + value).isBetween(9_400, 10_400);
      }
    }
  }

  @Test
  void bytesFromOneDrawAreIndependent() {
    byte[] bytes = new byte[400_000];
    new UniformPayload(0, 3).fill(new Random64(2), bytes, bytes.length);
    int[] quadruples = new int[256];
    for (int i = 0; i < bytes.length; i += 4) {
      quadruples[bytes[i] << 6 | bytes[i + 1] << 4 | bytes[i + 2] << 2 | bytes[i + 3]]++;
    }
    for (int count : quadruples) {
      assertThat(count).isBetween(300, 490);
    }
  }

  @Test
  void extremesOfTheByteRangeWork() {
    byte[] bytes = new byte[1000];
    new UniformPayload(255, 255).fill(new Random64(1), bytes, 1000);
    assertThat(bytes).containsOnly(0xFF);
    assertThatIllegalArgumentException().isThrownBy(() -> new UniformPayload(-1, 5));
    assertThatIllegalArgumentException().isThrownBy(() -> new UniformPayload(5, 4));
    assertThatIllegalArgumentException().isThrownBy(() -> new UniformPayload(5, 256));
    assertThatIllegalArgumentException().isThrownBy(() -> new MotifPayload(5, 9, 1.1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new MotifPayload(5, 9, Double.NaN, 0));
  }

  @Test
  void everyLengthIsFilledAndNoByteMore() {
    Payload[] payloads = {
      new UniformPayload(1, 5), new MotifPayload(1, 5, 0, 1), new MotifPayload(1, 5, 1, 1)
    };
    for (Payload payload : payloads) {
      for (int length = 0; length <= 300; length++) {
        byte[] bytes = new byte[301];
        payload.fill(new Random64(length), bytes, length);
        for (int i = 0; i < bytes.length; i++) {
          assertThat(bytes[i] >= 1 && bytes[i] <= 5).isEqualTo(i < length);
        }
      }
    }
  }

  @Test
  void withoutUniquenessEveryChunkIsACopyFromOneMotif() {
    Payload payload = new MotifPayload(0, 255, 0, 77);
    byte[] motif = new byte[512];
    new UniformPayload(0, 255).fill(new Random64(77), motif, 512);
    byte[] bytes = new byte[300];
    payload.fill(new Random64(1), bytes, 300);
    assertThat(indexOf(motif, Arrays.copyOfRange(bytes, 0, 128))).isNotNegative();
    assertThat(indexOf(motif, Arrays.copyOfRange(bytes, 128, 256))).isNotNegative();
    assertThat(indexOf(motif, Arrays.copyOfRange(bytes, 256, 300))).isNotNegative();
  }

  @Test
  void theMotifHasTheLengthAskedForAndBoundsTheChunks() {
    Payload payload = new MotifPayload(0, 255, 0, 40, 77);
    byte[] motif = new byte[40];
    new UniformPayload(0, 255).fill(new Random64(77), motif, 40);
    byte[] bytes = new byte[100];
    payload.fill(new Random64(1), bytes, 100);
    assertThat(Arrays.copyOfRange(bytes, 0, 40)).isEqualTo(motif);
    assertThat(Arrays.copyOfRange(bytes, 40, 80)).isEqualTo(motif);
    assertThat(indexOf(motif, Arrays.copyOfRange(bytes, 80, 100))).isNotNegative();
    assertThatIllegalArgumentException().isThrownBy(() -> new MotifPayload(0, 255, 0, 0, 77));
  }

  @Test
  void copiesComeFromEveryOffsetOfTheMotif() {
    Payload payload = new MotifPayload(0, 255, 0, 78);
    byte[] motif = new byte[512];
    new UniformPayload(0, 255).fill(new Random64(78), motif, 512);
    Random64 random = new Random64(2);
    boolean[] seen = new boolean[512];
    byte[] bytes = new byte[8];
    for (int i = 0; i < 10_000; i++) {
      payload.fill(random, bytes, 8);
      seen[indexOf(motif, bytes)] = true;
    }
    assertThat(seen[0]).isTrue();
    assertThat(seen[504]).isTrue();
  }

  private static int indexOf(byte[] all, byte[] part) {
    for (int at = 0; at <= all.length - part.length; at++) {
      if (Arrays.equals(all, at, at + part.length, part, 0, part.length)) {
        return at;
      }
    }
    return -1;
  }

  @Test
  void linkPayloadsCompressToAThird() {
    assertThat(deflateRatio(new MotifPayload(32, 100, 0.225, 1), new LogNormalLength(8, 1, 0, 254)))
        .isCloseTo(0.32, within(0.03));
  }

  @Test
  void nodePayloadsCompressToThreeFifths() {
    assertThat(
            deflateRatio(
                new MotifPayload(50, 220, 0.63, 1), new LogNormalLength(128, 1, 0, (1 << 20) - 1)))
        .isCloseTo(0.61, within(0.03));
  }

  /** Of a million bytes of payloads, one after the other, at zlib's level 6. */
  private static double deflateRatio(Payload payload, LogNormalLength lengths) {
    byte[] all = new byte[1_000_000];
    byte[] one = new byte[1 << 20];
    Random64 random = new Random64(11);
    for (int at = 0; at < all.length; ) {
      int length = Math.min(lengths.draw(random), all.length - at);
      payload.fill(random, one, length);
      System.arraycopy(one, 0, all, at, length);
      at += length;
    }
    Deflater deflater = new Deflater(6);
    deflater.setInput(all);
    deflater.finish();
    int compressed = deflater.deflate(new byte[2_000_000]);
    deflater.end();
    return (double) compressed / all.length;
  }
}
