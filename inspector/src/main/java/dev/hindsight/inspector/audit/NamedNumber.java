package dev.hindsight.inspector.audit;

import dev.hindsight.inspector.tick.ElementNames;
import dev.hindsight.trainer.record.ReplayReport;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Arrays;
import java.util.List;

/// The name of a number in a row, and its agent.
///
/// @param agent its agent, or [AuditFinding#NO_AGENT]
/// @param dimension `observation partners[3].rel_x`, `pose.heading`, `other_pose[2].x`
public record NamedNumber(int agent, String dimension) {
  /// @param index element of the row, in C order
  static NamedNumber of(Rollout rollout, Channel channel, int index) {
    int agents = rollout.manifest().agents();
    boolean perAgent = channel.spec().perAgent() && agents > 0;
    int each = perAgent ? Math.max(1, channel.rowLength() / agents) : channel.rowLength();
    int agent = perAgent ? index / each : AuditFinding.NO_AGENT;
    List<Integer> shape = Arrays.stream(channel.rowShape()).skip(perAgent ? 1 : 0).boxed().toList();
    return new NamedNumber(agent, name(rollout, channel, shape, perAgent ? index % each : index));
  }

  /// The name of the first number that differs in a replay.
  public static String of(Rollout rollout, ReplayReport.Difference difference) {
    return rollout
        .channel(difference.channel())
        .map(channel -> of(rollout, channel, difference.index()).dimension())
        .orElseGet(difference::place);
  }

  private static String name(Rollout rollout, Channel channel, List<Integer> shape, int within) {
    String name = channel.spec().name();
    if (shape.isEmpty()) {
      return name;
    }
    String part = ElementNames.of(rollout.manifest(), name, shape).apply(within);
    String row = shape.size() > 1 ? "[" + within / Math.max(1, shape.getLast()) + "]" : "";
    boolean bare = part.startsWith("[");
    return name + row + (bare ? "" : name.equals("observation") ? " " : ".") + part;
  }
}
