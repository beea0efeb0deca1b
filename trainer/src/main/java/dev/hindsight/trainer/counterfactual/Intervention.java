package dev.hindsight.trainer.counterfactual;

import dev.hindsight.trainer.attention.Ablation;
import java.util.LinkedHashMap;
import java.util.Map;

/// What an agent does without when it lives on.
public sealed interface Intervention {
  /// Nothing: it lives on as it did.
  Intervention NONE = new AblateAttention(Ablation.NONE, Map.of(), Integer.MAX_VALUE);

  /// For people, after "without": `all of trial 1`.
  String words();

  /// Something is switched off in its attention, at every tick from the one on at which it lives
  /// on.
  ///
  /// @param means of the heads that are switched off, where their mean takes their place
  /// @param horizon S, ticks after which its memory begins anew
  record AblateAttention(Ablation ablation, Map<Ablation.Head, float[]> means, int horizon)
      implements Intervention {
    /// Copies the map.
    public AblateAttention {
      means = Map.copyOf(new LinkedHashMap<>(means));
    }

    @Override
    public String words() {
      return ablation.words();
    }
  }

  /// Its memory is wiped at the start of every trial, the present one included if it lives on from
  /// its first tick; what the observation tells of the tick before is hidden then.
  record WipeMemory() implements Intervention {
    @Override
    public String words() {
      return "its memory of earlier trials";
    }
  }
}
