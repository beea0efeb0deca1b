package dev.hindsight.inspector.breakpoint;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.bookmark.BookmarkMark;
import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.Vocabulary;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// Breakpoints for common questions.
public enum PresetBreakpoint {
  /// A vehicle collision.
  COLLISION("Collision", "collision[a] != 0", BookmarkMark.RED, "collision"),
  /// A vehicle leaves the road.
  OFFROAD(wording("PresetBreakpoint.off_road"), "offroad[a]", BookmarkMark.ORANGE, "offroad"),
  /// An agent reaches a goal.
  GOAL(wording("PresetBreakpoint.goal_reached"), "goal[a]", BookmarkMark.GREEN, "goal"),
  /// Aircraft lose separation.
  LOSS(wording("PresetBreakpoint.loss_of_separation"), "loss[a]", BookmarkMark.RED, "loss"),
  /// Aircraft will lose separation.
  CONFLICT("Conflict", "conflict[a]", BookmarkMark.ORANGE, "conflict"),
  /// The simulator refuses an action.
  REFUSED(wording("PresetBreakpoint.refused_action"), "refused[a]", BookmarkMark.PINK, "refused"),
  /// An agent leaves the map.
  LIMBO(wording("PresetBreakpoint.enters_limbo"), "removed[a]", BookmarkMark.BLUE),
  /// The policy attends to garbage.
  LEAK(wording("PresetBreakpoint.attention_into_limbo"), "limbo_mass[a] > 0.01", BookmarkMark.PINK),
  /// The critic is far off.
  SURPRISE(
      wording("PresetBreakpoint.value_far_off"),
      "abs(value[a] - ret[a]) > 3.0 * sd",
      BookmarkMark.YELLOW),
  /// The agent changes its action.
  ACTION(
      wording("PresetBreakpoint.action_changed"), "action[a] != action_prev[a]", BookmarkMark.BLUE),
  /// The policy is unsure what to do.
  UNSURE(wording("PresetBreakpoint.policy_unsure"), "action_entropy[a] > 1.0", BookmarkMark.YELLOW),
  /// A number is NaN.
  NAN("NaN", "nan(a)", BookmarkMark.PINK),
  /// A trial begins.
  TRIAL(wording("PresetBreakpoint.trial_begins"), "trial_tick == 0", BookmarkMark.GREEN);

  private final String title;
  private final String condition;
  private final BookmarkMark mark;
  private final String event;

  PresetBreakpoint(String title, String condition, BookmarkMark mark) {
    this(title, condition, mark, "");
  }

  /// @param event an event that must be possible; empty if none
  PresetBreakpoint(String title, String condition, BookmarkMark mark, String event) {
    this.event = event;
    this.title = title;
    this.condition = condition;
    this.mark = mark;
  }

  /// Whether the condition can hold where these events can happen.
  ///
  /// @param events names of the events, as conditions use them
  public boolean canHappenAmong(Set<String> events) {
    return event.isEmpty() || events.contains(event);
  }

  /// A copy as an ordinary breakpoint.
  public Breakpoint breakpoint() {
    return Breakpoint.of(title, condition, mark);
  }

  /// The presets that apply to a recording.
  public static List<Breakpoint> in(Vocabulary vocabulary) {
    return Arrays.stream(values())
        .map(PresetBreakpoint::breakpoint)
        .filter(ready ->
            Condition.check(ready.condition(), vocabulary) instanceof Condition.CheckResult.Valid)
        .toList();
  }
}
