package io.ibench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerFilesTest {

  @TempDir private Path folder;

  private Cell cell(String variant, long port, String size) throws IOException {
    String data = "/data/" + variant + "-r1";
    Cell cell = Cell.planned(1, variant, 1).on(new Cell.Server("1", data, port));
    Path kept = Files.createDirectories(folder.resolve("servers").resolve(cell.name()));
    String text = "datadir=" + data + "/data\nport=" + port + "\nsize=" + size + "\n";
    Files.writeString(kept.resolve("server.cnf"), text);
    return cell;
  }

  @Test
  void configurationOfAVariantAndItsDifferenceToTheBaseLeaveOutWhatEachCellHas()
      throws IOException {
    List<Cell> base = List.of(cell("a", 20001, "16M"));
    List<Cell> other = List.of(Cell.planned(2, "b", 2), cell("b", 20002, "128M"));

    ServerFiles.write(folder, base, Optional.of(base));
    ServerFiles.write(folder, other, Optional.of(base));

    Path configs = folder.resolve("configs");
    assertThat(configs.resolve("a.cnf")).hasContent("datadir=FOLDER/data\nport=PORT\nsize=16M");
    assertThat(configs.resolve("b.cnf")).hasContent("datadir=FOLDER/data\nport=PORT\nsize=128M");
    assertThat(configs.resolve("b.cnf.diff-to-base")).hasContent("-size=16M\n+size=128M");
    assertThat(configs.resolve("a.cnf.diff-to-base")).doesNotExist();
  }

  @Test
  void variantWithoutAConfigurationHasNoFiles() throws IOException {
    ServerFiles.write(folder, List.of(Cell.planned(1, "a", 1)), Optional.empty());

    assertThat(folder).isEmptyDirectory();
  }
}
