package io.ibench;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.ibench.db.FreshDatabase;
import io.ibench.testing.Chromium;
import io.ibench.testing.LoopDisk;
import io.ibench.testing.NeedsBrowser;
import io.ibench.testing.NeedsRoot;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.PrivatePgbouncer;
import io.ibench.testing.PrivatePostgres;
import io.ibench.testing.Slow;
import io.ibench.testing.StartsProcess;
import java.lang.annotation.Annotation;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.annotation.Testable;

/**
 * {@code bin/test fast} runs the tests without a tag, so a test class that uses a server, a browser
 * or a process, also through helpers, must have a tag.
 */
@Slow
class TestTagsTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(location -> location.contains("/test-classes/"))
          .importPackages("io.ibench");

  private static final Set<Class<?>> SERVERS =
      Set.of(PrivateMariadb.class, PrivatePostgres.class, PrivatePgbouncer.class);

  /** The product decides which server starts, and {@code bin/test fast} chooses the products. */
  private static final Set<Class<?>> LIMITED_BY_PRODUCTS = Set.of(FreshDatabase.class);

  /** They start processes, and have their own tags. */
  private static final Set<Class<?>> OF_OTHER_TAGS =
      Set.of(
          FreshDatabase.class,
          PrivateMariadb.class,
          PrivatePostgres.class,
          PrivatePgbouncer.class,
          Chromium.class);

  @Test
  void testsOnServersSaySo() {
    assertThat(withoutTag(NeedsServer.class, SERVERS, LIMITED_BY_PRODUCTS)).isEmpty();
  }

  @Test
  void testsInABrowserSaySo() {
    assertThat(withoutTag(NeedsBrowser.class, Set.of(Chromium.class), Set.of())).isEmpty();
  }

  @Test
  void testsThatStartProcessesSaySo() {
    Set<Class<?>> starters = Set.of(ProcessBuilder.class);
    assertThat(withoutTag(StartsProcess.class, starters, OF_OTHER_TAGS)).isEmpty();
  }

  /** {@code .ci/run} runs the tests as an ordinary user, and as root those that say so. */
  @Test
  void testsThatMountADiskSaySo() {
    List<JavaMethodCall> calls =
        CLASSES
            .get(LoopDisk.class)
            .getMethod("require", Path.class, long.class)
            .getCallsOfSelf()
            .stream()
            .toList();
    assertThat(calls).isNotEmpty();
    assertThat(calls)
        .filteredOn(
            call ->
                !call.getOrigin().isAnnotatedWith(NeedsRoot.class)
                    && !isTagged(call.getOriginOwner(), NeedsRoot.class))
        .extracting(call -> call.getOrigin().getFullName() + " lacks @NeedsRoot")
        .isEmpty();
  }

  /** The test classes that reach a target, other than through a barrier. */
  private static List<String> withoutTag(
      Class<? extends Annotation> tag, Set<Class<?>> targets, Set<Class<?>> barriers) {
    List<JavaClass> users =
        CLASSES.stream()
            .filter(type -> hasTests(type) && !type.isEquivalentTo(TestTagsTest.class))
            .filter(type -> reaches(type, targets, barriers))
            .toList();
    assertThat(users).as("test classes that use %s", targets).isNotEmpty();
    return users.stream()
        .filter(type -> !isTagged(type, tag))
        .map(type -> type.getName() + " lacks @" + tag.getSimpleName())
        .sorted()
        .toList();
  }

  private static boolean hasTests(JavaClass type) {
    return !type.getModifiers().contains(JavaModifier.ABSTRACT)
        && type.getAllMethods().stream().anyMatch(TestTagsTest::isTest);
  }

  private static boolean isTest(JavaMethod method) {
    return method.isMetaAnnotatedWith(Testable.class);
  }

  private static boolean isTagged(JavaClass type, Class<? extends Annotation> tag) {
    for (Optional<JavaClass> outer = Optional.of(type);
        outer.isPresent();
        outer = outer.get().getEnclosingClass()) {
      JavaClass here = outer.get();
      if (Stream.concat(Stream.of(here), here.getAllRawSuperclasses().stream())
          .anyMatch(declared -> declared.isAnnotatedWith(tag))) {
        return true;
      }
    }
    return false;
  }

  private static boolean reaches(JavaClass start, Set<Class<?>> targets, Set<Class<?>> barriers) {
    Set<JavaClass> seen = new HashSet<>(Set.of(start));
    Deque<JavaClass> waiting = new ArrayDeque<>(seen);
    while (!waiting.isEmpty()) {
      for (Dependency use : waiting.remove().getDirectDependenciesFromSelf()) {
        JavaClass used = use.getTargetClass().getBaseComponentType();
        if (targets.stream().anyMatch(used::isEquivalentTo)) {
          return true;
        }
        boolean open = barriers.stream().noneMatch(used::isEquivalentTo);
        if (open && CLASSES.contain(used.getName()) && seen.add(used)) {
          waiting.add(used);
        }
      }
    }
    return false;
  }
}
