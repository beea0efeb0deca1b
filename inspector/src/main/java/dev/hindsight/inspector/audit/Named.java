package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.env.ObservationLayout;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.List;

/// A number of a row by name: what it is, and whose.
///
/// @param agent whose, or [AuditFinding#NOBODY]
/// @param dimension `observation partners[3].rel_x`, `pose.heading`, `other_pose[2].x`
record Named(int agent, String dimension) {
  private static final List<String> POSE = List.of("x", "y", "heading");

  /// @param index element of the row, in C order
  static Named of(Rollout rollout, Channel channel, int index) {
    int agents = rollout.manifest().agents();
    boolean perAgent = channel.spec().perAgent() && agents > 0;
    int each = perAgent ? Math.max(1, channel.rowLength() / agents) : channel.rowLength();
    int agent = perAgent ? index / each : AuditFinding.NOBODY;
    int within = perAgent ? index % each : index;
    String name = channel.spec().name();
    return new Named(agent, name + inside(rollout, channel, name, within, each));
  }

  private static String inside(
      Rollout rollout, Channel channel, String name, int within, int each) {
    ObservationLayout layout = rollout.manifest().observation();
    if (name.equals("observation") && layout.segmentOf(within).isPresent()) {
      return " " + layout.nameOf(within);
    }
    if (each == 1) {
      return "";
    }
    int[] shape = channel.rowShape();
    int width = shape.length == 0 ? 1 : shape[shape.length - 1];
    boolean pose = name.endsWith("pose") || name.equals("goal") || name.equals("velocity");
    String row = each > width ? "[" + within / width + "]" : "";
    return pose && width <= POSE.size()
        ? row + "." + POSE.get(within % width)
        : row + "[" + within % width + "]";
  }
}
