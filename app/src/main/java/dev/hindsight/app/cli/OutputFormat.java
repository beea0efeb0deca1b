package dev.hindsight.app.cli;

/// Whom a command's result is for.
enum OutputFormat {
  /// A person.
  WORDS,
  /// A program: one JSON object.
  JSON
}
