package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.random.LogNormalLength;
import io.ibench.random.Payload;
import io.ibench.random.Random64;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RequestDataTest {

  private static final int ALL_BYTES = 1_000_000;

  private static double deflateRatio(LogNormalLength lengths, Payload payload) {
    byte[] all = new byte[ALL_BYTES];
    GraphData.Buffer data = new GraphData.Buffer();
    Random64 random = new Random64(17);
    for (int at = 0; at < ALL_BYTES; ) {
      data.draw(lengths, payload, random);
      int length = Math.min(data.length(), ALL_BYTES - at);
      System.arraycopy(data.bytes(), 0, all, at, length);
      at += length;
    }
    Deflater deflater = new Deflater(6);
    try {
      deflater.setInput(all);
      deflater.finish();
      return (double) deflater.deflate(new byte[2 * ALL_BYTES]) / ALL_BYTES;
    } finally {
      deflater.end();
    }
  }

  /** Documented for 2011; the links of 2017 are longer, and so their copied chunks. */
  @ParameterizedTest
  @CsvSource({
    "2011, LINK_ADD, 0.32",
    "2011, LINK_UP, 0.32",
    "2017, LINK_ADD, 0.24",
    "2017, LINK_UP, 0.24"
  })
  void linksDeflateToAThirdOrAQuarter(String era, DataKind kind, double ratio) {
    GraphData data = Settings.of("maxid1=2", "era=" + era).data();
    assertThat(deflateRatio(data.linkLength(), data.requested(kind)))
        .isCloseTo(ratio, within(0.02));
  }

  @ParameterizedTest
  @CsvSource({"2011, NODE_ADD", "2011, NODE_UP", "2017, NODE_ADD", "2017, NODE_UP"})
  void nodesDeflateToThreeFifths(String era, DataKind kind) {
    GraphData data = Settings.of("maxid1=2", "era=" + era).data();
    assertThat(deflateRatio(data.nodeLength(), data.requested(kind))).isCloseTo(0.61, within(0.02));
  }

  @Test
  void lengthsHaveTheMedianOfTheEra() {
    GraphData data = Settings.of("maxid1=2", "era=2017").data();
    assertThat(data.linkLength().cdf(23)).isCloseTo(0.5, within(1e-9));
    assertThat(data.nodeLength().cdf(168)).isCloseTo(0.5, within(1e-9));
  }

  @ParameterizedTest
  @EnumSource(DataKind.class)
  void everyKindOfDataHasItsOwnGenerator(DataKind kind) {
    String prefix = kind.text() + "_datagen";
    GraphData data =
        Settings.of(
                "maxid1=2",
                prefix + "=uniform",
                prefix + "_startbyte=7",
                prefix + "_endbyte=7",
                prefix + "_motif_length=3")
            .data();
    for (DataKind each : DataKind.values()) {
      byte[] bytes = new byte[64];
      data.requested(each).fill(new Random64(1), bytes, bytes.length);
      if (each == kind) {
        assertThat(bytes).containsOnly(7);
      } else {
        assertThat(bytes).isNotEqualTo(new byte[64]).doesNotContain(7);
      }
    }
    GraphData.Buffer link = new GraphData.Buffer();
    GraphData.Buffer node = new GraphData.Buffer();
    data.drawLinkData(new Random64(5), link);
    data.drawNodeData(new Random64(5), 1, node);
    assertThat(link.bytes()[0] == 7).isEqualTo(kind == DataKind.LINK_ADD);
    assertThat(node.bytes()[0] == 7).isEqualTo(kind == DataKind.NODE_ADD);
  }

  @Test
  void withoutUniquenessAShortMotifRepeats() {
    GraphData data =
        Settings.of("maxid1=2", "link_up_datagen_uniqueness=0", "link_up_datagen_motif_length=4")
            .data();
    byte[] bytes = new byte[8];
    data.requested(DataKind.LINK_UP).fill(new Random64(1), bytes, 8);
    for (int i = 0; i < 4; i++) {
      assertThat(bytes[i + 4]).isEqualTo(bytes[i]);
    }
  }
}
