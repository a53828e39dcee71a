package io.ibench.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The system calls on sockets that the current thread makes, by strace. Linux only. */
final class SyscallTrace {

  private static final String CALLS =
      "read,readv,recvfrom,recvmsg,write,writev,sendto,sendmsg,poll,ppoll,select,pselect6,"
          + "epoll_wait,epoll_pwait,ioctl";

  /** A call that names a socket; strace's option -yy writes its protocol. */
  private static final Pattern ON_SOCKET =
      Pattern.compile("^(?:\\d+\\s+)?(\\w+)\\(.*<(?:TCP|UNIX).*");

  private final Path file;
  private final Path thread;
  private final Process strace;

  /**
   * Calls of a number of operations.
   *
   * @param trips changes of direction: writes that follow a read
   */
  record Calls(long writes, long reads, long polls, long others, long trips) {

    static Calls of(List<String> lines) {
      long writes = 0;
      long reads = 0;
      long polls = 0;
      long others = 0;
      long trips = 0;
      boolean writing = false;
      for (String line : lines) {
        Matcher call = ON_SOCKET.matcher(line);
        if (!call.matches()) {
          continue;
        }
        switch (call.group(1)) {
          case "write", "writev", "sendto", "sendmsg" -> {
            writes++;
            trips += writing ? 0 : 1;
            writing = true;
          }
          case "read", "readv", "recvfrom", "recvmsg" -> {
            reads++;
            writing = false;
          }
          case "ioctl" -> others++;
          default -> polls++;
        }
      }
      return new Calls(writes, reads, polls, others, trips);
    }
  }

  private SyscallTrace(Path file, Path thread, Process strace) {
    this.file = file;
    this.thread = thread;
    this.strace = strace;
  }

  /** Traces the current thread from now on. */
  static SyscallTrace ofThisThread() {
    try {
      Path thread = Path.of("/proc/thread-self").toRealPath();
      Path file = Files.createTempFile("ibench", ".strace");
      Process strace =
          new ProcessBuilder(
                  List.of(
                      "strace",
                      "-q",
                      "-yy",
                      "-s",
                      "8",
                      "-p",
                      thread.getFileName().toString(),
                      "-e",
                      "trace=" + CALLS,
                      "-o",
                      file.toString()))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      SyscallTrace trace = new SyscallTrace(file, thread, strace);
      while (!trace.isAttached()) {
        if (!strace.isAlive()) {
          throw new IllegalStateException("strace ended; it needs the right to trace its parent");
        }
        Thread.sleep(5);
      }
      return trace;
    } catch (IOException e) {
      throw new IllegalStateException("strace cannot be started: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean isAttached() throws IOException {
    return Files.readAllLines(thread.resolve("status")).stream()
        .anyMatch(line -> line.startsWith("TracerPid:") && !line.endsWith("\t0"));
  }

  /** Ends the trace. */
  Calls end() {
    strace.destroy();
    try {
      strace.waitFor();
      return Calls.of(Files.readAllLines(file));
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      file.toFile().delete();
    }
  }
}
