package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.env.RecordingRules.Knob;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.scene.Poses;
import java.util.Set;

/// What must have happened where a later trial is not as the first: known ways to put a world back
/// wrongly, told by the column that differs.
final class TrialDifferenceCause {
  private static final Set<String> PLACE = Set.of("pose", "velocity", "goal");
  private static final Set<String> INTEGRATORS =
      Set.of("steering", "acceleration_long", "acceleration_lat");
  private static final Set<String> LANE = Set.of("lane_aligned", "lane_offset", "lane_cos");
  private static final Set<String> MARKS = Set.of("collision", "goal_reached", "stopped");

  /// The numbers are those of the last tick of the trial before.
  static final String WHERE_THE_TRIAL_BEFORE_ENDED =
      "the trial begins where the one before ended: not reset to its start";

  /// A cause is named only where the recording shows it.
  static final String UNKNOWN_PLACE =
      "the trial begins elsewhere than the first; the columns do not show why";

  private TrialDifferenceCause() {}

  /// Every agent that moves is displaced, and the configuration begins within a log.
  static String anotherFrame(Knob warmUp) {
    return "the trial begins elsewhere, with every agent that moves: another frame of the log than"
        + " the first trial's ("
        + warmUp.name()
        + " forgotten)";
  }

  /// @param since ticks since both trials began
  /// @param where why the trial begins at the place it begins at
  static String of(Channel channel, double later, int since, String where) {
    String name = channel.spec().name();
    if (WorldColumns.ofOthers(channel)) {
      return later == Poses.OFF_MAP
          ? "a log-following body has vanished: its clock was not reset and the log is over"
          : "a log-following body is elsewhere: its clock was not reset to the trial's start";
    }
    if (since > 0) {
      return "the world diverges although all agents acted the same";
    }
    if (name.equals("ghost")) {
      return "the ghost flag of a respawn is left on: no agent is visible in this trial";
    }
    if (name.equals("removed")) {
      return "in limbo at the trial's start: not reset";
    }
    if (PLACE.contains(name)) {
      return where;
    }
    if (INTEGRATORS.contains(name)) {
      return "an integrator is not reset: the trial begins with what the one before left in it";
    }
    if (LANE.contains(name)) {
      return "the lane is not searched again at the trial's start";
    }
    if (MARKS.contains(name)) {
      return "a flag of the trial before is left on";
    }
    return name.equals("observation")
        ? "the observation at the trial's start differs though no column of the world does"
        : "not reset to what it was when the first trial began";
  }
}
