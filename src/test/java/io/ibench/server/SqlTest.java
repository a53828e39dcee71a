package io.ibench.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.DriverManager;
import org.junit.jupiter.api.Test;

/** Questions to a server of ibench's own. */
class SqlTest {

  @Test
  void aQuestionLeavesTheLoginsOfOthersAlone() throws Exception {
    int before = DriverManager.getLoginTimeout();
    assertThat(Sql.value("jdbc:sqlite::memory:", "", "", "SELECT 1")).isEqualTo("1");
    assertThat(DriverManager.getLoginTimeout()).isEqualTo(before).isZero();
  }
}
