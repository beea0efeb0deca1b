package dev.hindsight.trainer.branch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/// Whether a recording that is run on without any edit gives what was recorded. What an edit
/// changed is read off against that: where the control fails, no difference can be put down to the
/// edit.
///
/// @param verdict how it came out
/// @param tick the first that is not what was recorded; nothing where all are
/// @param words in a sentence without a full stop
public record ControlResult(Status verdict, OptionalInt tick, String words) {
  /// Made by a version that ran no control.
  public static final ControlResult NOT_RUN =
      new ControlResult(
          Status.NOT_RUN,
          OptionalInt.empty(),
          "it was not checked whether the recording repeats without the edit");

  /// The key in a branch file and in the manifest of a branch.
  public static final String KEY = "control";

  /// How it came out.
  public enum Status {
    /// Every bit of world and policy repeats.
    EXACT,
    /// World and actions repeat; what the policy says differs by rounding.
    ROUNDED,
    /// Something does not repeat.
    DIFFERS,
    /// Nobody looked.
    NOT_RUN;

    private String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// Whether a difference between a branch and what it branched from is the edit's doing.
  public boolean credits() {
    return verdict == Status.EXACT || verdict == Status.ROUNDED;
  }

  /// What to read before a comparison; nothing where the edit is credited with it.
  public Optional<String> warning() {
    return switch (verdict) {
      case EXACT, ROUNDED -> Optional.empty();
      case DIFFERS -> Optional.of(words + "; differences cannot be credited to the edit");
      case NOT_RUN -> Optional.of(words);
    };
  }

  /// As files hold it.
  public ObjectNode json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("verdict", verdict.id()).put("credited", credits());
    tick.ifPresent(first -> node.put("tick", first));
    return node.put("words", words);
  }

  /// As [#json] wrote it; [#NOT_RUN] where nothing was written.
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
