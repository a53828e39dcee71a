package io.ibench.report.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.report.figures.RunInfo.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunFileTest {

  @TempDir private Path folder;

  private RunFile file(String text) throws IOException {
    Files.writeString(folder.resolve("run.json"), text);
    return RunFile.read(folder);
  }

  @Test
  void settingsAreToldAsTheyTookEffect() throws IOException {
    RunFile file =
        file(
            """
            {"seed": 42,
             "settings": [{"name": "threads", "value": "8", "origin": "my.properties:3"},
                          {"name": "sync", "value": "full", "origin": "default"}]}
            """);
    assertThat(file.trouble()).isEmpty();
    assertThat(file.run().seed()).contains(42L);
    assertThat(file.settings())
        .containsExactly(
            new Setting("threads", "8", "my.properties:3"), new Setting("sync", "full", "default"));
  }

  @Test
  void nestedValuesHaveTheirPathAndOnlyOneOfSeveralANumber() throws IOException {
    RunFile file =
        file(
            """
            {"host": {"cpus": 2, "mounts": ["rw", "noatime"], "empty": [], "none": null,
                      "one": [{"name": "vda"}],
                      "two": [{"name": "vda"}, {"name": "vdb"}],
                      "server_host": {"kernel": "6.1"}}}
            """);
    assertThat(file.flat("host"))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "cpus", "2",
                "mounts", "rw noatime",
                "empty", "",
                "one.name", "vda",
                "two.1.name", "vda",
                "two.2.name", "vdb",
                "server_host.kernel", "6.1"));
    assertThat(file.hasServerHost()).isTrue();
    assertThat(file.flat("nothing")).isEmpty();
  }

  @Test
  void aFolderWithoutItTellsSo() {
    RunFile file = RunFile.read(folder);
    assertThat(file.trouble()).contains("run.json is missing: settings and host are not known");
    assertThat(file.settings()).isEmpty();
    assertThat(file.machine()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                       | run.json is empty",
        "[1, 2]                 | run.json is damaged: the file is not an object",
        "7                      | run.json is damaged: the file is not an object",
        "{'settings': [         | run.json is damaged",
        "x                      | run.json is damaged",
        "{'settings': 7}        | run.json is damaged: settings is not a list",
        "{'settings': [{}]}     | run.json is damaged: settings[0].name is missing",
        "{'host': [1]}          | run.json is damaged: host is not an object",
        "{'seed': {}}           | run.json is damaged: seed is not a whole number",
      },
      quoteCharacter = '"')
  void damageIsNamedWithItsPlace(String text, String trouble) throws IOException {
    RunFile file = file(text == null ? "" : text.replace('\'', '"'));
    assertThat(file.trouble()).contains(trouble + ": settings and host are not known");
    assertThat(file.settings()).isEmpty();
    assertThat(file.run().seed()).isEmpty();
    assertThat(file.machine()).isEmpty();
    assertThat(file.flat("host")).isEmpty();
    assertThat(file.hasServerHost()).isFalse();
  }
}
