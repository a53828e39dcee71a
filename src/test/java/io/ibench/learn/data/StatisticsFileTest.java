package io.ibench.learn.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatisticsFileTest {

  private static final String TABLES =
      "CREATE TABLE item (id int NOT NULL, price decimal(10,2), kind int, PRIMARY KEY (id));";

  @TempDir private Path folder;

  private final List<String> mistakes = new ArrayList<>();

  private StatisticsFile read(String... lines) throws IOException {
    return StatisticsFile.read(Files.write(folder.resolve("stats.txt"), List.of(lines)), mistakes);
  }

  private static Schema schema() {
    return new DumpReader(TABLES).read();
  }

  @Test
  void tablesHaveTheRowsAndColumnsTheValuesOfTheFile() throws IOException {
    Schema known =
        read(
                "# rows, then columns",
                "ITEM\t50000",
                "other\t7",
                "item,kind,-0.001,1,90",
                "item,price,NULL,0.50,99.90")
            .of(schema());
    assertThat(mistakes).isEmpty();
    Table item = known.tables().get(0);
    assertThat(item.rows()).isEqualTo(50_000);
    assertThat(item.columns().get(2).statistics().distinct()).isEqualTo(50);
    assertThat(item.columns().get(2).statistics().max()).isEqualTo(90);
    assertThat(item.columns().get(1).statistics().min()).isEqualTo(50);
    assertThat(item.columns().get(1).statistics().max()).isEqualTo(9_990);
    assertThat(DataScript.of(known, DataOptions.of(known)).text())
        .contains("--@ load item rows=50000*:scale");
  }

  @Test
  void mistakesAreToldWithTheirLines() throws IOException {
    read("item\tmany", "item\t1\t2", "item,kind,x,1,2");
    assertThat(mistakes).hasSize(3);
    assertThat(mistakes.get(0)).endsWith("stats.txt:1: field 2 is no number");
    assertThat(mistakes.get(1)).contains("stats.txt:2: has 3 fields; right: TABLE ROWS");
    assertThat(mistakes.get(2)).endsWith("stats.txt:3: field 3 is no number");
  }

  @Test
  void aFileWithoutATableIsNoStatistics() throws IOException {
    read("# nothing");
    assertThat(mistakes).hasSize(1);
    assertThat(mistakes.get(0)).contains("says of no table how many rows it has");
  }
}
