package io.ibench.cli;

import io.ibench.config.Key;
import io.ibench.db.Adapter;
import io.ibench.engine.RunSettings;
import io.ibench.workload.StepKeys;
import io.ibench.workload.Workload;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Says what there is to set. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Lists workloads, databases and every key with its type and default.")
final class ListCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    for (Workload workload : Setup.workloads().values()) {
      out.printf("workload %s: %s%n", workload.name(), workload.line());
      print(out, "", workload.keys());
      out.println();
    }
    for (Adapter adapter : Setup.adapters().values()) {
      out.printf("database %s: %s%n", adapter.name(), adapter.line());
      print(out, "", adapter.keys());
      out.println();
    }
    out.println("every run");
    print(out, "", List.of(Setup.WORKLOAD, Setup.DATABASE, StepKeys.STEPS, Setup.HOST_DEVICE));
    print(out, "", RunSettings.keys());
    out.printf("%nevery step, under its name%n");
    print(out, "<step>.", StepKeys.all());
    out.flush();
    return ExitCode.DONE;
  }

  private static void print(PrintWriter out, String prefix, List<? extends Key<?>> keys) {
    for (Key<?> key : keys) {
      String value =
          key.defaultText().map(text -> "= " + text).orElse(key.isOptional() ? "" : "required");
      out.printf("  %-34s %-18s %-28s %s%n", prefix + key.name(), value, key.type(), key.line());
    }
  }
}
