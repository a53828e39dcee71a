package io.ibench.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConsoleBlocksTest {

  private final List<String> commands = new ArrayList<>();

  private String regenerated(String output, String... page) throws IOException {
    return ConsoleBlocks.regenerate(
        String.join("\n", page) + "\n",
        command -> {
          commands.add(command);
          return output;
        });
  }

  @Test
  void newOutputReplacesTheOldOneAndAllElseStays() throws IOException {
    String page =
        regenerated(
            "new 1  \n\nnew 2\n\n",
            "text",
            "",
            "    $ one \\",
            "      --two",
            "    old",
            "",
            "    old",
            "    $ three",
            "",
            "    no command",
            "more");
    assertThat(commands).containsExactly("one   --two", "three");
    assertThat(page)
        .isEqualTo(
            """
            text

                $ one \\
                  --two
                new 1

                new 2

                $ three
                new 1

                new 2
            more
            """);
  }

  @Test
  void aFileThatACommandContainsIsNoOutput() throws IOException {
    String page =
        regenerated("", "    $ cat <<'END'", "    a", "", "      b", "    END", "    old");
    assertThat(commands).containsExactly("cat <<'END'\na\n\n  b\nEND");
    assertThat(page).isEqualTo("    $ cat <<'END'\n    a\n\n      b\n    END\n");
  }

  @Test
  void ofALongOutputOnlyTheEndIsShown() throws IOException {
    String page = regenerated("1\n2\n3\n", "<!-- last 2 lines -->", "", "    $ one", "    old");
    assertThat(page).endsWith("    $ one\n    ...\n    2\n    3\n");
  }

  @Test
  void aBlockThatIsNotRunStays() throws IOException {
    String page = "<!-- not run -->\n\n    $ one\n    old\n\n    $ two\n\ntext\n";
    assertThat(regenerated("new", page.lines().toArray(String[]::new))).isEqualTo(page);
    assertThat(commands).isEmpty();
  }
}
