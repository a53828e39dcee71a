package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.StartsProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs the script in a real bash, called as the shell calls it when a user presses Tab. */
@EnabledOnOs(OS.LINUX)
@StartsProcess
class CompletionTest {

  /** Completes the last word, and prints the offers, and whether a blank would follow. */
  private static final String ASK =
      """
      source "$1" || exit 1
      shift
      COMP_WORDS=("$@")
      COMP_CWORD=$(($# - 1))
      COMP_LINE="$*"
      COMP_POINT=${#COMP_LINE}
      compopt() { [[ $* == *nospace* ]] && echo 'no blank'; return 0; }
      function_of() { complete -p ibench | sed 's/.*-F \\([^ ]*\\) .*/\\1/'; }
      $(function_of)
      printf '%s\\n' "${COMPREPLY[@]}"
      """;

  @TempDir private Path folder;

  @BeforeEach
  void writeScripts() throws Exception {
    Cli printed = ibench("completion");
    assertThat(printed.code()).isZero();
    assertThat(printed.err()).isEmpty();
    Files.writeString(folder.resolve("script"), printed.out());
    Files.writeString(folder.resolve("ask"), ASK);
    Files.createDirectory(folder.resolve("conf"));
    Files.createFile(folder.resolve("conf/mine.properties"));
    Files.createFile(folder.resolve("my workload.properties"));
  }

  private List<String> complete(String... words) throws Exception {
    ProcessBuilder bash = new ProcessBuilder("bash", "ask", "./script");
    bash.command().addAll(List.of(words));
    Process process = bash.directory(folder.toFile()).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text.lines().collect(Collectors.toList());
  }

  @Test
  void commandsAndOptionsAreCompleted() throws Exception {
    assertThat(complete("ibench", "")).contains("run", "check", "verify", "list", "completion");
    assertThat(complete("ibench", "ver")).containsExactly("verify");
    assertThat(complete("bin/ibench", "run", "--dr")).containsExactly("--drop-foreign");
    assertThat(complete("ibench", "completion", "z")).containsExactly("zsh");
  }

  @Test
  void aSettingIsCompletedToItsKeyWithTheValueToFollow() throws Exception {
    assertThat(complete("ibench", "run", "-s", "linkbench.maxi"))
        .containsExactly("no blank", "linkbench.maxid1=");
    assertThat(complete("ibench", "check", "--set", "retry")).contains("retry=", "retry.backoff=");
    assertThat(complete("ibench", "run", "-s", "")).contains("steps=", "seed=", "url=");
  }

  @Test
  void aSecretIsNotOffered() throws Exception {
    assertThat(complete("ibench", "run", "-s", "pass")).containsExactly("");
  }

  @Test
  void filesAreCompleted() throws Exception {
    assertThat(complete("ibench", "run", "w", "-d", "conf/m")).contains("conf/mine.properties");
    assertThat(complete("ibench", "run", "my")).contains("my workload.properties");
    assertThat(complete("ibench", "verify", "w", "--against", "co")).contains("conf");
  }

  @Test
  void bothShellsGetTheSameScriptAndOthersAreRefused() {
    assertThat(ibench("completion", "zsh").out()).isEqualTo(ibench("completion", "bash").out());
    Cli wrong = ibench("completion", "fish");
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.out()).isEmpty();
    assertThat(wrong.err()).containsIgnoringCase("bash, zsh");
  }
}
