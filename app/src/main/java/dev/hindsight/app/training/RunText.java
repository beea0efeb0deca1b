package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.text.Sentences;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/// Describes runs in words.
final class RunText {
  private RunText() {}

  /// The state in one or two words: "Healthy".
  static String badge(TrainingState state) {
    return switch (state.health()) {
      case WAITING -> wording("RunText.getting_ready");
      case CHECKING -> "Checking";
      case HEALTHY -> "Healthy";
      case ALARMED -> wording("RunText.not_learning");
      case STOPPING -> "Stopping";
      case PAUSED -> "Paused";
      case FINISHED -> "Finished";
      case STOPPED -> "Stopped";
      case FAILED -> "Failed";
    };
  }

  /// The state in a sentence.
  static String sentence(TrainingState state) {
    return switch (state.health()) {
      case WAITING -> wording("RunText.preparing_environments");
      case CHECKING -> wording("RunText.the_run_is_healthy_when_its");
      case HEALTHY -> wording("RunText.close_the_tab_or_the_window");
      case ALARMED -> alarms(state);
      case STOPPING -> wording("RunText.it_finishes_update", state.updates() + 1);
      case PAUSED ->
          state.motion() == TrainingState.RunActivity.BROKEN
              ? wording("RunText.paused_within_an_update_at_a")
              : wording("RunText.paused_between_two_updates");
      case FINISHED -> (finished(state) + " " + alarms(state)).strip();
      case STOPPED -> wording("RunText.nothing_is_lost_resume_it_here");
      case FAILED -> failure(state);
    };
  }

  private static String finished(TrainingState state) {
    String reason = state.ending().map(TrainingState.RunEnding::reason).orElse("");
    return reason.isEmpty()
        ? wording("RunText.all_updates_are_finished")
        : Sentences.complete(reason);
  }

  /// Each alarm as a sentence: what is wrong, and what to try.
  private static String alarms(TrainingState state) {
    return state.alarms().stream()
        .map(alarm -> Sentences.complete(alarm.words()))
        .collect(Collectors.joining(" "));
  }

  private static String failure(TrainingState state) {
    String reason = state.ending().map(TrainingState.RunEnding::reason).orElse("").strip();
    boolean kept = state.ending().flatMap(TrainingState.RunEnding::checkpoint).isPresent();
    String where =
        state.updates() == 0
            ? wording("RunText.before_the_first_update_finished")
            : wording("RunText.after_update", state.updates());
    return where + reason + (kept ? wording("RunText.the_last_good_checkpoint_is_saved") : "");
  }

  /// "37 of 150 updates · 370,000 agent steps · 21,400 a second".
  static String progress(TrainingState state) {
    return state.progress().map(now -> progress(now, state.alive())).orElse("");
  }

  private static String progress(RunProgress now, boolean alive) {
    String updates =
        wording(
            "RunText.of_updates",
            NumberWords.count(now.updates()),
            NumberWords.count(now.updatesInAll()));
    return now.agentSteps() == 0
        ? updates
        : String.format(
            Locale.ROOT,
            wording("RunText.agent_steps_per_second"),
            updates,
            NumberWords.count(now.agentSteps()),
            NumberWords.rate(now.agentStepsPerSecond()),
            alive ? remaining(now) : "");
  }

  private static String remaining(RunProgress now) {
    if (now.updates() == 0 || now.updates() >= now.updatesInAll()) {
      return "";
    }
    long seconds = Math.round(now.seconds() / now.updates() * (now.updatesInAll() - now.updates()));
    return seconds < 60
        ? String.format(Locale.ROOT, " · %d s left", seconds)
        : String.format(Locale.ROOT, wording("RunText.min_left"), seconds / 60, seconds % 60);
  }

  /// "return 3.2 · length 31.0" over the same updates as the scores; empty if no episode has ended.
  static String episodes(TrainingState state) {
    OptionalDouble sum = RunProgress.recent(state.reports(), UpdateReport.RETURN);
    OptionalDouble length = RunProgress.recent(state.reports(), "episode/length");
    return sum.isPresent()
        ? wording(
            "RunText.return_length",
            NumberWords.decimals(sum.getAsDouble(), 2),
            NumberWords.decimals(length.orElse(Double.NaN), 1))
        : "";
  }

  /// "trial 1 0.41, trial 2 0.63 ... gain 0.55".
  static String scores(Optional<RunProgress> progress) {
    if (progress.isEmpty() || progress.get().recentScores().isEmpty()) {
      return "";
    }
    StringBuilder words = new StringBuilder(wording("RunText.score_of_trial"));
    int number = 1;
    for (double score : progress.get().recentScores()) {
      words.append("  ").append(number++).append(": ").append(NumberWords.exactScore(score));
    }
    progress
        .get()
        .gain()
        .ifPresent(gain ->
            words.append(wording("RunText.gain")).append(NumberWords.exactScoreDifference(gain)));
    return words.toString();
  }
}
