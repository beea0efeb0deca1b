package dev.hindsight.trainer.counterfactual;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.attention.Ablation;
import java.util.LinkedHashMap;
import java.util.Map;

/// What an agent has to do without in a counterfactual run.
public sealed interface Intervention {
  /// Nothing: the run equals the recording.
  Intervention NONE = new AblateAttention(Ablation.NONE, Map.of(), Integer.MAX_VALUE);

  /// For people, after "without": `all of trial 1`.
  String words();

  /// Parts of its attention are switched off, at every tick from the start of the run on.
  ///
  /// @param means of the heads that are switched off, if their mean replaces them
  /// @param horizon S, ticks after which its memory starts over
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

  /// Its memory is wiped at the start of every trial, including the present one if the run starts
  /// at its first tick; the parts of the observation that show the previous tick are hidden then.
  record WipeMemory() implements Intervention {
    @Override
    public String words() {
      return wording("Intervention.its_memory_of_earlier_trials");
    }
  }
}
