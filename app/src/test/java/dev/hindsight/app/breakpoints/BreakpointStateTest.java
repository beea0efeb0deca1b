package dev.hindsight.app.breakpoints;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.inspector.bookmark.BookmarkMark;
import dev.hindsight.inspector.breakpoint.Breakpoint;
import dev.hindsight.inspector.breakpoint.Breakpoint.Use;
import java.util.List;
import org.junit.jupiter.api.Test;

class BreakpointStateTest {
  private static final Breakpoint GOAL = Breakpoint.of("goal", "goal[a]", BookmarkMark.GREEN);
  private static final Breakpoint LIMBO = Breakpoint.of("limbo", "removed[a]", BookmarkMark.BLUE);

  private final BreakpointState two = new BreakpointState(List.of(GOAL, LIMBO));

  @Test
  void sameConditionIsNotAddedTwiceButSwitchedOn() {
    BreakpointState off = two.apply(new BreakpointCommand.Update(GOAL, GOAL.with(Use.OFF)));

    BreakpointState again =
        off.apply(new BreakpointCommand.Add(Breakpoint.of("", "goal[a]", BookmarkMark.RED)));

    assertEquals(two, again);
  }

  @Test
  void whatWasAddedBeforeTheFileWasReadStays() {
    BreakpointState early = BreakpointState.EMPTY.apply(new BreakpointCommand.Add(LIMBO));

    assertEquals(two, early.apply(new BreakpointCommand.Load(List.of(GOAL))));
  }

  @Test
  void allAreSwitchedOnUnlessTheyAre() {
    BreakpointState off = two.apply(new BreakpointCommand.ToggleAll());

    assertEquals(List.of(GOAL.with(Use.OFF), LIMBO.with(Use.OFF)), off.breakpoints());
    assertEquals(two, off.apply(new BreakpointCommand.ToggleAll()));
  }

  @Test
  void changeOfWhatIsNotThereChangesNothing() {
    assertEquals(
        new BreakpointState(List.of(GOAL)),
        new BreakpointState(List.of(GOAL))
            .apply(new BreakpointCommand.Update(LIMBO, LIMBO.with(Use.OFF))));
  }
}
