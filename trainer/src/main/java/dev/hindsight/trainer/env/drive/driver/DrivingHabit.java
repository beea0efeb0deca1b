package dev.hindsight.trainer.env.drive.driver;

import java.util.Locale;

/// The types of the scripted driver: the same driver with other parameters. Users choose one like a
/// checkpoint, as `scripted:bold`. A type shows only in what the vehicle does; no agent observes
/// it.
public enum DrivingHabit {
  /// Expects a crossing vehicle from the left to yield, and yields to one from the right.
  NORMAL(Yields.TO_THE_RIGHT, 1.4f, 0, 0, 0),
  /// Yields to every crossing vehicle, and crosses only where there is a gap of a second before and
  /// after it.
  TIMID(Yields.TO_ALL, 0, 1, 0, 0),
  /// Yields to no crossing vehicle: brakes only where it would otherwise touch within 0.4 s.
  BOLD(Yields.TO_NONE, 0.4f, 0, 0, 0),
  /// Passes a vehicle that comes towards it on the same track on its own left, and moves there just
  /// before: too late for the other to react.
  LEFT(Yields.TO_THE_RIGHT, 1.4f, 0, 1, 0.9f),
  /// As [#LEFT], on its own right.
  RIGHT(Yields.TO_THE_RIGHT, 1.4f, 0, -1, 0.9f),
  /// As [#LEFT], but moves there early, so that the other has time to react.
  EARLY_LEFT(Yields.TO_THE_RIGHT, 1.4f, 0, 1, 3),
  /// As [#EARLY_LEFT], on its own right.
  EARLY_RIGHT(Yields.TO_THE_RIGHT, 1.4f, 0, -1, 3);

  /// To which crossing vehicles it yields.
  enum Yields {
    TO_ALL,
    TO_THE_RIGHT,
    TO_NONE
  }

  private final Yields yields;
  private final float insists;
  private final float gap;
  private final int side;
  private final float shown;

  DrivingHabit(Yields yields, float insists, float gap, int side, float shown) {
    this.yields = yields;
    this.insists = insists;
    this.gap = gap;
    this.side = side;
    this.shown = shown;
  }

  /// The name of the policy: `drive-scripted`, `drive-scripted:bold`.
  String policyId() {
    return this == NORMAL ? "drive-scripted" : "drive-scripted:" + word();
  }

  /// The word that users choose it by, after `scripted:`, as `early-left`.
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// To which crossing vehicles it yields.
  Yields yields() {
    return yields;
  }

  /// Seconds before a contact until which it insists on its right of way.
  float insists() {
    return insists;
  }

  /// Seconds by which it wants to pass before or after a crossing vehicle.
  float gap() {
    return gap;
  }

  /// The side on which it passes a vehicle that comes towards it: 1 left, -1 right, 0 none.
  int side() {
    return side;
  }

  /// Seconds before they would meet at which it moves to its side; 0 without a side.
  float shown() {
    return shown;
  }
}
