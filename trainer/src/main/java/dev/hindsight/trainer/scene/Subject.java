package dev.hindsight.trainer.scene;

/// What a mark stands for, so that it can be picked and pointed at.
///
/// @param kind `agent`, `other`, `goal`, `road`, ...
/// @param index which one
public record Subject(String kind, int index) {
  /// Marks that stand for nothing that could be picked.
  public static final Subject NONE = new Subject("", -1);

  /// A controlled agent.
  public static Subject agent(int index) {
    return new Subject("agent", index);
  }
}
