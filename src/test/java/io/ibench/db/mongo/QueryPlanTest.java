package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class QueryPlanTest {

  @Test
  void showsStagesOnePerLineAndThatAnIndexCovers() {
    assertThat(QueryPlan.lines(Recorded.answer("explain-covered")))
        .containsExactly(
            "LIMIT 10000",
            "  PROJECTION_COVERED",
            "    IXSCAN id1_type backward id1: [5, 5] time: [inf.0, 0]",
            "covered: the index holds all that is read");
  }

  @Test
  void showsThePlanWithinThePlanOfTheNewerEngine() {
    assertThat(QueryPlan.lines(Recorded.answer("explain-fetch")))
        .containsExactly(
            "UPDATE",
            "  FETCH filter {\"visibility\": {\"$eq\": 1}}",
            "    IXSCAN _id_ _id: [7, 7]");
  }

  @Test
  void ofShardsEachPlanIsShown() {
    assertThat(
            QueryPlan.lines(
                BsonDocument.parse(
                    "{queryPlanner: {winningPlan: {stage: 'SHARD_MERGE', shards: ["
                        + "{shardName: 'a', winningPlan: {stage: 'IDHACK'}},"
                        + "{shardName: 'b', winningPlan: {stage: 'EOF'}}]}}}")))
        .containsExactly("SHARD_MERGE", "  IDHACK", "  EOF");
  }

  @Test
  void anAnswerWithoutAPlanIsShownAsItIs() {
    assertThat(QueryPlan.lines(BsonDocument.parse("{ok: 1}")))
        .containsExactly("the server returns no plan: {\"ok\": 1}");
  }
}
