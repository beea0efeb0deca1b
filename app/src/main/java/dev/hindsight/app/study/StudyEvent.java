package dev.hindsight.app.study;

/// What happens to a run of a study, reported while it happens.
///
/// @param event `trains`, `resumes`, `trained` or `evaluated`
/// @param arm title of its arm
/// @param seed of training
/// @param status how training ended; empty before
/// @param detail the run's name, or why training ended early; may be empty
public record StudyEvent(String event, String arm, long seed, String status, String detail) {}
