package dev.hindsight.app.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkspaceStateTest {
  private final WorkspaceTab first = new RecordingDraft(Optional.empty(), Optional.empty());
  private final WorkspaceTab second = new RecordingDraft(Optional.empty(), Optional.empty());
  private final WorkspaceTab third = new RecordingDraft(Optional.empty(), Optional.empty());
  private final WorkspaceState two =
      WorkspaceState.EMPTY
          .apply(new WorkspaceCommand.Open(first))
          .apply(new WorkspaceCommand.Open(second));

  @Test
  void whatIsOpenedIsShown() {
    assertEquals(new WorkspaceState(List.of(first, second), Optional.of(second)), two);
  }

  @Test
  void closingTheShownTabShowsItsNeighbour() {
    assertEquals(
        new WorkspaceState(List.of(first), Optional.of(first)),
        two.apply(new WorkspaceCommand.Close(second)));
  }

  @Test
  void closingAnotherTabKeepsTheShownOne() {
    assertEquals(
        new WorkspaceState(List.of(second), Optional.of(second)),
        two.apply(new WorkspaceCommand.Close(first)));
  }

  @Test
  void closingTheLastTabLeavesNothing() {
    assertEquals(
        WorkspaceState.EMPTY,
        two.apply(new WorkspaceCommand.Close(first)).apply(new WorkspaceCommand.Close(second)));
  }

  @Test
  void finishedRecordingTakesThePlaceOfItsDraft() {
    assertEquals(
        new WorkspaceState(List.of(third, second), Optional.of(third)),
        two.apply(new WorkspaceCommand.Replace(first, third)));
  }

  @Test
  void recordingWhoseDraftWasClosedOpensBeside() {
    assertEquals(
        new WorkspaceState(List.of(second, third), Optional.of(third)),
        two.apply(new WorkspaceCommand.Close(first))
            .apply(new WorkspaceCommand.Replace(first, third)));
  }

  @Test
  void tabThatIsNotOpenCannotBeShown() {
    assertEquals(two, two.apply(new WorkspaceCommand.Activate(third)));
  }
}
