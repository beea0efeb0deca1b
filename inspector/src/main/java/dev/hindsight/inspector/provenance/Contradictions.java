package dev.hindsight.inspector.provenance;

import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.RecordingRules.Knob;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Holds what knobs say against what happened: against their effective values, the numbers the
/// environment gave, and the trials that were played.
final class Contradictions {
  /// What other programs call K, besides our own environments' names for it.
  private static final Set<String> TRIALS =
      Set.of("k_scenarios", "max_trials", "max_trials_per_episode", "num_trials");

  /// And T.
  private static final Set<String> TRIAL_TICKS =
      Set.of("scenario_length", "per_trial_timeout", "trial_ticks");

  /// And the time of a tick.
  private static final Set<String> TICK_SECONDS = Set.of("dt");

  private final List<Contradiction> found = new ArrayList<>();

  private Contradictions() {}

  static List<Contradiction> of(Rollout rollout, List<ProvenanceFact> facts) {
    Contradictions contradictions = new Contradictions();
    Manifest manifest = rollout.manifest();
    int played = played(rollout.trials());
    for (ProvenanceFact provenanceFact : facts) {
      if (provenanceFact.origin() == ProvenanceFact.ValueOrigin.CHANGED) {
        contradictions.changed(provenanceFact);
      } else if (provenanceFact.group() == ProvenanceFact.Group.ENVIRONMENT
          && meant(provenanceFact, manifest)) {
        contradictions.measured(provenanceFact, manifest, played);
      }
    }
    return List.copyOf(contradictions.found);
  }

  private static int played(TrialIndex trials) {
    int most = 0;
    for (int stretch = 0; stretch < trials.count(); stretch++) {
      most = Math.max(most, trials.trial(stretch) + 1);
    }
    return most;
  }

  /// Nobody is misled by a default that has no effect.
  private static boolean meant(ProvenanceFact provenanceFact, Manifest manifest) {
    boolean ours =
        BuiltInEnvironments.all().stream()
            .map(EnvironmentType::id)
            .anyMatch(manifest.environment().id()::equals);
    return provenanceFact.declared().isPresent() || !ours;
  }

  private void changed(ProvenanceFact provenanceFact) {
    String value = provenanceFact.value().isEmpty() ? "nothing" : provenanceFact.value();
    String said = provenanceFact.declared().map(one -> one.value()).orElse("");
    add(provenanceFact, said, value, "the environment took " + value);
  }

  private void measured(ProvenanceFact provenanceFact, Manifest manifest, int played) {
    Optional<Double> value = number(provenanceFact.value());
    if (value.isEmpty()) {
      return;
    }
    if (named(provenanceFact, manifest, TRIALS, type -> Optional.of(type.trialKnobs().trials()))) {
      int ran = manifest.trials().count();
      if (ran > 0 && value.get() != ran) {
        add(
            provenanceFact,
            provenanceFact.value(),
            "" + ran,
            "the environment has " + ran + " trials an episode");
      } else if (played > value.get()) {
        add(provenanceFact, provenanceFact.value(), "" + played, "trial " + played + " was played");
      }
    }
    int ticks = manifest.trials().timeoutTicks();
    if (named(
            provenanceFact,
            manifest,
            TRIAL_TICKS,
            type -> Optional.of(type.trialKnobs().trialTicks()))
        && ticks > 0
        && value.get() != ticks) {
      add(
          provenanceFact,
          provenanceFact.value(),
          "" + ticks,
          "a trial has " + ticks + " ticks at most");
    }
    if (named(provenanceFact, manifest, TICK_SECONDS, type -> tickSeconds(type, manifest))
        && Math.abs(value.get() - manifest.tickSeconds()) > 1e-9) {
      String seconds = Double.toString(manifest.tickSeconds());
      add(provenanceFact, provenanceFact.value(), seconds, "a tick takes " + seconds + " s");
    }
  }

  /// Whether a fact is the knob of that meaning, by the environment's own word or a known one.
  ///
  /// @param word the environment's name of the knob, if it has one
  private static boolean named(
      ProvenanceFact provenanceFact,
      Manifest manifest,
      Set<String> known,
      Function<EnvironmentType, Optional<String>> word) {
    return BuiltInEnvironments.all().stream()
        .filter(each -> each.id().equals(manifest.environment().id()))
        .findFirst()
        .map(type -> word.apply(type).filter(provenanceFact.name()::equals).isPresent())
        .orElse(known.contains(provenanceFact.name()));
  }

  private static Optional<String> tickSeconds(EnvironmentType type, Manifest manifest) {
    return type.recordingRules(manifest.environment().config()).tickSeconds().map(Knob::name);
  }

  private static Optional<Double> number(String text) {
    try {
      return Optional.of(Double.parseDouble(text));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  private void add(ProvenanceFact provenanceFact, String said, String was, String happened) {
    String source =
        provenanceFact
            .declared()
            .map(one -> " (" + one.source().word() + ", " + one.where() + ")")
            .orElse("");
    found.add(
        new Contradiction(
            provenanceFact.name(),
            said,
            was,
            provenanceFact.name()
                + " is declared as "
                + said
                + source
                + ", but "
                + happened
                + "."));
  }
}
