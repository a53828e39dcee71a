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

  SideProcess(String name, Bench bench) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(SideProcess.class.getName());
    command.add(name);
    command.addAll(List.of(bench.arguments()));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    requests = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    ask("ready");
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

  /** The side's own process: its name, and what {@link Bench#arguments} gave. */
  public static void main(String[] arguments) throws Exception {
    Bench bench = Bench.parse(Arrays.copyOfRange(arguments, 1, arguments.length));
    Bench.Side side = arguments[0].equals("bare") ? new BareSide(bench) : new IbenchSide(bench);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      System.out.println(ANSWER + answer(side, line));
    }
  }

  private static String answer(Bench.Side side, String request) throws Exception {
    String[] words = request.split(" ");
    return switch (words[0]) {
      case "ready" -> "yes";
      case "load" -> {
        side.load();
        yield "loaded";
      }
      case "round" -> side.round(Integer.parseInt(words[1])).line();
      case "replay" -> side.replay().line();
      default -> throw new IllegalArgumentException(request);
    };
  }
}
