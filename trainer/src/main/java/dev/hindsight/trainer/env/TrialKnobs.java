package dev.hindsight.trainer.env;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// How an environment's settings say "K trials of T ticks", so that a form can ask for the two
/// numbers without knowing the environment.
///
/// @param trials setting that holds K
/// @param trialTicks setting that holds T, ticks a trial takes at most
/// @param inTrials what else has to be chosen for trials to happen
/// @param singleTicks setting that holds T where K is 1
/// @param usualTicks T to offer
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

  /// The settings of K trials.
  ///
  /// @param count K from 1; with 1 there is one run without trials, if the environment knows such
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

  /// Every setting that [#of] decides on for so many trials, and those it leaves alone because of
  /// them.
  public Set<String> names(int count) {
    Set<String> names = new HashSet<>(Set.of(trials, trialTicks));
    names.add(singleTicks);
    if (count > 1) {
      names.addAll(inTrials.keySet());
    }
    return names;
  }
}
