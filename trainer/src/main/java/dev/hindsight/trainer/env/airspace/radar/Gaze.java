package dev.hindsight.trainer.env.airspace.radar;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.env.NeighbourTable;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.EdgeHeads;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Subject;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Whom the selected aircraft's policy looked at while it acted: a line to each, the wider and the
/// more coloured the more it was looked at, compared with the one most looked at; the heaviest with
/// their share in per cent. Read from the channels `edges/layer0`, `edges/layer1`, ...
final class Gaze {
  private static final int TOLD = 3;
  private static final float LETTERS = 10;

  /// Where along a line its share is best written: apart from the others, near whom it is about.
  private static final float FAR_ALONG = 0.65f;

  /// Below this share nothing is drawn.
  private static final float LEAST = 0.01f;

  private Gaze() {}

  /// How much one body is looked at, `[0, 1]`.
  private record Look(int body, float weight) {}

  static void add(Plot plot, EdgeHeads heads, List<Mark> marks) {
    int agent = plot.moment().agent();
    if (agent < 0 || agent >= plot.agents() || !plot.here(agent)) {
      return;
    }
    List<Look> looks = looks(plot, heads);
    float most = looks.isEmpty() ? 1 : looks.getLast().weight;
    Poses.Pose own = plot.pose(agent);
    for (Look look : looks) {
      Poses.Pose other = plot.pose(look.body);
      float share = look.weight / most;
      marks.add(
          new Mark.Link(
              own.x(), own.y(), other.x(), other.y(), share, Tone.ATTENTION, Subject.NONE));
    }
    for (Look look : looks.reversed().subList(0, Math.min(TOLD, looks.size()))) {
      Mark.Ends line = ConflictMarks.ends(own, plot.pose(look.body));
      Mark.Ends steady = ConflictMarks.ends(plot.steady(agent), plot.steady(look.body));
      String words = NumberWords.percent(look.weight, 0);
      marks.add(
          new Mark.Tag(line, steady, FAR_ALONG, words, LETTERS, Tone.ATTENTION, Subject.NONE));
    }
  }

  /// Neighbours that are there, the least looked at first.
  private static List<Look> looks(Plot plot, EdgeHeads heads) {
    Moment moment = plot.moment();
    Rollout rollout = moment.rollout();
    Optional<NeighbourTable> table = NeighbourTable.of(rollout.manifest().observation());
    float[] seen = moment.observation();
    Optional<Channel> channel =
        table.flatMap(t ->
            heads
                .channel(rollout)
                .filter(c -> c.rowShape()[0] == plot.agents() && c.rowShape()[2] == t.rows() + 1));
    if (table.isEmpty() || channel.isEmpty() || seen.length == 0) {
      return List.of();
    }
    int slots = table.get().rows() + 1;
    int count = channel.get().rowShape()[1];
    float[] weights = new float[count * slots];
    channel.get().read(moment.tick(), moment.agent() * weights.length, weights, weights.length);
    List<Look> looks = new ArrayList<>();
    for (int row = 0; row < slots - 1; row++) {
      int body = (int) seen[table.get().slotAt(row)];
      float weight = heads.blend(weights, count, slots, row);
      if (body >= 0 && body < plot.bodies() && plot.here(body) && weight >= LEAST) {
        looks.add(new Look(body, weight));
      }
    }
    looks.sort(Comparator.comparingDouble(Look::weight));
    return looks;
  }
}
