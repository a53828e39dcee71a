package io.ibench.monitor;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves a run over HTTP, read-only: its page, its status and its metrics. It has its own threads,
 * and the run's threads never wait for it. It is bound when it is made, so that a port in use is
 * known before a database is touched.
 */
public final class MonitorServer implements AutoCloseable {

  /**
   * The run's own files come first: connections beyond are closed at once. Each may hold up a
   * thread of its own, and no other.
   */
  private static final int MAX_CONNECTIONS = 32;

  /**
   * Limits of the JDK's server, which reads them once, before the first server is made: idle
   * connections that are kept and for how long, the time for a request, and for an answer that
   * nobody reads. The times are in seconds.
   */
  private static final Map<String, Integer> LIMITS =
      Map.of(
          "jdk.httpserver.maxConnections", MAX_CONNECTIONS,
          "sun.net.httpserver.maxIdleConnections", 8,
          "sun.net.httpserver.idleInterval", 10,
          "sun.net.httpserver.maxReqTime", 5,
          "sun.net.httpserver.maxRspTime", 60);

  private static final int PAGE_AGE_SECONDS = 10;
  private static final int STATUS_AGE_SECONDS = 1;
  private static final int MAX_WAITING_FOR_PAGE = 16;
  private static final int MAX_WAITING_FOR_STATUS = 64;
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String HTML = "text/html; charset=utf-8";

  /** Of the frame around the page; the page has its own policy. */
  private static final String POLICY =
      "default-src 'none'; img-src data:; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'";

  private final HttpAddress address;
  private final HttpServer server;
  private final HostCheck hosts;
  private final ExecutorService connections =
      Executors.newFixedThreadPool(MAX_CONNECTIONS, MonitorServer::daemon);

  /** Makes pages, one at a time, so that they cost one CPU at most. */
  private final ExecutorService pages =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MAX_WAITING_FOR_PAGE),
          MonitorServer::daemon);

  /** Nobody who asks how far the run is waits for a page. */
  private final ExecutorService statuses =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MAX_WAITING_FOR_STATUS),
          MonitorServer::daemon);

  private volatile Optional<Shown> shown = Optional.empty();

  /** A run that has begun. */
  private record Shown(LiveRun live, RecentContent page, RecentContent status) {}

  private record Made(byte[] bytes, long ageSeconds) {}

  /** What is made of the result folder, when somebody asks for it. */
  public interface Contents {

    /** The run's page, as HTML. */
    byte[] page() throws UnavailableException;

    /** The run's status, as JSON. */
    byte[] status() throws UnavailableException;
  }

  /** Something cannot be made now; the message is one line. */
  public static final class UnavailableException extends Exception {

    private static final long serialVersionUID = 1L;

    public UnavailableException(String message) {
      super(message);
    }
  }

  private MonitorServer(HttpAddress address, HttpServer server) {
    this.address = address;
    this.server = server;
    this.hosts = new HostCheck(address, server.getAddress().getAddress());
  }

  @SuppressWarnings("ThreadPriorityCheck") // a hint: nothing relies on it
  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "ibench-http");
    thread.setDaemon(true);
    thread.setPriority(Thread.MIN_PRIORITY);
    return thread;
  }

  /**
   * Binds the address and serves.
   *
   * @throws IOException when the host is unknown, or the port is not free
   */
  public static MonitorServer start(HttpAddress address) throws IOException {
    LIMITS.forEach(
        (name, limit) -> {
          if (System.getProperty(name) == null) {
            System.setProperty(name, limit.toString());
          }
        });
    InetAddress host = InetAddress.getByName(address.host());
    MonitorServer monitor =
        new MonitorServer(
            address, HttpServer.create(new InetSocketAddress(host, address.port()), 0));
    monitor.server.createContext("/", monitor::handle);
    monitor.server.setExecutor(monitor.connections);
    monitor.server.start();
    return monitor;
  }

  /** The run begins: from now on there is something to show. */
  public void begin(LiveRun live, Contents contents, LongSupplier nanoTime) {
    shown =
        Optional.of(
            new Shown(
                live,
                new RecentContent(contents::page, PAGE_AGE_SECONDS, nanoTime),
                new RecentContent(contents::status, STATUS_AGE_SECONDS, nanoTime)));
  }

  /** For people; with the port that was chosen. */
  public String url() {
    return "http://" + address.at(server.getAddress().getPort()) + "/";
  }

  /** Whether others than this machine can reach it. */
  public boolean isOpenToOthers() {
    return !server.getAddress().getAddress().isLoopbackAddress();
  }

  private void handle(HttpExchange exchange) {
    String path = exchange.getRequestURI().getPath();
    Optional<Shown> run = shown;
    if (!hosts.admits(exchange.getRequestHeaders().getFirst("Host"))) {
      send(
          exchange,
          421,
          TEXT,
          line("not a name of this machine; http = ADDRESS:PORT,NAME adds one"));
    } else if (!exchange.getRequestMethod().matches("GET|HEAD")) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      send(exchange, 405, TEXT, line("only GET and HEAD are allowed"));
    } else if (path.equals("/")) {
      exchange.getResponseHeaders().set("Content-Security-Policy", POLICY);
      send(exchange, 200, HTML, resource("live.html"));
    } else if (path.equals("/live.js")) {
      send(exchange, 200, "text/javascript; charset=utf-8", resource("live.js"));
    } else if (path.equals("/live.css")) {
      send(exchange, 200, "text/css; charset=utf-8", resource("live.css"));
    } else if (!path.equals("/metrics") && !path.equals("/page") && !path.equals("/status")) {
      send(exchange, 404, TEXT, line("only /, /page, /status and /metrics are here"));
    } else if (run.isEmpty()) {
      send(exchange, 503, TEXT, line("the run has not begun yet"));
    } else if (path.equals("/metrics")) {
      send(exchange, 200, Metrics.CONTENT_TYPE, Metrics.text(run.get().live()));
    } else if (path.equals("/page")) {
      sendMade(pages, exchange, HTML, run.get().page());
    } else {
      sendMade(statuses, exchange, "application/json", run.get().status());
    }
  }

  /** One thread makes the content; a reader who is slow to take it holds up nobody else. */
  private static void sendMade(
      ExecutorService maker, HttpExchange exchange, String type, RecentContent content) {
    try {
      Made made = maker.submit(() -> new Made(content.get(), content.ageSeconds())).get();
      exchange.getResponseHeaders().set("Age", Long.toString(made.ageSeconds()));
      send(exchange, 200, type, made.bytes());
    } catch (RejectedExecutionException e) {
      send(exchange, 503, TEXT, line("too many readers wait for the same"));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnavailableException known) {
        send(exchange, 503, TEXT, line(known.getMessage()));
      } else {
        send(exchange, 500, TEXT, line("internal error: " + e.getCause()));
      }
    } catch (InterruptedException e) {
      exchange.close(); // the run is over
      Thread.currentThread().interrupt();
    }
  }

  private static byte[] line(@Nullable String text) {
    return (text + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** A reader who goes away is no failure. */
  private static void send(HttpExchange exchange, int code, String type, byte[] body) {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", type);
    headers.set("Cache-Control", "no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "SAMEORIGIN");
    headers.set("Referrer-Policy", "no-referrer");
    try (exchange) {
      boolean head = exchange.getRequestMethod().equals("HEAD");
      exchange.sendResponseHeaders(code, head ? -1 : body.length);
      if (!head) {
        exchange.getResponseBody().write(body);
      }
    } catch (IOException e) {
      exchange.close();
    }
  }

  private static byte[] resource(String name) {
    try (InputStream in = MonitorServer.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name + " of ibench", e);
    }
  }

  /** Ends at once; a page that is being made is not waited for. */
  @Override
  public void close() {
    server.stop(0);
    connections.shutdownNow();
    pages.shutdownNow();
    statuses.shutdownNow();
  }
}
