package dev.hindsight.inspector.breakpoint;

import dev.hindsight.inspector.bookmark.BookmarkMark;
import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.Vocabulary;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// Breakpoints that are wanted often.
public enum PresetBreakpoint {
  /// A vehicle collision.
  COLLISION("Collision", "collision[a] != 0", BookmarkMark.RED, "collision"),
  /// A road edge.
  OFFROAD("Off road", "offroad[a]", BookmarkMark.ORANGE, "offroad"),
  /// A goal.
  GOAL("Goal reached", "goal[a]", BookmarkMark.GREEN, "goal"),
  /// Separation is lost.
  LOSS("Loss of separation", "loss[a]", BookmarkMark.RED, "loss"),
  /// Separation will be lost.
  CONFLICT("Conflict", "conflict[a]", BookmarkMark.ORANGE, "conflict"),
  /// An action made no sense.
  REFUSED("Refused action", "refused[a]", BookmarkMark.PINK, "refused"),
  /// Off the map.
  LIMBO("Enters limbo", "removed[a]", BookmarkMark.BLUE),
  /// Garbage is looked at.
  LEAK("Attention into limbo", "limbo_mass[a] > 0.01", BookmarkMark.PINK),
  /// The critic was wrong.
  SURPRISE("Value far off", "abs(value[a] - ret[a]) > 3.0 * sd", BookmarkMark.YELLOW),
  /// Something else is done.
  ACTION("Action changed", "action[a] != action_prev[a]", BookmarkMark.BLUE),
  /// The policy does not know what to do.
  UNSURE("Policy unsure", "action_entropy[a] > 1.0", BookmarkMark.YELLOW),
  /// A number is none.
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

  /// @param event what must be able to happen; empty for nothing
  PresetBreakpoint(String title, String condition, BookmarkMark mark, String event) {
    this.event = event;
    this.title = title;
    this.condition = condition;
    this.mark = mark;
  }

  /// Whether it can come to hold where these things can happen.
  ///
  /// @param events names of them, as conditions call them
  public boolean canHappenAmong(Set<String> events) {
    return event.isEmpty() || events.contains(event);
  }

  /// As a breakpoint of its own.
  public Breakpoint breakpoint() {
    return Breakpoint.of(title, condition, mark);
  }

  /// Those that mean something about a recording.
  public static List<Breakpoint> in(Vocabulary vocabulary) {
    return Arrays.stream(values())
        .map(PresetBreakpoint::breakpoint)
        .filter(ready ->
            Condition.check(ready.condition(), vocabulary) instanceof Condition.CheckResult.Valid)
        .toList();
  }
}
