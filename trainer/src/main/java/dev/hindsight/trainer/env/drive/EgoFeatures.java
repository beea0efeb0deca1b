package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.drive.DriveConfig.DynamicsModel;
import dev.hindsight.trainer.env.drive.DriveConfig.ReferenceVariant;

/// Writes what an agent observes of itself. Hot loop: no allocation.
final class EgoFeatures {
  private final boolean adaptive;
  private final boolean jerk;
  private final RewardConditioning rewardConditioning;
  private final float[] width;
  private final float[] length;
  private final float[] speed;

  /// @param width `[n]` of the bodies, as observed
  /// @param length `[n]` of the bodies, as observed
  /// @param speed `[n]` of the bodies, as observed, filled before each use
  EgoFeatures(DriveConfig config, float[] width, float[] length, float[] speed) {
    adaptive = config.preset() == ReferenceVariant.ADAPTIVE;
    jerk = config.dynamics() == DynamicsModel.JERK;
    rewardConditioning = config.conditioning();
    this.width = width;
    this.length = length;
    this.speed = speed;
  }

  void write(Bodies b, EpisodeState episodeState, int a, float[] out, int from) {
    float dx = b.goalX[a] - b.x[a];
    float dy = b.goalY[a] - b.y[a];
    out[from] = (dx * b.cos[a] + dy * b.sin[a]) * DriveLayout.GOAL_SCALE;
    out[from + 1] = (dy * b.cos[a] - dx * b.sin[a]) * DriveLayout.GOAL_SCALE;
    out[from + 2] = speed[a];
    out[from + 3] = width[a];
    out[from + 4] = length[a];
    out[from + 5] = b.collision[a] != ContactRule.NOTHING ? 1 : 0;
    int at = from + DriveLayout.EGO_FEATURES.size();
    float respawned = b.isGhost(a) ? 1 : 0;
    if (adaptive) {
      out[at] = respawned;
      out[at + 1] = Math.max(-1, Math.min(1, b.laneOffset[a] / DriveLayout.LANE_UNIT));
      out[at + 2] = b.laneCos[a];
      at = integrators(b, a, out, at + 3);
    } else {
      at = integrators(b, a, out, at);
      out[at++] = respawned;
    }
    weights(episodeState, a, out, at);
  }

  /// The state of the jerk model, scaled as its actions are.
  private int integrators(Bodies b, int a, float[] out, int at) {
    if (!jerk) {
      return at;
    }
    float along = b.accelerationLong[a];
    out[at] = (float) (b.steering[a] / Math.PI);
    out[at + 1] = along / (along < 0 ? JerkLimits.MOST_BRAKING_JERK : JerkLimits.MOST_JERK);
    out[at + 2] = b.accelerationLat[a] / JerkLimits.MOST_JERK;
    return at + 3;
  }

  private void weights(EpisodeState episodeState, int a, float[] out, int from) {
    int at = from;
    if (rewardConditioning.onRewards()) {
      out[at++] = episodeState.collisionWeight[a];
      out[at++] = episodeState.offroadWeight[a];
      out[at++] = episodeState.goalWeight[a];
    }
    if (rewardConditioning.onEntropy()) {
      out[at++] = episodeState.entropyWeight[a];
    }
    if (rewardConditioning.onDiscount()) {
      out[at] = episodeState.discountWeight[a];
    }
  }
}
