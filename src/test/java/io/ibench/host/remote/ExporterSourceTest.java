package io.ibench.host.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.ibench.host.CpuGauge;
import io.ibench.host.Devices;
import io.ibench.host.DiskGauge;
import io.ibench.host.HostMetric;
import io.ibench.host.Proc;
import io.ibench.host.ProcException;
import io.ibench.host.Recording.Reading;
import io.ibench.host.remote.PrometheusText.Sample;
import io.ibench.testing.Slow;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Slow
class ExporterSourceTest {

  private static final String DISK =
      """
      node_disk_info{device="%1$s",major="8",minor="%2$d",model="a \\"b\\" {c}"} 1
      node_disk_reads_completed_total{device="%1$s"} 8.127906e+06
      node_disk_read_bytes_total{device="%1$s"} 1.40911719424e+11
      node_disk_read_time_seconds_total{device="%1$s"} 1145.669
      node_disk_writes_completed_total{device="%1$s"} 9.8864581e+07
      node_disk_written_bytes_total{device="%1$s"} 1.025794613248e+12
      node_disk_write_time_seconds_total{device="%1$s"} 19588.923
      node_disk_io_time_seconds_total{device="%1$s"} 6790.360000000001
      node_disk_io_time_weighted_seconds_total{device="%1$s"} 24271.442
      node_disk_flush_requests_total{device="%1$s"} 12345
      node_disk_flush_requests_time_seconds_total{device="%1$s"} 3.25
      """;

  private static final String METRICS =
      """
      # HELP node_cpu_seconds_total Seconds the CPUs spent in each mode.
      # TYPE node_cpu_seconds_total counter
      node_cpu_seconds_total{cpu="0",mode="idle"} 100.25
      node_cpu_seconds_total{cpu="0",mode="iowait"} 2
      node_cpu_seconds_total{cpu="0",mode="irq"} 0
      node_cpu_seconds_total{cpu="0",mode="nice"} 0.1
      node_cpu_seconds_total{cpu="0",mode="softirq"} 0.29
      node_cpu_seconds_total{cpu="0",mode="steal"} 3
      node_cpu_seconds_total{cpu="0",mode="system"} 10.5 1700000000000
      node_cpu_seconds_total{cpu="0",mode="user"} 20
      node_cpu_seconds_total{cpu="1",mode="idle"} 100
      node_cpu_seconds_total{cpu="1",mode="user"} 1.5e1
      node_context_switches_total 9.8386146e+08
      node_memory_MemAvailable_bytes 2.4066732032e+10
      node_memory_Dirty_bytes NaN
      node_vmstat_pswpin 3
      node_vmstat_pswpout 4
      node_pressure_cpu_waiting_seconds_total 22478.86817
      node_pressure_io_stalled_seconds_total 999.5691509999999
      node_pressure_io_waiting_seconds_total +Inf
      node_filesystem_size_bytes{device="/dev/sda1",fstype="ext4",mountpoint="/"} 2.7e+11
      node_filesystem_size_bytes{device="/dev/mapper/vg-data",fstype="xfs",mountpoint="/data"} 1
      node_filesystem_size_bytes{device="tmpfs",fstype="tmpfs",mountpoint="/a b"} 1
      node_disk_device_mapper_info{device="dm-0",name="vg-data",uuid=""} 1
      """
          + DISK.formatted("sda", 0)
          + DISK.formatted("dm-0", 5)
          + "node_disk_reads_completed_total{device=\"sr0\"} 1\n";

  private HttpServer server;
  private ExecutorService threads;
  private final CountDownLatch end = new CountDownLatch(1);

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    threads = Executors.newCachedThreadPool();
    server.setExecutor(threads);
    server.start();
  }

  @AfterEach
  void stop() {
    end.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  private interface Answer {
    void to(HttpExchange exchange) throws IOException, InterruptedException;
  }

  private ExporterSource answering(Answer answer, long mostMillis) {
    server.createContext(
        "/metrics",
        exchange -> {
          try (exchange) {
            answer.to(exchange);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    return new ExporterSource(uri("you:ge%20heim@"), mostMillis);
  }

  private URI uri(String user) {
    return URI.create("http://" + user + "127.0.0.1:" + server.getAddress().getPort() + "/metrics");
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static RemoteSample fetch(ExporterSource source) throws ProcException {
    try (source) {
      return source.fetch(7, List.of());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static Proc proc(String metrics) {
    Map<String, String> texts =
        ExporterTexts.of(PrometheusText.parse(metrics, ExporterTexts::isUsed));
    return new Proc(new RemoteSample(0, texts, "is not told of"));
  }

  @Test
  void labelsMayHoldEverythingAndLinesOfAnotherFormArePassedOver() {
    String text =
        """
        a{x="1,2}",y="q\\"\\\\\\n",} 1.5e3 1700000000
        b 1
        a{x="1"
        a{x=1} 1
        a nothing
        # a 5
        a	-Inf

        a
        a { x = "7" , z = "" } 4
        """;

    assertThat(PrometheusText.parse(text, "a"::equals))
        .containsExactly(
            new Sample("a", Map.of("x", "1,2}", "y", "q\"\\\n"), 1500),
            new Sample("a", Map.of(), Double.NEGATIVE_INFINITY),
            new Sample("a", Map.of("x", "7", "z", ""), 4));
  }

  @Test
  void cpuSecondsAreTicksOfAllCpus() {
    Proc proc = proc(METRICS);
    Reading reading = Reading.of(new CpuGauge(proc));

    assertThat(CpuGauge.count(proc)).isEqualTo(2);
    assertThat(reading.value(HostMetric.CPU_BUSY_TICKS)).isEqualTo(3500 + 1050 + 10 + 29);
    assertThat(reading.value(HostMetric.CPU_STEAL_TICKS)).isEqualTo(300);
    assertThat(reading.value(HostMetric.CPU_IOWAIT_TICKS)).isEqualTo(200);
    assertThat(reading.value(HostMetric.CPU_TOTAL_TICKS)).isEqualTo(4589 + 300 + 200 + 20025);
    assertThat(reading.value(HostMetric.CONTEXT_SWITCHES)).isEqualTo(983861460);
  }

  @Test
  void diskFiguresAreThoseOfTheKernel() {
    Reading reading =
        Reading.of(new DiskGauge(proc(METRICS), new Devices(List.of("sda"), List.of())));

    assertThat(reading.values)
        .isEqualTo(
            Map.of(
                "disk.reads", 8127906L,
                "disk.read_bytes", 140911719424L,
                "disk.read_millis", 1145669L,
                "disk.writes", 98864581L,
                "disk.written_bytes", 1025794613248L,
                "disk.write_millis", 19588923L,
                "disk.busy_millis", 6790360L,
                "disk.queue_millis", 24271442L,
                "disk.flushes", 12345L,
                "disk.flush_millis", 3250L));
  }

  @Test
  void anOlderExporterReportsNoFlushes() {
    Proc proc = proc(METRICS.replaceAll("node_disk_flush.*\n", ""));
    Reading reading = Reading.of(new DiskGauge(proc, new Devices(List.of("sda"), List.of())));

    assertThat(reading.value(HostMetric.DISK_WRITES)).isEqualTo(98864581L);
    assertThat(reading.reasons).containsOnlyKeys("disk.flushes", "disk.flush_millis");
  }

  @Test
  void aPathsDiskIsThatOfItsMountPoint() {
    Proc proc = proc(METRICS);

    assertThat(Devices.ofPaths(proc, List.of(Path.of("/var/lib/db"))).names())
        .as("for a partition, its disk")
        .containsExactly("sda");
    assertThat(Devices.ofPaths(proc, List.of(Path.of("/data/x"))).names()).containsExactly("dm-0");
    assertThat(Devices.ofPaths(proc, List.of(Path.of("/a b/x"))).reasons().get(0))
        .contains("tmpfs");
  }

  /** A node_exporter with defaults omits them: the disk of the root would be a wrong one. */
  @ParameterizedTest
  @ValueSource(strings = {"/mnt/db", "/media/x", "/var/lib/docker/volumes/db"})
  void whereTheExporterIsSilentTheDiskMustBeNamed(String path) {
    assertThat(Devices.ofPaths(proc(METRICS), List.of(Path.of(path))).reasons())
        .singleElement()
        .asString()
        .contains("node_exporter")
        .contains("host.device");
  }

  @Test
  void aDiskOfWhichNotAllIsToldIsNotThere() {
    assertThat(Devices.ofNames(proc(METRICS), List.of("sr0")).reasons())
        .containsExactly("there is no disk sr0; there are sda, dm-0");
  }

  @Test
  void otherFilesAreWrittenAsTheKernelDoes() {
    Map<String, String> texts =
        ExporterTexts.of(PrometheusText.parse(METRICS, ExporterTexts::isUsed));

    assertThat(texts)
        .containsEntry("/proc/meminfo", "MemAvailable: 23502668 kB\n")
        .containsEntry("/proc/vmstat", "pswpin 3\npswpout 4\n")
        .containsEntry("/proc/pressure/cpu", "some total=22478868170\n")
        .containsEntry("/proc/pressure/io", "full total=999569151\n")
        .doesNotContainKey("/proc/pressure/memory");
  }

  @Test
  void userAndPasswordAreSentAndNotShown() throws ProcException {
    StringBuilder header = new StringBuilder();
    ExporterSource source =
        answering(
            exchange -> {
              header.append(exchange.getRequestHeaders().getFirst("Authorization"));
              send(exchange, 200, METRICS);
            },
            60_000);

    assertThat(fetch(source).texts()).containsKey("/proc/stat");
    assertThat(header).hasToString("Basic eW91OmdlIGhlaW0=");
  }

  private void isRefused(ExporterSource source, String reason) {
    assertThatThrownBy(() -> fetch(source))
        .isInstanceOf(ProcException.class)
        .hasMessageStartingWith("host.url: 127.0.0.1:" + server.getAddress().getPort())
        .hasMessageContaining(reason)
        .hasMessageNotContaining("heim");
  }

  @Test
  void anErrorOfTheServerIsAReason() {
    isRefused(answering(exchange -> send(exchange, 404, METRICS), 60_000), "status 404");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "<html><body>node_exporter</body></html>", "up 1\n"})
  void anAnswerThatIsNoNodeExportersIsAReason(String text) {
    isRefused(answering(exchange -> send(exchange, 200, text), 60_000), "no node_exporter");
  }

  @Test
  void anAnswerWithoutEndIsNotReadWhole() {
    isRefused(
        answering(
            exchange -> {
              exchange.sendResponseHeaders(200, 0);
              byte[] line = "# node\n".repeat(100_000).getBytes(StandardCharsets.UTF_8);
              for (int i = 0; i < 100; i++) {
                exchange.getResponseBody().write(line);
              }
            },
            60_000),
        "more than 16 MB");
  }

  @Test
  void aServerThatDoesNotAnswerIsNotWaitedForLong() {
    isRefused(answering(exchange -> end.await(), 3000), "did not answer");
  }

  @Test
  void anAnswerThatStopsInTheMiddleIsNotWaitedForLong() {
    isRefused(
        answering(
            exchange -> {
              exchange.sendResponseHeaders(200, 0);
              exchange.getResponseBody().write(METRICS.getBytes(StandardCharsets.UTF_8));
              exchange.getResponseBody().flush();
              end.await();
            },
            3000),
        "did not answer");
  }

  @Test
  void nobodyThereIsAReason() {
    ExporterSource source = new ExporterSource(uri(""), 60_000);
    server.stop(0);

    assertThatThrownBy(() -> fetch(source)).hasMessageContaining("cannot be reached");
  }

  @ParameterizedTest
  @ValueSource(strings = {"db1:9100", "ftp://db1/metrics", "http:///metrics", "http://a b/", ""})
  void whatIsNoUrlIsRefused(String url) {
    assertThat(RemoteHost.flawOfUrl(url).orElseThrow()).contains("http://db1:9100/metrics");
  }
}
