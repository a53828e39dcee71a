package io.ibench.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Runs a program of the operating system to its end. */
public final class LinuxProgram {

  private LinuxProgram() {}

  /**
   * What the program printed.
   *
   * @throws IOException when it does not exist or has failed, with what it printed
   */
  public static String run(String... words) throws IOException {
    // Users other than root often lack the folders of mkfs and losetup.
    List<String> command =
        new ArrayList<>(
            List.of("env", "LC_ALL=C", "PATH=" + System.getenv("PATH") + ":/usr/sbin:/sbin"));
    command.addAll(List.of(words));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    try {
      int exit = process.waitFor();
      if (exit != 0) {
        throw new IOException(String.join(" ", words) + ": exit code " + exit + ": " + output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + words[0] + " was running", e);
    }
    return output;
  }

  /** Skips the calling test, or fails it if {@code CI=true}, where the program is missing. */
  public static void require(String program) {
    try {
      run("sh", "-c", "command -v " + program);
    } catch (IOException e) {
      Requirement.ofThisEnvironment().unmet("there is no " + program);
    }
  }
}
