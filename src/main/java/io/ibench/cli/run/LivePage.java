package io.ibench.cli.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.ibench.cli.ground.JsonText;
import io.ibench.cli.ground.UsageException;
import io.ibench.measure.Listeners;
import io.ibench.measure.RunListener;
import io.ibench.monitor.HttpAddress;
import io.ibench.monitor.LiveCounts;
import io.ibench.monitor.LiveRun;
import io.ibench.monitor.MonitorServer;
import io.ibench.monitor.MonitorServer.UnavailableException;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.ResultReader;
import io.ibench.report.store.StoredRun;
import io.ibench.report.store.UnreadableResultException;
import io.ibench.report.store.WriteFailure;
import io.ibench.status.StatusText;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.net.BindException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A run's page and metrics over HTTP, if the user wants them. */
final class LivePage implements AutoCloseable {

  /** The page of a week takes less. */
  private static final long PAGE_HEAP_BYTES = 64L << 20;

  private final Optional<MonitorServer> server;
  private Optional<LiveRun> live = Optional.empty();

  private LivePage(Optional<MonitorServer> server) {
    this.server = server;
  }

  /**
   * Binds the address; nothing happens without one.
   *
   * @throws UsageException if that is impossible
   */
  static LivePage serve(Optional<HttpAddress> address) throws UsageException {
    if (address.isEmpty()) {
      return new LivePage(Optional.empty());
    }
    try {
      return new LivePage(Optional.of(MonitorServer.start(address.get())));
    } catch (IOException e) {
      throw new UsageException(HttpAddress.HTTP.name() + " = " + address.get() + ": " + reason(e));
    }
  }

  private static String reason(IOException failure) {
    if (failure instanceof UnknownHostException) {
      return "this host is not known; allowed: an address of this machine, such as 127.0.0.1:9464";
    }
    if (failure instanceof BindException) {
      return "cannot be used ("
          + failure.getMessage()
          + "); another port may be free, and port 0 takes any";
    }
    return WriteFailure.reason(failure);
  }

  /**
   * The result folder exists soon: shows it from now on, and tells the user where.
   *
   * @param earlier what earlier processes of the run have counted
   */
  void begin(RunInfo info, Map<String, List<LiveCounts>> earlier, Path folder, PrintWriter err) {
    if (server.isEmpty()) {
      return;
    }
    LiveRun run = new LiveRun(info, earlier);
    live = Optional.of(run);
    server.get().begin(run, new Folder(folder), System::nanoTime);
    err.println("ibench: live page and metrics: " + server.get().url());
    if (server.get().isOpenToOthers()) {
      err.println("ibench: warning: everyone who reaches that address can read this run");
    }
    err.flush();
  }

  /** Of the run that has begun. */
  RunListener listener() {
    return new Listeners(List.copyOf(live.stream().toList()));
  }

  private record Folder(Path folder) implements MonitorServer.Contents {

    @Override
    public byte[] page() throws UnavailableException {
      requireHeap();
      try {
        return Pages.liveHtml(new StoredRun(folder, ResultReader.read(folder)));
      } catch (UsageException | UnreadableResultException e) {
        throw new UnavailableException(SanitizedText.of(String.valueOf(e.getMessage())));
      }
    }

    @Override
    public byte[] status() throws UnavailableException {
      try {
        return JsonText.of(StatusText.now(folder).json()).getBytes(StandardCharsets.UTF_8);
      } catch (UnreadableResultException | JsonProcessingException e) {
        throw new UnavailableException(SanitizedText.of(String.valueOf(e.getMessage())));
      }
    }

    /** A lack of memory would end the run. Garbage counts as used: later there may be room. */
    private void requireHeap() throws UnavailableException {
      MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
      if (heap.getMax() - heap.getUsed() < PAGE_HEAP_BYTES) {
        throw new UnavailableException(
            "no page now: the heap has no room for it (IBENCH_HEAP allows more); ibench report "
                + folder
                + " --html FILE makes it");
      }
    }
  }

  @Override
  public void close() {
    server.ifPresent(MonitorServer::close);
  }
}
