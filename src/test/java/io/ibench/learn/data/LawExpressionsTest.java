package io.ibench.learn.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.learn.law.ColumnFacts;
import io.ibench.learn.law.KeySpace;
import io.ibench.learn.law.Laws;
import io.ibench.learn.law.Use;
import io.ibench.learn.law.ValueSketch;
import io.ibench.learn.sql.Literal;
import io.ibench.random.Distribution;
import io.ibench.random.ExactZipfDistribution;
import io.ibench.random.ExponentialDistribution;
import io.ibench.random.NormalDistribution;
import io.ibench.random.ParetoDistribution;
import io.ibench.random.Random64;
import io.ibench.random.SpecialDistribution;
import io.ibench.random.UniformDistribution;
import io.ibench.testing.Slow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The language of scripts understands the expressions of all laws, and draws by them. */
@Slow
class LawExpressionsTest {

  private static final int KEYS = 10_000;

  @TempDir Path folder;

  private static String law(
      ToLongFunction<Random64> drawn, Use use, @Nullable String count, long step) {
    ValueSketch sketch = new ValueSketch(1);
    Random64 random = new Random64(2);
    for (int i = 0; i < 5000; i++) {
      sketch.add(Literal.INTEGER, 1 + step * drawn.applyAsLong(random), 0, 0);
      if (i % 50 == 0 && use == Use.WRITTEN) {
        sketch.add(Literal.NULL, 0, 0, 0);
      }
    }
    ColumnFacts known =
        new ColumnFacts(
            "t",
            "id",
            Literal.INTEGER,
            0,
            1L,
            1 + step * (KEYS - 1L),
            KEYS,
            KEYS,
            true,
            count == null ? null : new KeySpace(1, step, KEYS, count),
            null,
            use);
    ColumnFacts facts = use == Use.FREE ? ColumnFacts.named("id", use) : known;
    return Laws.fit(sketch, facts).expression();
  }

  private static List<String> expressions() {
    List<Distribution> laws =
        List.of(
            new UniformDistribution(KEYS),
            new ExactZipfDistribution(KEYS, 0.9),
            new NormalDistribution(KEYS, 4),
            new ExponentialDistribution(KEYS, 5),
            new ParetoDistribution(KEYS, 0.2),
            new SpecialDistribution(KEYS),
            new UniformDistribution(1),
            new UniformDistribution(3));
    List<ToLongFunction<Random64>> draws = new ArrayList<>();
    laws.forEach(law -> draws.add(law::draw));
    laws.forEach(law -> draws.add(random -> KEYS - 1 - law.draw(random)));
    draws.add(random -> Math.floorMod(Random64.hash(laws.get(1).draw(random), 1), KEYS));
    draws.add(random -> (random.nextInt(1024) | random.nextInt(KEYS)) % KEYS);
    draws.add(random -> random.nextInt(10) < 8 ? 3000 + random.nextInt(500) : random.nextInt(KEYS));
    List<String> found = new ArrayList<>();
    for (ToLongFunction<Random64> each : draws) {
      for (Use use : Use.values()) {
        found.add(law(each, use, null, 1));
        found.add(law(each, use, KEYS + " * :scale", 1));
        found.add(law(each, use, KEYS + " * :scale", 10));
      }
    }
    return found;
  }

  @Test
  void scriptsDrawByTheLaws() throws Exception {
    List<String> expressions = expressions().stream().distinct().toList();
    StringBuilder script = new StringBuilder("--@ schema\nCREATE TABLE t (id int, x bigint);\n");
    for (int i = 0; i < expressions.size(); i++) {
      script.append("--@ load a").append(i).append(" rows=20 as=n\n\\set x ");
      script.append(expressions.get(i)).append("\n");
      script.append("INSERT INTO t (id, x) VALUES (").append(i).append(", :x);\n");
    }
    script.append("--@ cleanup\nDROP TABLE t;\n");
    ScriptTrial loaded = ScriptTrial.load(folder, script.toString(), 2);
    assertThat(expressions.size()).isGreaterThan(50);
    assertThat(loaded.value("SELECT count(DISTINCT id) FROM t"))
        .isEqualTo(Integer.toString(expressions.size()));
    assertThat(expressions)
        .anyMatch(each -> each.contains("random_mixed("))
        .anyMatch(each -> each.contains("random_hot("))
        .anyMatch(each -> each.contains("permute("))
        .anyMatch(each -> each.contains("random_list("))
        .anyMatch(each -> each.contains("random_histogram("))
        .anyMatch(each -> each.contains("random_special("));
  }
}
