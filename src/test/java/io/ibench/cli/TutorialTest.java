package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every step of the tutorials is compiled and run, with the blocks of the steps before it. */
@Slow
class TutorialTest {

  @TempDir private Path temporary;
  private int results;

  private static List<String> blocks(String tutorial, String language) throws IOException {
    return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
        .matcher(Files.readString(Path.of("docs", tutorial)))
        .results()
        .map((MatchResult block) -> block.group(1))
        .toList();
  }

  /** The class with a block before the end of its innermost part. */
  private static String with(String source, String block, String end) {
    int at = source.lastIndexOf(end);
    assertThat(at).isPositive();
    return source.substring(0, at) + "\n" + block + source.substring(at);
  }

  /** Compiles the class into a folder of plug-ins of its own. */
  private Path plugIn(String step, String service, String name, String source) throws IOException {
    Path folder = Files.createDirectories(temporary.resolve(step));
    Path file = Files.writeString(folder.resolve(name.replaceAll(".*\\.", "") + ".java"), source);
    Path classes = Files.createDirectory(folder.resolve("classes"));
    PlugInMaker.compile(classes, List.of(file));
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    Files.writeString(services.resolve(service), name + "\n");
    Path plugIns = Files.createDirectory(folder.resolve("plugins"));
    PlugInMaker.pack(plugIns.resolve("plugin.jar"), classes);
    return plugIns;
  }

  private Cli run(Path plugIns, Object... arguments) {
    List<Object> all = new ArrayList<>(List.of("run"));
    all.addAll(Arrays.asList(arguments));
    all.addAll(List.of("-o", temporary.resolve("result" + ++results), "--no-page"));
    Cli run = ibench(Map.of("IBENCH_PLUGINS", plugIns.toString()), all.toArray());
    assertThat(run.code()).as(run.err() + run.out()).isZero();
    return run;
  }

  @Test
  void aWorkloadGrowsStepByStepAndVerifies() throws IOException {
    Path settings = temporary.resolve("shop.properties");
    Files.writeString(settings, blocks("tutorial-workload.md", "properties").get(0));
    List<String> blocks = blocks("tutorial-workload.md", "java");
    assertThat(blocks).hasSize(6);
    String source = blocks.get(0);
    for (int step = 0; step < blocks.size(); step++) {
      source = step == 0 ? source : with(source, blocks.get(step), "  }\n}");
      Path plugIns =
          plugIn("w" + step, "io.ibench.workload.Workload", "plugin.shop.ShopWorkload", source);
      Cli run =
          run(
              plugIns,
              settings,
              "-d",
              "conf/memory.properties",
              "-s=request.until=200ms",
              "-s",
              "shop.items=300");
      assertThat(run.out()).contains("GET_ITEM");
      assertThat(run.out().contains("LATEST_SALES")).isEqualTo(step >= 2);
      assertThat(run.out().contains("items.sales: 300 counts equal")).isEqualTo(step >= 3);
      assertThat(run.out().contains("parcels: ")).isEqualTo(step >= 4);
      assertThat(run.out().contains("SEND")).isEqualTo(step >= 4);
      assertThat(run.out().contains("0 items are sold out")).isEqualTo(step >= 5);
    }
  }

  @Test
  void aDatabaseAnswersLikeMemoryFromItsFirstStep() throws IOException {
    List<String> blocks = blocks("tutorial-database.md", "java");
    assertThat(blocks).hasSize(6);
    String settings = blocks("tutorial-database.md", "properties").get(0);
    Path tiny = Files.writeString(temporary.resolve("tiny.properties"), settings);
    String source = blocks.get(0);
    linkbench(temporary, "conf/memory.properties");
    for (int step = 0; step < blocks.size(); step++) {
      source = step == 0 ? source : with(source, blocks.get(step), "    };\n  }\n}");
      Path plugIns = plugIn("d" + step, "io.ibench.db.Adapter", "plugin.tiny.TinyAdapter", source);
      linkbench(plugIns, tiny, "-s", "file=" + temporary.resolve("tiny" + step));
      Cli compared =
          ibench(
              "compare",
              "--unlike",
              temporary.resolve("result1"),
              temporary.resolve("result" + results));
      assertThat(compared.out()).contains("the same answers: yes: load, request\n");
    }
  }

  private void linkbench(Path plugIns, Object database, Object... more) throws IOException {
    List<Object> arguments =
        new ArrayList<>(List.of("workloads/linkbench-answers.properties", "-d", database));
    arguments.addAll(List.of("-s=linkbench.maxid1=101", "-s=request.operations=500"));
    arguments.addAll(Arrays.asList(more));
    Path empty = Files.createDirectories(temporary.resolve("none"));
    run(plugIns.equals(temporary) ? empty : plugIns, arguments.toArray());
  }
}
