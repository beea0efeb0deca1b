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
  private static final Set<String> LEFT_ON = Set.of("ghost", "removed");
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

  /// What to say where all later trials differ from the first, and most of them agree.
  ///
  /// @param since ticks since all trials began
  static String ofFirst(int since) {
    return since > 0
        ? wording("TrialDifferenceCause.the_first_trial_diverges")
        : wording("TrialDifferenceCause.the_first_trial_is_the_odd_one");
  }

  /// Whether the first trial may be the wrong one, if all later trials differ from it and agree
  /// with each other. A world that is reset wrongly differs in the same way in every later trial,
  /// so the first is in doubt only in a column, or in a way, that no known mistake of a reset
  /// explains.
  ///
  /// @param since ticks since all trials began
  /// @param first a number in the first trial
  /// @param second the same number in the second
  /// @param before the same number at the tick before the second trial; NaN if there is none
  /// @param where why the second trial starts at its place
  static boolean mayBeOfFirst(
      Channel channel, int since, double first, double second, double before, String where) {
    String name = channel.spec().name();
    if (WorldColumns.ofOthers(channel)) {
      return false;
    }
    if (since > 0) {
      return true;
    }
    if (PLACE.contains(name)) {
      return where.equals(UNKNOWN_PLACE);
    }
    if (LEFT_ON.contains(name) || INTEGRATORS.contains(name) || MARKS.contains(name)) {
      return first != 0 && second == 0;
    }
    return !name.equals("goal") && !LANE.contains(name) && second != before;
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
