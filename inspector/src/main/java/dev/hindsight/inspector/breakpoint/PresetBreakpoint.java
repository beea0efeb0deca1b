package dev.hindsight.inspector.breakpoint;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.bookmark.BookmarkMark;
import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.Vocabulary;
import dev.hindsight.trainer.outcome.EventColour;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.RecordedEvents;
import dev.hindsight.trainer.text.Sentences;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Breakpoints for common questions.
public enum PresetBreakpoint {
  /// A vehicle collision.
  COLLISION("Collision", "collision[a] != 0", BookmarkMark.RED, "collision"),
  /// A vehicle leaves the road.
  OFFROAD(wording("PresetBreakpoint.off_road"), "offroad[a]", BookmarkMark.ORANGE, "offroad"),
  /// An agent reaches a goal.
  GOAL(wording("PresetBreakpoint.goal_reached"), "goal[a]", BookmarkMark.GREEN, "goal"),
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

  /// @param event the event that it is for; empty if none
  PresetBreakpoint(String title, String condition, BookmarkMark mark, String event) {
    this.event = event;
    this.title = title;
    this.condition = condition;
    this.mark = mark;
  }

  /// A breakpoint at an event: the preset for it, or one that its declaration makes.
  public static Breakpoint of(EventKind kind) {
    return Arrays.stream(values())
        .filter(ready -> ready.event.equals(kind.signal()))
        .findFirst()
        .map(PresetBreakpoint::breakpoint)
        .orElseGet(() ->
            Breakpoint.of(
                kind.fails() ? Sentences.capitalised(kind.words()) : kind.title(),
                kind.signal() + "[a]",
                mark(kind.colour())));
  }

  private static BookmarkMark mark(EventColour colour) {
    return switch (colour) {
      case GOOD -> BookmarkMark.GREEN;
      case BAD, ALARM -> BookmarkMark.RED;
      case STRAY, WARNING -> BookmarkMark.ORANGE;
      case REFUSAL -> BookmarkMark.PINK;
      case LIMBO, END, CUT -> BookmarkMark.BLUE;
      case PLAIN -> BookmarkMark.YELLOW;
    };
  }

  /// A copy as an ordinary breakpoint.
  public Breakpoint breakpoint() {
    return Breakpoint.of(title, condition, mark);
  }

  /// The presets that apply to a recording: those for events first.
  ///
  /// @param events what the recording can hold
  public static List<Breakpoint> in(Vocabulary vocabulary, RecordedEvents events) {
    return Stream.concat(
            Stream.concat(EventKind.COMMON.stream(), events.noted().stream())
                .distinct()
                .map(PresetBreakpoint::of),
            Arrays.stream(values())
                .filter(ready -> ready.event.isEmpty())
                .map(PresetBreakpoint::breakpoint))
        .filter(ready ->
            Condition.check(ready.condition(), vocabulary) instanceof Condition.CheckResult.Valid)
        .toList();
  }
}
