package dev.hindsight.inspector.moment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.version.PerturbedCheckpoints;
import dev.hindsight.inspector.version.VersionComparison;
import dev.hindsight.inspector.version.VersionOutputs;
import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The size of a moment belongs to its tick, computed there in another way.
class MomentTicksTest {
  private static final String ACTED = "darkroom-5x5";
  private static final int TICKS = 60;

  @TempDir private Path folder;

  private static VersionOutputs version(Rollout rollout, String checkpoint, Span span) {
    return VersionOutputs.of(rollout, 0, checkpoint, span, Progress.SILENT, new Cancellation());
  }

  @Test
  void disagreementIsThatOfTheOutputsAtTheTickAlone() {
    String noisy = PerturbedCheckpoints.write(folder, ACTED, "noisy", 0.4).toString();
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      Span all = Span.all(TICKS);
      VersionComparison versions =
          new VersionComparison(
              rollout, 0, List.of(version(rollout, ACTED, all), version(rollout, noisy, all)));
      MomentScores scores = MomentScores.disagreement(versions, new String[] {ACTED, "noisy"});
      for (int tick : List.of(0, 1, 7, 8, 9, 30, TICKS - 1)) {
        float[] one = version(rollout, ACTED, Span.at(tick)).logits(tick);
        float[] other = version(rollout, noisy, Span.at(tick)).logits(tick);
        double expected =
            0.5 * (Categorical.divergence(one, other) + Categorical.divergence(other, one));
        assertEquals(expected, scores.sizes()[tick], 1e-5, "tick " + tick);
        String reason = scores.reason().apply(tick);
        assertTrue(reason.startsWith(ACTED), reason);
      }
    }
  }

  @Test
  void attentionShiftIsThatOfTheWeightsAtTheTickAndTheOneBefore() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      MomentScores scores =
          MomentScores.attentionShift(
              rollout, 0, Optional.empty(), Progress.SILENT, new Cancellation());
      AttentionReadingCache library = new AttentionReadingCache(rollout);
      int compared = 0;
      for (int tick = 0; tick < TICKS; tick++) {
        AttentionTrace trace = library.reading(0, tick, new Cancellation()).trace();
        int from = trace.span().from();
        if (tick == from || Float.isNaN(scores.sizes()[tick])) {
          assertTrue(Float.isNaN(scores.sizes()[tick]), "nothing was attended to before " + tick);
          continue;
        }
        double apart = 0;
        double recent = 0;
        int heaviest = from;
        for (int at = from; at <= tick; at++) {
          double moved = weight(trace, tick, at) - weight(trace, tick - 1, at);
          apart += at < tick - 1 ? Math.abs(moved) : 0;
          recent += at < tick - 1 ? 0 : moved;
          if (at < tick && weight(trace, tick, at) > weight(trace, tick, heaviest)) {
            heaviest = at;
          }
        }
        assertEquals(0.5 * (apart + Math.abs(recent)), scores.sizes()[tick], 1e-5, "tick " + tick);
        String reason = scores.reason().apply(tick);
        assertTrue(reason.contains(TickWords.of(rollout.trials(), heaviest) + " has"), reason);
        compared++;
      }
      assertTrue(compared > 30, "ticks: " + compared);
    }
  }

  /// What the query at a tick pays to another tick, mean of all layers and heads.
  private static double weight(AttentionTrace trace, int query, int tick) {
    int from = trace.span().from();
    double sum = 0;
    for (int layer = 0; layer < trace.layers(); layer++) {
      for (int head = 0; head < trace.heads(); head++) {
        sum += trace.weight(layer, head, query - from, tick - from);
      }
    }
    return sum / (trace.layers() * trace.heads());
  }
}
