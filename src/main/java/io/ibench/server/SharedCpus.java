package io.ibench.server;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/**
 * CPUs that ibench and servers of this machine share, drawn anew again and again. Where the
 * scheduler puts a server's threads stays for seconds, and looks like a difference between two
 * servers. For one thread.
 */
public final class SharedCpus {

  /** Threads of the JVM that work beside the operations: they would take the CPU from them. */
  private static final List<String> BESIDE = List.of("C1 ", "C2 ", "GC ", "G1 ", "VM ");

  private static final int ATTEMPTS = 3;

  private final List<Integer> allowed = allowed();
  private final int number;
  private final IntUnaryOperator random;
  private boolean moved;
  private long draws;
  private long failures;

  /**
   * Draws nothing yet.
   *
   * @param number of CPUs
   * @param random a number from 0 to below the given one
   */
  public SharedCpus(int number, IntUnaryOperator random) {
    this.number = number;
    this.random = random;
  }

  /** The CPUs that this process may run on now, by their numbers; empty: unknown. */
  public static List<Integer> allowed() {
    try {
      String list = CpuList.allowed("self");
      return list.isEmpty() ? List.of() : List.copyOf(CpuList.parse(list));
    } catch (IOException | NumberFormatException e) {
      return List.of();
    }
  }

  /** Draws CPUs, and moves ibench and these processes there, with all their threads. */
  public void draw(List<Long> servers) {
    List<Integer> left = new ArrayList<>(allowed);
    List<Integer> drawn = new ArrayList<>();
    while (drawn.size() < number && !left.isEmpty()) {
      drawn.add(left.remove(random.applyAsInt(left.size())));
    }
    moved = true;
    draws++;
    if (drawn.isEmpty() || !move(servers, drawn)) {
      failures++;
    }
  }

  private boolean move(List<Long> servers, List<Integer> cpus) {
    String list = text(cpus);
    boolean all = moveAlive(ProcessHandle.current().pid(), list);
    String everywhere = text(allowed);
    beside().forEach(thread -> CpuList.moveThread(thread, everywhere));
    for (long server : servers) {
      all &= moveAlive(server, list);
    }
    return all;
  }

  /** A thread that ends meanwhile ends the program as well: it is tried again. */
  private static boolean moveAlive(long pid, String cpus) {
    boolean done = false;
    for (int i = 0; i < ATTEMPTS && !done; i++) {
      done = CpuList.move(pid, cpus) || ProcessHandle.of(pid).isEmpty();
    }
    return done;
  }

  private static String text(List<Integer> cpus) {
    return cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  private static List<Long> beside() {
    List<Long> threads = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
      for (Path thread : all) {
        String name = Files.readString(thread.resolve("comm"));
        if (BESIDE.stream().anyMatch(name::startsWith)) {
          threads.add(Long.parseLong(thread.getFileName().toString()));
        }
      }
    } catch (IOException | NumberFormatException e) {
      // A thread has ended meanwhile; the others do little.
      return threads;
    }
    return threads;
  }

  /** Lets all run everywhere again. */
  public void release(List<Long> servers) {
    if (moved) {
      move(servers, allowed);
    }
  }

  /** Whether all draws had their effect. */
  public boolean isEffective() {
    return draws > 0 && failures == 0;
  }
}
