package io.ibench.faults;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * Runs cells side by side. Each lane has a private server of its own, which it replaces after a
 * failed cell and before one of another product.
 */
final class Lanes {

  private final CellRunner runner;
  private final Queue<Cell> cells;
  private final Consumer<CellResult> listener;
  private final Map<Cell, CellResult> results = new ConcurrentHashMap<>();

  /**
   * @param home where ibench finds workloads/ and conf/
   * @param cells in the order in which they begin
   * @param listener is told of each result, on the thread of a lane
   */
  Lanes(Path folder, String home, Collection<Cell> cells, Consumer<CellResult> listener) {
    this.runner = new CellRunner(folder, home);
    this.cells = new ConcurrentLinkedQueue<>(cells);
    this.listener = listener;
  }

  /** Runs all cells on private servers. */
  Map<Cell, CellResult> runPrivately(int lanes) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int lane = 1; lane <= lanes; lane++) {
      Thread thread = new Thread(this::runLane, "lane " + lane);
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return results;
  }

  /** Runs all cells on this server, one after the other. */
  Map<Cell, CellResult> runOn(TestedServer server) throws InterruptedException {
    for (Cell cell = cells.poll(); cell != null; cell = cells.poll()) {
      keep(runner.run(cell, server));
    }
    return results;
  }

  private void keep(CellResult result) {
    results.put(result.cell(), result);
    listener.accept(result);
  }

  private void runLane() {
    Optional<OwnedServer> server = Optional.empty();
    Optional<Product> product = Optional.empty();
    try {
      for (Cell cell = cells.poll(); cell != null; cell = cells.poll()) {
        if (!product.equals(cell.product())) {
          server.ifPresent(OwnedServer::close);
          server = Optional.empty();
          product = cell.product();
        }
        server = runOnOwn(cell, server);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      server.ifPresent(OwnedServer::close);
    }
  }

  /** Runs a cell on the lane's server, or on one of the cell's own; returns the lane's. */
  private Optional<OwnedServer> runOnOwn(Cell cell, Optional<OwnedServer> lane)
      throws InterruptedException {
    Product product = cell.product().orElseThrow();
    try {
      if (cell.fault().needs().contains(Need.SMALL_DISK)) {
        try (OwnedServer server = OwnedServer.startOnSmallDisk(product)) {
          keep(runner.run(cell, server));
        }
        return lane;
      }
      OwnedServer server = lane.isPresent() ? lane.get() : OwnedServer.start(product);
      CellResult result = runner.run(cell, server);
      keep(result);
      if (result.isAsDocumented()) {
        return Optional.of(server);
      }
      server.close();
    } catch (IOException | SQLException | RuntimeException e) {
      keep(CellResult.failed(cell, "no server could be started: " + e, runner.folder(cell)));
    }
    return Optional.empty();
  }
}
