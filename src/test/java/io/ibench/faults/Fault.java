package io.ibench.faults;

import static io.ibench.faults.Expectation.Sign.DELAY;
import static io.ibench.faults.Expectation.Sign.WAIT;
import static io.ibench.faults.Expectation.ends;
import static io.ibench.faults.Expectation.outage;
import static io.ibench.faults.Expectation.survives;

import io.ibench.testing.TcpProxy;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** The faults, and what is documented of a run that meets them. */
enum Fault {
  KILL(
      "kill -9 of the server, which is back a second later",
      EnumSet.of(Need.RESTART),
      outage(),
      scene -> {
        scene.server().kill();
        scene.seconds(1);
        scene.server().start();
      }),
  KILL_AGAIN(
      "kill -9 of the server, and again as soon as it answers",
      EnumSet.of(Need.RESTART),
      outage(),
      scene ->
          scene.repeat(
              2,
              0.1,
              () -> {
                scene.server().kill();
                scene.server().start();
              })),
  SLOW_RESTART(
      "kill -9 of the server, which is back after 15 s",
      EnumSet.of(Need.RESTART),
      outage(),
      scene -> {
        scene.server().kill();
        scene.seconds(15);
        scene.server().start();
      }),
  NO_RESTART(
      "kill -9 of the server, which does not come back; outage.max = 3s",
      EnumSet.of(Need.RESTART),
      ends("connection_lost: the server did not come back in 3 s"),
      scene -> {
        scene.server().kill();
        scene.untilRunIsOver();
        scene.server().start();
      },
      "outage.max=3s"),
  STOP(
      "an orderly shutdown of the server, which is back a second later",
      EnumSet.of(Need.PRIVATE),
      outage(),
      scene -> {
        scene.owned().stop();
        scene.seconds(1);
        scene.server().start();
      }),
  PAUSE(
      "SIGSTOP of the server for 20 s",
      EnumSet.of(Need.PRIVATE),
      survives(WAIT),
      scene -> {
        scene.owned().pause();
        scene.seconds(20);
        scene.owned().unpause();
      }),
  PAUSE_SILENT(
      "the same with outage.silent = 5s",
      EnumSet.of(Need.PRIVATE),
      outage(),
      scene -> {
        scene.owned().pause();
        scene.seconds(20);
        scene.owned().unpause();
      },
      "outage.silent=5s"),
  TERMINATE(
      "an administrator ends all sessions, five times",
      EnumSet.of(Need.PRIVATE),
      outage(),
      scene -> scene.repeat(5, 0.3, scene.owned()::terminateSessions)),
  NO_CONNECTIONS(
      "others take all connections of the server for 10 s",
      EnumSet.of(Need.PRIVATE),
      outage(),
      scene -> scene.owned().takeConnections(scene, 10)),
  READ_ONLY(
      "the server is read-only for 10 s",
      EnumSet.of(Need.PRIVATE),
      outage("read_only"),
      scene -> scene.owned().beReadOnly(scene, 10)),
  READ_ONLY_ENDS(
      "the same with outage.kinds = lost",
      EnumSet.of(Need.PRIVATE),
      ends("read_only"),
      scene -> scene.owned().beReadOnly(scene, 10),
      "outage.kinds=lost"),
  DISK_FULL(
      "the server's disk is full for 10 s",
      EnumSet.of(Need.SMALL_DISK),
      ends("disk_full"),
      scene -> scene.owned().haveFullDisk(scene, 10)),
  DISK_FULL_WAITS(
      "the same with disk_full in outage.kinds",
      EnumSet.of(Need.SMALL_DISK),
      outage(),
      scene -> scene.owned().haveFullDisk(scene, 10),
      "outage.kinds=lost,read_only,too_many_connections,disk_full"),
  CUT(
      "all connections are reset, three times",
      EnumSet.noneOf(Need.class),
      outage(),
      scene -> scene.repeat(3, 0.5, scene.proxy()::cut)),
  REFUSE(
      "all connections are reset, and new ones for 10 s",
      EnumSet.noneOf(Need.class),
      outage(),
      scene -> {
        scene.proxy().refuse(true);
        scene.proxy().cut();
        scene.seconds(10);
        scene.proxy().refuse(false);
      }),
  CUT_REQUEST(
      "a connection is reset in the middle of a request, 10 times; the server does not notice",
      EnumSet.noneOf(Need.class),
      outage(),
      scene ->
          scene.repeat(
              10,
              0.1,
              () -> scene.proxy().breakAfterRequestBytes(anyBytes(), TcpProxy.Break.RESET))),
  CUT_ANSWER(
      "a connection is reset in the middle of an answer, 10 times; the server does not notice",
      EnumSet.noneOf(Need.class),
      outage(),
      scene ->
          scene.repeat(
              10,
              0.1,
              () -> scene.proxy().breakAfterAnswerBytes(anyBytes(), TcpProxy.Break.RESET))),
  HALF_CLOSE(
      "the client reads the end of an answer too early, 10 times; the server does not notice",
      EnumSet.noneOf(Need.class),
      outage(),
      scene ->
          scene.repeat(
              10,
              0.1,
              () -> scene.proxy().breakAfterAnswerBytes(anyBytes(), TcpProxy.Break.HALF_CLOSE))),
  DELAY_1S(
      "the network takes a second longer each way, for 10 s",
      EnumSet.noneOf(Need.class),
      survives(DELAY),
      scene -> {
        scene.proxy().delay(TimeUnit.SECONDS.toNanos(1));
        scene.seconds(10);
        scene.proxy().delay(0);
      }),
  BLACK_HOLE(
      "the network forwards nothing for 10 s, and then all of it",
      EnumSet.noneOf(Need.class),
      survives(WAIT),
      scene -> {
        scene.proxy().stall();
        scene.seconds(10);
        scene.proxy().resume();
      }),
  DEAD_LINKS(
      "the network forwards nothing more on present connections; outage.silent = 5s",
      EnumSet.noneOf(Need.class),
      outage(),
      scene -> scene.proxy().silence(),
      "outage.silent=5s");

  private static final int MOST_BYTES = 3000;

  private final String what;
  private final Set<Need> needs;
  private final Expectation expectation;
  private final Injection injection;
  private final List<String> settings;

  /** Makes a fault happen, and ends it. */
  interface Injection {
    void into(Scene scene) throws Exception;
  }

  Fault(
      String what,
      Set<Need> needs,
      Expectation expectation,
      Injection injection,
      String... settings) {
    this.what = what;
    this.needs = needs;
    this.expectation = expectation;
    this.injection = injection;
    this.settings = List.of(settings);
  }

  /** Somewhere in the next requests or answers of a connection. */
  private static long anyBytes() {
    return ThreadLocalRandom.current().nextLong(MOST_BYTES);
  }

  /** The name on the command line and in tables. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  String what() {
    return what;
  }

  Set<Need> needs() {
    return needs;
  }

  /** What is documented. */
  Expectation expectation() {
    return expectation;
  }

  /** Further settings of the run, as {@code key=value}. */
  List<String> settings() {
    return settings;
  }

  void into(Scene scene) throws Exception {
    injection.into(scene);
  }
}
