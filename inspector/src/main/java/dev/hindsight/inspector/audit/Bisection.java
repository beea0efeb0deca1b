package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.MemoryRules.Limbo;
import dev.hindsight.trainer.attention.MemoryRules.Position;
import dev.hindsight.trainer.attention.MemoryRules.Wipe;
import dev.hindsight.trainer.parity.BothForms;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.Precision;
import dev.hindsight.trainer.parity.Remembers;
import dev.hindsight.trainer.parity.Seen;
import dev.hindsight.trainer.task.Cancellation;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Finds out why two forms of a network do not say the same: positions, masks, resets and precision
/// are switched in the one until it says what the other does.
final class Bisection {
  private static final List<Precision> ROUNDED =
      List.of(Precision.TF32, Precision.FLOAT16, Precision.BFLOAT16);

  private static final MemoryRules BY_SLOT =
      new MemoryRules(Wipe.TERMINALS, Limbo.CLOSED, Position.SLOT);

  private final BothForms forms;
  private final Function<Precision, Optional<BothForms>> opening;
  private final Seen seen;
  private final Cancellation cancellation;

  /// @param opening opens the same network with rounded weights
  Bisection(
      BothForms forms,
      Function<Precision, Optional<BothForms>> opening,
      Seen seen,
      Cancellation cancellation) {
    this.forms = forms;
    this.opening = opening;
    this.seen = seen;
    this.cancellation = cancellation;
  }

  /// Why the form that learns and the form that acts differ here and now.
  String ofForms(Outputs learned, Outputs acted) {
    if (!same(learned, forms.learned(seen, MemoryRules.RIGHT))) {
      return "the form that learns says something else each time: dropout, or another draw, is on";
    }
    if (!same(acted, forms.acted(seen, MemoryRules.RIGHT))) {
      return "the form that acts says something else each time: dropout, or another draw, is on";
    }
    for (MemoryRules rules : MemoryRules.broken()) {
      cancellation.throwIfCancelled();
      if (same(acted, forms.learned(seen, rules))) {
        return "the form that acts: " + rules.words();
      }
      if (same(learned, forms.acted(seen, rules))) {
        return "the form that learns: " + rules.words();
      }
    }
    // The form that acts cannot be told positions: one that learns by slot is known by not caring.
    if (forms.remembers() == Remembers.ATTENTION
        && positionsDiffer()
        && same(learned, forms.learned(seen, BY_SLOT))) {
      return "the form that learns: " + BY_SLOT.words();
    }
    for (Precision precision : ROUNDED) {
      if (rounded(precision, other -> other.learned(seen, MemoryRules.RIGHT), acted)) {
        return "the form that acts: computed in " + precision.words();
      }
      if (rounded(precision, other -> other.acted(seen, MemoryRules.RIGHT), learned)) {
        return "the form that learns: computed in " + precision.words();
      }
    }
    return "neither positions, masks, resets nor precision explain it: the forms compute something"
        + " else";
  }

  /// Why what was recorded differs from what both forms say.
  String ofRecording(Outputs recorded) {
    for (MemoryRules rules : MemoryRules.broken()) {
      cancellation.throwIfCancelled();
      if (same(recorded, forms.learned(seen, rules))) {
        return "who acted: " + rules.words();
      }
    }
    for (Precision precision : ROUNDED) {
      if (rounded(precision, other -> other.learned(seen, MemoryRules.RIGHT), recorded)) {
        return "who acted: computed in " + precision.words();
      }
    }
    return "who acted: neither positions, masks, resets nor precision explain it: another checkpoint,"
        + " or dropout was on";
  }

  /// Whether any tick has another position in its episode than by slot.
  private boolean positionsDiffer() {
    return MemoryRules.RIGHT.stretches(seen.passage(), forms.horizon()).stream()
        .anyMatch(stretch -> (seen.from() + stretch.from()) % forms.horizon() != 0);
  }

  private boolean same(Outputs one, Outputs other) {
    return one.from(other, seen.passage()).size() <= ParityAudit.ROUNDING;
  }

  private boolean rounded(Precision precision, Function<BothForms, Outputs> form, Outputs wanted) {
    cancellation.throwIfCancelled();
    Optional<BothForms> opened = opening.apply(precision);
    if (opened.isEmpty()) {
      return false;
    }
    try (BothForms other = opened.get()) {
      return same(wanted, form.apply(other));
    }
  }
}
