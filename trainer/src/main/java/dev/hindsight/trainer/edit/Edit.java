package dev.hindsight.trainer.edit;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.policy.MemoryErasure;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/// One manual change at a tick, made before the policy observes or in place of its choice.
/// [EditJson] is its form in files, [EditWords] its form for people.
public sealed interface Edit {
  /// In place of an agent's index: all agents.
  int ALL = -1;

  /// The tick of the edit, or the first one of several.
  int tick();

  /// The same action held for some ticks.
  ///
  /// @param ticks 1 for a single action
  /// @throws Problem if there is not at least one tick
  static Edit hold(int tick, int agent, ForcedAction forcedAction, int ticks) {
    if (ticks < 1) {
      throw new Problem(
          wording("Edit.an_action_cannot_be_held_for", ticks),
          wording("Edit.tick", tick),
          wording("Edit.hold_it_for_1"));
    }
    return ticks == 1
        ? new Action(tick, agent, forcedAction)
        : new ActionSequence(tick, agent, Collections.nCopies(ticks, forcedAction));
  }

  /// An action instead of the policy's.
  record Action(int tick, int agent, ForcedAction choice) implements Edit {}

  /// Manual driving: one action per tick, from a tick on.
  record ActionSequence(int tick, int agent, List<ForcedAction> choices) implements Edit {
    /// Copies the list.
    public ActionSequence {
      choices = List.copyOf(choices);
    }

    /// Whether it holds one action throughout.
    public boolean steady() {
      return choices.stream().distinct().count() == 1;
    }
  }

  /// Another pose.
  ///
  /// @param x metres, in the frame of the column `pose`
  /// @param y metres
  /// @param heading radians
  record Pose(int tick, int agent, float x, float y, float heading) implements Edit {}

  /// Off the map, or back on it.
  record Presence(int tick, int agent, Way way) implements Edit {
    /// The direction.
    public enum Way {
      /// Into limbo.
      OFF,
      /// Out of limbo, back to where the trial began.
      BACK
    }
  }

  /// Another number in the agent's observation, for this tick only; the world stays unchanged.
  ///
  /// @param dimension index into the observation
  /// @param value raw, as the policy reads it
  record ObservedNumber(int tick, int agent, int dimension, float value) implements Edit {}

  /// A memory wipe, as at the end of an episode.
  ///
  /// @param agent one, or [#ALL]
  record Wipe(int tick, int agent) implements Edit {}

  /// One tick removed from memory.
  ///
  /// @param agent one, or [#ALL]
  /// @param moment the tick to forget; before `tick`
  record Slot(int tick, int agent, int moment, MemoryErasure how) implements Edit {}

  /// Parts of an agent's attention switched off at every tick from here on, until another ablation
  /// or another policy takes over; [Ablation#NONE] ends it. What was stored meanwhile stays as it
  /// is.
  ///
  /// @param means outputs of the heads that are replaced by their mean, `[d / H]` each
  record Ablate(int tick, int agent, Ablation ablation, Map<Ablation.Head, List<Float>> means)
      implements Edit {
    /// Copies the map.
    public Ablate {
      means = Map.copyOf(means);
    }
  }

  /// Another policy acts from here on. It has processed all earlier ticks as if it had acted.
  ///
  /// @param file a checkpoint file, or the name of a shipped policy
  /// @param sha256 hex digest of the file, empty if there is none
  record PolicyChange(int tick, String file, String sha256) implements Edit {}
}
