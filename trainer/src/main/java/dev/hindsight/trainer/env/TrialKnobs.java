package dev.hindsight.trainer.env;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// How an environment's settings express "K trials of T ticks", so that a form can ask for the two
/// numbers without knowing the environment.
///
/// @param trials setting that holds K
/// @param trialTicks setting that holds T, the most ticks of a trial
/// @param inTrials further settings that trials need
/// @param singleTicks setting that holds T if K is 1
/// @param usualTicks T to suggest
public record TrialKnobs(
    String trials,
    String trialTicks,
    Map<String, String> inTrials,
    String singleTicks,
    int usualTicks) {
  /// Copies the map.
  public TrialKnobs {
    inTrials = Map.copyOf(inTrials);
  }

  /// The settings for K trials.
  ///
  /// @param count K from 1; with 1 there is one run without trials, if the environment supports it
  /// @param ticks T
  public Map<String, String> of(int count, int ticks) {
    Map<String, String> chosen = new LinkedHashMap<>();
    if (count > 1) {
      chosen.putAll(inTrials);
      chosen.put(trialTicks, Integer.toString(ticks));
    } else {
      chosen.put(singleTicks, Integer.toString(ticks));
    }
    if (count > 1 || singleTicks.equals(trialTicks)) {
      chosen.put(trials, Integer.toString(count));
    }
    return chosen;
  }

  /// Every setting that [#of] sets for so many trials, and those it deliberately leaves unset.
  public Set<String> names(int count) {
    Set<String> names = new HashSet<>(Set.of(trials, trialTicks));
    names.add(singleTicks);
    if (count > 1) {
      names.addAll(inTrials.keySet());
    }
    return names;
  }
}
