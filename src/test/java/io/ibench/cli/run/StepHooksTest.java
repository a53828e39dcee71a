package io.ibench.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.setup.HookSettings;
import io.ibench.db.Database;
import io.ibench.db.DiagnosticText;
import io.ibench.db.noop.NoopDatabase;
import io.ibench.engine.RunControl;
import io.ibench.measure.Clock;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@Timeout(300)
class StepHooksTest {

  private static final Step LOAD =
      new Step.Action("load", "load", Optional.empty(), TableUse.READS);
  private static final Step NEXT =
      new Step.Action("next", "next", Optional.empty(), TableUse.READS);

  @TempDir private Path result;

  private final RunControl control = new RunControl(Clock.system());
  private final List<String> warnings = new ArrayList<>();
  private final List<String> facts = new ArrayList<>();
  private final NoopDatabase noop = new NoopDatabase();

  private final Database database =
      (Database)
          Proxy.newProxyInstance(
              Database.class.getClassLoader(),
              new Class<?>[] {Database.class},
              (proxy, method, arguments) ->
                  method.getName().equals("diagnostics")
                      ? List.of(new DiagnosticText("status.txt", "up"))
                      : method.invoke(noop, arguments));

  private StepHooks around(String beforeStep, String afterStep) {
    HookSettings settings =
        new HookSettings(
            Optional.of(beforeStep), Optional.of(afterStep), TimeUnit.SECONDS.toNanos(30));
    Hooks hooks = new Hooks(settings, result, OptionalLong::empty, control);
    StepNumber numbered = new StepNumber(0, 0);
    return new StepHooks(
        numbered,
        hooks,
        new ServerTextFiles(database, List.of(), result, control),
        new StallEvidence(result, numbered, database, List.of(), Optional::empty, hooks),
        new TimedEvents(List.of(), numbered, hooks, Clock.system()),
        control,
        warnings::add,
        facts::add,
        events -> {});
  }

  private Path texts(String step, String moment) {
    return result.resolve("server").resolve(step).resolve(moment).resolve("status.txt");
  }

  @Test
  void whatGoesWrongIsAFactOfItsOwnStepAlone() throws Exception {
    StepHooks around = around("true", "test $IBENCH_STEP != load");

    around.before(LOAD);
    around.after(LOAD, List.of());

    assertThat(facts).singleElement().asString().contains("after step load");
    assertThat(warnings).containsExactly("ibench: warning: " + facts.get(0));
    facts.clear();

    around.before(NEXT);
    around.after(NEXT, List.of());

    assertThat(facts).isEmpty();
    assertThat(texts("02-next", "after")).hasContent("up");
  }

  @Test
  void beforeAStepThatMustNotBeginNothingIsAsked() throws Exception {
    assertThat(around("exit 3", "true").before(LOAD).orElseThrow()).contains("exited with 3");
    assertThat(result.resolve("server")).doesNotExist();

    control.interrupt();
    around("true", "true").before(LOAD);
    assertThat(result.resolve("server")).doesNotExist();
  }
}
