package io.ibench.server;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A product without a process, whose server has exactly the options that a test gives it. */
public class FakeProduct implements ServerProduct {

  private final Map<String, String> variables;

  public FakeProduct(Map<String, String> variables) {
    this.variables = Map.copyOf(variables);
  }

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public String adapter() {
    return "memory";
  }

  @Override
  public boolean listens() {
    return false;
  }

  @Override
  public Installed installed(ServerSpec spec) throws ServerException {
    return new Installed("Fake 1.0", Map.of());
  }

  @Override
  public List<String> mistakes(ServerSpec spec) {
    return List.of();
  }

  @Override
  public String configuration(ServerInstance server) {
    StringBuilder text = new StringBuilder();
    server.spec().conf().forEach((option, value) -> text.append(option + " = " + value + "\n"));
    return text.toString();
  }

  @Override
  public Program command(ServerInstance server) {
    return Program.of("a fake server", List.of());
  }

  @Override
  public void ready(ServerInstance server) {}

  @Override
  public Map<String, String> readBack(ServerInstance server, Set<String> options) {
    Map<String, String> values = new LinkedHashMap<>(variables);
    values.keySet().retainAll(options);
    return values;
  }

  @Override
  public boolean isEqual(String option, String asked, String has) {
    return asked.equals(has);
  }

  @Override
  public ServerAccess access(ServerInstance server) {
    return new ServerAccess(Map.of("database", adapter()), Map.of());
  }
}
