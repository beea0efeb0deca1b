package dev.hindsight.app.evaluation;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.recording.RecordingPlan;
import dev.hindsight.trainer.NamedFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.study.EpisodeResult;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.EvaluationTable;
import dev.hindsight.trainer.study.Measure;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.study.Suite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What an evaluation found, with all that is needed to record any of its episodes again.
///
/// @param environment id in the list of environments
/// @param checkpoint the policy, as the user named it
/// @param checkpointSha256 hex digest of its file, empty if it has none
/// @param wipe what the policy could remember of earlier trials
/// @param actions `sample` or `argmax`
/// @param seed of the evaluation
/// @param settings effective knobs of the environment, as text
/// @param partners the population that drove the agents that are not egos; empty if the policy
///   drove all agents
/// @param reused which worlds the policy was trained on, in words; empty if they are held out
/// @param otherVersion that the policy was trained in another version of the environment, in words
/// @param report the results
public record FinishedEvaluation(
    String environment,
    String checkpoint,
    String checkpointSha256,
    MemoryWipe wipe,
    String actions,
    long seed,
    Map<String, String> settings,
    Optional<String> partners,
    Optional<String> reused,
    Optional<String> otherVersion,
    EvaluationReport report) {
  /// Copies the settings, keeping their order.
  public FinishedEvaluation {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  /// What the trials of its environment are measured by.
  public List<Measure> measures() {
    return measures(environment);
  }

  /// What the trials of an environment are measured by.
  public static List<Measure> measures(String environment) {
    return Measure.of(BuiltInEnvironments.named(environment).events());
  }

  /// One row for each scenario, partner and trial.
  public EvaluationTable table() {
    return EvaluationTable.of(checkpoint, report, measures());
  }

  /// The tables of several evaluations under each other.
  ///
  /// @param evaluations at least one, of the same environment
  public static EvaluationTable table(List<FinishedEvaluation> evaluations) {
    return evaluations.stream()
        .map(FinishedEvaluation::table)
        .reduce(EvaluationTable::and)
        .orElseThrow();
  }

  /// What the user should know before reading the numbers, as far as the results say it: worlds
  /// that are not held out, and episodes that repeat others. One sentence each.
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    reused.ifPresent(words -> remarks.add(wording("FinishedEvaluation.not_held_out", words)));
    int different = report.different();
    int repeats = report.episodes() - different;
    if (repeats > 0) {
      remarks.add(wording("FinishedEvaluation.repeated_episodes", repeats, different));
    }
    return remarks;
  }

  /// The worst worlds as a suite.
  ///
  /// @param evaluations at least one, of the same environment
  /// @param count how many; fewer if there are fewer
  /// @throws Problem if their settings differ
  public static Suite worst(List<FinishedEvaluation> evaluations, int count) {
    FinishedEvaluation first = evaluations.getFirst();
    for (FinishedEvaluation other : evaluations) {
      if (!other.settings.equals(first.settings)) {
        throw new Problem(
            wording("FinishedEvaluation.it_was_evaluated_with_other_settings"),
            other.checkpoint,
            wording("FinishedEvaluation.evaluate_all_with_the_same"));
      }
    }
    return new Suite(
        first.environment,
        first.settings,
        Suite.worst(evaluations.stream().map(FinishedEvaluation::report).toList(), count));
  }

  /// Its worst episodes, the worst first.
  ///
  /// @param count how many; fewer if there are fewer
  public List<EpisodeResult> worstEpisodes(int count) {
    return Suite.worstEpisodes(report, count);
  }

  /// The name of a recording of an episode, by its world and seed.
  public String recordingName(EpisodeResult episode) {
    String world = episode.scenario().isEmpty() ? environment : episode.scenario();
    String stem = NamedFile.lastPart(world).replaceFirst("\\.[^.]*$", "");
    return stem + "-seed" + episode.seed() + ".rollout";
  }

  /// The episode of a row that went worst: the lowest score in the row's trial, then the lowest
  /// return, then the first. Where the row is about whole episodes, the lowest return.
  public EpisodeResult worst(EvaluationTable.Row row) {
    return worst(episodes(row), row.trial());
  }

  /// The episode that went worst in a trial: the lowest score there, then the lowest return.
  ///
  /// @param trial from 0; [EvaluationTable#WHOLE] for the lowest return of a whole episode
  public EpisodeResult worst(int trial) {
    return worst(report.results().stream(), trial);
  }

  private static EpisodeResult worst(Stream<EpisodeResult> episodes, int trial) {
    if (trial == EvaluationTable.WHOLE) {
      return episodes.min(Comparator.comparingDouble(EpisodeResult::earned)).orElseThrow();
    }
    return episodes
        .min(
            Comparator.comparingDouble((EpisodeResult one) -> one.trials().get(trial).score())
                .thenComparingDouble(one -> one.trials().get(trial).earned()))
        .orElseThrow();
  }

  private Stream<EpisodeResult> episodes(EvaluationTable.Row row) {
    return report.results().stream()
        .filter(one -> one.scenario().equals(row.world().scenario()))
        .filter(one -> one.partner().equals(row.world().partner()))
        .filter(one -> one.trials().size() > row.trial());
  }

  /// Records an episode again: the same scenario, seed, policies and settings give the same
  /// actions. With wiped memory it records the episode of the policy that remembers, which
  /// [EpisodeRecording] then changes.
  ///
  /// @param out the rollout file to write
  /// @throws Problem if the checkpoint is no longer the one that was evaluated; reads files
  public RecordingPlan recording(EpisodeResult episode, Path out) {
    if (!BuiltInPolicies.find(checkpoint).weights().sha256().equals(checkpointSha256)) {
      throw new Problem(
          wording("FinishedEvaluation.the_checkpoint_has_changed"),
          checkpoint,
          wording("FinishedEvaluation.evaluate_it_again"));
    }
    return new RecordingPlan(
        environment,
        Optional.of(episode.scenario()).filter(map -> !map.isEmpty()),
        Optional.of(checkpoint),
        partners,
        Optional.empty(),
        actions,
        episode.seed(),
        settings,
        out);
  }
}
