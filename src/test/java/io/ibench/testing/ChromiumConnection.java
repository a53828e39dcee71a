package io.ibench.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * Commands to a browser and its events, by its DevTools protocol. Thread-safe. Once the connection
 * is lost, every command fails immediately, also those in flight.
 */
final class ChromiumConnection implements WebSocket.Listener, AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<Long, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
  private final Map<String, BiConsumer<String, JsonNode>> listeners = new ConcurrentHashMap<>();
  private final CompletableFuture<Void> lost = new CompletableFuture<>();
  private final StringBuilder text = new StringBuilder();
  private WebSocket socket;
  private CompletableFuture<WebSocket> sent;
  private long commands;

  private ChromiumConnection() {}

  /** Returns when the browser has accepted; its events arrive on a thread of the connection. */
  static ChromiumConnection open(URI address) {
    ChromiumConnection connection = new ChromiumConnection();
    CompletableFuture<WebSocket> opened =
        HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(address, connection);
    connection.begin(ChromiumWait.untilDone(opened, "connecting to Chromium"));
    return connection;
  }

  private synchronized void begin(WebSocket opened) {
    socket = opened;
    sent = CompletableFuture.completedFuture(opened);
  }

  /** An empty object to fill. */
  static ObjectNode parameters() {
    return JSON.createObjectNode();
  }

  /**
   * The receiver of a session's events, on the connection's thread: it must not wait for a command.
   */
  void listen(String session, BiConsumer<String, JsonNode> listener) {
    listeners.put(session, listener);
  }

  void forget(String session) {
    listeners.remove(session);
  }

  /**
   * Sends a command; the result is its answer.
   *
   * @param session empty for the browser as a whole
   */
  CompletableFuture<JsonNode> send(String session, String method, ObjectNode parameters) {
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    synchronized (this) {
      long id = ++commands;
      waiting.put(id, answer);
      ObjectNode command = JSON.createObjectNode().put("id", id).put("method", method);
      command.set("params", parameters);
      if (!session.isEmpty()) {
        command.put("sessionId", session);
      }
      sent = sent.thenCompose(free -> free.sendText(command.toString(), true));
      sent.whenComplete((done, failure) -> failIfNot(failure));
    }
    if (lost.isDone()) {
      fail(lost);
    }
    return answer;
  }

  private void failIfNot(Throwable failure) {
    if (failure != null) {
      lose(failure);
    }
  }

  /** Fails all commands that wait, and all later ones. */
  void lose(Throwable reason) {
    lost.completeExceptionally(new IllegalStateException("Chromium is gone", reason));
    fail(lost);
  }

  private void fail(CompletableFuture<Void> reason) {
    reason.whenComplete(
        (nothing, failure) ->
            waiting.values().forEach(answer -> answer.completeExceptionally(failure)));
  }

  /** Completes, with a failure, when the connection is lost. */
  CompletableFuture<Void> lost() {
    return lost;
  }

  @Override
  public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
    text.append(part);
    if (last) {
      String whole = text.toString();
      text.setLength(0);
      try {
        dispatch(JSON.readTree(whole));
      } catch (JsonProcessingException e) {
        lose(e);
      }
    }
    from.request(1);
    return null; // as the interface wants it: the part may be reused
  }

  private void dispatch(JsonNode message) {
    if (message.has("id")) {
      CompletableFuture<JsonNode> answer = waiting.remove(message.get("id").asLong());
      if (answer == null) {
        return;
      }
      if (message.has("error")) {
        answer.completeExceptionally(new IllegalStateException(message.get("error").toString()));
      } else {
        answer.complete(message.path("result"));
      }
      return;
    }
    BiConsumer<String, JsonNode> listener = listeners.get(message.path("sessionId").asText());
    if (listener != null) {
      listener.accept(message.path("method").asText(), message.path("params"));
    }
  }

  @Override
  public CompletionStage<?> onClose(WebSocket from, int status, String reason) {
    lose(new IllegalStateException("closed with " + status + " " + reason));
    return null; // as the interface wants it: close at once
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    lose(error);
  }

  @Override
  public void close() {
    socket.abort();
    lose(new IllegalStateException("closed"));
  }
}
