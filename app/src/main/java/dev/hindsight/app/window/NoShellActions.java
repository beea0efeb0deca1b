package dev.hindsight.app.window;

import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.recording.Sample;
import java.util.Optional;

/// The shell for invisible panes: ignores all requests.
record NoShellActions() implements ShellActions {
  @Override
  public void openFile() {}

  @Override
  public void openSample(Sample sample) {}

  @Override
  public void exportFilm() {}

  @Override
  public void exportPicture() {}

  @Override
  public void exportChannel() {}

  @Override
  public void copyScene() {}

  @Override
  public void closeTab() {}

  @Override
  public void nextTab() {}

  @Override
  public void goToTick() {}

  @Override
  public Optional<PaneId> focusedPane() {
    return Optional.empty();
  }

  @Override
  public void focusPane(PaneId pane) {}

  @Override
  public void focusPane(int steps) {}

  @Override
  public void switchTheme() {}

  @Override
  public void showPalette() {}

  @Override
  public void showHistory() {}

  @Override
  public void showGpu() {}

  @Override
  public void showShortcuts() {}

  @Override
  public void showDocs() {}

  @Override
  public void showAbout() {}

  @Override
  public void focusNotice() {}

  @Override
  public void quit() {}
}
