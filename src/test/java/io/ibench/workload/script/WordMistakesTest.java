package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A mistake in one of the words that pgbench does not have is found before the run. */
class WordMistakesTest {

  @TempDir Path folder;

  private static Arguments of(String script, String mistake) {
    return Arguments.of(script, mistake);
  }

  static List<Arguments> wrong() {
    return List.of(
        // Choices
        of(
            "\\choose t 1 3 4\nDELETE FROM t{t};",
            "a.sql:1: \\choose has the number 4; allowed: 1 to 3"),
        of(
            "\\choose t 1 3 'x'\nDELETE FROM t{t};",
            "a.sql:1: \\choose takes a whole number, and has"),
        of("\\choose t 1 3 4 5\nDELETE FROM t{t};", "a.sql:1: \\choose has 5 where it cannot be"),
        of("\\choose t 1 3 :x\nDELETE FROM t{t};", "a.sql:1: :x is never set"),
        // Lists
        of("\\list\nDELETE FROM t;", "a.sql:1: \\list needs a name first"),
        of("\\list ids\nDELETE FROM t;", "a.sql:1: \\list ends too early; as in \\list ids"),
        of("\\list ids 3 5\nDELETE FROM t;", "a.sql:1: \\list ends too early; as in"),
        of("\\list ids 3 5 1 2\nDELETE FROM t;", "a.sql:1: \\list has 2 where it cannot be"),
        of("\\list ids 6 5 1\nDELETE FROM t;", "a.sql:1: \\list has 6 values; allowed: 1 to 5"),
        of("\\list ids 0 5 1\nDELETE FROM t;", "a.sql:1: \\list has 0 values; allowed: 1 to 5"),
        of(
            "\\list ids 1 1001 1\nDELETE FROM t;",
            "a.sql:1: \\list needs the most values that it may have; allowed: a whole number from 1"
                + " to 1000 that is known before the run"),
        of("\\list ids 1 0 1\nDELETE FROM t;", "a.sql:1: \\list needs the most values"),
        of("\\list ids 1 :client_id 1\nDELETE FROM t;", "a.sql:1: \\list needs the most values"),
        of("\\list ids 1 5 1\nDELETE FROM t WHERE x = size(ids) + :n;", "a.sql:2: :n is never set"),
        of(
            "\\list ids 1 5 1\n\\set x size(id)\nDELETE FROM t;",
            "a.sql:2: \\set has id, which is no list; did you mean ids? allowed: those of \\list or"
                + " \\alist before this line: ids"),
        of(
            "\\list ids 1 5 1\n\\set x size(:ids)\nDELETE FROM t;",
            "a.sql:2: \\set size() needs the name of a list first, without a colon"),
        of(
            "\\list ids 1 5 1\n\\set x :ids + 1\nDELETE FROM t;",
            "a.sql:2: \\set has :ids, which is a list; allowed: size(ids), item(ids, :i)"),
        of("\\set x item(ids, 1)\nDELETE FROM t;", "a.sql:1: \\set has ids, which is no list;"),
        of(
            "\\set ids 1\n\\list ids 1 5 1\nDELETE FROM t;",
            "a.sql:2: the list ids has the name of a variable, which is set in line 1; allowed:"
                + " another name"),
        of(
            "SELECT id FROM t \\alist\n\\repeat size(id) as i\n\\set id item(id, :i)\n"
                + "DELETE FROM t WHERE id = :id;\n\\endrepeat",
            "a.sql:1: the list id has the name of a variable, which is set in line 3"),
        of("\\list scale 1 5 1\nDELETE FROM t;", "a.sql:1: the list scale has the name of a"),
        of(
            "\\list ids 1 5 1\n\\list ids 1 6 1\nDELETE FROM t;",
            "a.sql:2: the list ids has other most values than in line 1; allowed: 5"),
        of(
            "\\if :client_id\n\\list ids 1 5 1\n\\endif\nDELETE FROM t WHERE x IN (:ids);",
            "a.sql:4: the list ids is not set in every case before this line; it is set in line 2"),
        of(
            "\\repeat :client_id\n\\list ids 1 5 1\n\\endrepeat\n\\set x size(ids)\nDELETE FROM t;",
            "a.sql:4: \\set the list ids is not set in every case before this line"),
        of("\\list ids 1 5 1\nDELETE FROM t WHERE x = ':ids';", "a.sql:2: has :ids inside quotes"),
        of(
            "\\list a 1 50 1\n\\list b 1 50 1\nDELETE FROM t WHERE x IN (:a) OR x IN (:b);",
            "a.sql:3: has 2500 forms by its lists; allowed: 1000"),
        of("\\alist\nDELETE FROM t;", "a.sql:1: \\alist needs a statement right before it"),
        of("DELETE FROM t \\alist", "a.sql:1: \\alist needs a statement that returns rows"),
        of("SELECT * FROM t \\alist", "a.sql:1: \\alist needs the names of the columns in the"),
        of("SELECT x FROM t \\alist a_ 5 6", "a.sql:1: \\alist takes a prefix and the most rows"),
        of("SELECT x FROM t \\alist 5000", "a.sql:1: \\alist needs the most values"),
        of(
            "SELECT x FROM t \\alist\nDELETE FROM t WHERE x IN (:x);",
            "a.sql:2: has the list x, and each length of it would be a statement; allowed: the most"
                + " rows, such as \\alist 20, in line 1"),
        of("SELECT x FROM t \\alist\n\\aset", "a.sql:2: \\aset needs a statement right before it"),
        // Loops
        of(
            "\\repeat 3\nDELETE FROM t;",
            "a.sql:1: the \\repeat that begins here has no \\endrepeat"),
        of("DELETE FROM t;\n\\endrepeat", "a.sql:2: \\endrepeat has no \\repeat before it"),
        of(
            "\\repeat 3\n\\if :scale = 2\n\\endrepeat\n\\endif\n\\endrepeat\nDELETE FROM t;",
            "a.sql:3: \\endrepeat has no \\repeat in the \\if of line 2, which has not ended"),
        of(
            "\\if :scale = 2\n\\repeat 3\n\\else\n\\endrepeat\n\\endif\nDELETE FROM t;",
            "a.sql:3: \\else has no \\if in the \\repeat of line 2, which has not ended"),
        of("\\repeat\n\\endrepeat\nDELETE FROM t;", "a.sql:1: \\repeat has no expression"),
        of("\\repeat as i\n\\endrepeat\nDELETE FROM t;", "a.sql:1: \\repeat has no expression"),
        of("\\repeat 3 as\n\\endrepeat\nDELETE FROM t;", "a.sql:1: \\repeat needs a name first"),
        of("\\repeat 3 as 7\n\\endrepeat\nDELETE FROM t;", "a.sql:1: \\repeat needs a name first"),
        of("\\repeat 3 as i j\n\\endrepeat\nDELETE FROM t;", "a.sql:1: \\repeat has as where it"),
        of("\\repeat 1.5\n\\endrepeat\nDELETE FROM t;", "a.sql:1: \\repeat takes a whole number"),
        of(
            "\\repeat 1000001\n\\endrepeat\nDELETE FROM t;",
            "a.sql:1: \\repeat has 1000001 turns; allowed: at most 1000000"),
        of(
            "\\set n random(0, 1)\n\\repeat :n\n\\set x 1\n\\endrepeat\nDELETE FROM t WHERE x = :x;",
            "a.sql:5: :x is not set in every case before this line; it is set in line 3"),
        of(
            "\\repeat 0\n\\set x 1\n\\endrepeat\nDELETE FROM t WHERE x = :x;",
            "a.sql:4: :x is not set in every case before this line; it is set in line 2"),
        of(
            "\\repeat random(1, 2) as i\n\\endrepeat\nDELETE FROM t WHERE x = :i;",
            "a.sql:3: :i is not set in every case before this line; it is set in line 1"),
        of(
            "\\repeat 3\nDELETE FROM t WHERE x = :x;\n\\set x 1\n\\endrepeat",
            "a.sql:2: :x is not set in every case before this line"),
        of(
            "\\set a random(0, 1)\n\\if :a = 0\n\\set x 1\n\\endif\n\\repeat 3\n\\if :a = 0\n"
                + "DELETE FROM t WHERE x = :x;\n\\endif\n\\set a 0\n\\endrepeat",
            "a.sql:7: :x is not set in every case before this line"),
        of(
            "\\repeat 3\nBEGIN;\nDELETE FROM t;\n\\endrepeat",
            "a.sql:4: the transaction of line 2 is open when this turn of the \\repeat ends, and"
                + " was not when it began; COMMIT before"),
        of(
            "BEGIN;\n\\repeat 3\nDELETE FROM t;\nCOMMIT;\n\\endrepeat\nCOMMIT;",
            "a.sql:5: the transaction of line 1 ends in the \\repeat, and the next turn would go on"
                + " without it; BEGIN inside"));
  }

  @ParameterizedTest
  @MethodSource
  void wrong(String script, String mistake) {
    assertThatThrownBy(() -> plan(script)).hasMessageContaining(mistake);
  }

  @Test
  void aVerificationHasNoLoop() {
    String script =
        "--@ transaction a\nDELETE FROM t;\n--@ verify\n\\repeat 3\nSELECT 1;\n\\endrepeat";
    assertThatThrownBy(() -> plan(script))
        .hasMessageContaining("a.sql:4: \\repeat cannot be in a section verify");
  }

  static List<String> right() {
    return List.of(
        "\\list ids random(1, 3) 3 -1\n\\repeat size(ids) as i\n\\set x item(ids, :i) + 1\n"
            + "\\endrepeat\nDELETE FROM t WHERE x IN (:ids);",
        "\\repeat 2\nSELECT x FROM t \\alist\n\\endrepeat\n\\set n size(x)\nDELETE FROM t;",
        "\\repeat 2\n\\set x 1\n\\endrepeat\nDELETE FROM t WHERE x = :x;",
        "\\repeat :scale as i\n\\endrepeat\nDELETE FROM t WHERE x = :i;",
        "\\set x 0\n\\repeat random(0, 2)\nDELETE FROM t WHERE x = :x;\n\\set x 1\n\\endrepeat",
        "\\repeat 3\nBEGIN;\nDELETE FROM t;\nCOMMIT;\n\\endrepeat",
        "BEGIN;\n\\repeat 3\nDELETE FROM t;\n\\endrepeat\nCOMMIT;",
        "BEGIN;\n\\repeat 3\nDELETE FROM t;\nCOMMIT;\nBEGIN;\n\\endrepeat\nCOMMIT;",
        "\\set a random(0, 1)\n\\if :a\nBEGIN;\n\\endif\n\\repeat 3\nDELETE FROM t;\n\\endrepeat\n"
            + "\\if :a\nCOMMIT;\n\\endif",
        "\\set a random(0, 1)\n\\repeat 3\n\\if :a\nBEGIN;\n\\endif\nDELETE FROM t;\n"
            + "\\if :a\nCOMMIT;\n\\endif\n\\set a 1 - :a\n\\endrepeat");
  }

  @ParameterizedTest
  @MethodSource
  void right(String script) {
    assertThatCode(() -> plan(script)).doesNotThrowAnyException();
  }

  private ScriptPlan plan(String script) throws Exception {
    return (ScriptPlan) ScriptRunner.plan(folder, "sqlite", script, "request.operations = 1");
  }

  /** One message for each mistake, and none that follows from it. */
  @ParameterizedTest
  @MethodSource("wrong")
  void noMistakeBringsAnother(String script, String mistake) throws Exception {
    assertThat(catchMessage(script).lines().count()).as(mistake).isEqualTo(1);
  }

  private String catchMessage(String script) throws Exception {
    try {
      plan(script);
      return "";
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
