package io.ibench.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.DeflaterOutputStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class HlogLinesTest {

  private static final long HOUR = 3_600_000_000_000L;

  private static String encoded(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }

  /** A few bytes that request as much memory as they like. */
  private static String made(int payload, int digits, long highest) throws IOException {
    ByteBuffer inner = ByteBuffer.allocate(42);
    inner.putInt(0x1c849313).putInt(payload).putInt(0).putInt(digits);
    inner.putLong(1).putLong(highest).putDouble(1).put((byte) 2);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(bytes)) {
      deflater.write(inner.array());
    }
    ByteBuffer outer = ByteBuffer.allocate(8 + bytes.size());
    outer.putInt(0x1c849314).putInt(bytes.size()).put(bytes.toByteArray());
    return Base64.getEncoder().encodeToString(outer.array());
  }

  @Test
  void whatARunHasLoggedIsReadAsItWas() throws Exception {
    Histogram histogram = new Histogram(1, HOUR, 2);
    for (int i = 1; i < 10_000; i++) {
      histogram.recordValue(i * 1_000_003L);
    }

    assertThat(HlogLines.decode(encoded(histogram))).isEqualTo(histogram);
    assertThat(HlogLines.decode(made(1, 2, HOUR)).getTotalCount()).isOne();
  }

  @Test
  void oneThatWouldTakeHundredsOfMegabytesIsNone() {
    assertRefused(() -> made(1, 5, Long.MAX_VALUE / 2));
    assertRefused(() -> made(Integer.MAX_VALUE - 100, 2, HOUR));
    assertRefused(() -> made(-1, 2, HOUR));
    assertRefused(() -> "HISTFAAAA");
    assertRefused(() -> "");
    assertRefused(() -> "no base64!");
  }

  private interface Text {
    String get() throws IOException;
  }

  private static void assertRefused(Text text) {
    assertThatThrownBy(() -> HlogLines.decode(text.get())).isInstanceOf(DataFormatException.class);
  }
}
