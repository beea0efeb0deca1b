package dev.hindsight.app.training;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.run.ledger.RunProgress;
import java.util.Locale;
import java.util.Optional;

/// Describes runs in words.
final class RunText {
  private RunText() {}

  /// The state in one or two words: "Healthy".
  static String badge(TrainingState state) {
    return switch (state.health()) {
      case WAITING -> "Getting ready";
      case CHECKING -> "Checking";
      case HEALTHY -> "Healthy";
      case PAUSED -> "Paused";
      case FINISHED -> "Finished";
      case STOPPED -> "Stopped";
      case FAILED -> "Failed";
    };
  }

  /// The state in a sentence.
  static String sentence(TrainingState state) {
    return switch (state.health()) {
      case WAITING -> "Preparing environments.";
      case CHECKING -> "The run is healthy when its first update passes the checks.";
      case HEALTHY -> "Close the tab or the window at any time: the run stops and can be resumed.";
      case PAUSED ->
          state.motion() == TrainingState.RunActivity.BROKEN
              ? "Paused within an update, at a tick where a breakpoint was hit."
              : "Paused between two updates.";
      case FINISHED -> "All updates are finished.";
      case STOPPED -> "Nothing is lost. Resume it here or under All runs.";
      case FAILED -> failure(state);
    };
  }

  private static String failure(TrainingState state) {
    String reason = state.ending().map(TrainingState.RunEnding::reason).orElse("").strip();
    boolean kept = state.ending().flatMap(TrainingState.RunEnding::checkpoint).isPresent();
    String where =
        state.updates() == 0
            ? "Before the first update finished: "
            : "After update " + state.updates() + ": ";
    return where + reason + (kept ? ". The last good checkpoint is saved." : "");
  }

  /// "37 of 150 updates · 370,000 agent steps · 21,400 a second".
  static String progress(TrainingState state) {
    return state.progress().map(RunText::progress).orElse("");
  }

  private static String progress(RunProgress now) {
    String updates =
        String.format(Locale.ROOT, "%,d of %,d updates", now.updates(), now.updatesInAll());
    return now.agentSteps() == 0
        ? updates
        : String.format(
            Locale.ROOT,
            "%s · %s agent steps · %s per second%s",
            updates,
            NumberWords.count(now.agentSteps()),
            NumberWords.rate(now.agentStepsPerSecond()),
            remaining(now));
  }

  private static String remaining(RunProgress now) {
    if (now.updates() == 0 || now.updates() >= now.updatesInAll()) {
      return "";
    }
    long seconds = Math.round(now.seconds() / now.updates() * (now.updatesInAll() - now.updates()));
    return seconds < 60
        ? String.format(Locale.ROOT, " · %d s left", seconds)
        : String.format(Locale.ROOT, " · %d:%02d min left", seconds / 60, seconds % 60);
  }

  /// "trial 1 0.41, trial 2 0.63 ... gain 0.55".
  static String scores(Optional<RunProgress> progress) {
    if (progress.isEmpty() || progress.get().recentScores().isEmpty()) {
      return "";
    }
    StringBuilder words = new StringBuilder("Score of trial");
    int number = 1;
    for (double score : progress.get().recentScores()) {
      words.append("  ").append(number++).append(": ").append(NumberWords.exactScore(score));
    }
    progress
        .get()
        .adaDelta()
        .ifPresent(gain -> words.append("   gain ").append(NumberWords.exactGain(gain)));
    return words.toString();
  }
}
