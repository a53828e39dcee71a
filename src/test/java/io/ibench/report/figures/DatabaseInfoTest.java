package io.ibench.report.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DatabaseInfoTest {

  @Test
  void bytesAreReadable() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("innodb_buffer_pool_size", "134217728");
    settings.put("innodb_redo_log_capacity", "8589934592");
    settings.put("innodb_page_size", "16384");
    settings.put("cache_size", "-8192");
    settings.put("max_total_wal_size", "0");
    settings.put("odd_bytes", "1048577");
    settings.put("shared_buffers", "128MB");
    settings.put("max_things", "1048576");

    assertThat(new DatabaseInfo(Map.of(), settings, List.of()).settingsLine())
        .isEqualTo(
            "innodb_buffer_pool_size 128M, innodb_redo_log_capacity 8G, innodb_page_size 16384,"
                + " cache_size -8192, max_total_wal_size 0, odd_bytes 1048577, shared_buffers"
                + " 128MB, max_things 1048576");
  }
}
