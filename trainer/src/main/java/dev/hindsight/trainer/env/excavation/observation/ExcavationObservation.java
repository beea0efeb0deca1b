package dev.hindsight.trainer.env.excavation.observation;

import dev.hindsight.trainer.env.excavation.simulation.ExcavatorAction;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;

/// Arrays for one observation; the caller owns them, and [ExcavationObserver#write] fills them.
///
/// Only read them: an observer that fills the same object again leaves out the maps of the site
/// that have not changed. One object belongs to one observer. N = tiles along a side of the site.
public final class ExcavationObservation {
  /// Agents that an observation has room for.
  public static final int AGENTS = 4;

  /// Numbers for each of them.
  public static final int AGENT_NUMBERS = 8;

  /// Numbers about the edge of the foundation.
  public static final int EDGE_FEATURES = 10;

  /// `[4, 8]` row, column, base, cabin, wheel, load, type, shovel; one agent, then zeros.
  public final float[] agentStates = new float[AGENTS * AGENT_NUMBERS];

  /// `[4]` 1 for each agent that exists.
  public final byte[] agentActive = new byte[AGENTS];

  /// `[9, 12]` sums over the workspace, see [LocalMap]; the first is straight ahead, the others
  /// follow anticlockwise.
  public final short[] localMaps = new short[LocalMap.COUNT * SiteGeometry.DIRECTIONS];

  /// `[7, N, N]` maps of the site, see [MapPlane].
  public final byte[] planes;

  /// `[8]` 1 for each action that could change something.
  public final byte[] actionMask = new byte[ExcavatorAction.COUNT];

  /// `[10]` a dig is possible; share of possible actions; border and core still to dig, by area;
  /// border left in the workspace, border that may be dug, border that may not, tiles that may be
  /// dug, all by workspace; share of the border in what is left; completion.
  public final float[] edgeFeatures = new float[EDGE_FEATURES];

  /// Share of the episode that has passed.
  public float progress;

  /// Arrays for a site of N x N tiles.
  public ExcavationObservation(int size) {
    planes = new byte[MapPlane.COUNT * size * size];
  }
}
