package dev.hindsight.inspector.recompute;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.parity.Arithmetic;
import java.nio.file.Path;
import java.util.Optional;

/// The conditions under which a network is computed: [#RIGHT], or with a mistake.
///
/// @param words the mistake, for users
/// @param arithmetic of the network
/// @param checkpoint used instead of the recording's
/// @param keeping how the memory is kept
/// @param rows which rows are observed
record Premise(
    String words,
    Arithmetic arithmetic,
    Optional<Path> checkpoint,
    MemoryKeeping keeping,
    RowSubstitution rows) {
  /// Nothing is wrong.
  static final Premise RIGHT =
      new Premise("", Arithmetic.PLAIN, Optional.empty(), MemoryKeeping.RIGHT, RowSubstitution.OWN);

  static Premise of(Arithmetic arithmetic) {
    return new Premise(
        arithmetic.words(), arithmetic, Optional.empty(), MemoryKeeping.RIGHT, RowSubstitution.OWN);
  }

  static Premise of(MemoryRules rules) {
    return of(rules.words(), new MemoryKeeping.ByRules(rules));
  }

  static Premise of(String words, MemoryKeeping memoryKeeping) {
    return new Premise(
        words, Arithmetic.PLAIN, Optional.empty(), memoryKeeping, RowSubstitution.OWN);
  }

  static Premise of(RowSubstitution rowSubstitution) {
    return new Premise(
        rowSubstitution.words(),
        Arithmetic.PLAIN,
        Optional.empty(),
        MemoryKeeping.RIGHT,
        rowSubstitution);
  }

  static Premise of(Path checkpoint) {
    return new Premise(
        wording("Premise.another_checkpoint_acted", checkpoint.getFileName()),
        Arithmetic.PLAIN,
        Optional.of(checkpoint),
        MemoryKeeping.RIGHT,
        RowSubstitution.OWN);
  }
}
