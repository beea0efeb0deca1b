package dev.hindsight.trainer.learn;

import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.policy.TensorMismatches;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/// The sizes of a drive LSTM and the resulting tensors.
///
/// @param ego E, numbers of the ego segment
/// @param input width of the three encoders
/// @param hidden width of the embedding and of the LSTM
/// @param heads outputs of the actor: joint actions, or means and deviations of continuous ones
record DriveLstmSpec(int ego, int input, int hidden, int heads) {
  /// Road types that the policy distinguishes, one-hot: codes `0..6`.
  static final int ROAD_TYPES = 7;

  /// Width of a road row as encoder input: all features except the type, then the type one-hot.
  static final int ROAD_INPUT = DriveLayout.ROAD_FEATURES.size() - 1 + ROAD_TYPES;

  static final int PARTNER_INPUT = DriveLayout.PARTNER_FEATURES.size();

  private static final DriveLstmSpec REFERENCE = new DriveLstmSpec(7, 64, 256, 91);

  /// State dicts name the LSTM a second time, as the cell used for single steps.
  private static final Map<String, String> ALIASES =
      Map.of(
          "cell.weight_ih", "lstm.weight_ih_l0",
          "cell.weight_hh", "lstm.weight_hh_l0",
          "cell.bias_ih", "lstm.bias_ih_l0",
          "cell.bias_hh", "lstm.bias_hh_l0");

  /// The sizes of the reference's raw files, which do not store them.
  static DriveLstmSpec raw(int ego, int heads) {
    return new DriveLstmSpec(ego, REFERENCE.input, REFERENCE.hidden, heads);
  }

  /// The sizes implied by named tensors; the reference's if one is missing.
  static DriveLstmSpec of(Checkpoint checkpoint) {
    return new DriveLstmSpec(
        size(checkpoint, "policy.ego_encoder.0.weight", 1, REFERENCE.ego),
        size(checkpoint, "policy.ego_encoder.0.weight", 0, REFERENCE.input),
        size(checkpoint, "policy.shared_embedding.1.weight", 0, REFERENCE.hidden),
        size(checkpoint, "policy.actor.weight", 0, REFERENCE.heads));
  }

  private static int size(Checkpoint checkpoint, String name, int axis, int otherwise) {
    return checkpoint
        .tensor(name)
        .filter(tensor -> tensor.shape().length == 2)
        .map(tensor -> tensor.shape()[axis])
        .orElse(otherwise);
  }

  /// Shapes by name, in the order of raw files.
  Map<String, int[]> shapes() {
    Map<String, int[]> shapes = new LinkedHashMap<>();
    encoder(shapes, "policy.ego_encoder", ego);
    encoder(shapes, "policy.road_encoder", ROAD_INPUT);
    encoder(shapes, "policy.partner_encoder", PARTNER_INPUT);
    linear(shapes, "policy.shared_embedding.1", hidden, 3 * input);
    linear(shapes, "policy.actor", heads, hidden);
    linear(shapes, "policy.value_fn", 1, hidden);
    shapes.put("lstm.weight_ih_l0", new int[] {4 * hidden, hidden});
    shapes.put("lstm.weight_hh_l0", new int[] {4 * hidden, hidden});
    shapes.put("lstm.bias_ih_l0", new int[] {4 * hidden});
    shapes.put("lstm.bias_hh_l0", new int[] {4 * hidden});
    return shapes;
  }

  private void encoder(Map<String, int[]> shapes, String name, int features) {
    linear(shapes, name + ".0", input, features);
    shapes.put(name + ".1.weight", new int[] {input});
    shapes.put(name + ".1.bias", new int[] {input});
    linear(shapes, name + ".2", input, input);
  }

  private static void linear(Map<String, int[]> shapes, String name, int out, int in) {
    shapes.put(name + ".weight", new int[] {out, in});
    shapes.put(name + ".bias", new int[] {out});
  }

  /// Total number of weights: 614,172 for the reference.
  long count() {
    return shapes().values().stream().mapToLong(DriveLstmSpec::elements).sum();
  }

  /// Differences between a named checkpoint and these sizes.
  TensorMismatches mismatches(Checkpoint checkpoint) {
    Map<String, Tensor> tensors = new LinkedHashMap<>(checkpoint.tensors());
    Map<String, int[]> shapes = shapes();
    ALIASES.forEach((alias, name) -> {
      Tensor tensor = tensors.get(alias);
      if (tensor != null && Arrays.equals(tensor.shape(), shapes.get(name))) {
        tensors.remove(alias);
      }
    });
    return TensorMismatches.between(
        new Checkpoint(checkpoint.name(), "", tensors, Map.of()), shapes);
  }

  /// Cuts a raw file into tensors of these sizes.
  Map<String, Tensor> cut(Tensor raw) {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    int at = 0;
    for (Map.Entry<String, int[]> entry : shapes().entrySet()) {
      int end = at + (int) elements(entry.getValue());
      tensors.put(
          entry.getKey(),
          new Tensor(entry.getKey(), entry.getValue(), Arrays.copyOfRange(raw.values(), at, end)));
      at = end;
    }
    return tensors;
  }

  private static long elements(int[] shape) {
    return Arrays.stream(shape).asLongStream().reduce(1, Math::multiplyExact);
  }
}
