package io.ibench.bench;

import io.ibench.testing.Chromium;
import io.ibench.testing.ChromiumPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Measures how long a browser takes to open a page of results: the milliseconds from the beginning
 * of the loading until the page is loaded, which is when a reader sees its text, and until every
 * chart is drawn. A page is opened several times, each in a tab of its own; the first time the
 * browser itself is still warming up.
 *
 * <p>Arguments: HTML files. It is a test class: {@code java -cp
 * target/test-classes:target/classes:LIBRARIES io.ibench.bench.OpenPage report.html}, where {@code
 * bin/screenshots} leaves the libraries in {@code target/test-class-path}.
 */
public final class OpenPage {

  private static final int TIMES = 5;
  private static final String LOADED =
      "performance.getEntriesByType('navigation')[0].loadEventEnd > 0";
  private static final String DRAWN =
      "window.ibenchCharts ? window.ibenchCharts.every((chart) => chart.drawn)"
          + " : [...document.querySelectorAll('[data-chart]')]"
          + ".every((place) => place.querySelector('svg'))";

  private OpenPage() {}

  public static void main(String[] arguments) throws IOException {
    try (Chromium chromium = Chromium.start()) {
      for (String argument : arguments) {
        Path file = Path.of(argument).toAbsolutePath();
        System.out.printf(Locale.ROOT, "%s: %,d bytes%n", argument, Files.size(file));
        for (int i = 0; i < TIMES; i++) {
          open(chromium, file);
        }
      }
    }
  }

  private static void open(Chromium chromium, Path file) {
    try (ChromiumPage page = chromium.newPage()) {
      page.resize(1400, 900, false);
      page.open(file, LOADED);
      double loaded =
          page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd").asDouble();
      // Drawn while nobody looked: the page's clock is read when that is noticed, a frame later.
      double drawn = page.waitUntil(DRAWN);
      System.out.printf(Locale.ROOT, "  loaded %6.0f ms   drawn %6.0f ms%n", loaded, drawn);
    }
  }
}
