package io.ibench.compare;

import io.ibench.report.document.FlameGraph;
import io.ibench.report.store.StoredCpuProfiles;
import io.ibench.report.store.StoredCpuProfiles.Profile;
import io.ibench.report.store.StoredCpuProfiles.Whose;
import io.ibench.report.store.StoredRun;
import io.ibench.sampling.CallTree;
import io.ibench.sampling.Frame;
import io.ibench.sampling.PprofFile;
import io.ibench.statistics.CountedDifference;
import io.ibench.statistics.CountedDifference.Counts;
import io.ibench.statistics.CountedDifference.Scatter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which functions make the difference in CPU between two sides in a step. Immutable.
 *
 * @param step which both have profiles of
 * @param whose CPU it is
 * @param of what a cost is for: {@code q} or {@code row}
 * @param total of all functions
 * @param alike what the CPU of all but the paths differs by, as a factor: a machine's pace, or what
 *     all code has in common. Side a of the paths and functions is multiplied with it.
 * @param paths calls that hold a part of the difference each, the largest first; no sample is in
 *     two of them
 * @param functions those that differ by their own CPU, the largest first
 * @param tested how many functions and calls were looked at
 * @param graph the calls of both sides
 */
public record CpuDifference(
    String step,
    Whose whose,
    String of,
    CountedDifference total,
    double alike,
    List<Line> paths,
    List<Line> functions,
    long tested,
    FlameGraph graph) {

  static final int MAX_LINES = 6;

  private static final double LEVEL = 0.05;

  /** A frame with more of the CPU of both sides is the way to all of the work. */
  private static final double TRUNK = 0.8;

  /** A callee with so much of a change has it; its caller only leads there. */
  private static final double WHOLE = 0.95;

  /** A callee with so much of a change explains most of it. */
  private static final double MOST = 0.8;

  /** What differs by so much of itself is new or gone; of less, its callees say more. */
  private static final double NEW = 0.5;

  /** Of the CPU of a side; less says nothing of what all functions have in common. */
  private static final double LEAST_REST = 0.1;

  private static final double SAME_FACTOR = 0.001;

  /**
   * If more than half of the CPU has changed, the function in the middle has too: then no factor
   * explains both sides by moving so much less CPU.
   */
  private static final double MUCH_LESS = 0.8;

  private static final int MAX_ROUNDS = 10;
  private static final double LEAST_MICROS = 0.3;
  private static final double LEAST_SHARE = 0.01;

  /**
   * A function, or calls from one to another.
   *
   * @param last the innermost function that holds most of the change; the first one if no other
   *     does
   */
  public record Line(String first, String last, CountedDifference difference) {
    public String text() {
      return first.equals(last) ? first : first + CpuDifferenceText.TO + last;
    }
  }

  /** What is compared: somebody's CPU in a step. */
  record Part(String step, Whose whose) {}

  /** A profile with its stacks. */
  record Repeat(CallTree tree, double cpuMicros, Map<String, String> buildIds, String of) {
    double unit() {
      return cpuMicros / Math.max(1, tree.samples());
    }

    /** Those of one run as one: of several runs each is one observation. */
    static Repeat merged(List<Repeat> repeats) {
      Repeat first = repeats.get(0);
      if (repeats.size() == 1) {
        return first;
      }
      CallTree all = new CallTree();
      repeats.forEach(each -> each.tree.forEach(all::add));
      double cpu = repeats.stream().mapToDouble(Repeat::cpuMicros).average().orElse(0);
      return new Repeat(all, cpu, first.buildIds, first.of);
    }
  }

  /**
   * What is found with a factor of all functions.
   *
   * @param sure calls that differ beyond noise
   */
  private record Fit(double alike, Set<Node> sure, List<Line> paths) {}

  /** A call with its samples in each repeat of both sides. */
  private static final class Node {
    private final Frame frame;
    private final long[][] counts;
    private final Map<Frame, Node> callees = new LinkedHashMap<>();

    Node(Frame frame, int... repeats) {
      this.frame = frame;
      this.counts = new long[][] {new long[repeats[0]], new long[repeats[1]]};
    }
  }

  /**
   * The differences of all steps of which both sides have profiles of the same part.
   *
   * @param sides two
   */
  public static List<CpuDifference> of(List<Side> sides) {
    return ofFolders(folders(sides.get(0)), folders(sides.get(1)));
  }

  private static List<Path> folders(Side side) {
    return side.runs().stream().map(StoredRun::folder).toList();
  }

  /** The same of the folders of the runs of two sides. */
  static List<CpuDifference> ofFolders(List<Path> a, List<Path> b) {
    boolean several = a.size() > 1 || b.size() > 1;
    return of(read(a, several), read(b, several));
  }

  private static List<CpuDifference> of(Map<Part, List<Repeat>> a, Map<Part, List<Repeat>> b) {
    List<CpuDifference> differences = new ArrayList<>();
    a.forEach(
        (part, base) -> {
          List<Repeat> other = b.get(part);
          if (other != null) {
            differences.add(of(part, base, other));
          }
        });
    return differences;
  }

  /** Whether the CPU of all functions differs beyond noise, or that of some calls does. */
  boolean isBeyondNoise() {
    return total.repeated() && total.isSure() || !paths.isEmpty();
  }

  /** The difference of a step; each side has one repeat or more. */
  static CpuDifference of(Part part, List<Repeat> a, List<Repeat> b) {
    return new Comparison(a, b).of(part);
  }

  /** The profiles of a run's database, by step. */
  static Map<String, List<Repeat>> ofDatabase(Path run) {
    Map<String, List<Repeat>> steps = new LinkedHashMap<>();
    read(List.of(run), false)
        .forEach(
            (part, repeats) -> {
              if (part.whose != Whose.CLIENT) {
                steps.computeIfAbsent(part.step, step -> new ArrayList<>()).addAll(repeats);
              }
            });
    return steps;
  }

  /**
   * The profiles of some runs.
   *
   * @param several whether the repeats of each run are one observation
   */
  private static Map<Part, List<Repeat>> read(List<Path> runs, boolean several) {
    Map<Part, List<Repeat>> all = new LinkedHashMap<>();
    for (Path run : runs) {
      Map<Part, List<Repeat>> own = new LinkedHashMap<>();
      List<Profile> profiles =
          StoredCpuProfiles.read(run).map(StoredCpuProfiles::profiles).orElse(List.of());
      for (Profile profile : profiles) {
        Part part = new Part(profile.step(), profile.whose());
        read(run, profile)
            .ifPresent(repeat -> own.computeIfAbsent(part, one -> new ArrayList<>()).add(repeat));
      }
      own.forEach(
          (part, repeats) ->
              all.computeIfAbsent(part, one -> new ArrayList<>())
                  .addAll(several ? List.of(Repeat.merged(repeats)) : repeats));
    }
    return all;
  }

  /** Empty for a profile without stacks, or with a file that cannot be read. */
  private static Optional<Repeat> read(Path run, Profile profile) {
    if (profile.file().isEmpty() || profile.work().isEmpty() || profile.sampling().isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Repeat(
              PprofFile.read(run.resolve(profile.file().get())),
              profile.work().get().cpuMicros(),
              profile.sampling().get().buildIds(),
              profile.work().get().of()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The comparison of one step. */
  private static final class Comparison {
    private final List<List<Repeat>> sides;
    private final Node root;
    private final Map<Frame, Node> selves = new LinkedHashMap<>();
    private final Set<String> otherBuilds = new LinkedHashSet<>();
    private final List<Node> nodes = new ArrayList<>();
    private final CountedDifference total;
    private final double least;

    /** What a sample is worth in each repeat of both sides, once a pace is taken out. */
    private double[][] units = new double[2][];

    private Scatter scatter = Scatter.POISSON;

    Comparison(List<Repeat> a, List<Repeat> b) {
      sides = List.of(a, b);
      root = node(new Frame("", "", 0));
      findOtherBuilds();
      for (int side = 0; side < 2; side++) {
        for (int i = 0; i < sides.get(side).size(); i++) {
          add(side, i);
        }
      }
      total = CountedDifference.ofMeans(cpu(a), cpu(b));
      least = Math.min(LEAST_MICROS, LEAST_SHARE * Math.max(total.a(), total.b()));
      collect(root);
    }

    private static double[] cpu(List<Repeat> side) {
      return side.stream().mapToDouble(Repeat::cpuMicros).toArray();
    }

    /**
     * Takes out the pace of the machine: each repeat of a side has done the same, so its functions
     * share the side's mean CPU; side a has it times a factor.
     */
    private void takeOut(double factor) {
      for (int side = 0; side < 2; side++) {
        double cpu = side == 0 ? total.a() * factor : total.b();
        units[side] =
            sides.get(side).stream()
                .mapToDouble(each -> cpu / Math.max(1, each.tree().samples()))
                .toArray();
      }
    }

    private Node node(Frame frame) {
      return new Node(frame, sides.get(0).size(), sides.get(1).size());
    }

    /** Modules whose functions without a name cannot be told apart by their addresses. */
    private void findOtherBuilds() {
      Map<String, String> known = new HashMap<>();
      sides.stream()
          .flatMap(List::stream)
          .flatMap(repeat -> repeat.buildIds().entrySet().stream())
          .forEach(
              each -> {
                String other = known.putIfAbsent(each.getKey(), each.getValue());
                if (other != null && !other.equals(each.getValue())) {
                  otherBuilds.add(each.getKey());
                }
              });
    }

    private Frame compared(Frame frame) {
      return !frame.hasName() && otherBuilds.contains(frame.module())
          ? Frame.noName(frame.module())
          : frame;
    }

    private void add(int side, int repeat) {
      sides
          .get(side)
          .get(repeat)
          .tree()
          .forEach(
              (stack, count) -> {
                Node at = root;
                at.counts[side][repeat] += count;
                Frame last = root.frame;
                for (Frame raw : stack) {
                  last = compared(raw);
                  at = at.callees.computeIfAbsent(last, this::node);
                  at.counts[side][repeat] += count;
                }
                selves.computeIfAbsent(last, this::node).counts[side][repeat] += count;
              });
    }

    private Counts counts(Node node, int side) {
      return new Counts(node.counts[side], units[side]);
    }

    private CountedDifference difference(Node node) {
      return CountedDifference.of(counts(node, 0), counts(node, 1), scatter);
    }

    /** How much CPU paths and the rest beside them have moved, forth and back. */
    private double moved(Fit fit) {
      double all = 0;
      double rest = total.change();
      for (Line path : fit.paths) {
        all += Math.abs(path.difference().change());
        rest -= path.difference().change();
      }
      return all + Math.abs(rest);
    }

    private Fit fit(double first) {
      double alike = first;
      double next = first;
      Set<Node> sure = Set.of();
      List<Line> paths = List.of();
      for (int i = 0; i < MAX_ROUNDS && (i == 0 || !isSame(next, alike)); i++) {
        alike = next;
        takeOut(alike);
        scatter = scatter(nodes);
        sure = sure(nodes);
        paths = sorted(lines(root, sure));
        next = alike(paths, alike);
      }
      return new Fit(alike, sure, paths);
    }

    CpuDifference of(Part part) {
      Fit paced = fit(median());
      Fit plain = fit(1);
      Fit best = moved(plain) < MUCH_LESS * moved(paced) ? plain : paced;
      double alike = best.alike;
      takeOut(alike);
      scatter = scatter(nodes);
      Set<Node> sure = best.sure;
      List<Line> paths = best.paths;
      String of = sides.get(0).get(0).of();
      Set<Node> coloured = sure;
      FlameGraph graph =
          FlameGraph.of(
              "CPU of " + part.whose.text() + " in " + part.step + ", us/" + of,
              "us/" + of,
              root,
              node -> List.copyOf(node.callees.values()),
              (node, depth) -> box(node, depth, coloured));
      List<Node> own = List.copyOf(selves.values());
      scatter = scatter(own);
      List<Line> functions =
          sure(own).stream()
              .map(each -> new Line(each.frame.text(), each.frame.text(), difference(each)))
              .toList();
      return new CpuDifference(
          part.step,
          part.whose,
          of,
          total,
          alike,
          paths,
          sorted(functions),
          (long) nodes.size() + own.size(),
          graph);
    }

    /**
     * What the CPU beside the paths differs by, as a factor: exact, as that of both sides is. Paths
     * that are found with a better factor make it better again.
     */
    private double alike(List<Line> paths, double before) {
      double a = total.a();
      double b = total.b();
      for (Line path : paths) {
        a -= path.difference().a() / before;
        b -= path.difference().b();
      }
      boolean known = a > LEAST_REST * total.a() && b > LEAST_REST * total.b();
      return known ? b / a : before;
    }

    private static boolean isSame(double factor, double other) {
      return Math.abs(factor / other - 1) < SAME_FACTOR;
    }

    /**
     * The factor of the function in the middle: half of the CPU of both sides has a smaller one.
     */
    private double median() {
      takeOut(1);
      List<CountedDifference> own =
          selves.values().stream()
              .map(this::difference)
              .sorted(Comparator.comparingDouble(each -> each.b() / each.a()))
              .toList();
      double half = own.stream().mapToDouble(each -> each.a() + each.b()).sum() / 2;
      for (CountedDifference each : own) {
        half -= each.a() + each.b();
        if (half <= 0) {
          double factor = each.b() / each.a();
          return factor > 0 && Double.isFinite(factor) ? factor : 1;
        }
      }
      return 1;
    }

    private FlameGraph.Box box(Node node, int depth, Set<Node> sure) {
      CountedDifference own = difference(node);
      FlameGraph.Other other = new FlameGraph.Other(own.b(), own.half(), sure.contains(node));
      return new FlameGraph.Box(depth, node.frame.text(), own.a(), Optional.of(other));
    }

    private void collect(Node node) {
      for (Node callee : node.callees.values()) {
        nodes.add(callee);
        collect(callee);
      }
    }

    private Scatter scatter(List<Node> counted) {
      List<Counts> all = new ArrayList<>();
      for (Node each : counted) {
        all.add(counts(each, 0));
        all.add(counts(each, 1));
      }
      return Scatter.of(all);
    }

    /** Those that differ beyond noise, by Holm's procedure over all. */
    private Set<Node> sure(List<Node> counted) {
      Map<Node, CountedDifference> differences = new LinkedHashMap<>();
      counted.forEach(each -> differences.put(each, difference(each)));
      List<Map.Entry<Node, CountedDifference>> byChance = new ArrayList<>(differences.entrySet());
      byChance.sort(Comparator.comparingDouble(each -> each.getValue().p()));
      Set<Node> sure = new LinkedHashSet<>();
      for (int i = 0; i < byChance.size(); i++) {
        CountedDifference difference = byChance.get(i).getValue();
        if (difference.p() > LEVEL / (byChance.size() - i)) {
          break;
        }
        if (difference.isSure() && Math.abs(difference.change()) >= least) {
          sure.add(byChance.get(i).getKey());
        }
      }
      return sure;
    }

    /**
     * The calls below a node that hold a sure change each, and none of another: the callees if they
     * differ in opposed ways, or if they explain a part of a large node; else the node.
     */
    private List<Line> lines(Node node, Set<Node> sure) {
      List<Line> below = new ArrayList<>();
      node.callees.values().forEach(callee -> below.addAll(lines(callee, sure)));
      if (node == root || !sure.contains(node) || isTrunk(node)) {
        return below;
      }
      CountedDifference own = difference(node);
      double change = Math.abs(own.change());
      double inside = below.stream().mapToDouble(l -> Math.abs(l.difference().change())).sum();
      boolean opposed = change < MOST * inside;
      boolean callees = inside >= MOST * change && change < NEW * Math.max(own.a(), own.b());
      return opposed || callees ? below : List.of(line(node, sure));
    }

    private boolean isTrunk(Node node) {
      CountedDifference all = difference(root);
      CountedDifference own = difference(node);
      return own.a() > TRUNK * all.a() && own.b() > TRUNK * all.b();
    }

    private Line line(Node node, Set<Node> sure) {
      Node first = deepest(node, WHOLE, sure);
      Node last = deepest(first, MOST, sure);
      return new Line(first.frame.text(), last.frame.text(), difference(first));
    }

    /**
     * The innermost callee on the way of the change that still has a share of it; one with a name,
     * if there is one on that way.
     */
    private Node deepest(Node from, double share, Set<Node> sure) {
      double change = difference(from).change();
      Node named = from;
      Optional<Node> next = Optional.of(from);
      while (next.isPresent()) {
        Node at = next.get();
        named = at.frame.hasName() || !named.frame.hasName() ? at : named;
        next =
            at.callees.values().stream()
                .filter(callee -> sure.contains(callee))
                .filter(callee -> difference(callee).change() / change >= share)
                .max(Comparator.comparingDouble(callee -> difference(callee).change() / change));
      }
      return named;
    }

    private static List<Line> sorted(List<Line> lines) {
      return lines.stream()
          .sorted(Comparator.comparingDouble((Line line) -> -Math.abs(line.difference().change())))
          .toList();
    }
  }
}
