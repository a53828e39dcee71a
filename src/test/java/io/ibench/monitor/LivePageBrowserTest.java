package io.ibench.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.report.Samples;
import io.ibench.testing.ChromiumExtension;
import io.ibench.testing.ChromiumPage;
import io.ibench.testing.NeedsBrowser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The live page in a browser, whose clock the test turns. */
@ExtendWith(ChromiumExtension.class)
@Timeout(300)
@NeedsBrowser
class LivePageBrowserTest {

  private static final String PAGE =
      "(document.getElementById('page').contentDocument?.body?.innerText ?? '')";
  private static final String STATUS = "document.getElementById('status').textContent";

  private final AtomicLong pages = new AtomicLong();
  private final AtomicLong nanos = new AtomicLong();
  private final CountDownLatch ready = new CountDownLatch(1);
  private MonitorServer server;

  @BeforeEach
  void serve() throws IOException {
    server = MonitorServer.start(HttpAddress.parse("127.0.0.1:0").orElseThrow());
    server.begin(
        new LiveRun(Samples.run()),
        new MonitorServer.Contents() {
          @Override
          public byte[] page() throws MonitorServer.UnavailableException {
            try {
              ready.await();
            } catch (InterruptedException e) {
              throw new MonitorServer.UnavailableException("the test is over");
            }
            return bytes(
                "<!DOCTYPE html><title>run</title><p style='height:9000px'>page "
                    + pages.incrementAndGet());
          }

          @Override
          public byte[] status() {
            return bytes("{\"line\": \"running: <b>request</b>, 43 %\"}");
          }
        },
        // Each look is a minute later, so that nothing is old enough to be kept.
        () -> nanos.addAndGet(60_000_000_000L));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @AfterEach
  void close() {
    server.close();
  }

  /** Seconds pass at once: timers of 10 s run after 10 ms, and clocks show the time between. */
  private static String quickly() {
    return "(() => { const later = window.setTimeout; const now = Date.now.bind(Date);"
        + " const start = now(); window.setTimeout = (f, ms) => later(f, ms / 1000);"
        + " Date.now = () => start + 1000 * (now() - start); })()";
  }

  @Test
  void showsTheRunReplacesThePageAndKeepsTheLastOneWhenTheRunIsOver(ChromiumPage browser) {
    ready.countDown();
    browser.open(server.url(), STATUS + ".startsWith('running') && " + PAGE + ".includes('page')");

    assertThat(browser.evaluate(STATUS).asText()).isEqualTo("running: <b>request</b>, 43 %");
    browser.waitUntil("document.title === 'run'");
    browser.waitUntil("document.getElementById('age').textContent.startsWith('page of ')");
    assertThat(browser.complaints()).isEmpty();

    long before = pages.get();
    browser.evaluate("void " + quickly());
    browser.waitUntil("Number(" + PAGE + ".replace('page ', '')) > " + before);

    server.close();
    browser.waitUntil(STATUS + ".startsWith('the run does not answer')");
    assertThat(browser.evaluate(STATUS).asText()).endsWith("Last: running: <b>request</b>, 43 %");
    assertThat(browser.evaluate(PAGE).asText()).startsWith("page ");
  }

  @Test
  void whileThePageIsMadeTheStatusIsThereAndSaysSo(ChromiumPage browser) {
    browser.open(server.url(), STATUS + ".startsWith('running')");
    browser.waitUntil(
        "document.getElementById('age').textContent === 'the page is being made ...'");
    assertThat(browser.evaluate(PAGE).asText()).isEmpty();
    browser.evaluate("void " + quickly());
    browser.waitUntil(
        "(async () => (await (await fetch('status')).json()).line.startsWith('running'))()");

    ready.countDown();
    browser.waitUntil(PAGE + ".startsWith('page ')");
    assertThat(browser.complaints()).isEmpty();
  }
}
