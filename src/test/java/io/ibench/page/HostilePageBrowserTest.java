package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.BooleanNode;
import io.ibench.report.document.Axis;
import io.ibench.report.document.Block;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Chart;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Choice;
import io.ibench.report.document.Headline;
import io.ibench.report.document.Mark;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.SanitizedText;
import io.ibench.testing.ChromiumExtension;
import io.ibench.testing.ChromiumPage;
import io.ibench.testing.NeedsBrowser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that could act as markup if the page let them. */
@ExtendWith(ChromiumExtension.class)
@Timeout(300)
@NeedsBrowser
class HostilePageBrowserTest {

  private static final String RIGHT_TO_LEFT = "\u202Eabc \u05D0\u05D1";

  /** Ends the element that isolates it, and turns the following text. */
  private static final String ISOLATE = "\u2069\u2067abc \u05D0\u05D1\u2066";

  @TempDir private Path folder;

  static List<String> hostile() {
    return List.of(
        "<script>window.hacked=1;alert(1)</script><img src=x onerror=alert(1)>"
            + "<svg onload=alert(1)>--><![CDATA[ ]]>&lt;&amp;&#x3c;<!--<script>",
        "</script></title></style></textarea><script>window.hacked=1</script>",
        "\" onmouseover=\"alert(1)\" x='y' `${alert(1)}` {{constructor}} {a|b} {b}: {c}"
            + " \\\");alert(1);//",
        RIGHT_TO_LEFT,
        ISOLATE + "\u061C \u200E \u200F \u202A \u202D \u202C \u2068",
        "nul \u0000 bell \u0007 escape \u001b[31m delete \u007f next \u0085 line \u2028"
            + " high \uD83D low \uDE00 pair \uD83D\uDE00",
        "W".repeat(3000),
        "__proto__",
        "constructor");
  }

  /** Every text on a page is this text, each with its own number. */
  private static Page page(String text) {
    TableColumn[] columns = {
      new TableColumn("c1" + text, "c2" + text, "c3" + text, true),
      new TableColumn("c4" + text, "c5" + text, "c6" + text, false)
    };
    Row row =
        new Row(
            List.of(new Cell("r1" + text, Cell.Tone.BAD, "r2" + text), Cell.of("r3" + text)),
            false);
    Chart chart = chart(text);
    List<Block> blocks =
        List.of(
            new Table("t1" + text, List.of(columns), List.of(row), "t2" + text),
            new Block.Drawing(chart),
            new Block.Notes(List.of(new Note("n1" + text, "n2" + text, Cell.Tone.CARE))),
            new Block.Multiples(List.of(SamplePage.smallChart("m1" + text))),
            new Block.Folded("f1" + text, List.of()));
    return new Page(
        "p1" + text,
        "",
        List.of(new Headline("h1" + text, "h2" + text, "h3" + text, false)),
        new Cell("VALID", Cell.Tone.GOOD, "v1" + text),
        "v2" + text,
        List.of("p2" + text),
        List.of(
            new Section("one", "s1" + text, "s2" + text, blocks),
            new Section("two", "s3" + text, "", List.of())),
        new ChartSet(1, marks(text), List.of(chart), List.of("x1" + text)),
        "1.0");
  }

  /** Its names are the unchanged text. */
  private static Chart chart(String text) {
    return new Chart(
        "chart",
        "d1" + text,
        "d2" + text,
        "d3" + text,
        false,
        List.of(new Choice("operation", "d4" + text, List.of(text, "other"), text)),
        List.of(
            BrowserPages.line(text, Axis.TIME, Map.of("operation", text), 70),
            BrowserPages.line("plain", Axis.TIME, Map.of("operation", text), 30),
            BrowserPages.line(text, Axis.TIME, Map.of("operation", "other"), 50)));
  }

  private static List<Mark> marks(String text) {
    List<Mark> marks = new ArrayList<>();
    for (Mark mark : BrowserPages.marks()) {
      marks.add(new Mark(mark.kind(), mark.axis(), mark.from(), mark.to(), text));
    }
    return marks;
  }

  /** The text in a browser: HTML has no NUL and no half of a surrogate pair. */
  private static String inText(String text) {
    return visible(halvesReplaced(text).replace("\u0000", ""));
  }

  private static String halvesReplaced(String text) {
    StringBuilder whole = new StringBuilder();
    text.codePoints()
        .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? '?' : c)
        .forEach(whole::appendCodePoint);
    return whole.toString();
  }

  private static void point(ChromiumPage browser) {
    for (String place :
        List.of(
            "h1",
            "th.number *",
            "td",
            ".drawing",
            "figcaption *",
            ".legend *",
            ".small circle",
            ".small .turn")) {
      browser.hover(place);
    }
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void aNameIsNothingButText(String text, ChromiumPage browser) throws IOException {
    Path file = folder.resolve("page.html");
    PageWriter.write(page(text), file);
    browser.resize(1400, 900, false);
    BrowserPages.open(browser, file);
    point(browser);
    browser.evaluate("inspect.useControls()");

    String shown = browser.evaluate("document.body.textContent").asText();
    for (String number : List.of("p1", "p2", "s1", "s2", "s3", "d1", "d3")) {
      assertThat(shown).contains(inText(number + text));
    }
    for (String number :
        List.of("t1", "t2", "c1", "c2", "c4", "c5", "r1", "r3", "n1", "n2", "m1", "f1")) {
      assertThat(shown).contains(inText(SanitizedText.of(number + text)));
    }
    assertThat(BrowserPages.texts(browser, "inspect.definitions()"))
        .contains(inAttribute("c6" + text), inAttribute("d2" + text))
        .contains(inAttribute(SanitizedText.of("m1" + text)));
    assertHarmless(browser, file);
  }

  private static String inAttribute(String text) {
    return visible(halvesReplaced(text).replace('\u0000', '\uFFFD'));
  }

  /** With escapes for the characters that turn the direction of text. */
  private static String visible(String text) {
    StringBuilder shown = new StringBuilder();
    text.chars()
        .forEach(
            c -> {
              boolean turns =
                  c == 0x061C
                      || c == 0x200E
                      || c == 0x200F
                      || (c >= 0x202A && c <= 0x202E)
                      || (c >= 0x2066 && c <= 0x2069);
              shown.append(turns ? String.format("\\u%04x", c) : String.valueOf((char) c));
            });
    return shown.toString();
  }

  private static void assertHarmless(ChromiumPage browser, Path file) {
    assertThat(browser.evaluate("typeof window.hacked").asText()).isEqualTo("undefined");
    assertThat(browser.dialogs()).isEmpty();
    assertThat(browser.complaints()).isEmpty();
    assertThat(browser.requests()).containsExactly(file.toUri().toString());
    assertThat(BrowserPages.texts(browser, "inspect.faults()")).isEmpty();
    assertThat(browser.evaluate("document.scripts.length").asInt()).isEqualTo(3);
    assertThat(browser.evaluate("document.images.length").asInt()).isZero();
  }

  @Test
  void aLongWordDoesNotMakeThePageWiderThanAPhone(ChromiumPage browser) throws IOException {
    Path file = folder.resolve("page.html");
    PageWriter.write(page("W".repeat(300)), file);
    browser.resize(390, 844, true);
    BrowserPages.open(browser, file);

    assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(390);
  }

  /** With a plain text beside each name. */
  private static Page plainBeside(String text) {
    Page whole = page(text);
    List<TableColumn> columns =
        List.of(
            new TableColumn("", "the step", "", true),
            new TableColumn(text, "reads", "What it is.", false));
    List<Row> rows = List.of(new Row(List.of(Cell.of(text), Cell.of("1234")), false));
    Chart chart =
        new Chart("chart", text, "What it is.", "queries/s", false, List.of(), chart(text).lines());
    List<Block> blocks =
        List.of(
            new Table(text, columns, rows, "a note"),
            new Block.Drawing(chart),
            new Block.Notes(List.of(new Note(text, "is fast", Cell.Tone.CARE))),
            new Block.Notes(List.of(new Note("request", text, Cell.Tone.CARE))),
            new Block.Multiples(List.of(SamplePage.smallChart(text))));
    return new Page(
        text,
        List.of(text, "plain subtitle"),
        whole.verdict(),
        List.of(
            new Section("one", text, "an intro", blocks),
            new Section("two", "Second", text, List.of())),
        new ChartSet(1, marks(text), List.of(chart), List.of(text)),
        "1.0");
  }

  @ParameterizedTest
  @ValueSource(strings = {RIGHT_TO_LEFT, ISOLATE})
  void aNameThatRunsFromRightToLeftTurnsNothingBesideIt(String text, ChromiumPage browser)
      throws IOException {
    Path file = folder.resolve("page.html");
    PageWriter.write(plainBeside(text), file);
    browser.resize(1400, 900, false);
    BrowserPages.open(browser, file);

    assertThat(browser.evaluate("document.body.textContent").asText()).contains(visible(text));
    assertThat(
            browser.evaluate("/[\\u202A-\\u202E\\u2066-\\u2069]/.test(document.body.textContent)"))
        .isEqualTo(BooleanNode.FALSE);
    assertThat(BrowserPages.texts(browser, "inspect.turnedTexts()")).isEmpty();
    assertThat(BrowserPages.texts(browser, "inspect.swappedTexts()")).isEmpty();
  }
}
