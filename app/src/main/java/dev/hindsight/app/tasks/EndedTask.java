package dev.hindsight.app.tasks;

/// A job that has ended, in the list of finished tasks.
///
/// @param number distinguishes jobs with the same name
/// @param title its description
public record EndedTask(long number, String title, TaskOutcome outcome) {}
