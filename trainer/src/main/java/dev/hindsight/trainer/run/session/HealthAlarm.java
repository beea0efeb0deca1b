package dev.hindsight.trainer.run.session;

import static dev.hindsight.trainer.text.TrainerText.wording;

/// A sign that a run whose numbers are all finite does not learn, or does nothing at all.
///
/// @param kind what is wrong
/// @param value the measurement that shows it
/// @param cause one sentence with the measurement, without a full stop
public record HealthAlarm(Kind kind, double value, String cause) {
  /// What can be wrong.
  public enum Kind {
    /// An update changes the policy so much that what it learned from no longer describes it.
    KL("kl"),
    /// The policy has become deterministic without having learned.
    ENTROPY("entropy"),
    /// The predicted values are worse than a constant.
    VALUES("explained_variance"),
    /// Gradients are so long that clipping leaves only their direction.
    GRADIENT("gradient_norm"),
    /// The policy scores lower than in its first updates.
    BELOW_START("score_below_start"),
    /// The score has not risen since the first updates.
    STALL("stall"),
    /// The policy does much better in some buckets of randomised settings than in others.
    BUCKETS("buckets"),
    /// The policy is far from the reference numbers that the user brought.
    REFERENCE_GAP("reference_gap"),
    /// An update makes no step: no tick is simulated and nothing is learned.
    NO_STEP("no_step");

    private final String id;

    Kind(String id) {
      this.id = id;
    }

    /// Its name in files and for programs.
    public String id() {
      return id;
    }
  }

  /// What to try, as an imperative without a full stop.
  public String remedy() {
    return switch (kind) {
      case KL -> wording("HealthAlarm.lower_learning_rate_or_update_epochs");
      case ENTROPY -> wording("HealthAlarm.raise_ent_coef");
      case VALUES -> wording("HealthAlarm.lower_learning_rate_or_raise_vf_coef");
      case GRADIENT -> wording("HealthAlarm.lower_learning_rate_or_reward_scale");
      case BELOW_START -> wording("HealthAlarm.go_back_to_an_earlier_version");
      case BUCKETS -> wording("HealthAlarm.look_at_the_worst_bucket");
      case REFERENCE_GAP -> wording("HealthAlarm.adjust_and_resume");
      case NO_STEP -> wording("HealthAlarm.look_at_what_the_machine_does");
      case STALL -> wording("HealthAlarm.more_exploration_or_an_easier_task");
    };
  }

  /// Cause and remedy, in one sentence.
  public String words() {
    return wording("HealthAlarm.words", cause, remedy());
  }
}
