package io.ibench.workload.linkbench;

import io.ibench.db.Command;
import io.ibench.workload.Plan.Example;
import java.util.ArrayList;
import java.util.List;

/** LinkBench's statements that find rows before they read or change them, about its first id. */
final class LinkExamples {

  private LinkExamples() {}

  static List<Example> of(LinkBenchSettings settings) {
    long id = settings.startId();
    long type = GraphData.FIRST_LINK_TYPE;
    List<Long> multiget = new ArrayList<>(List.of(type, id));
    for (long id2 = id; id2 < id + settings.multigetMax(); id2++) {
      multiget.add(id2);
    }
    Command list = GraphStore.listCommand(settings.rangeLimit(), 0);
    return List.of(
        example(LinkOperation.DELETE_NODE, GraphStore.deleteNodeCommand(), id, GraphData.NODE_TYPE),
        example(LinkOperation.GET_NODE, GraphStore.getNodeCommand(), id, GraphData.NODE_TYPE),
        example(LinkOperation.DELETE_LINK, GraphStore.hideLinkCommand(), type, id, id + 1),
        example(LinkOperation.COUNT_LINK, GraphStore.countLinksCommand(), id, type),
        new Example(
            LinkOperation.MULTIGET_LINK.name(),
            GraphStore.getLinksCommand(settings.multigetMax()),
            multiget),
        example(LinkOperation.GET_LINKS_LIST, list, id, type, 0L, Long.MAX_VALUE));
  }

  private static Example example(LinkOperation operation, Command command, Long... values) {
    return new Example(operation.name(), command, List.of(values));
  }
}
