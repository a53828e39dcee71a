package io.ibench.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One side in a JVM of its own with the options of this one, so that neither side's compiled code
 * is shaped by what the other one does. It waits while the other one works. A request is a line on
 * its standard input, the answer a line on its standard output.
 */
final class SideProcess implements AutoCloseable {

  private static final String ANSWER = "answer: ";

  private final Process process;
  private final PrintStream requests;
  private final BufferedReader answers;

  /** What answers. */
  interface Side {

    /** Answers a request, of a name and arguments, in one line. */
    String answer(String[] words) throws Exception;
  }

  SideProcess(String name, String[] arguments) throws IOException {
    this(javaCommand(name, arguments));
  }

  /**
   * @param command of a program that answers as {@link #main} does
   */
  SideProcess(List<String> command) throws IOException {
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    requests = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    ask("ready");
  }

  private static List<String> javaCommand(String name, String[] arguments) {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(SideProcess.class.getName());
    command.add(name);
    command.addAll(List.of(arguments));
    return command;
  }

  /** Asks and waits for the answer. */
  String ask(String request) throws IOException {
    requests.println(request);
    for (String line = answers.readLine(); line != null; line = answers.readLine()) {
      if (line.startsWith(ANSWER)) {
        return line.substring(ANSWER.length());
      }
    }
    throw new IOException("no answer to: " + request);
  }

  Bench.Round round(int number) throws IOException {
    return Bench.Round.parse(ask("round " + number));
  }

  Bench.Round replay() throws IOException {
    return Bench.Round.parse(ask("replay"));
  }

  @Override
  public void close() {
    requests.close();
    try {
      answers.close();
      process.waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
    }
  }

  /** The side's own process: its name, and the arguments of its benchmark. */
  public static void main(String[] arguments) throws Exception {
    Side side = side(arguments[0], Arrays.copyOfRange(arguments, 1, arguments.length));
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      System.out.println(ANSWER + answer(side, line.split(" ")));
    }
  }

  private static Side side(String name, String[] arguments) throws Exception {
    return switch (name) {
      case "bare" -> new BareSide(Bench.parse(arguments));
      case "ibench" -> new IbenchSide(Bench.parse(arguments));
      case "bare-load" -> new BareLoadSide(LoadBench.parse(arguments));
      case "ibench-load" -> new IbenchLoadSide(LoadBench.parse(arguments));
      case "bare-insert" -> new BareInsertSide(InsertBench.parse(arguments));
      case "ibench-insert" -> new IbenchInsertSide(InsertBench.parse(arguments));
      case "raw-orders" -> new OrdersSide(OrdersSide.Form.BY_HAND, arguments[0]);
      case "simple-orders" -> new OrdersSide(OrdersSide.Form.SIMPLE, arguments[0]);
      case "custom-orders" -> new OrdersSide(OrdersSide.Form.CUSTOM, arguments[0]);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static String answer(Side side, String[] words) throws Exception {
    return words[0].equals("ready") ? "yes" : side.answer(words);
  }
}
