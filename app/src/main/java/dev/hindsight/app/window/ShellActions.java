package dev.hindsight.app.window;

/// What commands ask of the frame itself.
interface ShellActions {
  /// Asks for a file and opens it.
  void openFile();

  /// Records what `hindsight demo` records, and opens it.
  void recordDemo();

  /// Shows the form for a film of the recording that is shown.
  void exportFilm();

  /// Shows the form that saves a channel of the recording that is shown.
  void exportChannel();

  /// Closes the tab that is shown.
  void closeTab();

  /// Shows the tab after the one that is shown.
  void nextTab();

  /// Puts the keyboard into the tick field.
  void goToTick();

  /// Dark to light and back.
  void switchTheme();

  /// Shows all commands, to search in.
  void showPalette();

  /// Shows all shortcuts.
  void showShortcuts();

  /// Closes the window.
  void quit();
}
