package dev.hindsight.trainer.run.session;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.Setting.Choice;
import dev.hindsight.trainer.env.Setting.Text;
import dev.hindsight.trainer.env.Setting.Whole;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.study.ReferenceGap;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The knobs that belong to a run and not to its algorithm: evaluation, the condition that ends it,
/// and the history of its checkpoints.
///
/// Evaluation is off by default: it takes time that only a user can weigh, on maps that only a user
/// can hold out, and it changes what *best* means. The history is on: a version takes a few
/// milliseconds and the space is bounded.
///
/// @param evaluation how and how often the policy is evaluated
/// @param scenarios maps to evaluate on; empty for those of training
/// @param suite file of the worlds to evaluate in, in place of maps; empty for none
/// @param stopWhen condition on an evaluation that ends the run; empty for none
/// @param history which checkpoints are kept
/// @param gap how often the policy is compared with reference numbers
/// @param patience longest time without a step of an update; empty if no watchdog looks at it
public record RunSettings(
    EvaluationRule evaluation,
    List<String> scenarios,
    String suite,
    String stopWhen,
    HistoryRule history,
    GapRule gap,
    Optional<Duration> patience) {
  /// Prefix of these knobs in mixed lists.
  public static final String PREFIX = "run.";

  /// Name of the knob for the maps of evaluations.
  static final String EVAL_MAPS = "eval_maps";

  /// Name of the knob for the suite of evaluations. The file of worlds that evaluations while it
  /// trains use.
  public static final String EVAL_SUITE = "eval_suite";

  /// Name of the knob for the file of reference numbers.
  static final String GAP_REFERENCE = "gap_reference";

  private static final Settings ALL =
      new Settings(
          List.of(
              new Whole(
                  "eval_every", 0, 0, 10_000_000, "updates", wording("RunSettings.eval_every")),
              new Whole(
                  "eval_episodes", 128, 1, 1_000_000, "episodes", wording("RunSettings.episodes")),
              new Text(EVAL_MAPS, "", wording("RunSettings.eval_maps")),
              new Text(EVAL_SUITE, "", wording("RunSettings.eval_suite")),
              new Choice(
                  "eval_actions",
                  "sample",
                  List.of("sample", "argmax"),
                  wording("RunSettings.eval_actions")),
              new Whole(
                  "eval_seed", 1, 0, Integer.MAX_VALUE, "seed", wording("RunSettings.eval_seed")),
              new Text(GAP_REFERENCE, "", wording("RunSettings.gap_reference")),
              new Whole(
                  "gap_every",
                  ReferenceGap.EVERY_EPOCHS,
                  0,
                  10_000_000,
                  "updates",
                  wording("RunSettings.gap_every")),
              new Text("stop_when", "", wording("RunSettings.stop_when")),
              new Whole(
                  "history_every", 10, 0, 10_000_000, "updates", wording("RunSettings.history")),
              new Whole("stall_seconds", 120, 0, 86_400, "s", wording("RunSettings.stall_seconds")),
              new Whole("history_mb", 200, 0, 1_000_000, "MB", wording("RunSettings.history_mb"))));

  /// Copies the list.
  public RunSettings {
    scenarios = List.copyOf(scenarios);
  }

  /// How the policy is evaluated.
  ///
  /// @param every updates from one evaluation to the next; 0 for none
  /// @param episodes of an evaluation
  /// @param actions `sample` or `argmax`
  /// @param seed of an evaluation: the same in all of them
  public record EvaluationRule(long every, int episodes, String actions, long seed) {
    /// Whether there are evaluations.
    public boolean on() {
      return every > 0;
    }

    /// Whether an update is followed by one; the last always is.
    boolean due(long update, long updatesInAll) {
      return on() && (update % every == 0 || update == updatesInAll);
    }
  }

  /// How often the policy is compared with reference numbers.
  ///
  /// @param every updates from one comparison to the next; 0 for none
  /// @param reference file with the numbers; empty for none
  public record GapRule(long every, String reference) {}

  /// Which checkpoints are kept.
  ///
  /// @param every updates from one version to the next; 0 for none
  /// @param bytes the most bytes of all versions
  public record HistoryRule(long every, long bytes) {}

  /// All of them.
  public static Settings all() {
    return ALL;
  }

  /// The defaults.
  static RunSettings defaults() {
    return of(ALL.defaults());
  }

  static RunSettings of(SettingValues values) {
    return new RunSettings(
        new EvaluationRule(
            values.whole("eval_every"),
            values.whole("eval_episodes"),
            values.choice("eval_actions"),
            values.whole("eval_seed")),
        maps(values.text(EVAL_MAPS)),
        values.text(EVAL_SUITE).strip(),
        values.text("stop_when"),
        new HistoryRule(values.whole("history_every"), values.whole("history_mb") * 1_000_000L),
        new GapRule(values.whole("gap_every"), values.text(GAP_REFERENCE).strip()),
        Optional.of(Duration.ofSeconds(values.whole("stall_seconds")))
            .filter(Duration::isPositive));
  }

  /// The maps of a list with commas.
  static List<String> maps(String text) {
    return Arrays.stream(text.split(",")).map(String::strip).filter(n -> !n.isEmpty()).toList();
  }
}
