package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.env.RecordingRules.Knob;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.scene.Poses;
import java.util.Set;

/// Why a later trial differs from the first: known ways to reset a world wrongly, recognised by the
/// column that differs.
final class TrialDifferenceCause {
  private static final Set<String> PLACE = Set.of("pose", "velocity");
  private static final Set<String> INTEGRATORS =
      Set.of("steering", "acceleration_long", "acceleration_lat");
  private static final Set<String> LANE = Set.of("lane_aligned", "lane_offset", "lane_cos");
  private static final Set<String> MARKS = Set.of("collision", "goal_reached", "stopped");

  /// The numbers are those of the previous trial's last tick.
  static final String WHERE_THE_TRIAL_BEFORE_ENDED =
      wording("TrialDifferenceCause.the_trial_begins_where_the_one");

  /// A cause is named only if the recording shows it.
  static final String UNKNOWN_PLACE =
      wording("TrialDifferenceCause.the_trial_begins_elsewhere_than");

  private TrialDifferenceCause() {}

  /// Every moving agent is displaced, and the configuration starts within a log.
  static String anotherFrame(Knob warmUp) {
    return wording("TrialDifferenceCause.the_trial_begins_elsewhere_with", warmUp.name());
  }

  /// @param since ticks since both trials began
  /// @param where why the trial starts at this place
  static String of(Channel channel, double later, int since, String where) {
    String name = channel.spec().name();
    if (WorldColumns.ofOthers(channel)) {
      return later == Poses.OFF_MAP
          ? wording("TrialDifferenceCause.a_log_following_body_has_vanished")
          : wording("TrialDifferenceCause.a_log_following_body_is_elsewhere");
    }
    if (since > 0) {
      return wording("TrialDifferenceCause.the_world_diverges_although_all");
    }
    if (name.equals("ghost")) {
      return wording("TrialDifferenceCause.the_ghost_flag_of_a_respawn");
    }
    if (name.equals("removed")) {
      return wording("TrialDifferenceCause.in_limbo_at_the_trials_start");
    }
    if (name.equals("goal")) {
      return wording("TrialDifferenceCause.the_goal_lies_elsewhere");
    }
    if (PLACE.contains(name)) {
      return where;
    }
    if (INTEGRATORS.contains(name)) {
      return wording("TrialDifferenceCause.an_integrator_is_not_reset_the");
    }
    if (LANE.contains(name)) {
      return wording("TrialDifferenceCause.the_lane_is_not_searched_again");
    }
    if (MARKS.contains(name)) {
      return wording("TrialDifferenceCause.a_flag_of_the_trial_before");
    }
    return name.equals("observation")
        ? wording("TrialDifferenceCause.the_observation_at_the_trials_start")
        : wording("TrialDifferenceCause.not_reset_to_what_it_was");
  }
}
