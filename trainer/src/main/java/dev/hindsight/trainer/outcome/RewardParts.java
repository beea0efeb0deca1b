package dev.hindsight.trainer.outcome;

import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.List;

/// The parts of the reward that a recording holds: the columns, one number for each agent, that are
/// declared as parts of the reward (`part_of` in the manifest). Of each step they should add up to
/// the reward; [RewardBreakdown] checks it. Any thread; reading allocates nothing.
public final class RewardParts {
  /// The column that the parts add up to.
  public static final String WHOLE = "reward";

  private static final String PREFIX = "reward_";

  private final List<String> names;
  private final List<AgentColumn> columns;

  private RewardParts(List<String> names, List<AgentColumn> columns) {
    this.names = names;
    this.columns = columns;
  }

  /// Whether recordings with this manifest hold parts of the reward.
  public static boolean areIn(Manifest manifest) {
    return manifest.agents() > 0 && manifest.channels().stream().anyMatch(RewardParts::isPart);
  }

  /// The parts that a recording holds, in the order of its columns; none in many recordings.
  public static RewardParts of(Rollout rollout) {
    List<ChannelSpec> specs =
        rollout.manifest().channels().stream()
            .filter(RewardParts::isPart)
            .filter(spec -> AgentColumn.of(rollout, spec.name()).isPresent())
            .toList();
    return new RewardParts(
        specs.stream().map(spec -> name(spec.name())).toList(),
        specs.stream().flatMap(spec -> AgentColumn.of(rollout, spec.name()).stream()).toList());
  }

  private static boolean isPart(ChannelSpec spec) {
    return spec.partOf(WHOLE) && spec.perAgent() && spec.shape().size() == 2;
  }

  /// What a part is for: `goal` of the column `figure/reward_goal`.
  private static String name(String column) {
    String last = column.substring(column.lastIndexOf('/') + 1);
    return last.startsWith(PREFIX) ? last.substring(PREFIX.length()) : last;
  }

  /// What each part is for, in the recording's order: `goal`.
  public List<String> names() {
    return names;
  }

  /// Number of parts.
  public int count() {
    return columns.size();
  }

  /// Whether a part is recorded in half precision.
  boolean inHalfPrecision() {
    return columns.stream().anyMatch(RewardParts::isHalf);
  }

  /// Whether a column is recorded in half precision.
  static boolean isHalf(AgentColumn column) {
    return column.channel().spec().type() == Dtype.F2;
  }

  /// A part of the reward of an agent's action.
  double value(int part, int tick, int agent) {
    return columns.get(part).value(tick, agent);
  }
}
