package io.ibench.server;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Any server, by the user's five lines for sh: {@code server.init start ready stop clean}. ssh is
 * such a line. They find the port, the folder, the configuration and the password in variables of
 * the environment that begin with IBENCH_.
 */
public final class CommandServers implements ServerProduct {

  @Override
  public String name() {
    return "command";
  }

  /** The user says by {@code server.driver} which adapter it is. */
  @Override
  public String adapter() {
    return "mysql";
  }

  /** Its commands may start it anywhere. */
  @Override
  public boolean hasProcess() {
    return false;
  }

  @Override
  public Installed installed(ServerSpec spec) {
    return new Installed("server of your commands", Map.of());
  }

  @Override
  public List<String> mistakes(ServerSpec spec) {
    List<String> mistakes = new ArrayList<>();
    for (String line : List.of("start", "ready", "stop", "url")) {
      if (spec.lines().getOrDefault(line, "").isBlank()) {
        mistakes.add("server." + line + ": product command needs it");
      }
    }
    if (spec.limits().needsControlGroup() || spec.limits().serverCpus().isPresent()) {
      mistakes.add("server.product: ibench cannot limit the server of your commands");
    }
    return mistakes;
  }

  @Override
  public String configuration(ServerInstance server) {
    StringBuilder text = new StringBuilder();
    asked(server.spec())
        .forEach((option, value) -> text.append(option).append(" = ").append(value).append('\n'));
    return text.isEmpty() ? "\n" : text.toString();
  }

  private static List<Program> line(ServerInstance server, String name) {
    String line = server.spec().lines().getOrDefault(name, "");
    if (line.isBlank()) {
      return List.of();
    }
    return List.of(
        new Program(
            "server." + name,
            List.of("sh", "-c", line),
            Map.of(
                "IBENCH_VARIANT",
                server.name(),
                "IBENCH_CONF",
                server.configurationFile().toString(),
                "IBENCH_PORT",
                Integer.toString(server.port()),
                "IBENCH_DATA",
                server.data().toString(),
                "IBENCH_DATABASE",
                ServerInstance.DATABASE,
                "IBENCH_USER",
                ServerInstance.DATABASE,
                ServerAccess.PASSWORD,
                server.password())));
  }

  @Override
  public List<Program> initialization(ServerInstance server) {
    return line(server, "init");
  }

  @Override
  public Program command(ServerInstance server) {
    return Program.of("server.start", List.of());
  }

  @Override
  public List<Program> starting(ServerInstance server) {
    return line(server, "start");
  }

  @Override
  public void ready(ServerInstance server) throws ServerException {
    Program ready = line(server, "ready").get(0);
    try {
      Programs.run(ready, ready.words(), server.errorLog(), server.spec().timeouts().readyNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while server.ready ran");
    }
  }

  /** ibench does not know how to ask: no option is readable. */
  @Override
  public Map<String, String> readBack(ServerInstance server, Set<String> options) {
    return Map.of();
  }

  @Override
  public boolean isEqual(String option, String asked, String has) {
    return asked.equals(has);
  }

  @Override
  public List<Program> stopping(ServerInstance server) {
    return line(server, "stop");
  }

  @Override
  public List<Program> cleaning(ServerInstance server) {
    return line(server, "clean");
  }

  @Override
  public ServerAccess access(ServerInstance server) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("database", server.spec().driver().orElse(adapter()));
    settings.put(
        "url",
        server
            .spec()
            .lines()
            .getOrDefault("url", "")
            .replace("IBENCH_PORT", Integer.toString(server.port())));
    settings.put("user", ServerInstance.DATABASE);
    settings.put("password", "${" + ServerAccess.PASSWORD + "}");
    return new ServerAccess(settings, Map.of(ServerAccess.PASSWORD, server.password()));
  }
}
