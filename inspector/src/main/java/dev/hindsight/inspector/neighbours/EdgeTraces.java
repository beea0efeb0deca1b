package dev.hindsight.inspector.neighbours;

import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.EdgeIntrospection;
import dev.hindsight.trainer.attention.EdgeTrace;
import dev.hindsight.trainer.attention.ObservedNeighbours;
import dev.hindsight.trainer.attention.RecordedEdges;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Whom the agents of a recording looked at, tick by tick: as it was recorded, else computed from
/// its checkpoint, beside the FX thread and a stretch of ticks at once. FX thread.
final class EdgeTraces {
  /// Ticks computed at once: about as long as opening the checkpoint takes.
  private static final int STRETCH = 32;

  /// Stretches that are kept; those asked for longest ago go first.
  private static final int KEPT = 16;

  private final Rollout rollout;
  private final ObservedNeighbours seen;
  private final Optional<RecordedEdges> recorded;
  private final NewestJob<Integer, Stretch> computing;
  private final Map<Integer, Stretch> kept = new LinkedHashMap<>(KEPT, 0.75f, true);

  /// @param number of the stretch, counted from 0
  /// @param traces of its ticks; fewer where the recording ended there
  /// @param lack why there are none; empty where there are
  private record Stretch(int number, List<EdgeTrace> traces, String lack) {}

  /// @param arrived is called when something was computed
  EdgeTraces(PanelContext context, ObservedNeighbours seen, Runnable arrived) {
    this.rollout = context.rollout();
    this.seen = seen;
    recorded = RecordedEdges.of(rollout);
    computing =
        new NewestJob<>(
            context,
            "Computing which neighbours agents attended to",
            number -> (_, _) -> compute(number),
            stretch -> {
              kept.put(stretch.number, stretch);
              if (kept.size() > KEPT) {
                kept.remove(kept.keySet().iterator().next());
              }
              arrived.run();
            });
  }

  private Stretch compute(int number) {
    List<EdgeTrace> traces = new ArrayList<>();
    try (EdgeIntrospection network = RecomputedEdges.network(rollout)) {
      int end = Math.min(rollout.ticks(), (number + 1) * STRETCH);
      for (int tick = number * STRETCH; tick < end; tick++) {
        traces.add(RecomputedEdges.look(seen, network, tick));
      }
      return new Stretch(number, traces, "");
    } catch (Problem problem) {
      return new Stretch(number, List.of(), problem.getMessage());
    }
  }

  /// Those of a tick; nothing while they are computed, or cannot be.
  Optional<EdgeTrace> at(int tick) {
    if (recorded.isPresent()) {
      return recorded.map(edges -> edges.at(tick));
    }
    Optional<Stretch> stretch = Optional.ofNullable(kept.get(tick / STRETCH));
    int at = tick % STRETCH;
    Optional<EdgeTrace> trace =
        stretch.filter(s -> at < s.traces.size()).map(s -> s.traces.get(at));
    if (trace.isEmpty() && stretch.map(s -> s.lack.isEmpty()).orElse(true)) {
      computing.request(tick / STRETCH);
    }
    return trace;
  }

  /// Why there is nothing of a tick, or that it is being computed.
  String lack(int tick) {
    return Optional.ofNullable(kept.get(tick / STRETCH))
        .map(Stretch::lack)
        .filter(words -> !words.isEmpty())
        .map(words -> "The recording holds no neighbour attention: " + words)
        .orElse("Computing neighbour attention from the checkpoint …");
  }
}
