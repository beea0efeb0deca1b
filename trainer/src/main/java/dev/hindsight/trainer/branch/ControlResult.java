package dev.hindsight.trainer.branch;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Whether a recording that is run on without an edit repeats. The effect of an edit is measured
/// against this: if the control fails, no difference can be credited to the edit.
///
/// @param verdict the result
/// @param tick the first that differs from the recording; empty if none does
/// @param words in a sentence without a full stop
public record ControlResult(Status verdict, OptionalInt tick, String words) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// The recording was made by a version that ran no control.
  public static final ControlResult NOT_RUN =
      new ControlResult(
          Status.NOT_RUN,
          OptionalInt.empty(),
          wording("ControlResult.it_was_not_checked_whether_the"));

  /// The key in a branch file and in the manifest of a branch.
  public static final String KEY = "control";

  /// The result of a control.
  public enum Status {
    /// Every bit of world and policy repeats.
    EXACT,
    /// World and actions repeat; the policy's outputs differ by rounding.
    ROUNDED,
    /// Something does not repeat.
    DIFFERS,
    /// No control was run.
    NOT_RUN;

    private String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// Whether differences between a branch and its parent are credited to the edit.
  public boolean credits() {
    return verdict == Status.EXACT || verdict == Status.ROUNDED;
  }

  /// A warning to show before a comparison; empty if differences are credited to the edit.
  public Optional<String> warning() {
    return switch (verdict) {
      case EXACT, ROUNDED -> Optional.empty();
      case DIFFERS ->
          Optional.of(wording("ControlResult.differences_cannot_be_credited_to", words));
      case NOT_RUN -> Optional.of(words);
    };
  }

  /// The form stored in files.
  @JsonValue
  public JsonNode json() {
    return JSON.valueToTree(
        new ControlJson(verdict.id(), credits(), tick.isPresent() ? tick.getAsInt() : null, words));
  }

  /// @param tick null if there is none
  private record ControlJson(
      String verdict,
      boolean credited,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer tick,
      String words) {}

  /// Parses the form that [#json] writes; [#NOT_RUN] if there is none.
  public static ControlResult read(JsonNode node) {
    return Arrays.stream(Status.values())
        .filter(status -> status.id().equals(node.path("verdict").asText()))
        .findFirst()
        .map(status ->
            new ControlResult(
                status,
                node.has("tick") ? OptionalInt.of(node.path("tick").asInt()) : OptionalInt.empty(),
                node.path("words").asText()))
        .orElse(NOT_RUN);
  }
}
