package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ServerTextsContractTest extends DatabaseContract {

  private Map<String, String> texts() throws DatabaseException {
    List<DiagnosticText> texts = database.diagnostics(List.of(THINGS, NOTES));
    assertThat(texts).extracting(DiagnosticText::name).doesNotHaveDuplicates();
    return texts.stream().collect(Collectors.toMap(DiagnosticText::name, DiagnosticText::text));
  }

  @Test
  void everyProductTellsWhatAnExpertAsksFor() throws DatabaseException {
    thing(1, 1, 0, 1, 0);
    Map<String, String> texts = texts();
    assertThat(texts.keySet())
        .allSatisfy(name -> assertThat(name).matches("[\\w-]+\\.(txt|json)"))
        .containsAll(expected());
    assertThat(texts.isEmpty()).isEqualTo(product == Product.MEMORY || product == Product.JDBC);
    assertThat(texts)
        .allSatisfy((name, text) -> assertThat(text).as(name).isNotBlank().endsWith("\n"));
    assertThat(String.join("\n", texts.values())).doesNotContain("ibench-test");
  }

  private List<String> expected() {
    if (product.isPostgres()) {
      return List.of(
          "pg_settings.txt",
          "pg_settings_changed.txt",
          "pg_stat_database.txt",
          "pg_stat_bgwriter.txt",
          "pg_stat_user_tables.txt",
          "pg_stat_user_indexes.txt",
          "pg_statio_user_tables.txt",
          "pg_statio_user_indexes.txt",
          "relation_sizes.txt",
          "table_columns.txt",
          "table_definitions.txt");
    }
    if (product.isMysqlFamily()) {
      return List.of(
          "global_status.txt",
          "global_variables.txt",
          "innodb_status.txt",
          "innodb_metrics.txt",
          "table_status.txt",
          "table_definitions.txt",
          "index_statistics.txt");
    }
    if (product.keepsDocuments()) {
      return List.of(
          "serverStatus.json",
          "buildInfo.json",
          "getCmdLineOpts.json",
          "getParameter.json",
          "collStats-things.json",
          "collStats-notes.json");
    }
    return product == Product.SQLITE
        ? List.of("pragmas.txt", "compile_options.txt", "schema.txt", "files.txt")
        : List.of();
  }

  @Test
  void tablesAreDescribedAndAMissingOneKeepsNothingElseBack() throws DatabaseException {
    database.createIndex(THINGS, BY_WEIGHT);
    List<DiagnosticText> texts = database.diagnostics(List.of(THINGS.renamed("absent"), THINGS));
    String all = texts.stream().map(DiagnosticText::text).collect(Collectors.joining("\n"));
    if (product == Product.SQLITE || product.isServer()) {
      assertThat(all).contains("by_weight").contains("things");
    }
    if (product.isMysqlFamily()) {
      assertThat(all).contains("# SHOW CREATE TABLE absent\nnot available: ");
    }
  }
}
