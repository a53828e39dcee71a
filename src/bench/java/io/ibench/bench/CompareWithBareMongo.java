package io.ibench.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * {@link CompareWithBareLoop} for MongoDB: both sides work on a {@link CannedMongo} in a process of
 * its own, so that what differs is the client's.
 *
 * <p>Arguments: seconds per round (10), counted pairs (3; 0: only the same requests are performed),
 * threads (4), percent of one operation only, such as getnode=100, or mix (LinkBench's).
 */
public final class CompareWithBareMongo {

  /** Of the graph that requests are drawn for. */
  private static final long IDS = 100_000;

  private CompareWithBareMongo() {}

  public static void main(String[] arguments) throws Exception {
    int seconds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10;
    int pairs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
    int threads = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 4;
    String only = arguments.length > 3 ? arguments[3].replace("mix", "") : "";
    Process server = startServer();
    try {
      Bench bench = new Bench("mongodb", url(server), seconds, pairs + 2, threads, IDS, only);
      CompareWithBareLoop.compare(bench, pairs, false);
    } finally {
      server.getOutputStream().close();
      server.waitFor();
    }
  }

  private static Process startServer() throws IOException {
    return new ProcessBuilder(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xms64m",
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                CannedMongo.class.getName()))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static String url(Process server) throws IOException {
    String line =
        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))
            .readLine();
    if (line == null) {
      throw new IOException("the server has not started");
    }
    return line;
  }
}
