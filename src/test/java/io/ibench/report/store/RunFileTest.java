package io.ibench.report.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.report.store.RunFile.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    assertThat(file.seed()).contains("42");
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
  @ValueSource(strings = {"", "[1, 2]", "{\"settings\": [", "\u0000\u0001", "7"})
  void oneThatIsNoObjectIsDamaged(String text) throws IOException {
    RunFile file = file(text);
    assertThat(file.trouble()).contains("run.json is damaged: settings and host are not known");
    assertThat(file.flat("host")).isEmpty();
  }

  @Test
  void whatHasAnotherTypeThanExpectedIsLeftOut() throws IOException {
    RunFile file = file("{\"settings\": 7, \"host\": [1], \"seed\": {}}");
    assertThat(file.trouble()).isEmpty();
    assertThat(file.settings()).isEmpty();
    assertThat(file.seed()).isEmpty();
    assertThat(file.machine()).isEmpty();
    assertThat(file.hasServerHost()).isFalse();
  }
}
