package io.ibench.cli.setup;

import io.ibench.cli.ground.Installation;
import io.ibench.cli.ground.UsageException;
import io.ibench.config.Config;
import io.ibench.config.ConfigException;
import io.ibench.config.ConfigLoader;
import io.ibench.config.Key;
import io.ibench.db.Adapter;
import io.ibench.engine.RunSettings;
import io.ibench.server.ServerKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A database as the user describes it, completely checked and not yet opened. */
public record AdapterSetup(Config config, Adapter adapter, Adapter.Target target) {

  /** The adapter's name. */
  public String database() {
    return adapter.name();
  }

  /** The adapter's keys. */
  List<Key<?>> keys() {
    return adapter.keys();
  }

  /**
   * Reads and checks the settings of a database without a workload. Keys of runs and of workloads
   * may be given, and have no effect.
   */
  public static AdapterSetup of(Path file, List<String> settings, Map<String, String> environment)
      throws ConfigException, UsageException {
    Installation installation = Installation.of(environment);
    PlugIns plugIns = PlugIns.load(installation);
    Path found = SettingFiles.findDatabase(file, installation);
    Config config = new ConfigLoader(environment).load(found, Optional.empty(), settings);
    Setup.requireDatabase(found, config);
    Optional<Adapter> adapter = Setup.choose(config, Setup.DATABASE, plugIns.adapters(), plugIns);
    Optional<Adapter.Target> target = adapter.map(chosen -> chosen.bind(config, plugIns.classes()));
    Setup.declareOthers(config, plugIns.workloads(), plugIns.adapters(), adapter);
    Setup.keys().forEach(config::declare);
    RunSettings.keys().forEach(config::declare);
    LabelKeys.declare(config);
    ExpectationKeys.declare(config);
    EventKeys.declare(config);
    ServerKeys.declare(config);
    config.check();
    return new AdapterSetup(config, adapter.orElseThrow(), target.orElseThrow());
  }
}
