package dev.hindsight.app.tasks;

/// A job that has ended, as the list of finished work keeps it.
///
/// @param number tells jobs of the same name apart
/// @param title what it did
public record EndedTask(long number, String title, TaskOutcome outcome) {}
