package dev.hindsight.inspector.breakpoint;

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
  OFFROAD("Off road", "offroad[a]", BookmarkMark.ORANGE, "offroad"),
  /// An agent reaches a goal.
  GOAL("Goal reached", "goal[a]", BookmarkMark.GREEN, "goal"),
  /// Aircraft lose separation.
  LOSS("Loss of separation", "loss[a]", BookmarkMark.RED, "loss"),
  /// Aircraft will lose separation.
  CONFLICT("Conflict", "conflict[a]", BookmarkMark.ORANGE, "conflict"),
  /// The simulator refuses an action.
  REFUSED("Refused action", "refused[a]", BookmarkMark.PINK, "refused"),
  /// An agent leaves the map.
  LIMBO("Enters limbo", "removed[a]", BookmarkMark.BLUE),
  /// The policy attends to garbage.
  LEAK("Attention into limbo", "limbo_mass[a] > 0.01", BookmarkMark.PINK),
  /// The critic is far off.
  SURPRISE("Value far off", "abs(value[a] - ret[a]) > 3.0 * sd", BookmarkMark.YELLOW),
  /// The agent changes its action.
  ACTION("Action changed", "action[a] != action_prev[a]", BookmarkMark.BLUE),
  /// The policy is unsure what to do.
  UNSURE("Policy unsure", "action_entropy[a] > 1.0", BookmarkMark.YELLOW),
  /// A number is NaN.
  NAN("NaN", "nan(a)", BookmarkMark.PINK),
  /// A trial begins.
  TRIAL("Trial begins", "trial_tick == 0", BookmarkMark.GREEN);

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
