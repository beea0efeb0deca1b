package dev.hindsight.trainer.env.excavation.reward;

/// Coefficients of the reward, before the division by the normaliser.
///
/// @param existence every step
/// @param move a move
/// @param collisionMove a move that fails, in addition
/// @param moveWhileLoaded a move with a full bucket, in addition
/// @param moveWithTurnedWheels a move with turned wheels, in addition
/// @param baseTurn a turn of the base
/// @param collisionTurn a turn of the base that fails, in addition
/// @param cabinTurn a turn of the cabin
/// @param wheelTurn a turn of the wheels
/// @param lift a dig that fills the bucket; a dump pays it back
/// @param digWrong a dig that fails
/// @param digEdgeBonus a dig of the border
/// @param dumpWrong a dump that fails
/// @param dumpCorrect a unit nearer by one unit of the distance map
/// @param terminal the finished task
/// @param completionFloor completion below which finishing pays nothing
/// @param normaliser the sum is divided by it
public record RewardWeights(
    double existence,
    double move,
    double collisionMove,
    double moveWhileLoaded,
    double moveWithTurnedWheels,
    double baseTurn,
    double collisionTurn,
    double cabinTurn,
    double wheelTurn,
    double lift,
    double digWrong,
    double digEdgeBonus,
    double dumpWrong,
    double dumpCorrect,
    double terminal,
    double completionFloor,
    double normaliser) {
  /// Dense rewards of the development revision.
  public static final RewardWeights WIP =
      new RewardWeights(
          -0.25, -0.1, -0.2, 0, -0.1, -0.1, -0.1, -0.05, -0.05, 1, -0.25, 0.8, -1, 1, 200, 0.5, 70);

  /// Dense rewards of the main revision.
  public static final RewardWeights MAIN =
      new RewardWeights(
          -0.25, -0.1, -0.2, 0, -0.1, -0.05, -0.05, -0.02, -0.02, 1, -0.12, 1.3, -1, 1, 200, 0.6,
          70);

  /// Sparse rewards of both.
  public static final RewardWeights SPARSE =
      new RewardWeights(
          -0.1, -0.05, -0.1, 0, 0, -0.1, -0.1, -0.01, -0.005, 0, -0.3, 0, -0.3, 0, 100, 0.5, 100);

  /// Checks the divisors.
  public RewardWeights {
    if (!(normaliser > 0) || !(completionFloor >= 0 && completionFloor < 1)) {
      throw new IllegalArgumentException("normaliser " + normaliser);
    }
  }
}
