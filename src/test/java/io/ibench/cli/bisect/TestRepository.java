package io.ibench.cli.bisect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Works on a repository of a test, whatever the user's git is told. Immutable. */
record TestRepository(Path folder) {

  static boolean hasGit() {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(place -> Files.isExecutable(Path.of(place, "git")));
  }

  /** A new one, with a file {@code build.sh} of each commit. */
  static TestRepository make(Path folder, String... builds) throws Exception {
    TestRepository made = new TestRepository(Files.createDirectory(folder));
    made.git("init", "-q", "-b", "main");
    for (int i = 0; i < builds.length; i++) {
      Files.writeString(folder.resolve("build.sh"), builds[i] + "\n# " + i + "\n");
      made.git("add", "-A");
      made.git("commit", "-q", "-m", "Change " + (i + 1));
    }
    return made;
  }

  /** What it prints. */
  String git(String... words) throws Exception {
    List<String> all =
        new ArrayList<>(List.of("git", "-C", folder.toString(), "-c", "user.name=A"));
    all.addAll(List.of("-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"));
    all.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(all).redirectErrorStream(true);
    builder.environment().put("GIT_AUTHOR_DATE", "2026-03-04T05:06:07Z");
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text.strip();
  }
}
