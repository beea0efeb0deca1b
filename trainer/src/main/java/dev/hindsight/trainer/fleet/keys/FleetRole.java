package dev.hindsight.trainer.fleet.keys;

/// What a process is in a fleet; its certificate says so.
public enum FleetRole {
  /// It learns, and workers join it.
  LEARNER("learner"),
  /// It collects.
  WORKER("worker");

  private final String word;

  FleetRole(String word) {
    this.word = word;
  }

  /// Name of its files, without the ending.
  public String word() {
    return word;
  }

  /// The common name in its certificate.
  String subject() {
    return "hindsight " + word;
  }

  /// Whom it speaks to.
  public FleetRole peer() {
    return this == LEARNER ? WORKER : LEARNER;
  }
}
