package io.ibench.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.testing.ChromiumPage.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(ChromiumExtension.class)
@Timeout(300)
@NeedsBrowser
class ChromiumTest {

  @TempDir private Path folder;

  private Path html(String body) throws IOException {
    return Files.writeString(
        folder.resolve("a page.html"), "<!DOCTYPE html><meta charset=utf-8>" + body);
  }

  @Test
  void hearsWhatAPageComplainsAboutAsksForAndOpens(ChromiumPage page) throws IOException {
    page.open(
        html(
            "<img src='http://192.0.2.1/pixel.png'><script>"
                + "console.warn('careful', 1); alert('hello'); noSuchThing();</script>"),
        "true");

    assertThat(page.dialogs()).containsExactly("hello");
    assertThat(page.requests()).contains("http://192.0.2.1/pixel.png");
    assertThat(page.complaints())
        .contains(new Message("console", "warning", "careful 1"))
        .anySatisfy(
            message -> {
              assertThat(message.source()).isEqualTo("exception");
              assertThat(message.text()).contains("noSuchThing is not defined");
            });
  }

  @Test
  void hearsWhatAPolicyHasRefused(ChromiumPage page) throws IOException {
    page.open(
        html(
            "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'\">"
                + "<body><script>document.title = 'hacked'</script>"
                + "<img src='http://192.0.2.1/blocked.png'>"),
        "true");

    assertThat(page.evaluate("document.title").asText()).isEmpty();
    assertThat(page.complaints())
        .extracting(Message::text)
        .anyMatch(text -> text.contains("script"));
    assertThat(page.complaints())
        .extracting(Message::text)
        .anyMatch(text -> text.contains("blocked.png"));
  }

  @Test
  void aPageKeepsItsFocusWhileAnotherGetsKeys(ChromiumPage page, ChromiumPage other)
      throws IOException {
    Path button = html("<button onblur='window.lost = true'>one</button>");
    page.open(button, "true");
    page.evaluate("document.querySelector('button').focus()");
    other.open(button, "true");
    other.evaluate("document.querySelector('button').focus()");
    other.input().press("Enter");

    assertThat(page.evaluate("document.hasFocus() && !window.lost").asBoolean()).isTrue();
    assertThat(other.evaluate("document.hasFocus() && !window.lost").asBoolean()).isTrue();
  }

  @Test
  void waitsForPromisesAndForWhatBecomesTrue(ChromiumPage page) throws IOException {
    double millis =
        page.open(
            html("<script>setTimeout(() => { window.done = 7; }, 1)</script>"),
            "window.done === 7");

    assertThat(millis).isPositive();
    assertThat(page.evaluate("Promise.resolve({ a: [window.done] })").at("/a/0").asInt())
        .isEqualTo(7);
    assertThatThrownBy(() -> page.evaluate("nothing.here"))
        .hasMessageContaining("nothing is not defined");
    assertThatThrownBy(() -> page.open(folder.resolve("absent.html"), "true"))
        .hasMessageContaining("FILE_NOT_FOUND");
    assertThat(page.complaints()).isEmpty();
  }

  @Test
  void showsAPageAsAPhoneInTheDarkAndOnPaper(ChromiumPage page) throws IOException {
    Path file =
        html("<body><p style='height: 3000px'>long</p><button onclick='window.hit = 1'>b</button>");
    page.resize(390, 844, true);
    page.emulateMedia("print", true);
    page.open(file, "true");

    assertThat(page.evaluate("innerWidth").asInt()).isGreaterThanOrEqualTo(390);
    assertThat(page.evaluate("matchMedia('print').matches").asBoolean()).isTrue();
    assertThat(page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches").asBoolean())
        .isTrue();
    page.click("button");
    assertThat(page.evaluate("window.hit").asInt()).isEqualTo(1);
    Path picture = folder.resolve("page.png");
    page.screenshot(picture);
    assertThat(ImageIO.read(picture.toFile()).getHeight()).isGreaterThan(6000);
    assertThat(new String(page.printToPdf(), StandardCharsets.ISO_8859_1)).startsWith("%PDF");
  }

  @Test
  void aBrowserThatDiesFailsWhatWaitsForItAndLeavesNothing() throws IOException {
    Path file = html("");
    Chromium chromium = Chromium.require();
    try (chromium;
        ChromiumPage page = chromium.newPage()) {
      page.open(file, "true");
      Thread killer = new Thread(chromium::kill);
      page.evaluate("document.title = 'waiting'");
      killer.start();
      assertThatThrownBy(() -> page.waitUntil("false")).hasMessageContaining("Chromium is gone");
      assertThatThrownBy(() -> page.evaluate("1")).hasMessageContaining("Chromium is gone");
    }
    assertThat(chromium.isAlive()).isFalse();
    assertThat(ProcessHandle.of(chromium.pid())).isEmpty();
    assertThat(chromium.folder()).doesNotExist();
    chromium.close();
  }

  @Test
  void aProgramThatOnlyCallsASnapIsNotTaken() throws IOException {
    Path stub =
        Files.writeString(folder.resolve("stub"), "#!/bin/sh\nexec /snap/bin/chromium \"$@\"\n");
    Path script =
        Files.writeString(folder.resolve("script"), "#!/bin/sh\nexec /usr/lib/chromium\n");

    assertThat(ChromiumProgram.isSnap(stub)).isTrue();
    assertThat(ChromiumProgram.isSnap(script)).isFalse();
  }
}
