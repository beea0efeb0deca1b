package dev.hindsight.trainer.env.excavation.simulation;

import dev.hindsight.trainer.env.excavation.simulation.DigCone.ConeEdge;

/// Where the reference's two revisions differ, and which of its defects are reproduced.
///
/// [#CORRECTED] is the default. `docs/excavation.md` explains each in a table.
///
/// @param cone the inner edge of the workspace
/// @param fewestDigTiles a dig of fewer tiles fails
/// @param load what happens to a load above 127
/// @param holes when ground near holes stops being dumpable
/// @param success when the task is done
/// @param finishingLoad which load the terminal bonus of a step counts
/// @param timeout whether a time limit pays a part of the terminal bonus
/// @param trenchAngle how the angle of a trench's axis is measured
/// @param edgeBonus which digs of a border it pays for, if the border's alignment is enforced
/// @param missingDistances what a distance map of zeros beside a dump zone means for a load
/// @param localSums what becomes of a sum over the workspace that exceeds 8 bits
/// @param alignment whether the border of a foundation may only be dug along its edges
public record ExcavationRules(
    ConeEdge cone,
    int fewestDigTiles,
    HeavyLoad load,
    Holes holes,
    Success success,
    FinishingLoad finishingLoad,
    TimeoutBonus timeout,
    TrenchAngle trenchAngle,
    EdgeBonus edgeBonus,
    MissingDistances missingDistances,
    LocalSums localSums,
    BorderRule alignment) {
  /// The corrected rules.
  public static final ExcavationRules CORRECTED =
      new ExcavationRules(
          ConeEdge.WHOLE,
          1,
          HeavyLoad.REFUSED,
          Holes.ALWAYS,
          Success.DUG_AND_DUMPED,
          FinishingLoad.AFTER,
          TimeoutBonus.NONE,
          TrenchAngle.EXACT,
          EdgeBonus.NEWLY_DUG,
          MissingDistances.IGNORED,
          LocalSums.EXACT,
          BorderRule.FREE);

  /// The development revision of the reference, defects included.
  public static final ExcavationRules WIP =
      new ExcavationRules(
          ConeEdge.WHOLE,
          1,
          HeavyLoad.OVERFLOWS,
          Holes.FROM_THE_FIRST_DIG,
          Success.DUG,
          FinishingLoad.BEFORE,
          TimeoutBonus.NONE,
          TrenchAngle.MIRRORED,
          EdgeBonus.EVERY_ATTEMPT,
          MissingDistances.NO_DUMP,
          LocalSums.WRAPPED,
          BorderRule.FREE);

  /// The main revision of the reference, defects included.
  public static final ExcavationRules MAIN =
      new ExcavationRules(
          ConeEdge.PRUNED,
          2,
          HeavyLoad.REFUSED,
          Holes.ALWAYS,
          Success.DUG_AND_DUMPED,
          FinishingLoad.AFTER,
          TimeoutBonus.PAID,
          TrenchAngle.MIRRORED,
          EdgeBonus.NEWLY_DUG,
          MissingDistances.NO_DUMP,
          LocalSums.WRAPPED,
          BorderRule.FREE);

  /// Checks the number.
  public ExcavationRules {
    if (fewestDigTiles < 1) {
      throw new IllegalArgumentException("a dig of " + fewestDigTiles + " tiles");
    }
  }

  /// The same with or without enforced alignment.
  public ExcavationRules withAlignment(BorderRule rule) {
    return new ExcavationRules(
        cone,
        fewestDigTiles,
        load,
        holes,
        success,
        finishingLoad,
        timeout,
        trenchAngle,
        edgeBonus,
        missingDistances,
        localSums,
        rule);
  }

  /// A load above 127 units, the most that the reference's numbers hold.
  public enum HeavyLoad {
    /// The dig fails.
    REFUSED,
    /// The load becomes negative or loses 256 units.
    OVERFLOWS
  }

  /// Ground within two tiles of a hole is not dumpable.
  public enum Holes {
    /// From the start.
    ALWAYS,
    /// Only after the first dig of the episode.
    FROM_THE_FIRST_DIG
  }

  /// When the task is done; a map without dig tiles is done when all its soil is in the dump zone.
  public enum Success {
    /// All is dug, the machine is empty, and no soil lies outside the dump zone.
    DUG_AND_DUMPED,
    /// All is dug and the machine is empty.
    DUG
  }

  /// The load that the completion of a finishing step counts.
  public enum FinishingLoad {
    /// After the action, so that the finishing dump pays the bonus.
    AFTER,
    /// Before the action, so that the bonus comes one step late, after the episode's end.
    BEFORE
  }

  /// A tenth of the terminal bonus at a time limit, by completion.
  public enum TimeoutBonus {
    /// No.
    NONE,
    /// Yes.
    PAID
  }

  /// The angle between arm and trench.
  public enum TrenchAngle {
    /// As drawn.
    EXACT,
    /// Diagonal axes are mirrored.
    MIRRORED
  }

  /// Whom the edge bonus pays.
  public enum EdgeBonus {
    /// Digs that dig a tile of the border.
    NEWLY_DUG,
    /// Every attempt of an empty machine, even one that fails.
    EVERY_ATTEMPT
  }

  /// A distance map of zeros, although there is a dump zone.
  public enum MissingDistances {
    /// Every dump is as good as any other.
    IGNORED,
    /// A load that the episode starts with can never be dumped.
    NO_DUMP
  }

  /// Sums over the workspace.
  public enum LocalSums {
    /// As they are.
    EXACT,
    /// In 8 bits, which wrap.
    WRAPPED
  }

  /// The border of a foundation.
  public enum BorderRule {
    /// May be dug from anywhere.
    FREE,
    /// May be dug only with the arm along its edge.
    ENFORCED
  }
}
