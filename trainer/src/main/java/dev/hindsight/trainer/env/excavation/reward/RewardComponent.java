package dev.hindsight.trainer.env.excavation.reward;

import java.util.Locale;

/// A part of the reward; the ids are names of columns and of the reference's log.
public enum RewardComponent {
  /// Every step.
  EXISTENCE,
  /// A move forward or backward, even one that fails.
  MOVE,
  /// A move that fails, also because the bucket is full.
  COLLISION_MOVE,
  /// A move with a full bucket.
  MOVE_WHILE_LOADED,
  /// A move with turned wheels.
  MOVE_WITH_TURNED_WHEELS,
  /// A turn of the base, even one that fails.
  BASE_TURN,
  /// A turn of the base that fails.
  COLLISION_TURN,
  /// A turn of the wheels; twice at the stop.
  WHEEL_TURN,
  /// A turn of the cabin.
  CABIN_TURN,
  /// A dig that fills the empty bucket.
  DIG_SUCCESS,
  /// A dig that changes nothing.
  DIG_WRONG,
  /// Digging in the dump zone, by units.
  DIG_ON_DUMP_PENALTY,
  /// Digging the border of a foundation, if its alignment is enforced.
  DIG_EDGE_BONUS,
  /// A dump, by how much nearer the soil came to the dump zone and how much is in it.
  DUMP_SUCCESS,
  /// A dump that changes nothing.
  DUMP_WRONG,
  /// Distance to the nearest trench.
  TRENCH_PROXIMITY,
  /// Angle between the arm and the nearest trench.
  TRENCH_ALIGNMENT,
  /// The task is done; by completion.
  TERMINAL,
  /// Units that a dump added to the dump zone; explains [#DUMP_SUCCESS] and is not added.
  DUMP_PROGRESS,
  /// Half of [#DUMP_PROGRESS]; explains [#DUMP_SUCCESS] and is not added.
  DUMP_BONUS;

  /// Number of components.
  public static final int COUNT = 20;

  /// Whether the component only explains another one.
  public boolean explains() {
    return switch (this) {
      case DUMP_PROGRESS, DUMP_BONUS -> true;
      case EXISTENCE,
          MOVE,
          COLLISION_MOVE,
          MOVE_WHILE_LOADED,
          MOVE_WITH_TURNED_WHEELS,
          BASE_TURN,
          COLLISION_TURN,
          WHEEL_TURN,
          CABIN_TURN,
          DIG_SUCCESS,
          DIG_WRONG,
          DIG_ON_DUMP_PENALTY,
          DIG_EDGE_BONUS,
          DUMP_SUCCESS,
          DUMP_WRONG,
          TRENCH_PROXIMITY,
          TRENCH_ALIGNMENT,
          TERMINAL ->
          false;
    };
  }

  /// The name in files.
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Position of the component in an array of all.
  @SuppressWarnings("EnumOrdinal") // the order of the constants is the layout of those arrays
  public int index() {
    return ordinal();
  }
}
