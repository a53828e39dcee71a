package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
}
