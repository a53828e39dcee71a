package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerSecretsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "report_password",
        "authentication_ldap_simple_bind_root_pwd",
        "keyring_hashicorp_secret_id",
        "hashicorp_key_management_token",
        "wsrep_sst_auth",
        "wsrep_provider_options",
        "init_connect",
        "init_slave",
        "init_replica",
        "file_key_management_filekey",
        "s3_access_key",
        "primary_conninfo",
        "ssl_passphrase_command",
        "archive_command",
        "certificateKeyFilePassword",
        "queryPassword",
        "clusterAuthX509.Password"
      })
  void hidesWhatHoldsOrMayHoldASecret(String name) {
    assertThat(ServerSecrets.masked(name, "a word, and more")).isEqualTo("***");
    assertThat(ServerSecrets.masked(name, "")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "innodb_buffer_pool_size",
        "ssl_key",
        "key_buffer_size",
        "innodb_page_size",
        "foreign_key_checks",
        "keyFile",
        "secure_auth",
        "rocksdb_whole_key_filtering",
        "default_authentication_plugin"
      })
  void showsWhatIsNoSecret(String name) {
    assertThat(ServerSecrets.masked(name, "/etc/server.pem, 7")).isEqualTo("/etc/server.pem, 7");
  }

  @Test
  void hidesAssignmentsAndAddressesInOtherValues() {
    assertThat(ServerSecrets.masked("session_preload", "password=tell; size=7"))
        .isEqualTo("password=***; size=7");
    assertThat(ServerSecrets.masked("peers", "mongodb://me:tell@db1/"))
        .isEqualTo("mongodb://me:***@db1/");
  }
}
