package io.ibench.host.remote;

import io.ibench.host.BoundedBytes;
import io.ibench.host.ProcException;
import io.ibench.host.remote.PrometheusText.Sample;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Queries a node_exporter. Sends user and password of its URL as a header, and never shows them.
 */
final class ExporterSource implements SampleSource {

  private static final int MAX_BYTES = 16 << 20;
  private static final String NOTHING = "is missing: the node_exporter does not report it";

  private final URI uri;
  private final String shown;
  private final HttpRequest request;
  private final long timeoutMillis;
  private final HttpClient client;
  private volatile CompletableFuture<?> pending = CompletableFuture.completedFuture("");
  private volatile boolean closed;

  ExporterSource(URI uri, long timeoutMillis) {
    this.uri = withoutUser(uri);
    this.shown = this.uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
    this.timeoutMillis = timeoutMillis;
    this.client = HttpClient.newBuilder().connectTimeout(Duration.ofMillis(timeoutMillis)).build();
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(this.uri).header("Accept", "text/plain").GET();
    if (uri.getUserInfo() != null) {
      byte[] user = uri.getUserInfo().getBytes(StandardCharsets.UTF_8);
      builder.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(user));
    }
    this.request = builder.build();
  }

  /**
   * For an http or https URL.
   *
   * @throws IllegalArgumentException with the mistake, without the URL, which may contain a
   *     password
   */
  static ExporterSource of(String url) {
    URI uri;
    try {
      uri = new URI(url.strip());
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "is not a URL; allowed: such as http://db1:9100/metrics", e);
    }
    boolean http = "http".equalsIgnoreCase(uri.getScheme());
    if (!http && !"https".equalsIgnoreCase(uri.getScheme()) || uri.getHost() == null) {
      throw new IllegalArgumentException(
          "is not a URL with http or https and a host; allowed: such as http://db1:9100/metrics");
    }
    return new ExporterSource(uri, TimeUnit.SECONDS.toMillis(TIMEOUT_SECONDS));
  }

  private static URI withoutUser(URI uri) {
    String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    return URI.create(uri.getScheme() + "://" + uri.getHost() + port + path + query);
  }

  @Override
  public String name() {
    return "host.url";
  }

  @Override
  public boolean hasProcesses() {
    return false;
  }

  @Override
  public RemoteSample fetch(long startNanos, List<Path> files)
      throws ProcException, InterruptedException {
    long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    HttpResponse<InputStream> response =
        await(client.sendAsync(request, HttpResponse.BodyHandlers.ofInputStream()), endNanos);
    InputStream body = response.body();
    try {
      if (response.statusCode() != 200) {
        throw failed(
            "answers with status " + response.statusCode() + " for " + uri.getPath(), null);
      }
      CompletableFuture<String> text = BoundedBytes.of(body, MAX_BYTES);
      List<Sample> series = PrometheusText.parse(await(text, endNanos), ExporterTexts::isUsed);
      return new RemoteSample(startNanos, texts(series), NOTHING);
    } finally {
      // Ends an endless answer, also while another thread reads it.
      CompletableFuture<?> unused = CompletableFuture.runAsync(() -> close(body));
    }
  }

  private Map<String, String> texts(List<Sample> series) throws ProcException {
    if (series.stream().noneMatch(one -> one.name().equals("node_cpu_seconds_total"))) {
      throw failed(
          "answers for "
              + uri.getPath()
              + " without node_cpu_seconds_total: that is no node_exporter's /metrics",
          null);
    }
    return ExporterTexts.of(series);
  }

  private <T> T await(CompletableFuture<T> answer, long endNanos)
      throws ProcException, InterruptedException {
    pending = answer;
    if (closed) {
      answer.cancel(true);
    }
    try {
      return answer.get(Math.max(0, endNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw failed("did not answer whole within " + timeoutMillis + " ms", e);
    } catch (ExecutionException e) {
      throw failed(reason(Objects.requireNonNull(e.getCause())), e);
    } catch (CancellationException e) {
      throw failed("was given up", e);
    }
  }

  private static String reason(Throwable cause) {
    if (cause instanceof ConnectException) {
      return "cannot be reached (connection refused, or no such host)";
    }
    return cause.getMessage() == null ? cause.toString() : "fails: " + cause.getMessage();
  }

  private ProcException failed(String reason, @Nullable Throwable cause) {
    return ProcException.unreadable("host.url: " + shown + " " + reason, cause);
  }

  private static void close(InputStream body) {
    try {
      body.close();
    } catch (IOException e) {
      return; // it is closed nevertheless
    }
  }

  @Override
  public void close() {
    closed = true;
    pending.cancel(true);
  }
}
