package dev.hindsight.trainer.env.drive.observation;

import dev.hindsight.trainer.env.drive.reward.EpisodeState;
import dev.hindsight.trainer.env.drive.simulation.Bodies;
import dev.hindsight.trainer.env.drive.simulation.ContactRule;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.DynamicsModel;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.ReferenceVariant;
import dev.hindsight.trainer.env.drive.simulation.JerkLimits;
import dev.hindsight.trainer.env.drive.simulation.MapFrame;
import dev.hindsight.trainer.env.drive.simulation.RewardConditioning;
import dev.hindsight.trainer.env.drive.simulation.RoadGrid;
import dev.hindsight.trainer.env.drive.simulation.Roster;
import java.util.Arrays;
import java.util.Objects;

/// Writes the observation of every agent. Hot loop: no allocation; one owner thread.
///
/// [DriveLayout] defines the numbers.
public final class DriveObserver {
  private static final int PARTNER = DriveLayout.PARTNER_FEATURES.size();
  private static final int ROAD = DriveLayout.ROAD_FEATURES.size();

  /// The observed width of every road segment.
  private static final float ROAD_WIDTH = 0.1f / 100;

  private static final float FAR = DriveLayout.PARTNER_RANGE * DriveLayout.PARTNER_RANGE;

  private final RoadGrid roadGrid;
  private final ObservableRoads roads;
  private final int size;
  private final int partnersAt;
  private final int roadsAt;
  private final boolean quirks;
  private final boolean adaptive;
  private final boolean jerk;
  private final RewardConditioning rewardConditioning;

  private final int mostPartners;
  private final boolean hidden;
  private final float seenWithin;

  /// Where trials begin; read for hidden goals.
  private final Bodies start;

  /// `[n]` observed width and length of each body.
  private final float[] width;

  private final float[] length;

  /// `[n]` observed signed speed of each body at this tick.
  private final float[] speed;

  /// @param start state at the start of every trial
  public DriveObserver(
      RoadGrid roadGrid, ObservableRoads roads, Roster roster, Bodies start, DriveConfig config) {
    this.start = start;
    hidden = config.goals().hidden();
    seenWithin = config.goals().seenWithin();
    this.roadGrid = roadGrid;
    this.roads = roads;
    size = DriveLayout.size(config);
    partnersAt = config.egoFeatures() + config.conditioning().features();
    roadsAt = partnersAt + config.sight().partners() * PARTNER;
    mostPartners = config.sight().partners();
    quirks = config.quirks();
    width = new float[roster.size()];
    length = new float[roster.size()];
    speed = new float[roster.size()];
    for (int i = 0; i < roster.size(); i++) {
      width[i] = roster.actor(i).width() / DriveLayout.WIDTH_UNIT;
      length[i] = roster.actor(i).length() / DriveLayout.LENGTH_UNIT;
    }
    adaptive = config.preset() == ReferenceVariant.ADAPTIVE;
    jerk = config.dynamics() == DynamicsModel.JERK;
    rewardConditioning = config.conditioning();
  }

  /// @param out `[A * D]`, completely overwritten
  public void observe(Bodies b, EpisodeState episodeState, float[] out) {
    for (int i = 0; i < b.count; i++) {
      speed[i] = b.speed(i) / DriveLayout.SPEED_UNIT;
    }
    for (int a = 0; a < b.agents; a++) {
      int at = a * size;
      ego(b, episodeState, a, out, at);
      int end = partners(b, a, out, at + partnersAt);
      Arrays.fill(out, end, at + roadsAt, 0);
      end = roads(b, a, out, at + roadsAt);
      Arrays.fill(out, end, at + size, 0);
    }
  }

  /// Writes an agent's observation of itself.
  private void ego(Bodies b, EpisodeState episodeState, int a, float[] out, int from) {
    float dx = b.goalX[a] - b.x[a];
    float dy = b.goalY[a] - b.y[a];
    boolean seen = !hidden || dx * dx + dy * dy <= seenWithin * seenWithin;
    if (!seen) {
      dx = 0;
      dy = 0;
    }
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
    if (hidden) {
      at = sinceStart(b, a, seen, out, at);
    }
    weights(episodeState, a, out, at);
  }

  /// Writes the state of the jerk model, scaled like its actions.
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

  /// Writes whether the goal is seen, and where the trial began. A vehicle keeps track of its own
  /// motion; without that, no number would tell one exit from another.
  private int sinceStart(Bodies b, int a, boolean seen, float[] out, int at) {
    float dx = start.x[a] - b.x[a];
    float dy = start.y[a] - b.y[a];
    out[at] = seen ? 1 : 0;
    out[at + 1] = (dx * b.cos[a] + dy * b.sin[a]) * DriveLayout.POSITION_SCALE;
    out[at + 2] = (dy * b.cos[a] - dx * b.sin[a]) * DriveLayout.POSITION_SCALE;
    out[at + 3] = start.cos[a] * b.cos[a] + start.sin[a] * b.sin[a];
    out[at + 4] = start.sin[a] * b.cos[a] - start.cos[a] * b.sin[a];
    return at + DriveConfig.HIDDEN_GOAL_FEATURES;
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

  /// Writes the partners. In the reference, agents in limbo see each other.
  private int partners(Bodies b, int agent, float[] out, int from) {
    float x = b.x[agent];
    float y = b.y[agent];
    float cos = b.cos[agent];
    float sin = b.sin[agent];
    if (b.isGhost(agent) || (!quirks && x == MapFrame.NOWHERE)) {
      return from;
    }
    int at = from;
    int last = from + (mostPartners - 1) * PARTNER;
    for (int other = 0; other < b.count && at <= last; other++) {
      float dx = b.x[other] - x;
      float dy = b.y[other] - y;
      if (dx * dx + dy * dy > FAR || other == agent || b.isGhost(other)) {
        continue;
      }
      out[at] = (dx * cos + dy * sin) * DriveLayout.POSITION_SCALE;
      out[at + 1] = (dy * cos - dx * sin) * DriveLayout.POSITION_SCALE;
      out[at + 2] = width[other];
      out[at + 3] = length[other];
      out[at + 4] = b.cos[other] * cos + b.sin[other] * sin;
      out[at + 5] = b.sin[other] * cos - b.cos[other] * sin;
      out[at + 6] = speed[other];
      at += PARTNER;
    }
    return at;
  }

  private int roads(Bodies b, int agent, float[] out, int from) {
    float x = b.x[agent];
    float y = b.y[agent];
    float cos = b.cos[agent];
    float sin = b.sin[agent];
    int cell = roadGrid.cell(x, y);
    if (cell == RoadGrid.OUTSIDE) {
      return from;
    }
    int[] seen = roads.seen;
    float[] pieces = roads.pieces;
    int first = roads.first[cell];
    int count = roads.first[cell + 1] - first;
    // One check here lets the compiler drop the bounds checks in the loop.
    Objects.checkFromIndexSize(from, count * ROAD, out.length);
    for (int k = 0; k < count; k++) {
      int piece = seen[first + k];
      float dx = pieces[piece] - x;
      float dy = pieces[piece + 1] - y;
      float alongX = pieces[piece + 2];
      float alongY = pieces[piece + 3];
      int at = from + k * ROAD;
      out[at] = (dx * cos + dy * sin) * DriveLayout.POSITION_SCALE;
      out[at + 1] = (dy * cos - dx * sin) * DriveLayout.POSITION_SCALE;
      out[at + 2] = pieces[piece + 4];
      out[at + 3] = ROAD_WIDTH;
      out[at + 4] = alongX * cos + alongY * sin;
      out[at + 5] = alongY * cos - alongX * sin;
      out[at + 6] = pieces[piece + 5];
    }
    return from + count * ROAD;
  }
}
