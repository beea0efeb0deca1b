package dev.hindsight.trainer.parity;

/// What agents that act together computed at their first ticks, and what they remember after them:
/// courses of events that begin alike share it. Made by a network for itself, or for the same one
/// opened again. Any thread.
public interface ActedPrefix {
  /// No ticks: the memory is empty.
  ActedPrefix NONE = () -> 0;

  /// How many.
  int ticks();
}
