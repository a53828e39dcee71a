package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.report.document.Axis;
import io.ibench.report.document.Block;
import io.ibench.report.document.Chart;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Line;
import io.ibench.report.document.Section;
import io.ibench.testing.ChromiumExtension;
import io.ibench.testing.ChromiumPage;
import io.ibench.testing.NeedsBrowser;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.NodeList;

/** Charts that are saved as pictures. */
@ExtendWith(ChromiumExtension.class)
@Timeout(300)
@NeedsBrowser
class PictureBrowserTest {

  private static final String PNG = "#chart-throughput .save button:nth-child(1)";
  private static final String SVG = "#chart-throughput .save button:nth-child(2)";

  @TempDir private Path folder;

  private Path open(ChromiumPage browser, Page page) throws IOException {
    Path file = folder.resolve("page.html");
    PageWriter.write(page, file);
    BrowserPages.open(browser, file);
    return file;
  }

  private Path saved(ChromiumPage browser, String button) throws Exception {
    CompletableFuture<Path> download = browser.nextDownload(folder);
    browser.click(button);
    return download.get(120, TimeUnit.SECONDS);
  }

  private static Set<Integer> colours(BufferedImage image) {
    Set<Integer> colours = new HashSet<>();
    for (int x = 0; x < image.getWidth(); x++) {
      for (int y = 0; y < image.getHeight(); y++) {
        colours.add(image.getRGB(x, y));
      }
    }
    return colours;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPngShowsTheChartInTwiceItsSizeAndItsColours(boolean dark, ChromiumPage browser)
      throws Exception {
    browser.resize(1000, 800, false);
    browser.emulateMedia("screen", dark);
    Path page = open(browser, StepPages.page());
    int width = browser.evaluate("document.querySelector('.drawing').clientWidth").asInt();
    int height = browser.evaluate("document.querySelector('.drawing').clientHeight").asInt();

    Path file = saved(browser, PNG);
    assertThat(file).hasFileName(StepPages.RUN + "-throughput.png");
    BufferedImage image = ImageIO.read(file.toFile());
    assertThat(image.getWidth()).isEqualTo(2 * (width + 32));
    assertThat(image.getHeight()).isBetween(2 * (height + 60), 2 * (height + 140));
    assertThat(image.getRGB(2, 2)).isEqualTo(dark ? 0xFF14171C : 0xFFFFFFFF);
    assertThat(colours(image)).hasSizeGreaterThan(50).contains(dark ? 0xFF6AA9F7 : 0xFF1F66C9);
    assertThat(browser.complaints()).isEmpty();
    assertThat(browser.requests())
        .filteredOn(url -> !url.startsWith("data:") && !url.startsWith("blob:"))
        .containsExactly(page.toUri().toString());
  }

  private static List<String> texts(Path svg) throws Exception {
    NodeList nodes =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(svg.toFile())
            .getElementsByTagName("text");
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      texts.add(nodes.item(i).getTextContent());
    }
    return texts;
  }

  @Test
  void saysWhatItShowsAndOfWhichRun(ChromiumPage browser) throws Exception {
    browser.resize(1000, 800, false);
    open(browser, StepPages.page());
    browser.evaluate("inspect.choose('nav select', 'qr100')");
    browser.click("#chart-throughput .scale:first-child button:last-child");
    browser.click("#chart-throughput .scale:last-child button:last-child");

    Path file = saved(browser, SVG);
    assertThat(file).hasFileName(StepPages.RUN + "-throughput-qr100.svg");
    assertThat(texts(file))
        .contains("Rows per second", "rows/s", "time", "rows", "qr100")
        .contains("log scale of y", "log scale of x", "50 s")
        .contains(StepPages.PRODUCT, "INVALID", "run " + StepPages.RUN, "ibench 1.2.3")
        .doesNotContain("l.i0");
  }

  @Test
  void aLineThatIsHiddenIsNotInTheLegend(ChromiumPage browser) throws Exception {
    Line first = BrowserPages.line("first", Axis.TIME, Map.of(), 5);
    Line second = BrowserPages.line("second", Axis.TIME, Map.of(), 7);
    Chart chart =
        new Chart("throughput", "One", "", "us", false, List.of(), List.of(first, second));
    List<Section> sections = List.of(new Section("s", "S", "", List.of(new Block.Drawing(chart))));
    ChartSet charts = new ChartSet(0, List.of(), List.of(chart), List.of());
    open(browser, BrowserPages.page("hidden", sections, charts));
    browser.click(".legend button:first-child");

    assertThat(texts(saved(browser, SVG)))
        .contains("first", "1 of 2 shown")
        .doesNotContain("second");
  }

  static List<String> hostile() {
    return HostilePageBrowserTest.hostile();
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void aNameIsNothingButTextInAPicture(String name, ChromiumPage browser) throws Exception {
    browser.resize(1000, 800, false);
    open(browser, StepPages.page(name));
    Path svg = saved(browser, SVG);
    Path png = saved(browser, PNG);

    assertThat(texts(svg)).contains("Rows per second", "l.i0");
    NodeList all =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(svg.toFile())
            .getElementsByTagName("*");
    for (int i = 0; i < all.getLength(); i++) {
      assertThat(all.item(i).getNodeName())
          .isIn("svg", "g", "rect", "line", "path", "text", "defs", "clipPath", "style", "circle");
    }
    assertThat(colours(ImageIO.read(png.toFile()))).hasSizeGreaterThan(50);
    assertThat(browser.dialogs()).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void itsButtonsAreNotPrinted(ChromiumPage browser) throws Exception {
    open(browser, StepPages.page());
    String seen = "[...document.querySelectorAll('.save')].filter((one) => one.offsetWidth).length";
    assertThat(browser.evaluate(seen).asInt()).isEqualTo(2);
    browser.emulateMedia("print", false);

    assertThat(browser.evaluate(seen).asInt()).isZero();
  }
}
