package dev.hindsight.trainer.run;

import dev.hindsight.trainer.Problem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The one list of presets. An environment's first is the one to use where nobody says.
public final class BuiltInPresets {
  private static final TrainingPreset DARKROOM_SMALL =
      new TrainingPreset(
          "darkroom",
          "5x5",
          "four trials of ten ticks in a room of 25 cells; learns in about a minute",
          List.of(),
          Map.of("env.preset", "5x5", "updates", "150"));

  private static final TrainingPreset DARKROOM_LARGE =
      new TrainingPreset(
          "darkroom",
          "7x7",
          "four trials of fourteen ticks in a room of 49 cells; learns in some minutes",
          List.of(),
          Map.of("env.preset", "7x7", "updates", "300"));

  private BuiltInPresets() {}

  /// All of them.
  public static List<TrainingPreset> all() {
    return List.of(DARKROOM_SMALL, DARKROOM_LARGE);
  }

  /// Those of an environment, in the order menus show them.
  public static List<TrainingPreset> of(String environment) {
    return all().stream().filter(preset -> preset.environment().equals(environment)).toList();
  }

  /// The one a user named, or the environment's first. An environment without any trains with the
  /// defaults of all knobs.
  ///
  /// @throws Problem listing those there are
  static TrainingPreset chosen(String environment, Optional<String> id) {
    List<TrainingPreset> there = of(environment);
    if (id.isEmpty()) {
      return there.isEmpty()
          ? new TrainingPreset(environment, "", "every knob at its default", List.of(), Map.of())
          : there.getFirst();
    }
    return there.stream()
        .filter(preset -> preset.id().equals(id.get()))
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                environment + " has no preset of that name",
                id.get(),
                "choose one of "
                    + there.stream().map(TrainingPreset::id).collect(Collectors.joining(", "))));
  }
}
