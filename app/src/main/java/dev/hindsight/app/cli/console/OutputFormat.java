package dev.hindsight.app.cli.console;

/// Whom a command's result is for.
public enum OutputFormat {
  /// A person.
  WORDS,
  /// A program: one JSON object.
  JSON
}
