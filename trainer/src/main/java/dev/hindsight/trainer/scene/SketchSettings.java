package dev.hindsight.trainer.scene;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The user's settings for sketches. A sketch ignores settings that it does not know.
///
/// @param ways id of the chosen option by the id of its [SketchChoice]
public record SketchSettings(Map<String, String> ways) {
  /// All defaults.
  public static final SketchSettings NOTHING = new SketchSettings(Map.of());

  /// Copies the map.
  public SketchSettings {
    ways = Map.copyOf(ways);
  }

  /// A copy with one option set.
  public SketchSettings with(String choice, String way) {
    Map<String, String> more = new HashMap<>(ways);
    more.put(choice, way);
    return new SketchSettings(more);
  }

  /// The chosen option; empty for the default.
  public Optional<String> of(String choice) {
    return Optional.ofNullable(ways.get(choice));
  }

  /// The chosen option, or the default one.
  public SketchChoice.Alternative of(SketchChoice choice) {
    String id = of(choice.id()).orElse(choice.usual());
    return choice.ways().stream()
        .filter(alternative -> alternative.id().equals(id))
        .findFirst()
        .orElseGet(() -> of(choice, choice.usual()));
  }

  private static SketchChoice.Alternative of(SketchChoice choice, String id) {
    return choice.ways().stream()
        .filter(alternative -> alternative.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /// Rejects unknown choices and options.
  ///
  /// @param offered available choices
  /// @param where the recording or setting, for messages
  /// @throws Problem naming the available options
  public void check(List<SketchChoice> offered, String where) {
    ways.forEach((id, way) -> {
      boolean known =
          offered.stream()
              .filter(choice -> choice.id().equals(id))
              .flatMap(choice -> choice.ways().stream())
              .anyMatch(each -> each.id().equals(way));
      if (!known) {
        throw new Problem(
            wording("SketchSettings.its_pictures_offer_no", id, way),
            where,
            offered.isEmpty()
                ? wording("SketchSettings.they_offer_nothing_to_choose")
                : wording("SketchSettings.choose_of", words(offered)));
      }
    });
  }

  private static String words(List<SketchChoice> offered) {
    return offered.stream()
        .map(choice ->
            choice.ways().stream()
                .map(SketchChoice.Alternative::id)
                .collect(Collectors.joining("|", choice.id() + "=", "")))
        .collect(Collectors.joining(", "));
  }
}
