package io.ibench.bench;

import io.ibench.page.Screenshots;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Runs the commands of pages in a shell, and writes their output into the pages: {@link
 * ConsoleBlocks}. Then takes their pictures: {@link PagePictures}. Arguments: the folder in which
 * commands run, then the pages.
 */
public final class RegenerateDocs {

  /** What a reader sees in place of the folder that is gone. */
  private static final String HOME = "/home/you";

  private static final int WIDTH = 1185;

  private RegenerateDocs() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    for (int i = 1; i < arguments.length; i++) {
      Path page = Path.of(arguments[i]);
      String text = Files.readString(page);
      Files.writeString(page, ConsoleBlocks.regenerate(text, command -> run(folder, command)));
      PagePictures.takeAll(
          page,
          text,
          folder,
          (results, height, picture) -> Screenshots.takeTop(results, WIDTH, height, picture));
    }
  }

  /** Output and error output together, as on a terminal of 80 columns without colours. */
  private static String run(Path folder, String command) throws IOException {
    System.err.println("$ " + command);
    ProcessBuilder bash = new ProcessBuilder("bash", "-c", command).directory(folder.toFile());
    bash.environment().putAll(Map.of("COLUMNS", "80", "NO_COLOR", "1"));
    Process process = bash.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String path = folder.toRealPath().toString();
    return output.replace(path + "/", "").replace(path, HOME);
  }
}
