package dev.hindsight.trainer.env.airspace.radar;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.attention.EdgeHeads;
import dev.hindsight.trainer.env.NeighbourTable;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The attention of the selected aircraft's policy while it acted: a line to each neighbour, wider
/// and more saturated with more weight relative to the largest; the largest weights are labelled in
/// per cent. Read from the channels `edges/layer0`, `edges/layer1`, ...
final class AttentionMarks {
  private static final int LABELLED = 3;
  private static final float LETTERS = 10;

  /// Position of the label along its line: near the neighbour, where lines lie apart.
  private static final float FAR_ALONG = 0.65f;

  /// Smaller weights are not drawn.
  private static final float LEAST = 0.01f;

  private AttentionMarks() {}

  /// The attention on one body, `[0, 1]`.
  private record AttendedBody(int body, float weight) {}

  static void add(TrafficAtTick trafficAtTick, EdgeHeads heads, List<Mark> marks) {
    int agent = trafficAtTick.moment().agent();
    if (agent < 0 || agent >= trafficAtTick.agents() || !trafficAtTick.here(agent)) {
      return;
    }
    List<AttendedBody> looks = looks(trafficAtTick, heads);
    float most = looks.isEmpty() ? 1 : looks.getLast().weight;
    Poses.Pose own = trafficAtTick.pose(agent);
    for (AttendedBody attendedBody : looks) {
      Poses.Pose other = trafficAtTick.pose(attendedBody.body);
      float share = attendedBody.weight / most;
      marks.add(
          new Mark.Link(
              own.x(), own.y(), other.x(), other.y(), share, Tone.ATTENTION, MarkSubject.NONE));
    }
    for (AttendedBody attendedBody :
        looks.reversed().subList(0, Math.min(LABELLED, looks.size()))) {
      Mark.Ends line = ConflictMarks.ends(own, trafficAtTick.pose(attendedBody.body));
      Mark.Ends steady =
          ConflictMarks.ends(trafficAtTick.steady(agent), trafficAtTick.steady(attendedBody.body));
      String words = NumberWords.percent(attendedBody.weight, 0);
      marks.add(
          new Mark.Tag(line, steady, FAR_ALONG, words, LETTERS, Tone.ATTENTION, MarkSubject.NONE));
    }
  }

  /// Neighbours on the map, the smallest weight first.
  private static List<AttendedBody> looks(TrafficAtTick trafficAtTick, EdgeHeads heads) {
    Moment moment = trafficAtTick.moment();
    Rollout rollout = moment.rollout();
    Optional<NeighbourTable> table = NeighbourTable.of(rollout.manifest().observation());
    float[] seen = moment.observation();
    Optional<Channel> channel =
        table.flatMap(t ->
            heads
                .channel(rollout)
                .filter(c ->
                    c.rowShape()[0] == trafficAtTick.agents() && c.rowShape()[2] == t.rows() + 1));
    if (table.isEmpty() || channel.isEmpty() || seen.length == 0) {
      return List.of();
    }
    int slots = table.get().rows() + 1;
    int count = channel.get().rowShape()[1];
    float[] weights = new float[count * slots];
    channel.get().read(moment.tick(), moment.agent() * weights.length, weights, weights.length);
    List<AttendedBody> looks = new ArrayList<>();
    for (int row = 0; row < slots - 1; row++) {
      int body = (int) seen[table.get().slotAt(row)];
      float weight = heads.blend(weights, count, slots, row);
      if (body >= 0
          && body < trafficAtTick.bodies()
          && trafficAtTick.here(body)
          && weight >= LEAST) {
        looks.add(new AttendedBody(body, weight));
      }
    }
    looks.sort(Comparator.comparingDouble(AttendedBody::weight));
    return looks;
  }
}
