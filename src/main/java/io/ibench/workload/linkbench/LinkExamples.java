package io.ibench.workload.linkbench;

import io.ibench.db.Command;
import io.ibench.workload.Plan.Example;
import java.util.ArrayList;
import java.util.List;

/** The first statement of each of LinkBench's requests, with the first id. */
final class LinkExamples {

  private LinkExamples() {}

  static List<Example> of(LinkBenchSettings settings) {
    long id = settings.startId();
    long type = GraphData.FIRST_LINK_TYPE;
    List<Long> multiget = new ArrayList<>(List.of(type, id));
    for (long id2 = id; id2 < id + settings.requests().multiget().max(); id2++) {
      multiget.add(id2);
    }
    Command list = GraphStore.listCommand(settings.requests().rangeLimit(), 0);
    Command put = LinkUpsert.command(settings.compat());
    Long[] link = {id, id + 1, type, GraphData.VISIBLE, 0L, 0L, 0L};
    return List.of(
        example(
            LinkOperation.ADD_NODE, GraphStore.addNodeCommand(), GraphData.NODE_TYPE, 0L, 0L, 0L),
        example(
            LinkOperation.UPDATE_NODE,
            GraphStore.updateNodeCommand(),
            0L,
            0L,
            0L,
            id,
            GraphData.NODE_TYPE),
        example(LinkOperation.DELETE_NODE, GraphStore.deleteNodeCommand(), id, GraphData.NODE_TYPE),
        example(LinkOperation.GET_NODE, GraphStore.getNodeCommand(), id, GraphData.NODE_TYPE),
        example(LinkOperation.ADD_LINK, put, link),
        example(LinkOperation.DELETE_LINK, GraphStore.hideLinkCommand(), type, id, id + 1),
        example(LinkOperation.UPDATE_LINK, put, link),
        example(LinkOperation.COUNT_LINK, GraphStore.countLinksCommand(), id, type),
        new Example(
            LinkOperation.MULTIGET_LINK.name(),
            GraphStore.getLinksCommand(settings.requests().multiget().max()),
            multiget),
        example(LinkOperation.GET_LINKS_LIST, list, id, type, 0L, Long.MAX_VALUE));
  }

  private static Example example(LinkOperation operation, Command command, Long... values) {
    return new Example(operation.name(), command, List.of(values));
  }
}
