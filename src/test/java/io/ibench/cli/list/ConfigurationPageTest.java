package io.ibench.cli.list;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.setup.Setup;
import io.ibench.config.Key;
import io.ibench.engine.RunSettings;
import io.ibench.workload.StepKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ConfigurationPageTest {

  @Test
  void theDocumentIsWhatTheKeysSay() throws IOException {
    assertThat(Files.readString(Path.of("docs", "configuration.md")))
        .as("write it anew: bin/ibench list --markdown > docs/configuration.md")
        .isEqualTo(ibench("list", "--markdown").out());
  }

  @Test
  void everyTableHasFourCellsWhateverIsInThem() {
    Key<String> odd = Key.text("odd", "a | b, <c>, *d* and `e`").withDefault("x|y");
    String page =
        ConfigurationPage.of(
            List.of(
                new KeySection(KeySection.Scope.RUN, "", "every run", "<step>.", List.of(odd))));

    assertThat(page)
        .contains("\n| `<step>.odd` | text | `x\\|y` | a \\| b, &lt;c>, \\*d\\* and \\`e\\` |\n");
  }

  /** A description with one of these is that of a key that runs something. */
  private static final Pattern RUNS =
      Pattern.compile(
          "command for sh|further commands|its programs|a library|words before its command"
              + "|driver's class|the image|such as ssh|server's configuration");

  @Test
  void securityPageNamesEachKeyThatRunsAProgram() throws IOException {
    List<Key<?>> keys = new ArrayList<>(Setup.keys());
    keys.addAll(RunSettings.keys());
    keys.addAll(StepKeys.all());
    Setup.workloads().values().forEach(each -> keys.addAll(each.keys()));
    Setup.adapters().values().forEach(each -> keys.addAll(each.keys()));
    String page = Files.readString(Path.of("SECURITY.md"));

    assertThat(keys.stream().filter(Key::runsProgram).map(Key::name))
        .contains("server.home", "server.wrap", "server.preload", "host.command", "at.STEP")
        .contains("hook.before_step", "server.start", "conf.OPTION", "driver")
        .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
    assertThat(keys)
        .filteredOn(key -> RUNS.matcher(key.description()).find())
        .allSatisfy(key -> assertThat(key.runsProgram()).as(key.name()).isTrue());
  }
}
