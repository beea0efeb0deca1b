package dev.hindsight.inspector.breakpoint;

import dev.hindsight.inspector.bookmark.BookmarkMark;
import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.Vocabulary;
import java.util.Arrays;
import java.util.List;

/// Breakpoints that are wanted often.
public enum ReadyBreakpoint {
  /// A vehicle collision.
  COLLISION("Collision", "collision[a] != 0", BookmarkMark.RED),
  /// A road edge.
  OFFROAD("Off road", "offroad[a]", BookmarkMark.ORANGE),
  /// A goal.
  GOAL("Goal reached", "goal[a]", BookmarkMark.GREEN),
  /// Separation is lost.
  LOSS("Loss of separation", "loss[a]", BookmarkMark.RED),
  /// Separation will be lost.
  CONFLICT("Conflict", "conflict[a]", BookmarkMark.ORANGE),
  /// An action made no sense.
  REFUSED("Refused action", "refused[a]", BookmarkMark.PINK),
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

  ReadyBreakpoint(String title, String condition, BookmarkMark mark) {
    this.title = title;
    this.condition = condition;
    this.mark = mark;
  }

  /// As a breakpoint of its own.
  public Breakpoint breakpoint() {
    return Breakpoint.of(title, condition, mark);
  }

  /// Those that mean something about a recording.
  public static List<Breakpoint> in(Vocabulary vocabulary) {
    return Arrays.stream(values())
        .map(ReadyBreakpoint::breakpoint)
        .filter(ready ->
            Condition.check(ready.condition(), vocabulary) instanceof Condition.Checked.Right)
        .toList();
  }
}
