package io.ibench.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * One page of a {@link Chromium}. Its lists contain everything since it was created. Every call
 * that waits fails with an {@link IllegalStateException} when the browser does not answer in a
 * minute, or has died. Confined to one test; the caller closes it.
 */
public final class ChromiumPage implements AutoCloseable {

  /**
   * What a page, or the browser about it, has written to the console.
   *
   * @param source {@code console}, {@code exception}, or the browser's part that says it
   * @param level {@code error}, {@code warning}, {@code log} ...
   */
  public record Message(String source, String level, String text) {}

  private final ChromiumConnection connection;
  private final String target;
  private final String session;
  private final List<Message> messages = new ArrayList<>();
  private final List<String> requests = new ArrayList<>();
  private final List<String> dialogs = new ArrayList<>();
  private final Map<String, CompletableFuture<Void>> loads = new ConcurrentHashMap<>();
  private final Map<String, Consumer<JsonNode>> others = new ConcurrentHashMap<>();
  private final CompletableFuture<Void> crashed = new CompletableFuture<>();

  ChromiumPage(ChromiumConnection connection, String target, String session) {
    this.connection = connection;
    this.target = target;
    this.session = session;
    connection.listen(session, this::heard);
    for (String domain : List.of("Page", "Runtime", "Log", "Network", "Inspector")) {
      command(domain + ".enable", parameters());
    }
    command("Page.setLifecycleEventsEnabled", parameters().put("enabled", true));
    // Pages of other tests, at the same time in the same browser, would take the focus.
    command("Emulation.setFocusEmulationEnabled", parameters().put("enabled", true));
  }

  /** Called on the connection's thread. */
  private void heard(String event, JsonNode about) {
    switch (event) {
      case "Runtime.consoleAPICalled" ->
          add(messages, new Message("console", about.path("type").asText(), arguments(about)));
      case "Runtime.exceptionThrown" ->
          add(messages, new Message("exception", "error", thrown(about.path("exceptionDetails"))));
      case "Log.entryAdded" -> {
        JsonNode entry = about.path("entry");
        String text = entry.path("text").asText() + " " + entry.path("url").asText();
        add(
            messages,
            new Message(entry.path("source").asText(), entry.path("level").asText(), text));
      }
      case "Network.requestWillBeSent" -> add(requests, about.at("/request/url").asText());
      case "Network.webSocketCreated" -> add(requests, about.path("url").asText());
      case "Page.javascriptDialogOpening" -> {
        add(dialogs, about.path("message").asText());
        connection.send(session, "Page.handleJavaScriptDialog", parameters().put("accept", false));
      }
      case "Page.lifecycleEvent" -> loaded(about);
      case "Inspector.targetCrashed" ->
          crashed.completeExceptionally(new IllegalStateException("the page has crashed"));
      default -> others.getOrDefault(event, ignored -> {}).accept(about);
    }
  }

  private void loaded(JsonNode about) {
    if (about.path("name").asText().equals("load")) {
      load(about.path("loaderId").asText()).complete(null);
    }
  }

  private static <T> void add(List<T> list, T element) {
    synchronized (list) {
      list.add(element);
    }
  }

  private static <T> List<T> copy(List<T> list) {
    synchronized (list) {
      return List.copyOf(list);
    }
  }

  private static String arguments(JsonNode about) {
    List<String> texts = new ArrayList<>();
    for (JsonNode argument : about.path("args")) {
      texts.add(argument.path("value").asText(argument.path("description").asText()));
    }
    return String.join(" ", texts);
  }

  private static String thrown(JsonNode details) {
    return details.path("text").asText() + " " + details.at("/exception/description").asText();
  }

  private CompletableFuture<Void> load(String loader) {
    return loads.computeIfAbsent(loader, unknown -> new CompletableFuture<>());
  }

  private static ObjectNode parameters() {
    return ChromiumConnection.parameters();
  }

  JsonNode command(String method, ObjectNode parameters) {
    return await(connection.send(session, method, parameters), method);
  }

  /** Sends all of them before it waits for the first answer. */
  void commands(String method, List<ObjectNode> all) {
    List<CompletableFuture<JsonNode>> answers =
        all.stream().map(each -> connection.send(session, method, each)).toList();
    answers.forEach(answer -> await(answer, method));
  }

  private <T> T await(CompletableFuture<T> answer, String what) {
    CompletableFuture.anyOf(crashed, connection.lost())
        .whenComplete((nothing, failure) -> answer.completeExceptionally(failure));
    return ChromiumWait.untilDone(answer, what);
  }

  /**
   * Opens a file and returns when it is loaded and the expression is true.
   *
   * @param ready an expression of JavaScript, looked at before every frame
   * @return milliseconds from the beginning of the loading until it was true
   */
  public double open(Path file, String ready) {
    return open(file.toUri().toString(), ready);
  }

  /** The same for a URL. */
  public double open(String url, String ready) {
    JsonNode navigation = command("Page.navigate", parameters().put("url", url));
    if (navigation.has("errorText")) {
      throw new IllegalStateException(url + ": " + navigation.path("errorText").asText());
    }
    await(load(navigation.path("loaderId").asText()), "loading " + url);
    return waitUntil(ready);
  }

  /** Returns when the expression is true, with the page's own milliseconds. */
  public double waitUntil(String ready) {
    String promise =
        "new Promise((resolve, reject) => { const look = () => { try { if ("
            + ready
            + ") { resolve(performance.now()); } else { requestAnimationFrame(look); } }"
            + " catch (e) { reject(e); } }; look(); })";
    try {
      return evaluate(promise).asDouble();
    } catch (IllegalStateException e) {
      throw new IllegalStateException(e.getMessage() + "; the page said " + messages(), e);
    }
  }

  /**
   * The value of an expression of JavaScript, or of its promise once that is kept.
   *
   * @throws IllegalStateException when it throws
   */
  public JsonNode evaluate(String expression) {
    ObjectNode parameters =
        parameters()
            .put("expression", expression)
            .put("awaitPromise", true)
            .put("returnByValue", true);
    JsonNode answer = command("Runtime.evaluate", parameters);
    if (answer.has("exceptionDetails")) {
      throw new IllegalStateException(expression + ": " + thrown(answer.get("exceptionDetails")));
    }
    return answer.at("/result/value");
  }

  /** Everything that was written to the console, exceptions and the browser's remarks included. */
  public List<Message> messages() {
    return copy(messages);
  }

  /** The messages that report an error. */
  public List<Message> complaints() {
    List<String> bad = List.of("error", "warning", "assert");
    return messages().stream().filter(message -> bad.contains(message.level())).toList();
  }

  /** The URLs of all requests, allowed or not. */
  public List<String> requests() {
    return copy(requests);
  }

  /** The texts of the dialogs that opened; they were dismissed. */
  public List<String> dialogs() {
    return copy(dialogs);
  }

  /** The window's inner size, in CSS pixels. */
  public void resize(int width, int height, boolean phone) {
    command(
        "Emulation.setDeviceMetricsOverride",
        parameters()
            .put("width", width)
            .put("height", height)
            .put("deviceScaleFactor", phone ? 2 : 1)
            .put("mobile", phone));
  }

  /** As if shown on paper ({@code print}) or a screen ({@code screen}), {@code dark} or not. */
  public void emulateMedia(String medium, boolean dark) {
    ObjectNode parameters = parameters().put("media", medium);
    ArrayNode features = parameters.putArray("features");
    features.addObject().put("name", "prefers-color-scheme").put("value", dark ? "dark" : "light");
    command("Emulation.setEmulatedMedia", parameters);
  }

  /** Switches the network off. */
  public void goOffline() {
    command(
        "Network.emulateNetworkConditions",
        parameters()
            .put("offline", true)
            .put("latency", 0)
            .put("downloadThroughput", 0)
            .put("uploadThroughput", 0));
  }

  /** Clicks on the first element that the selector finds. */
  public void click(String selector) {
    input().click(selector);
  }

  /**
   * Points with the mouse at the first element that the selector finds; does nothing if it finds no
   * element.
   */
  public void hover(String selector) {
    if (evaluate("document.querySelector(" + quoted(selector) + ") !== null").asBoolean()) {
      input().hover(selector);
    }
  }

  /** Its mouse, fingers and keys. */
  public ChromiumInput input() {
    return new ChromiumInput(this);
  }

  /** Saves downloads in a folder from now on. Completes with the next file when it is complete. */
  public CompletableFuture<Path> nextDownload(Path folder) {
    return ChromiumDownload.next(this, folder);
  }

  /** Called on the connection's thread; replaces the earlier receiver. */
  void onEvent(String event, Consumer<JsonNode> listener) {
    others.put(event, listener);
  }

  /** A text as an expression of JavaScript. */
  public static String quoted(String text) {
    return parameters().textNode(text).toString();
  }

  /** Writes a PNG of the whole page, however long it is. */
  public void screenshot(Path file) throws IOException {
    screenshot(file, size().path("height").asDouble());
  }

  /** Writes a PNG of the page's upper part. */
  public void screenshot(Path file, double height) throws IOException {
    ObjectNode parameters = parameters().put("format", "png").put("captureBeyondViewport", true);
    parameters
        .putObject("clip")
        .put("x", 0)
        .put("y", 0)
        .put("width", size().path("width").asDouble())
        .put("height", height)
        .put("scale", 1);
    Files.write(file, data(command("Page.captureScreenshot", parameters)));
  }

  private JsonNode size() {
    return command("Page.getLayoutMetrics", parameters()).path("cssContentSize");
  }

  /** The result of printing, as a PDF. */
  public byte[] printToPdf() {
    return data(
        command(
            "Page.printToPDF",
            parameters().put("printBackground", true).put("preferCSSPageSize", true)));
  }

  private static byte[] data(JsonNode answer) {
    return Base64.getDecoder().decode(answer.path("data").asText());
  }

  /** Closes the page; a browser that has died has closed it already. */
  @Override
  public void close() {
    connection.forget(session);
    if (!connection.lost().isDone()) {
      ChromiumWait.untilDone(
          connection.send("", "Target.closeTarget", parameters().put("targetId", target)),
          "closing a page");
    }
  }
}
