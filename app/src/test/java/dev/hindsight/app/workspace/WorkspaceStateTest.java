package dev.hindsight.app.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
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

  private static List<String> names(List<WorkspaceTab> tabs) {
    WorkspaceState state = new WorkspaceState(tabs, Optional.of(tabs.getFirst()));
    return tabs.stream().map(state.names()::get).toList();
  }

  private static List<String> namesOfFiles(String... files) {
    List<WorkspaceTab> tabs = new ArrayList<>();
    for (String file : files) {
      tabs.add(FileTab.arrays(Path.of(file)));
    }
    return names(tabs);
  }

  @Test
  void tabsOfFilesWithOneNameAreNamedWithTheirFolders() {
    assertEquals(
        List.of("a.npz – left", "b.npz", "a.npz – right"),
        namesOfFiles("/x/left/a.npz", "/x/left/b.npz", "/x/right/a.npz"));
  }

  @Test
  void asManyFoldersAreNamedAsTellThemApart() {
    assertEquals(
        List.of(
            "a.npz – " + Path.of("left", "run"),
            "a.npz – " + Path.of("right", "run"),
            "a.npz – " + Path.of("x", "left")),
        namesOfFiles("/x/left/run/a.npz", "/x/right/run/a.npz", "/x/left/a.npz"));
  }

  @Test
  void oneFileInTwoTabsIsNumbered() {
    assertEquals(
        List.of("a.npz", "a.npz 2", "a.npz 3"),
        namesOfFiles("/x/a.npz", "/x/a.npz", "/x/y/../a.npz"));
    assertEquals(
        List.of("a.npz – y", "a.npz – x", "a.npz – x 2"),
        namesOfFiles("/x/y/a.npz", "/x/a.npz", "/x/a.npz"));
  }

  @Test
  void aNumberNeverRepeatsTheNameOfAnotherTab() {
    assertEquals(List.of("a 2", "a", "a 3"), namesOfFiles("/x/a 2", "/x/a", "/x/a"));
  }

  @Test
  void tabsWithoutFilesAreNumbered() {
    assertEquals(List.of("New recording", "New recording 2"), names(List.of(first, second)));
  }
}
