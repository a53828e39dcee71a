package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A short run of LinkBench on SQLite, in its own process. */
public final class RealRun {

  private static final long PATIENCE_SECONDS = 300;

  private RealRun() {}

  /**
   * Returns when it is over.
   *
   * @param folder for what it prints
   * @param results its result folder, which is not there yet
   * @param database SQLite's file, in a folder that is there
   */
  public static void of(Path folder, Path results, Path database)
      throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> words = new ArrayList<>();
    words.addAll(
        List.of(java, "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
    words.addAll(List.of(Main.class.getName(), "run", "workloads/linkbench.properties"));
    words.addAll(List.of("-d", "conf/sqlite.properties", "-o", results.toString()));
    for (String setting :
        List.of(
            "steps=drop,create,load,index,request,verify",
            "file=" + database,
            "sync=normal",
            "interval=50ms",
            "report.every=500ms",
            "linkbench.maxid1=501",
            "request.until=1s",
            "request.repeat=2")) {
      words.addAll(List.of("-s", setting));
    }
    Path log = folder.resolve("run.log");
    Process process =
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("it is over").isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(log)).isZero();
  }
}
