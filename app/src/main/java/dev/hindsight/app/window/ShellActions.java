package dev.hindsight.app.window;

import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.recording.Sample;
import java.util.Optional;

/// What commands ask of the frame itself.
interface ShellActions {
  /// Asks for a file and opens it.
  void openFile();

  /// Opens a sample, recording it the first time.
  void openSample(Sample sample);

  /// Shows the form for a film of the recording that is shown.
  void exportFilm();

  /// Shows the form for a picture of the recording at the cursor.
  void exportPicture();

  /// Shows the form that saves a channel of the recording that is shown.
  void exportChannel();

  /// Closes the tab that is shown.
  void closeTab();

  /// Shows the tab after the one that is shown.
  void nextTab();

  /// Puts the keyboard into the tick field.
  void goToTick();

  /// The pane that has the keyboard, of the recording that is shown.
  Optional<PaneId> focusedPane();

  /// Puts the keyboard into a pane.
  void focusPane(PaneId pane);

  /// Puts the keyboard into the pane so many further on, round and round.
  void focusPane(int steps);

  /// Dark to light and back.
  void switchTheme();

  /// Shows all commands, to search in.
  void showPalette();

  /// Shows what was done in this session and what is still being done.
  void showHistory();

  /// Shows which PyTorch for GPUs is installed, and has it used.
  void showGpu();

  /// Shows all shortcuts.
  void showShortcuts();

  /// Shows the documentation in another program.
  void showDocs();

  /// Shows which version this is and what it is built of.
  void showAbout();

  /// Puts the keyboard on the message that is shown, if there is one.
  void focusNotice();

  /// Closes the window.
  void quit();
}
