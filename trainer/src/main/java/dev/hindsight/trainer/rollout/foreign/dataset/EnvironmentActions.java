package dev.hindsight.trainer.rollout.foreign.dataset;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.EnvironmentSpec;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.NpyArray;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The actions of a recording as its environment took them: a recording of Gymnasium numbers the
/// levels from 0 and maps limits to -1 and 1, a dataset has the environment's own numbers.
///
/// @param actions of the recording
/// @param space of the environment, as Minari writes it
/// @param leaves its arrays, in the order in which the recording has their numbers
record EnvironmentActions(ActionSpace actions, String space, List<Leaf> leaves) {
  private static final int DEEPEST = 8;

  /// Beyond it a number is no limit.
  private static final double LARGEST = 1e30;

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  /// Copies the list.
  EnvironmentActions {
    leaves = List.copyOf(leaves);
  }

  /// An array of an action.
  ///
  /// @param path groups and name, with slashes between them; empty if it is the whole action
  /// @param shape of one action
  /// @param low for each number
  /// @param high likewise
  /// @param levels how many there are, if it is one of some; 0 for numbers
  /// @param first index of its first number in the recording
  record Leaf(
      String path, Dtype dtype, int[] shape, double[] low, double[] high, int levels, int first) {}

  /// The actions of a recording; empty if it does not say what its environment took, or does not
  /// fit it.
  static Optional<EnvironmentActions> of(Manifest manifest) {
    Optional<ActionSpace> actions = ActionManifest.read(manifest);
    Optional<String> text = EnvironmentSpec.actions(manifest);
    if (actions.isEmpty() || text.isEmpty()) {
      return Optional.empty();
    }
    try {
      List<Leaf> leaves = new ArrayList<>();
      int count = collect(JSON.readTree(text.get()), "", 0, 0, leaves);
      return count == width(actions.get())
          ? Optional.of(new EnvironmentActions(actions.get(), text.get(), leaves))
          : Optional.empty();
    } catch (JsonProcessingException _) {
      return Optional.empty();
    }
  }

  private static int width(ActionSpace actions) {
    return switch (actions) {
      case ActionSpace.Discrete discrete -> discrete.factors().size();
      case ActionSpace.Continuous continuous -> continuous.names().size();
    };
  }

  /// @return the number of numbers before and in the space; -1 if it is not known here
  private static int collect(JsonNode space, String path, int depth, int from, List<Leaf> to) {
    return switch (depth > DEEPEST ? "" : space.path("type").asText()) {
      case "Dict", "Tuple" -> group(space.path(MinariSpaces.SUBSPACES), path, depth, from, to);
      case "Discrete" -> counted(space, path, from, to);
      case "Box" -> box(space, path, from, to);
      default -> -1;
    };
  }

  private static int group(JsonNode inner, String path, int depth, int from, List<Leaf> to) {
    List<String> names = new ArrayList<>();
    inner.fieldNames().forEachRemaining(names::add);
    int next = from;
    for (int i = 0; i < inner.size() && next >= 0; i++) {
      String name = inner.isArray() ? MinariSpaces.INDEX + i : names.get(i);
      JsonNode space = inner.isArray() ? inner.path(i) : inner.path(name);
      boolean plain = !name.isEmpty() && name.indexOf('/') < 0;
      String place = path.isEmpty() ? name : path + "/" + name;
      next = plain ? collect(space, place, depth + 1, next, to) : -1;
    }
    return next;
  }

  private static int counted(JsonNode space, String path, int from, List<Leaf> to) {
    double start = space.path("start").asDouble();
    int levels = space.path("n").asInt();
    double[] low = {start};
    double[] high = {start + levels - 1};
    to.add(new Leaf(path, Dtype.I8, new int[0], low, high, levels, from));
    return levels > 0 ? from + 1 : -1;
  }

  private static int box(JsonNode space, String path, int from, List<Leaf> to) {
    Optional<Dtype> dtype = MinariSpaces.numbers(space.path("dtype").asText());
    double[] low = numbers(space.path("low"));
    double[] high = numbers(space.path("high"));
    int[] shape = new int[space.path("shape").size()];
    long length = 1;
    for (int i = 0; i < shape.length; i++) {
      shape[i] = space.path("shape").path(i).asInt();
      length *= shape[i];
    }
    if (dtype.isEmpty() || low.length != length || high.length != length) {
      return -1;
    }
    to.add(new Leaf(path, dtype.get(), shape, low, high, 0, from));
    return from + low.length;
  }

  /// All numbers of nested lists, in C order.
  private static double[] numbers(JsonNode lists) {
    if (!lists.isArray()) {
      return new double[] {lists.asDouble(Double.NaN)};
    }
    List<Double> all = new ArrayList<>();
    for (JsonNode each : lists) {
      for (double number : numbers(each)) {
        all.add(number);
      }
    }
    return all.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /// An array of the actions of an episode.
  ///
  /// @param channel the column `action`
  /// @throws Problem if an action is none of the environment's
  NpyArray array(Leaf leaf, Channel channel, AgentEpisode episode) {
    int each = leaf.low().length;
    int[] shape = new int[leaf.shape().length + 1];
    shape[0] = episode.steps();
    System.arraycopy(leaf.shape(), 0, shape, 1, leaf.shape().length);
    ByteBuffer bytes =
        ByteBuffer.allocate(
                Math.multiplyExact(leaf.dtype().bytes(), Math.multiplyExact(shape[0], each)))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int tick : episode.ticks()) {
      for (int i = 0; i < each; i++) {
        leaf.dtype().put(bytes, taken(leaf, i, channel, tick, episode.agent()));
      }
    }
    return new NpyArray(leaf.dtype(), shape, bytes.flip());
  }

  private double taken(Leaf leaf, int i, Channel channel, int tick, int agent) {
    int part = leaf.first() + i;
    return switch (actions) {
      case ActionSpace.Discrete discrete -> {
        long action = channel.integer(tick, agent);
        if (action < 0 || action >= discrete.count()) {
          throw Problem.of(
              agent,
              wording("EnvironmentActions.tick", tick),
              wording("EnvironmentActions.there_is_no_action", action),
              wording("EnvironmentActions.choose_other_ticks"));
        }
        int level = discrete.level((int) action, part);
        yield discrete.factors().get(part).levels().get(level);
      }
      case ActionSpace.Continuous continuous ->
          taken(leaf, i, channel.value(tick, agent * continuous.names().size() + part));
    };
  }

  /// What the environment got for a number from -1 to 1.
  private static double taken(Leaf leaf, int i, double number) {
    double low = leaf.low()[i];
    double high = leaf.high()[i];
    if (leaf.levels() > 0) {
      return low + Math.min(leaf.levels() - 1, (int) ((number + 1) / 2 * leaf.levels()));
    }
    boolean limited = Math.abs(low) < LARGEST && Math.abs(high) < LARGEST;
    double value = limited ? low + (number + 1) / 2 * (high - low) : number;
    return leaf.dtype() == Dtype.F4 || leaf.dtype() == Dtype.F8 ? value : Math.rint(value);
  }
}
