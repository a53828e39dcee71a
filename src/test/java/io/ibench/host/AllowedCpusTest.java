package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedCpusTest {

  @TempDir Path temporary;

  private AllowedCpus read(String list) throws IOException, ProcException {
    String status = "Name:\tx\nCpus_allowed_list:\t" + list + "\n";
    return AllowedCpus.of(
        new Recording(temporary).with("proc/self/status", status).proc.reader(), "self");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0-3", "0-3,8", "1,3,5-6", "64-127"})
  void aListIsReadAndWrittenAlike(String list) throws Exception {
    assertThat(AllowedCpus.text(read(list).cpus())).isEqualTo(list);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "3-1", "a", "0-99999999", "-1", "1,,2"})
  void aDamagedListIsRefused(String list) {
    assertThatThrownBy(() -> read(list)).isInstanceOf(ProcException.class);
  }
}
