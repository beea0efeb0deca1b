package dev.hindsight.app.cli.console;

/// The format of a command's result.
public enum OutputFormat {
  /// Text for a person.
  WORDS,
  /// One JSON object for a program.
  JSON
}
