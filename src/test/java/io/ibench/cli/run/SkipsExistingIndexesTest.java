package io.ibench.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.db.Database;
import io.ibench.db.Index;
import io.ibench.db.Table;
import io.ibench.db.files.FilesAdapter;
import io.ibench.db.memory.MemoryDatabase;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkipsExistingIndexesTest {

  /**
   * A method that is not forwarded has the default of {@link Database}: what a product does more is
   * lost.
   */
  @Test
  void everyMethodIsForwarded() {
    assertThat(Database.class.getDeclaredMethods())
        .filteredOn(method -> !Modifier.isStatic(method.getModifiers()) && !method.isSynthetic())
        .isNotEmpty()
        .allMatch(SkipsExistingIndexesTest::isForwarded);
  }

  private static boolean isForwarded(Method method) {
    return Arrays.stream(SkipsExistingIndexes.class.getDeclaredMethods())
        .anyMatch(
            each ->
                each.getName().equals(method.getName())
                    && Arrays.equals(each.getParameterTypes(), method.getParameterTypes()));
  }

  @Test
  void aDatabaseOfFilesStaysOne(@TempDir Path folder) throws Exception {
    try (Database files =
        new FilesAdapter().bind(Config.of(Map.of("dir", folder.toString()))).open()) {
      assertThat(SkipsExistingIndexes.of(files)).isSameAs(files);
    }
  }

  @Test
  void onlyIndexesThatAreMissingAreMade() throws Exception {
    Table bare = Table.named("t").key("id").number("a").number("b");
    Table whole = bare.index("by_a", "a").index("by_b", "b");
    Index first = whole.index("by_a");
    Index second = whole.index("by_b");
    try (Database memory = new MemoryDatabase()) {
      Database resumed = SkipsExistingIndexes.of(memory);
      memory.create(bare);
      resumed.createIndex(whole, first);
      assertThat(memory.differences(bare.with(List.of(first)))).isEmpty();
      resumed.createIndexes(whole, List.of(first, second));
      assertThat(memory.differences(whole)).isEmpty();
    }
  }
}
