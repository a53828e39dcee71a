package io.ibench.cli;

import io.ibench.config.Secrets;
import io.ibench.db.Description;
import io.ibench.report.figures.DatabaseInfo;
import java.util.LinkedHashMap;
import java.util.Map;

/** A database's description for results; what looks like a password is masked. */
final class DatabaseInfos {

  private DatabaseInfos() {}

  static DatabaseInfo of(Description description) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("name", description.name());
    fields.put("product", description.product());
    fields.put("version", description.version());
    fields.put("engine", description.engine());
    fields.put("driver", description.driver());
    fields.put("batch", description.batch());
    fields.put("durability", description.durability());
    fields.put("isolation", description.isolation());
    Map<String, String> settings = new LinkedHashMap<>();
    description.settings().forEach((name, value) -> settings.put(name, Secrets.mask(value)));
    return new DatabaseInfo(
        fields, settings, description.warnings().stream().map(Secrets::mask).toList());
  }
}
