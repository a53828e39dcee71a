package io.ibench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLifeTest {

  @TempDir private Path temporary;

  private ServerLife life(Map<String, String> has, Map<String, String> asked)
      throws ServerException {
    return ServerLife.plan(
        new FakeProduct(has),
        ServerSpec.of("fake", asked),
        temporary.resolve("server"),
        "the test",
        "cell",
        "secret");
  }

  @Test
  void leavesNothingBehind() throws Exception {
    ServerLife life = life(Map.of("a", "1"), Map.of("a", "1"));
    assertThat(temporary).isEmptyDirectory();
    life.prepare();
    assertThat(life.server().configurationFile()).hasContent("a = 1");
    life.start();
    assertThat(life.check()).extracting(ReadBack::equal).containsExactly(true);
    assertThat(life.stop().clean()).isTrue();
    life.remove();
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void namesEachOptionThatTheServerHasNotOrDoesNotShow() throws Exception {
    Map<String, String> asked = new LinkedHashMap<>();
    asked.put("innodb_log_file_size", "2M");
    asked.put("skip_x", "");
    asked.put("right", "1");
    asked.put("out", ServerSpec.REMOVED);
    try (ServerLife life = life(Map.of("innodb_log_file_size", "4194304", "right", "1"), asked)) {
      life.prepare();
      life.start();
      assertThatThrownBy(life::check)
          .isInstanceOfSatisfying(
              ServerException.class,
              e ->
                  assertThat(e.details())
                      .isEqualTo(
                          List.of(
                              "innodb_log_file_size: asked for 2M, the server has 4194304",
                              "skip_x: asked for (no value), and the server does not show it (not"
                                  + " readable)")));
    }
  }

  @Test
  void quotesTheLogOnAnOptionThatTheServerDoesNotShow() throws Exception {
    try (ServerLife life = life(Map.of("a_b", "2"), Map.of("old_x", "all"))) {
      life.prepare();
      life.start();
      Files.writeString(
          life.server().errorLog(),
          """
          0 [Note] older, not an option
          0 [Warning] 'old-x' was removed. It does nothing now.
          0 [Note] old_x_y is another one
          """);
      assertThatThrownBy(life::check)
          .isInstanceOfSatisfying(
              ServerException.class,
              e ->
                  assertThat(e.details())
                      .containsExactly(
                          "the server's log says: 0 [Warning] 'old-x' was removed. It does nothing"
                              + " now."))
          .hasMessageStartingWith("old_x: asked for all");
    }
  }

  /** Such as the cells of a suite: they are told before the first one runs. */
  @Test
  void whatTheProgramRefusesIsAnObstacle() {
    ServerProduct product =
        new FakeProduct(Map.of()) {
          @Override
          public Optional<List<String>> refused(ServerSpec spec, Installed installed) {
            return Optional.of(List.of("conf.old: " + installed.version() + " does not know it"));
          }
        };
    assertThat(
            ServerLife.obstacles(
                product, ServerSpec.of("fake", Map.of("old", "1")), temporary.resolve("server")))
        .containsExactly("conf.old: Fake 1.0 does not know it");
  }
}
