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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the database's answers to the line of {@code compare}. */
@Slow
class SameAnswersTest {

  /** The memory database, one of whose nodes is read with another value once. */
  private static final String LIAR =
      """
      package other;

      import io.ibench.config.Config;
      import io.ibench.config.Key;
      import io.ibench.db.Adapter;
      import io.ibench.db.Command;
      import io.ibench.db.Database;
      import io.ibench.db.Prepared;
      import io.ibench.db.Session;
      import io.ibench.db.memory.MemoryAdapter;
      import java.lang.reflect.InvocationHandler;
      import java.lang.reflect.InvocationTargetException;
      import java.lang.reflect.Method;
      import java.lang.reflect.Proxy;
      import java.util.List;

      public final class Liar implements Adapter {
        private int reads;
        @Override public String name() { return "liar"; }
        @Override public String description() { return "answers wrongly once"; }
        @Override public List<Key<?>> keys() { return List.of(); }

        @Override public Target bind(Config config) {
          Target memory = new MemoryAdapter().bind(config);
          return () -> like(Database.class, memory.open());
        }

        private <T> T like(Class<T> type, T real) {
          InvocationHandler handler =
              (proxy, method, arguments) -> {
                Object result = call(real, method, arguments);
                if (real instanceof Database && result instanceof Session session) {
                  return like(Session.class, session);
                }
                if (result instanceof Prepared prepared && isNode(arguments[0])) {
                  return like(Prepared.class, prepared);
                }
                boolean read = method.getName().equals("resultHash");
                return read && ++reads == 10 ? (Object) ((long) result + 1) : result;
              };
          return type.cast(
              Proxy.newProxyInstance(Liar.class.getClassLoader(), new Class<?>[] {type}, handler));
        }

        private static boolean isNode(Object command) {
          return command instanceof Command.Select select
              && select.table().name().equals("nodetable");
        }

        private static Object call(Object real, Method method, Object[] arguments)
            throws Throwable {
          try {
            return method.invoke(real, arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        }
      }
      """;

  @TempDir private Path temporary;
  private Path plugIns;
  private int runs;

  @BeforeEach
  void makeFolder() throws IOException {
    plugIns = Files.createDirectory(temporary.resolve("plugins"));
  }

  private Path file(String database) throws IOException {
    return Files.writeString(temporary.resolve(database), "database = " + database + "\n");
  }

  /** A run of 500 requests. */
  private Path run(String database) throws IOException {
    return run(database, "request.operations=500");
  }

  private Path run(String database, String... settings) throws IOException {
    Path result = temporary.resolve(database + ++runs);
    List<Object> arguments =
        new ArrayList<>(
            List.of("run", "workloads/linkbench-answers.properties", "-d", file(database)));
    arguments.addAll(List.of("-o", result, "--no-page", "-s=linkbench.maxid1=201"));
    Arrays.stream(settings).map(setting -> "-s=" + setting).forEach(arguments::add);
    Cli run = ibench(Map.of("IBENCH_PLUGINS", plugIns.toString()), arguments.toArray());
    assertThat(run.code()).as(run.err()).isZero();
    return result;
  }

  private static String answers(Path base, Path other) {
    Cli compared = ibench("compare", base, other, "--details");
    assertThat(compared.code()).as(compared.err()).isZero();
    return compared
        .out()
        .replaceAll("\n +", " ")
        .replaceAll("(?s).*the same answers: ", "")
        .replaceAll("(?s)( settings and environment| the products).*|\n.*", "");
  }

  @Test
  void oneWrongAnswerIsFoundAndItsOperationNamed() throws IOException {
    Path classes = Files.createDirectory(temporary.resolve("classes"));
    Path source = Files.writeString(temporary.resolve("Liar.java"), LIAR);
    PlugInMaker.compile(classes, List.of(source));
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    Files.writeString(services.resolve("io.ibench.db.Adapter"), "other.Liar\n");
    PlugInMaker.pack(plugIns.resolve("liar.jar"), classes);
    Path honest = run("memory");

    assertThat(answers(honest, run("memory"))).isEqualTo("yes: load, request");
    assertThat(answers(honest, run("liar"))).isEqualTo("no: request (GET_NODE)");
  }

  @Test
  void answersThatNeedNotBeEqualAreNotCompared() throws IOException {
    Path base = run("memory");

    assertThat(
            answers(base, run("memory", "request.operations=500", "row_time=2026-01-02T00:00:00Z")))
        .isEqualTo("not comparable: the runs differ in row_time");
    assertThat(answers(base, run("memory", "request.operations=400")))
        .startsWith("not comparable: request: the runs executed ADD_LINK, ")
        .endsWith(" another number of times; yes: load");
    assertThat(answers(base, run("memory", "request.operations=500", "request.threads=2")))
        .isEqualTo("not comparable: request: the numbers of threads differ; yes: load");
  }
}
