package dev.hindsight.trainer.attention;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.SketchChoice;
import dev.hindsight.trainer.scene.SketchChoice.Alternative;
import dev.hindsight.trainer.scene.SketchSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The attention heads of a graph policy that scenes and panels show. The user picks them with the
/// choices [#LAYER] and [#HEAD], which apply to both.
///
/// @param layer counted from 0, or [#LAST]
/// @param head counted from 0, or [#MEAN]
public record EdgeHeads(int layer, int head) {
  /// Stands for the last layer.
  public static final int LAST = -1;

  /// Stands for the mean of all heads.
  public static final int MEAN = -1;

  /// All heads of the last layer.
  public static final EdgeHeads ALL = new EdgeHeads(LAST, MEAN);

  /// Id of the choice of a layer; its options count from 1.
  public static final String LAYER = "layer";

  /// Id of the choice of a head; its options are `mean` and numbers from 1.
  public static final String HEAD = "head";

  private static final String OF_ALL = "mean";

  /// The user's choice; unknown options fall back to the default.
  public static EdgeHeads of(SketchSettings sketchSettings) {
    return new EdgeHeads(
        sketchSettings.of(LAYER).map(EdgeHeads::number).orElse(LAST),
        sketchSettings.of(HEAD).map(EdgeHeads::number).orElse(MEAN));
  }

  /// Converts an option, counted from 1, to an index from 0; anything else means all heads or the
  /// last layer.
  private static int number(String way) {
    return way.matches("[1-9][0-9]{0,3}") ? Integer.parseInt(way) - 1 : -1;
  }

  /// The choices that a recording offers; empty if it holds no attention on edges.
  public static List<SketchChoice> choices(Rollout rollout) {
    Optional<Channel> first = layer(rollout, 0);
    int layers = 0;
    while (layer(rollout, layers).isPresent()) {
      layers++;
    }
    return first.isEmpty() ? List.of() : choices(layers, first.get().rowShape()[1]);
  }

  private static Optional<Channel> layer(Rollout rollout, int layer) {
    return rollout
        .channel(EdgeTrace.CHANNEL + layer)
        .filter(c -> c.rowShape().length == 3 && c.rowShape()[1] > 0);
  }

  /// The channel of the chosen layer, `[agent, head, slot]`.
  public Optional<Channel> channel(Rollout rollout) {
    if (layer != LAST) {
      return layer(rollout, layer);
    }
    int last = 0;
    while (layer(rollout, last + 1).isPresent()) {
      last++;
    }
    return layer(rollout, last);
  }

  /// The attention of an agent on the neighbour of one row.
  public float weight(EdgeTrace trace, int agent, int row) {
    int at = layer(trace);
    return head == MEAN || head >= trace.heads()
        ? trace.weight(at, agent, row)
        : trace.weight(at, head, agent, row);
  }

  /// Entropy of an agent's attention, nats; for several heads the mean.
  public double entropy(EdgeTrace trace, int agent) {
    if (head != MEAN && head < trace.heads()) {
      return trace.entropy(layer(trace), head, agent);
    }
    double sum = 0;
    for (int each = 0; each < trace.heads(); each++) {
      sum += trace.entropy(layer(trace), each, agent);
    }
    return sum / trace.heads();
  }

  /// Index of the chosen layer, from 0.
  public int layer(EdgeTrace trace) {
    return layer == LAST || layer >= trace.layers() ? trace.layers() - 1 : layer;
  }

  /// `layer 2, head 3`; empty if a recording holds no attention on edges.
  public Optional<String> words(Rollout rollout) {
    List<SketchChoice> offered = choices(rollout);
    SketchSettings same =
        new SketchSettings(Map.of(LAYER, way(layer), HEAD, head == MEAN ? OF_ALL : way(head)));
    return offered.isEmpty()
        ? Optional.empty()
        : Optional.of(
            offered.stream()
                .map(choice -> same.of(choice).words())
                .collect(Collectors.joining(", ")));
  }

  /// The weight of a row.
  ///
  /// @param weights `[heads, slots]` of one agent
  public float blend(float[] weights, int heads, int slots, int row) {
    if (head != MEAN) {
      return head < heads ? weights[head * slots + row] : 0;
    }
    float sum = 0;
    for (int each = 0; each < heads; each++) {
      sum += weights[each * slots + row];
    }
    return sum / heads;
  }

  /// The choices that a policy offers.
  ///
  /// @param layers at least one
  /// @param heads per layer, at least one
  public static List<SketchChoice> choices(int layers, int heads) {
    List<Alternative> layer = numbered(LAYER, layers);
    List<Alternative> head = new ArrayList<>();
    head.add(new Alternative(OF_ALL, wording("EdgeHeads.all_heads")));
    head.addAll(numbered(HEAD, heads));
    return List.of(
        new SketchChoice(
            LAYER,
            wording("EdgeHeads.layer_whose_attention_is_shown"),
            layer,
            layer.getLast().id()),
        new SketchChoice(HEAD, wording("EdgeHeads.head_whose_attention_is_shown"), head, OF_ALL));
  }

  /// The option for a head.
  ///
  /// @param head counted from 0
  public static String way(int head) {
    return Integer.toString(head + 1);
  }

  private static List<Alternative> numbered(String what, int count) {
    List<Alternative> ways = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ways.add(new Alternative(way(i), what + " " + way(i)));
    }
    return ways;
  }
}
