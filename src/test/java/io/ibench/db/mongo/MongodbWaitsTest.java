package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class MongodbWaitsTest {

  @Test
  void eachOperationOnTheDatabaseHasAState() {
    BsonDocument answer =
        BsonDocument.parse(
            """
            {inprog: [
              {ns: "ibench.a", waitingForLock: true},
              {ns: "ibench.a", waitingForLock: false, waitingForFlowControl: false},
              {ns: "ibench.b", waitingForFlowControl: true},
              {ns: "ibench.b", waitingForLatch: {captureName: "ReplWriter"}},
              {ns: "ibench.b", currentQueue: {name: "execution"}},
              {ns: "ibench.b", currentQueue: null},
              {ns: "admin.$cmd", waitingForLock: true},
              {waitingForLock: true}], ok: 1}
            """);
    assertThat(MongodbWaits.states(answer, "ibench."))
        .containsExactly(
            "lock", "CPU", "flow control", "latch ReplWriter", "queue execution", "CPU");
  }

  @Test
  void anAnswerWithoutOperationsHasNone() {
    assertThat(MongodbWaits.states(new BsonDocument(), "ibench.")).isEmpty();
  }
}
