package dev.hindsight.inspector.recompute;

import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.parity.Arithmetic;
import java.nio.file.Path;
import java.util.Optional;

/// What a network is computed under: [#RIGHT], or with a mistake in it.
///
/// @param words what the mistake is, for people
/// @param arithmetic of the network
/// @param checkpoint another one than the recording's
/// @param keeping how memory is kept
/// @param rows what is observed
record Premise(
    String words, Arithmetic arithmetic, Optional<Path> checkpoint, Keeping keeping, Rows rows) {
  /// Nothing is wrong.
  static final Premise RIGHT =
      new Premise("", Arithmetic.PLAIN, Optional.empty(), Keeping.RIGHT, Rows.OWN);

  static Premise of(Arithmetic arithmetic) {
    return new Premise(arithmetic.words(), arithmetic, Optional.empty(), Keeping.RIGHT, Rows.OWN);
  }

  static Premise of(MemoryRules rules) {
    return of(rules.words(), new Keeping.ByRules(rules));
  }

  static Premise of(String words, Keeping keeping) {
    return new Premise(words, Arithmetic.PLAIN, Optional.empty(), keeping, Rows.OWN);
  }

  static Premise of(Rows rows) {
    return new Premise(rows.words(), Arithmetic.PLAIN, Optional.empty(), Keeping.RIGHT, rows);
  }

  static Premise of(Path checkpoint) {
    return new Premise(
        "another checkpoint acted, " + checkpoint.getFileName(),
        Arithmetic.PLAIN,
        Optional.of(checkpoint),
        Keeping.RIGHT,
        Rows.OWN);
  }
}
