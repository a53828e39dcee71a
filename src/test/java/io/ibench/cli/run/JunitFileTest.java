package io.ibench.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ibench.cli.ground.UsageException;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Judged;
import io.ibench.report.Samples;
import io.ibench.report.store.RunReport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class JunitFileTest {

  private static final String HOSTILE = "a<b>&\"']]>\u0001\ud800\uffff\u202e\n\tz";

  @TempDir private Path temporary;

  private static Document parsed(String xml) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
  }

  private static RunReport run(String verdict, String text) {
    Judged run =
        Judged.of(
            Samples.json(
                Samples.run("first"),
                true,
                Samples.step(
                    Samples.start("first", Unit.QUERIES),
                    Samples.period(10, Samples.operation(Samples.READ, 500, 900)))));
    run.run(verdict, text);
    run.change(
        json -> {
          ((ObjectNode) json.get("run")).put("label", text);
          expectation(json, text, false);
          expectation(json, "49/s", true);
        });
    return run.report();
  }

  private static void expectation(ObjectNode json, String found, boolean passed) {
    json.withArray("expectations")
        .addObject()
        .put("step", "first")
        .put("figure", "qps")
        .put("found", found)
        .put("expected", "> 5/s")
        .put("passed", passed);
  }

  @Test
  void anyTextIsValidXmlWithACaseForTheVerdictAndEachExpectation() throws Exception {
    Document xml = parsed(JunitFile.xml(run("invalid", HOSTILE), false));

    Element suite = (Element) xml.getElementsByTagName("testsuite").item(0);
    assertThat(suite.getAttribute("tests")).isEqualTo("3");
    assertThat(suite.getAttribute("failures")).isEqualTo("2");
    assertThat(suite.getAttribute("name")).startsWith("ibench linkbench a<b>&\"']]>\\u0001");
    assertThat(xml.getElementsByTagName("testcase").getLength()).isEqualTo(3);
    Element expectation = (Element) xml.getElementsByTagName("testcase").item(1);
    assertThat(expectation.getAttribute("classname")).isEqualTo("linkbench.first");
    assertThat(expectation.getAttribute("name")).isEqualTo("qps > 5/s");
    assertThat(expectation.getAttribute("time")).isEqualTo("10.000");
    assertThat(((Element) expectation.getFirstChild()).getAttribute("message"))
        .endsWith(" z, expected > 5/s: FAILED");
  }

  @Test
  void theVerdictFailsAsTheExitCodeDoes() {
    String begin = "name=\"verdict\" time=\"10.000\"";

    assertThat(JunitFile.xml(run("invalid", "slow"), false))
        .contains(begin + "><failure message=\"INVALID: slow\"/>");
    assertThat(JunitFile.xml(run("invalid", "slow"), true)).contains(begin + "/>");
    assertThat(JunitFile.xml(run("degraded", "slow"), false)).contains(begin + "/>");
  }

  @Test
  void onlyAFileOfTheSameKindIsReplaced() throws IOException, UsageException {
    Path file = temporary.resolve("junit.xml");
    RunReport run = run("valid", "");

    JunitFile.requirePlace(file);
    assertThat(JunitFile.write(run, false, file)).isEmpty();
    JunitFile.requirePlace(file);
    assertThat(temporary).isDirectoryContaining("glob:**/junit.xml");
    assertThat(Files.list(temporary)).hasSize(1);
    Path other = Files.writeString(temporary.resolve("other"), "precious");
    assertThatThrownBy(() -> JunitFile.requirePlace(other)).isInstanceOf(UsageException.class);
    assertThatThrownBy(() -> JunitFile.requirePlace(temporary)).isInstanceOf(UsageException.class);
    assertThatThrownBy(() -> JunitFile.requirePlace(temporary.resolve("no/x.xml")))
        .isInstanceOf(UsageException.class);
  }
}
