package dev.hindsight.inspector.tick;

import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/// Names of the single numbers of columns: `partners[3].rel_x`, `heading`, `[4]`.
public final class ElementNames {
  /// Names of the numbers in standard columns, which manifests leave out.
  private static final Map<String, List<String>> PARTS =
      Map.of(
          "pose", List.of("x", "y", "heading"),
          "other_pose", List.of("x", "y", "heading"),
          "velocity", List.of("x", "y"),
          "goal", List.of("x", "y"),
          "size", List.of("length", "width"),
          "other_size", List.of("length", "width"));

  private ElementNames() {}

  /// Names along the last axis, if known; else the index in brackets.
  ///
  /// @param column name of the column or array
  /// @param shape sizes of its axes without the tick; the returned function takes an index of such
  ///   a row
  public static IntFunction<String> of(Manifest manifest, String column, List<Integer> shape) {
    int last = shape.isEmpty() ? 1 : Math.max(1, shape.getLast());
    ObservationLayout layout = manifest.observation();
    if (column.equals("observation") && layout.size() == last) {
      return i -> layout.segmentOf(i % last).isPresent() ? layout.nameOf(i % last) : bare(i % last);
    }
    Optional<ActionSpace.Discrete> joint =
        ActionManifest.joint(manifest).filter(space -> space.count() == last);
    if ((column.equals("logits") || column.equals("action_mask")) && joint.isPresent()) {
      return i -> bare(i % last) + " " + joint.get().describe(i % last);
    }
    List<String> parts = PARTS.getOrDefault(column, named(manifest, column));
    return i -> parts.size() == last ? parts.get(i % last) : bare(i % last);
  }

  private static List<String> named(Manifest manifest, String column) {
    return manifest.channels().stream()
        .filter(spec -> spec.name().equals(column))
        .findFirst()
        .map(StateParts::names)
        .orElse(List.of());
  }

  private static String bare(int index) {
    return "[" + index + "]";
  }
}
