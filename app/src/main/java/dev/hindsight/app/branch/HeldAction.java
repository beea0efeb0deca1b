package dev.hindsight.app.branch;

import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.ForcedAction;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.Optional;

/// One action done by hand for some ticks, whatever kind of edit says so.
///
/// @param ticks from 1
record HeldAction(int tick, int agent, ForcedAction choice, int ticks) {
  /// What an edit holds; nothing where it is no action, or several.
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

  /// For how long an action is held where nobody says: a second of what accelerates and steers,
  /// which hardly feels a single tick; one tick of what moves step by step.
  static int defaultTicks(Manifest manifest) {
    boolean steps =
        ActionManifest.read(manifest)
            .filter(space ->
                space instanceof ActionSpace.Discrete discrete && discrete.factors().size() < 2)
            .isPresent();
    return steps ? 1 : (int) Math.max(1, Math.round(1 / manifest.tickSeconds()));
  }

  /// Whether it is what an agent does from a tick on.
  boolean of(int atTick, int who) {
    return tick == atTick && agent == who;
  }

  /// The same action, held for another while.
  Edit withTicks(int others) {
    return Edit.hold(tick, agent, choice, others);
  }
}
