package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class LoggingTest {

  @Test
  void postgresDriverDoesNotLogWhatItThrows() {
    Logging.configure();
    assertThat(Logger.getLogger("org.postgresql.ssl").isLoggable(Level.SEVERE)).isFalse();
  }
}
