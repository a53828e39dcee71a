package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.DatabaseException;
import io.ibench.db.DiagnosticText;
import io.ibench.testing.MongoReaction;
import io.ibench.testing.Slow;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.assertj.core.api.Assertions;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class MongodbDiagnosticsTest extends OnTheWire {

  private Map<String, String> texts() throws DatabaseException {
    return database.diagnostics(List.of(GraphCommands.LINKS)).stream()
        .collect(Collectors.toMap(DiagnosticText::name, DiagnosticText::text));
  }

  @Test
  void secretsAreHiddenAndRefusalsAreTold() throws DatabaseException {
    server
        .script()
        .always(
            "getCmdLineOpts",
            MongoReaction.answer(
                BsonDocument.parse(
                    "{argv: ['mongod', '--tlsCertificateKeyFilePassword', 'tell nobody'],"
                        + " parsed: {net: {tls: {certificateKeyFilePassword: 'tell nobody'}},"
                        + " security: {keyFile: '/etc/key'}}, ok: 1}")));
    server
        .script()
        .always(
            "getParameter",
            MongoReaction.answer(
                BsonDocument.parse(
                    "{errmsg: 'not authorized', code: 13, codeName: 'Unauthorized', ok: 0}")));
    server
        .script()
        .always(
            "aggregate",
            MongoReaction.answer(
                BsonDocument.parse(
                    "{cursor: {firstBatch: [{ns: 'ibench.links', storageStats: {size: 7,"
                        + " wiredTiger: {uri: 'statistics:table'}, indexDetails: {_id_: {a: 1}}}}],"
                        + " id: {$numberLong: '0'}, ns: 'ibench.links'}, ok: 1}")));
    Map<String, String> texts = texts();
    BsonDocument options = BsonDocument.parse(texts.get("getCmdLineOpts.json"));
    assertThat(Bson.text(options, "parsed", "net", "tls", "certificateKeyFilePassword"))
        .contains("***");
    assertThat(Bson.text(options, "parsed", "security", "keyFile")).contains("/etc/key");
    assertThat(Bson.text(options, "argv")).contains("left out: see parsed");
    assertThat(texts.get("getParameter.json"))
        .startsWith("not available: not authorized (code 13 Unauthorized, ");
    assertThat(BsonDocument.parse(texts.get("serverStatus.json"))).containsKey("storageEngine");
    String collection = texts.get("collStats-" + GraphCommands.LINKS.name() + ".json");
    assertThat(collection).contains("statistics:table").doesNotContain("indexDetails");
    assertThat(String.join("\n", texts.values())).doesNotContain("nobody");
  }

  @Slow
  @Test
  void aLostServerIsAFailure() {
    server.cut();
    server.losePrimary();
    DatabaseException lost = Assertions.catchThrowableOfType(DatabaseException.class, this::texts);
    assertThat(lost.kind().isConnectionLoss()).isTrue();
  }
}
