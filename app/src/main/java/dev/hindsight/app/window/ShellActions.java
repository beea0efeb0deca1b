package dev.hindsight.app.window;

import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.recording.Sample;
import java.util.Optional;

/// What commands can request from the window.
interface ShellActions {
  /// Asks for a file and opens it.
  void openFile();

  /// Opens a sample; records it the first time.
  void openSample(Sample sample);

  /// Shows the form for a film of the front recording.
  void exportFilm();

  /// Shows the form for a picture of the front recording at the cursor.
  void exportPicture();

  /// Shows the form that exports a channel of the front recording.
  void exportChannel();

  /// Puts the scene of the front recording that was used last on the clipboard.
  void copyScene();

  /// Closes the front tab.
  void closeTab();

  /// Shows the next tab.
  void nextTab();

  /// Moves the keyboard focus to the tick field.
  void goToTick();

  /// The pane of the front recording that has the keyboard focus.
  Optional<PaneId> focusedPane();

  /// Moves the keyboard focus to a pane.
  void focusPane(PaneId pane);

  /// Moves the keyboard focus by a number of panes, cyclically.
  void focusPane(int steps);

  /// Switches between dark and light.
  void switchTheme();

  /// Shows the command palette.
  void showPalette();

  /// Shows the finished and running jobs of this session.
  void showHistory();

  /// Shows which PyTorch for GPUs is installed, and lets the user choose it.
  void showGpu();

  /// Shows all shortcuts.
  void showShortcuts();

  /// Shows the documentation in another program.
  void showDocs();

  /// Shows the version and the third-party components.
  void showAbout();

  /// Moves the keyboard focus to the visible notice, if there is one.
  void focusNotice();

  /// Closes the window.
  void quit();
}
