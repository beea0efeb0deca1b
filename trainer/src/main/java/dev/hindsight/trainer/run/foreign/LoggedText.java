package dev.hindsight.trainer.run.foreign;

/// A text that was logged.
///
/// @param step when
public record LoggedText(long step, String text) {}
