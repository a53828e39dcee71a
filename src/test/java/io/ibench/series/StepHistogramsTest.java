package io.ibench.series;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.series.StepHistograms.Quantiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepHistogramsTest {

  @TempDir Path temp;

  private Path file(String... tags) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    HistogramLogWriter writer =
        new HistogramLogWriter(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    writer.outputLegend();
    for (String tag : tags) {
      Histogram histogram = new Histogram(1, 3_600_000_000_000L, 2);
      for (int micros = 1; micros <= 100; micros++) {
        histogram.recordValue(1000L * micros);
      }
      histogram.setTag(tag);
      writer.outputIntervalHistogram(histogram);
    }
    return Files.write(temp.resolve("latency.hlog"), bytes.toByteArray());
  }

  private final Map<String, Quantiles> found = new HashMap<>();

  @Test
  void readsTheHistogramsThatAreAskedFor() throws IOException {
    Path file = file("s.1.A.service", "A.service");
    assertThat(StepHistograms.read(file, "s.1.A.service"::equals, found::put)).isZero();
    assertThat(found).containsOnlyKeys("s.1.A.service");
    Quantiles quantiles = found.get("s.1.A.service");
    assertThat(quantiles.count()).isEqualTo(100);
    assertThat(quantiles.percentiles()).startsWith(0).contains(50).endsWith(99);
    assertThat(quantiles.micros()).isSorted().hasSameSizeAs(quantiles.percentiles());
    int half = Arrays.binarySearch(quantiles.percentiles(), 50);
    assertThat(quantiles.micros()[half]).isBetween(50.0, 51.0);
  }

  @Test
  void aDamagedHistogramIsLeftOutAndCounted() throws IOException {
    Path file = file("a", "b");
    String text = Files.readString(file).replaceFirst("(Tag=a,.*,.{20}).*", "$1");
    Files.writeString(file, text);
    assertThat(StepHistograms.read(file, tag -> true, found::put)).isEqualTo(1);
    assertThat(found).containsOnlyKeys("b");
  }

  @Test
  void percentilesAreFewAndAscending() {
    double[] all = StepHistograms.percentiles(Long.MAX_VALUE);
    assertThat(all).isSorted().doesNotHaveDuplicates().endsWith(99.999);
    assertThat(all).contains(0, 50, 75, 90, 95, 99, 99.9, 99.99);
    assertThat(all.length).isLessThanOrEqualTo(60);
    assertThat(StepHistograms.percentiles(1)).containsExactly(0);
    assertThat(StepHistograms.percentiles(2)).endsWith(50);
  }

  @Test
  void tagsAreMadeAsTheLogMakesThem() {
    assertThat(StepHistograms.tag("my step", 2, "a,\u00e4", "service"))
        .isEqualTo("my_step.2.a__.service");
  }
}
