package io.ibench.cli.list;

import io.ibench.cli.list.KeySection.Scope;
import io.ibench.config.Key;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Creates docs/configuration.md: the syntax of settings, then every key. */
final class ConfigurationPage {

  private static final String HEAD = "configuration-head.md";

  private ConfigurationPage() {}

  static String of(List<KeySection> sections) {
    StringBuilder page = new StringBuilder(head());
    part(page, "Every run", sections, Scope.RUN);
    part(page, "Every step", sections, Scope.STEP);
    part(page, "A step's threads", sections, Scope.GROUP);
    for (Scope kind : List.of(Scope.WORKLOAD, Scope.DATABASE)) {
      for (KeySection section : sections) {
        if (section.kind() == kind) {
          String title = (kind == Scope.WORKLOAD ? "Workload " : "Database ") + section.name();
          page.append("\n### ")
              .append(title)
              .append("\n\n")
              .append(prose(section.description()))
              .append(".\n");
          table(page, section);
        }
      }
    }
    return page.toString();
  }

  private static String head() {
    try (InputStream in = ConfigurationPage.class.getResourceAsStream(HEAD)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + HEAD, e);
    }
  }

  private static void part(
      StringBuilder page, String title, List<KeySection> sections, Scope kind) {
    page.append("\n### ").append(title).append("\n");
    for (KeySection section : sections) {
      if (section.kind() == kind) {
        if (kind == Scope.GROUP) {
          page.append("\nFor ").append(prose(section.description())).append(".\n");
        }
        table(page, section);
      }
    }
  }

  private static void table(StringBuilder page, KeySection section) {
    if (section.keys().isEmpty()) {
      page.append("\nIt has no keys of its own.\n");
      return;
    }
    page.append("\n| key | type | default | |\n|---|---|---|---|\n");
    for (Key<?> key : section.keys()) {
      String name = code(section.name(key));
      String type = prose(key.type());
      String line = prose(key.description());
      page.append(
          String.format(Locale.ROOT, "| %s | %s | %s | %s |\n", name, type, byDefault(key), line));
    }
  }

  private static String byDefault(Key<?> key) {
    return key.defaultText()
        .map(text -> text.isEmpty() ? "empty" : code(text))
        .orElse(key.isOptional() ? "" : "required");
  }

  /** In a table, a bar ends the cell even inside code. */
  private static String code(String text) {
    return "`" + text.replace("|", "\\|") + "`";
  }

  private static String prose(String text) {
    return text.replace("\\", "\\\\")
        .replace("|", "\\|")
        .replace("<", "&lt;")
        .replace("*", "\\*")
        .replace("`", "\\`");
  }
}
