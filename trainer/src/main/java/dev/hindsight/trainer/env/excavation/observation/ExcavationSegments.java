package dev.hindsight.trainer.env.excavation.observation;

/// Names of the segments of an observation, in their order.
public final class ExcavationSegments {
  /// `[4, 8]` state of each agent.
  public static final String AGENTS = "agents";

  /// `[4]` which agents exist.
  public static final String AGENT_ACTIVE = "agent_active";

  /// `[12, 9]` sums over the workspaces: the first row is straight ahead, the others follow
  /// anticlockwise.
  public static final String LOCAL_MAPS = "local_maps";

  /// `[7, N, N]` maps of the site.
  public static final String MAPS = "maps";

  /// `[8]` actions that could change something.
  public static final String ACTION_MASK = "action_mask";

  /// `[5]` the last actions.
  public static final String PREVIOUS_ACTIONS = "previous_actions";

  /// `[10]` about the edge of the foundation.
  public static final String EDGE_FEATURES = "edge_features";

  /// `[1]` share of the episode that has passed.
  public static final String EPISODE_PROGRESS = "episode_progress";

  private ExcavationSegments() {}
}
