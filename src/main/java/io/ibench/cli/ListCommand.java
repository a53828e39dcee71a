package io.ibench.cli;

import io.ibench.cli.Mistakes.UsageException;
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
import picocli.CommandLine.ParentCommand;

/** Says what there is to set. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Lists workloads, databases and every key with its type and default.")
final class ListCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @ParentCommand private Main main;

  @Override
  public Integer call() throws UsageException {
    PrintWriter out = spec.commandLine().getOut();
    PlugIns plugIns =
        PlugIns.load(Installation.of(main.surroundings().environment()).plugInFolders());
    for (Workload workload : plugIns.workloads().values()) {
      out.printf(
          "workload %s: %s%s%n", workload.name(), workload.line(), origin(plugIns, workload));
      print(out, "", workload.keys());
      out.println();
    }
    for (Adapter adapter : plugIns.adapters().values()) {
      out.printf("database %s: %s%s%n", adapter.name(), adapter.line(), origin(plugIns, adapter));
      print(out, "", adapter.keys());
      out.println();
    }
    out.println("every run");
    print(out, "", Setup.keys());
    print(out, "", RunSettings.keys());
    out.printf("%nevery step, under its name%n");
    print(out, "<step>.", StepKeys.all());
    out.flush();
    return ExitCode.DONE;
  }

  private static String origin(PlugIns plugIns, Object provider) {
    return plugIns.jarOf(provider).map(jar -> " (plug-in " + jar.file() + ")").orElse("");
  }

  private static void print(PrintWriter out, String prefix, List<? extends Key<?>> keys) {
    for (Key<?> key : keys) {
      String value =
          key.defaultText().map(text -> "= " + text).orElse(key.isOptional() ? "" : "required");
      out.printf("  %-34s %-18s %-28s %s%n", prefix + key.name(), value, key.type(), key.line());
    }
  }
}
