package dev.hindsight.trainer.edit;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.policy.MemoryErasure;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/// One thing that is done by hand at a tick, before the policy looks at it or instead of what it
/// chose. [EditJson] is its form in files, [EditWords] its form for people.
public sealed interface Edit {
  /// In the place of an agent: all of them.
  int ALL = -1;

  /// The tick it is done at; of a stretch the first.
  int tick();

  /// The same action held for some ticks.
  ///
  /// @param ticks 1 is a single action
  /// @throws Problem if it is for no tick at all
  static Edit hold(int tick, int agent, ForcedAction forcedAction, int ticks) {
    if (ticks < 1) {
      throw new Problem(
          "an action cannot be held for " + ticks + " ticks", "tick " + tick, "hold it for 1");
    }
    return ticks == 1
        ? new Action(tick, agent, forcedAction)
        : new ActionSequence(tick, agent, Collections.nCopies(ticks, forcedAction));
  }

  /// Another action than was chosen.
  record Action(int tick, int agent, ForcedAction choice) implements Edit {}

  /// Somebody at the wheel: an action a tick, from a tick on.
  record ActionSequence(int tick, int agent, List<ForcedAction> choices) implements Edit {
    /// Copies the list.
    public ActionSequence {
      choices = List.copyOf(choices);
    }

    /// Whether it is one action, held.
    public boolean steady() {
      return choices.stream().distinct().count() == 1;
    }
  }

  /// Another place.
  ///
  /// @param x metres, in the frame of the column `pose`
  /// @param y metres
  /// @param heading radians
  record Pose(int tick, int agent, float x, float y, float heading) implements Edit {}

  /// Off the map, or back on it.
  record Presence(int tick, int agent, Way way) implements Edit {
    /// In which direction.
    public enum Way {
      /// Into limbo.
      OFF,
      /// Out of limbo, to where the trial began.
      BACK
    }
  }

  /// Another number where the agent looks, for this tick; the world stays as it is.
  ///
  /// @param dimension index into the observation
  /// @param value raw, as the policy reads it
  record ObservedNumber(int tick, int agent, int dimension, float value) implements Edit {}

  /// Everything forgotten, as at the end of an episode.
  ///
  /// @param agent one, or [#ALL]
  record Wipe(int tick, int agent) implements Edit {}

  /// One moment forgotten.
  ///
  /// @param agent one, or [#ALL]
  /// @param moment the tick whose slot it is; before `tick`
  record Slot(int tick, int agent, int moment, MemoryErasure how) implements Edit {}

  /// Something switched off in an agent's attention, at every tick from here on, until something
  /// else is or another policy takes over; nothing ([Ablation#NONE]) opens its eyes again. What it
  /// stored meanwhile stays as it was stored.
  ///
  /// @param means what heads put out that are replaced by their mean, `[d / H]` each
  record Ablate(int tick, int agent, Ablation ablation, Map<Ablation.Head, List<Float>> means)
      implements Edit {
    /// Copies the map.
    public Ablate {
      means = Map.copyOf(means);
    }
  }

  /// Another policy acts from here on. It has lived through everything before as if it had acted.
  ///
  /// @param file a checkpoint file, or the name of a shipped policy
  /// @param sha256 hex digest of the file, empty where there is none
  record PolicyChange(int tick, String file, String sha256) implements Edit {}
}
