package io.ibench.testing;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Where Chromium is on this machine, and how tests start it. */
final class ChromiumProgram {

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  private static final int SCRIPT_BYTES = 4096;

  private ChromiumProgram() {}

  static Optional<String> missing() {
    return find().isPresent()
        ? Optional.empty()
        : Optional.of("Chromium is not installed: none of " + String.join(", ", NAMES) + " found");
  }

  /**
   * The command that starts it without a window.
   *
   * @param profile where it keeps what it keeps
   */
  static List<String> command(Path profile) {
    List<String> words =
        new ArrayList<>(
            List.of(
                find().orElseThrow().toString(),
                "--headless",
                "--user-data-dir=" + profile,
                "--remote-debugging-port=0",
                "--no-first-run",
                "--no-default-browser-check",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-extensions",
                "--disable-component-update",
                "--disable-background-networking",
                "--disable-breakpad",
                "--disable-renderer-backgrounding",
                "--disable-backgrounding-occluded-windows",
                "--force-color-profile=srgb",
                "--lang=en-US",
                // The answer to every request of a page or the browser for a network: it does not
                // exist.
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"));
    // Its sandbox refuses root, and a container may refuse it. The pages are ibench's own.
    words.add("--no-sandbox");
    words.add("about:blank");
    return List.copyOf(words);
  }

  private static Optional<Path> find() {
    String path = System.getenv().getOrDefault("PATH", "");
    return NAMES.stream()
        .flatMap(
            name ->
                Stream.of(path.split(File.pathSeparator))
                    .map(folder -> Path.of(folder).resolve(name)))
        .filter(Files::isExecutable)
        .filter(program -> !isSnap(program))
        .findFirst();
  }

  /** A snap sees neither the tests' temporary files nor the profile's folder. */
  static boolean isSnap(Path program) {
    try {
      Path real = program.toRealPath();
      return real.startsWith("/snap")
          || real.endsWith("bin/snap")
          || begin(real).contains("/snap/bin/");
    } catch (IOException unreadable) {
      return false;
    }
  }

  private static String begin(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return new String(in.readNBytes(SCRIPT_BYTES), StandardCharsets.ISO_8859_1);
    }
  }
}
