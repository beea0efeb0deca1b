package dev.hindsight.trainer.policy;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The mismatches between a checkpoint and an architecture. Each entry names a tensor and its
/// fault; all three lists are empty if the checkpoint fits.
///
/// @param missing tensors only in the architecture
/// @param leftOver tensors only in the checkpoint
/// @param otherShape tensors in both, with different shapes
public record TensorMismatches(
    List<String> missing, List<String> leftOver, List<String> otherShape) {
  private static final int NAMED = 3;

  /// Copies the lists.
  public TensorMismatches {
    missing = List.copyOf(missing);
    leftOver = List.copyOf(leftOver);
    otherShape = List.copyOf(otherShape);
  }

  /// Compares a checkpoint with the tensors of an architecture.
  ///
  /// @param wanted shapes by name
  public static TensorMismatches between(Checkpoint checkpoint, Map<String, int[]> wanted) {
    List<String> missing = new ArrayList<>();
    List<String> otherShape = new ArrayList<>();
    Map<String, Tensor> rest = new LinkedHashMap<>(checkpoint.tensors());
    wanted.forEach((name, shape) -> {
      Tensor found = rest.remove(name);
      if (found == null) {
        missing.add(name);
      } else if (!Arrays.equals(found.shape(), shape)) {
        otherShape.add(
            wording(
                "TensorMismatches.is_not",
                name,
                Arrays.toString(found.shape()),
                Arrays.toString(shape)));
      }
    });
    List<String> leftOver = new ArrayList<>(rest.keySet());
    checkpoint
        .program()
        .ifPresent(
            program -> leftOver.add(wording("TensorMismatches.code", program.format().title())));
    return new TensorMismatches(missing, leftOver, otherShape);
  }

  /// Number of tensors that do not fit; 0 if the checkpoint fits.
  public int count() {
    return missing.size() + leftOver.size() + otherShape.size();
  }

  /// All mismatches in one line, a few of each kind by name.
  public String summary() {
    List<String> parts = new ArrayList<>();
    add(parts, missing, "missing");
    add(parts, otherShape, wording("TensorMismatches.of_another_shape"));
    add(parts, leftOver, wording("TensorMismatches.left_over"));
    return String.join("; ", parts);
  }

  private static void add(List<String> parts, List<String> tensors, String kind) {
    if (!tensors.isEmpty()) {
      String named = String.join(", ", tensors.subList(0, Math.min(NAMED, tensors.size())));
      String rest = tensors.size() > NAMED ? ", ..." : "";
      parts.add(tensors.size() + " " + kind + " (" + named + rest + ")");
    }
  }
}
