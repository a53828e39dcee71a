package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocalServerTest {

  private static final Set<String> MARIADB = Set.of("mariadbd", "mysqld");

  @TempDir Path temporary;

  private static InetAddress[] addresses(String... literals) throws UnknownHostException {
    InetAddress[] addresses = new InetAddress[literals.length];
    for (int i = 0; i < literals.length; i++) {
      addresses[i] = InetAddress.getByName(literals[i]);
    }
    return addresses;
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LocalHost ", "127.0.0.1", "127.1.2.3", "::1", "[::1]"})
  void loopbackIsLocal(String host) {
    assertThat(new LocalServer().isLocal(host)).isEqualTo(new LocalServer.Answer(true, ""));
  }

  @Test
  void everyAddressOfAnInterfaceIsLocal() throws IOException {
    for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
      for (InetAddress address : each.inetAddresses().toList()) {
        assertThat(new LocalServer().isLocal(address.getHostAddress()).yes())
            .as(address.toString())
            .isTrue();
      }
    }
  }

  @Test
  void anAddressOfAnotherMachineIsNotLocal() {
    assertThat(new LocalServer().isLocal("192.0.2.1").reason()).contains("192.0.2.1");
    assertThat(new LocalServer().isLocal("2001:db8::1").yes()).isFalse();
  }

  @Test
  void aNameIsLocalOnlyWithAllItsAddresses() {
    LocalServer here = new LocalServer(host -> addresses("127.0.1.1", "::1"));
    LocalServer both = new LocalServer(host -> addresses("127.0.0.1", "192.0.2.1"));

    assertThat(here.isLocal("db").yes()).isTrue();
    assertThat(both.isLocal("db").reason())
        .isEqualTo("the server db is not on this machine (192.0.2.1)");
  }

  @Test
  void aNameThatCannotBeResolvedIsAReason() {
    LocalServer unresolved =
        new LocalServer(
            host -> {
              throw new UnknownHostException(host);
            });

    assertThat(unresolved.isLocal("db").reason()).contains("db cannot be resolved");
    assertThat(unresolved.isLocal(null).reason()).isNotEmpty();
    assertThat(unresolved.isLocal(" ").reason()).isNotEmpty();
  }

  private Proc process(String command, String state) throws IOException {
    String rest = " 1 1 1 0 -1 4194304 5 6 7 8 1 2 3 4 20 0 1 0 9000 1 2 3\n";
    return new Recording(temporary)
        .with("proc/10/stat", "10 (" + command + ") " + state + rest)
        .proc;
  }

  @Test
  void aProcessIsKnownByItsCommand() throws IOException {
    assertThat(LocalServer.isProcess(process("mariadbd", "S"), 10, MARIADB).yes()).isTrue();
    assertThat(LocalServer.isProcess(process("java", "S"), 10, MARIADB).reason())
        .isEqualTo("process 10 is java, not mariadbd or mysqld");
  }

  @ParameterizedTest
  @CsvSource({"/none/mysqld,true", "/none/mysqld (deleted),true", "/none/mysqld2,false"})
  void aProcessIsKnownByItsProgram(String program, boolean known) throws IOException {
    Proc proc = process("connection", "S");
    Files.createSymbolicLink(proc.root().resolve("10/exe"), Path.of(program));

    assertThat(LocalServer.isProcess(proc, 10, MARIADB).yes()).isEqualTo(known);
  }

  @Test
  void aLongNameIsComparedAsTheKernelCutsIt() throws IOException {
    Proc proc = process("postgres-server", "S");

    assertThat(LocalServer.isProcess(proc, 10, Set.of("postgres-server-18")).yes()).isTrue();
  }

  @Test
  void anEndedProcessIsNoServer() throws IOException {
    assertThat(LocalServer.isProcess(process("mysqld", "Z"), 10, MARIADB).reason())
        .contains("has ended");
    assertThat(LocalServer.isProcess(process("mysqld", "S"), 11, MARIADB).reason())
        .isEqualTo("there is no process 11");
  }
}
