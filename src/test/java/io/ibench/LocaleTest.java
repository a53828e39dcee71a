package io.ibench;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.ibench.testing.Slow;
import java.io.Console;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.text.Collator;
import java.text.DateFormat;
import java.text.DecimalFormatSymbols;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Scanner;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** ibench writes and reads the same on a machine of any country: nothing uses its locale. */
@Slow
class LocaleTest {

  private static final String MAKING = "<init>";

  /** What uses the locale of the machine when it is given none. */
  private static final Map<Class<?>, String> USERS =
      Map.ofEntries(
          Map.entry(String.class, "format|formatted|toLowerCase|toUpperCase"),
          Map.entry(PrintStream.class, "printf|format"),
          Map.entry(PrintWriter.class, "printf|format"),
          Map.entry(Console.class, "printf|format|readLine|readPassword"),
          Map.entry(Formatter.class, MAKING),
          Map.entry(Scanner.class, MAKING),
          Map.entry(NumberFormat.class, MAKING + "|get.*Instance"),
          Map.entry(DateFormat.class, MAKING + "|get.*Instance"),
          Map.entry(MessageFormat.class, MAKING + "|format"),
          Map.entry(DecimalFormatSymbols.class, MAKING + "|getInstance"),
          Map.entry(Collator.class, "getInstance"),
          Map.entry(DateTimeFormatter.class, "ofPattern|ofLocalized.*"),
          Map.entry(DateTimeFormatterBuilder.class, "toFormatter"),
          Map.entry(Locale.class, "getDefault"));

  @Test
  void nothingIsFormattedOrReadInTheLocaleOfTheMachine() {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.ibench");

    assertThat(classes).isNotEmpty();
    assertThat(uses(classes)).isEmpty();
  }

  /** What the test above would find. */
  private static final class OfAnyCountry {

    String number(double number) {
      return String.format("%.1f", number);
    }

    String formatted(double number) {
      return "%.1f".formatted(number);
    }

    void print(PrintWriter out, double number) {
      out.printf("%.1f", number);
    }

    Function<String, String> name() {
      return String::toUpperCase;
    }

    String right(double number) {
      return String.format(Locale.ROOT, "%.1f", number).toLowerCase(Locale.ROOT);
    }
  }

  @Test
  void eachUseOfTheLocaleOfTheMachineIsFound() {
    assertThat(uses(new ClassFileImporter().importClasses(OfAnyCountry.class)))
        .extracting(use -> use.replaceAll("^.*OfAnyCountry\\.(\\w+)\\(.*$", "$1"))
        .containsExactlyInAnyOrder("number", "formatted", "print", "name");
  }

  private static List<String> uses(JavaClasses classes) {
    return classes.stream()
        .flatMap(type -> type.getCodeUnitAccessesFromSelf().stream())
        .filter(access -> usesLocaleOfMachine(access.getTarget()))
        .map(access -> access.getDescription() + "; give it a locale, such as Locale.ROOT")
        .sorted()
        .toList();
  }

  private static boolean usesLocaleOfMachine(CodeUnitAccessTarget target) {
    JavaClass owner = target.getOwner();
    return target.getRawParameterTypes().stream()
            .noneMatch(type -> type.isEquivalentTo(Locale.class))
        && USERS.entrySet().stream()
            .anyMatch(
                user ->
                    owner.isAssignableTo(user.getKey())
                        && target.getName().matches(user.getValue()));
  }
}
