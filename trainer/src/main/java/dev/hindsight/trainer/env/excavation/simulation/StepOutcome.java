package dev.hindsight.trainer.env.excavation.simulation;

/// What the last step did; overwritten by the next. One owner thread.
///
/// Units of soil are tiles one deep.
public final class StepOutcome {
  /// The action, or [ExcavatorAction#NONE].
  public int action = ExcavatorAction.NONE;

  /// Place, arm, wheel and load before the step.
  public int row;

  /// Column before the step.
  public int column;

  /// Direction of the arm before the step.
  public int arm;

  /// Position of the wheels before the step.
  public int wheel;

  /// Load before the step.
  public int load;

  /// The base moved, turned or steered as asked.
  public boolean moved;

  /// The ground changed.
  public boolean terrainChanged;

  /// Units that a dig took from the dump zone.
  public int takenFromZone;

  /// Units that a dump added to the dump zone.
  public int addedToZone;

  /// Tiles of the border that a dig newly dug.
  public int borderDug;

  /// How much nearer to the dump zone a dump brought its soil: the sum of distances saved.
  public double progress;

  /// The task is done after the step.
  public boolean taskDone;

  /// The time is up, and the task is not done.
  public boolean timeoutDone;

  /// Completion after the step, counting the load of before or after it, as the rules say.
  public double completion;

  void begin(int newAction, Excavation excavation) {
    action = newAction;
    row = excavation.row();
    column = excavation.column();
    arm = excavation.arm();
    wheel = excavation.wheel();
    load = excavation.load();
    moved = false;
    terrainChanged = false;
    takenFromZone = 0;
    addedToZone = 0;
    borderDug = 0;
    progress = 0;
  }
}
