package dev.hindsight.app.branch;

import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.ForcedAction;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.Optional;

/// One manual action held for some ticks, whichever kind of edit expresses it.
///
/// @param ticks from 1
record HeldAction(int tick, int agent, ForcedAction choice, int ticks) {
  /// The held action of an edit; empty if it is no action, or several.
  static Optional<HeldAction> of(Edit edit) {
    return switch (edit) {
      case Edit.Action e -> Optional.of(new HeldAction(e.tick(), e.agent(), e.choice(), 1));
      case Edit.ActionSequence e when e.steady() ->
          Optional.of(
              new HeldAction(e.tick(), e.agent(), e.choices().getFirst(), e.choices().size()));
      case Edit.ActionSequence _,
          Edit.Pose _,
          Edit.Presence _,
          Edit.ObservedNumber _,
          Edit.Wipe _,
          Edit.Slot _,
          Edit.Ablate _,
          Edit.PolicyChange _ ->
          Optional.empty();
    };
  }

  /// The default number of ticks to hold an action: one second if it accelerates and steers, since
  /// a single tick would hardly matter; one tick if it moves step by step.
  static int defaultTicks(Manifest manifest) {
    boolean steps =
        ActionManifest.joint(manifest).filter(space -> space.factors().size() < 2).isPresent();
    return steps ? 1 : (int) Math.max(1, Math.round(1 / manifest.tickSeconds()));
  }

  /// Whether it determines an agent's action at a tick.
  boolean of(int atTick, int who) {
    return tick == atTick && agent == who;
  }

  /// The same action, held for another number of ticks.
  Edit withTicks(int others) {
    return Edit.hold(tick, agent, choice, others);
  }
}
