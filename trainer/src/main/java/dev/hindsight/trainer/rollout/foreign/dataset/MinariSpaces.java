package dev.hindsight.trainer.rollout.foreign.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.observation.Quantity;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.NpyArray;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The space of what a dataset holds, as Minari writes it beside the data: a Box for every array, a
/// Dict or a Tuple for every group, Discrete for numbered actions. Collects over all episodes,
/// because a declared limit is only written if every number keeps it.
final class MinariSpaces {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  static final String SUBSPACES = "subspaces";

  /// How the members of a tuple are called, before their numbers.
  static final String INDEX = "_index_";

  private final Map<String, Leaf> leaves = new LinkedHashMap<>();

  /// Where the limits of an array come from.
  sealed interface Limits {
    /// There are none.
    record None() implements Limits {}

    /// Each feature of a segment has its own.
    record Declared(Segment segment) implements Limits {}

    /// Whole numbers from 0 to n - 1.
    record Counted(int n) implements Limits {}

    /// Numbers from -1 to 1.
    record Unit() implements Limits {}

    /// Those of an agent's actions.
    static Limits of(Optional<ActionSpace> space) {
      return switch (space.orElse(null)) {
        case ActionSpace.Discrete discrete -> new Counted(discrete.count());
        case ActionSpace.Continuous _ -> new Unit();
        case null -> new None();
      };
    }
  }

  /// An array.
  ///
  /// @param shape of one row
  private record Leaf(Dtype dtype, int[] shape, double[] low, double[] high, Limits limits) {
    /// Forgets the limits that a number does not keep.
    void take(NpyArray array) {
      int width = low.length;
      for (int i = 0; i < array.length(); i++) {
        double value = array.value(i);
        int at = i % width;
        if (value < low[at]) {
          low[at] = Double.NEGATIVE_INFINITY;
        }
        if (value > high[at]) {
          high[at] = Double.POSITIVE_INFINITY;
        }
      }
    }
  }

  /// Takes an array of an episode.
  ///
  /// @param path groups and name, with slashes between them; empty if the array is all there is
  /// @param array its first axis is the step
  void take(String path, NpyArray array, Limits limits) {
    leaves.computeIfAbsent(path, _ -> leaf(array, limits)).take(array);
  }

  private static Leaf leaf(NpyArray array, Limits limits) {
    int[] all = array.shape();
    int[] shape = new int[all.length - 1];
    System.arraycopy(all, 1, shape, 0, shape.length);
    int width = IntStream.of(shape).reduce(1, Math::multiplyExact);
    double[] low = new double[width];
    double[] high = new double[width];
    for (int i = 0; i < width; i++) {
      List<Double> range =
          switch (limits) {
            case Limits.None _ -> List.of();
            case Limits.Declared(Segment segment) -> range(segment, i);
            case Limits.Counted(int n) -> List.of(0.0, n - 1.0);
            case Limits.Unit _ -> List.of(-1.0, 1.0);
          };
      low[i] = range.isEmpty() ? Double.NEGATIVE_INFINITY : range.getFirst();
      high[i] = range.isEmpty() ? Double.POSITIVE_INFINITY : range.getLast();
    }
    return new Leaf(array.dtype(), shape, low, high, limits);
  }

  private static List<Double> range(Segment segment, int within) {
    Quantity quantity = segment.quantity(segment.featureOf(within % segment.length()));
    return quantity.range();
  }

  /// The space.
  ///
  /// @param known the space of the dataset that the arrays come from, if there is one: used where
  ///   it has the same names and shapes
  ObjectNode json(Optional<JsonNode> known) {
    if (leaves.containsKey("")) {
      Leaf only = leaves.get("");
      return known.flatMap(given -> same(given, only)).orElseGet(() -> json(only));
    }
    return group("", known);
  }

  private ObjectNode group(String prefix, Optional<JsonNode> known) {
    Map<String, Boolean> names = new TreeMap<>();
    for (String path : leaves.keySet()) {
      if (path.startsWith(prefix)) {
        String rest = path.substring(prefix.length());
        int slash = rest.indexOf('/');
        names.put(slash < 0 ? rest : rest.substring(0, slash), slash < 0);
      }
    }
    boolean tuple =
        !names.isEmpty()
            && IntStream.range(0, names.size()).allMatch(i -> names.containsKey(INDEX + i));
    ObjectNode space = JSON.objectNode();
    space.put("type", tuple ? "Tuple" : "Dict");
    ArrayNode inOrder = tuple ? space.putArray(SUBSPACES) : JSON.arrayNode();
    ObjectNode named = tuple ? JSON.objectNode() : space.putObject(SUBSPACES);
    for (int i = 0; tuple && i < names.size(); i++) {
      inOrder.add(member(prefix, INDEX + i, names, below(known, i)));
    }
    for (String name : tuple ? List.<String>of() : List.copyOf(names.keySet())) {
      named.set(name, member(prefix, name, names, below(known, name)));
    }
    return space;
  }

  private ObjectNode member(
      String prefix, String name, Map<String, Boolean> names, Optional<JsonNode> known) {
    if (!names.getOrDefault(name, false)) {
      return group(prefix + name + "/", known);
    }
    Leaf leaf = leaves.get(prefix + name);
    if (leaf == null) {
      throw new IllegalStateException(prefix + name);
    }
    return known.flatMap(given -> same(given, leaf)).orElseGet(() -> json(leaf));
  }

  private static Optional<JsonNode> below(Optional<JsonNode> known, Object key) {
    return known
        .map(space -> space.path(SUBSPACES))
        .map(all -> key instanceof Integer index ? all.path(index) : all.path(key.toString()))
        .filter(JsonNode::isObject);
  }

  /// The known space of an array, if it has the array's shape.
  private static Optional<ObjectNode> same(JsonNode known, Leaf leaf) {
    int[] shape =
        switch (known.path("type").asText()) {
          case "Box" -> sizes(known.path("shape"));
          case "Discrete" -> new int[0];
          case "MultiDiscrete" -> new int[] {known.path("nvec").size()};
          case "MultiBinary" ->
              known.path("n").isArray()
                  ? sizes(known.path("n"))
                  : new int[] {known.path("n").asInt()};
          default -> new int[] {-1};
        };
    return java.util.Arrays.equals(shape, leaf.shape)
        ? Optional.of((ObjectNode) known)
        : Optional.empty();
  }

  private static int[] sizes(JsonNode list) {
    int[] sizes = new int[list.size()];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = list.path(i).asInt();
    }
    return sizes;
  }

  private static ObjectNode json(Leaf leaf) {
    ObjectNode space = JSON.objectNode();
    boolean counted =
        leaf.limits instanceof Limits.Counted
            && leaf.shape.length == 0
            && Double.isFinite(leaf.low[0])
            && Double.isFinite(leaf.high[0]);
    if (counted) {
      space.put("type", "Discrete").put("dtype", "int64").put("start", 0);
      return space.put("n", (int) leaf.high[0] + 1);
    }
    space.put("type", "Box").put("dtype", name(leaf.dtype));
    ArrayNode shape = space.putArray("shape");
    IntStream.of(leaf.shape).forEach(shape::add);
    int[] next = {0};
    space.set("low", limits(leaf, leaf.low, 0, next));
    next[0] = 0;
    space.set("high", limits(leaf, leaf.high, 0, next));
    return space;
  }

  private static JsonNode limits(Leaf leaf, double[] limits, int axis, int[] next) {
    if (axis == leaf.shape.length) {
      return limit(leaf.dtype, limits[next[0]++]);
    }
    ArrayNode list = JSON.arrayNode();
    for (int i = 0; i < leaf.shape[axis]; i++) {
      list.add(limits(leaf, limits, axis + 1, next));
    }
    return list;
  }

  /// Whole numbers have no infinity: theirs are the ends of their type.
  private static JsonNode limit(Dtype dtype, double limit) {
    return switch (dtype) {
      case F2, F4, F8 -> JSON.numberNode(limit);
      case BOOL -> JSON.booleanNode(limit > 0);
      case U1 -> JSON.numberNode((int) Math.clamp(limit, 0, 255));
      case I1 -> JSON.numberNode((int) Math.clamp(limit, Byte.MIN_VALUE, Byte.MAX_VALUE));
      case I2 -> JSON.numberNode((int) Math.clamp(limit, Short.MIN_VALUE, Short.MAX_VALUE));
      case I4 -> JSON.numberNode((int) limit);
      case I8 -> JSON.numberNode((long) limit);
    };
  }

  /// The numbers of a Box, by the name that Gymnasium has for them.
  static Optional<Dtype> numbers(String name) {
    return Stream.of(Dtype.F4, Dtype.F8, Dtype.I1, Dtype.U1, Dtype.I2, Dtype.I4, Dtype.I8)
        .filter(dtype -> name(dtype).equals(name))
        .findFirst();
  }

  private static String name(Dtype dtype) {
    return switch (dtype) {
      case F2, F4 -> "float32";
      case F8 -> "float64";
      case I1 -> "int8";
      case U1 -> "uint8";
      case I2 -> "int16";
      case I4 -> "int32";
      case I8 -> "int64";
      case BOOL -> "bool";
    };
  }
}
