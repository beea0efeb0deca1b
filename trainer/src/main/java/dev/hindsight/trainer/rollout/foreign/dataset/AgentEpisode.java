package dev.hindsight.trainer.rollout.foreign.dataset;

import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TickAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// One episode of one agent: the ticks at which it acted, which limbo leaves out, and how it ended.
///
/// @param agent its index
/// @param acted the ticks, in stretches between which it was in limbo; at least one, ascending
/// @param end the tick that ended it, or the last one that was read; after the last of its ticks if
///   the agent was in limbo then
/// @param terminated whether it ended for good
/// @param truncated whether a limit cut it off
record AgentEpisode(int agent, List<Span> acted, int end, boolean terminated, boolean truncated) {
  /// Copies the list.
  AgentEpisode {
    acted = List.copyOf(acted);
  }

  int first() {
    return acted.getFirst().from();
  }

  int last() {
    return acted.getLast().last();
  }

  /// T, number of transitions.
  int steps() {
    return acted.stream().mapToInt(Span::ticks).sum();
  }

  /// `[T]` the ticks of its transitions.
  int[] ticks() {
    return acted.stream().flatMapToInt(span -> IntStream.range(span.from(), span.to())).toArray();
  }

  /// Finds episodes: they end where the agent's own episode ends, whatever the others do.
  static final class Finder {
    private final Rollout rollout;
    private final boolean foreign;
    private final EpisodeEnds ends;
    private final Limbo limbo;
    private final Optional<AgentColumn> terminal;
    private final Optional<AgentColumn> truncation;

    /// @param foreign whether the recording was a dataset: there every truncation ends an episode,
    ///   and the only agent's episodes are those of the file
    Finder(Rollout rollout, boolean foreign) {
      this.rollout = rollout;
      this.foreign = foreign;
      ends = new EpisodeEnds(rollout);
      limbo = new Limbo(rollout);
      terminal = AgentColumn.of(rollout, "terminal");
      truncation = AgentColumn.of(rollout, "truncation");
    }

    /// The episodes of an agent, of which only the chosen ticks count.
    List<AgentEpisode> of(int agent, Span asked) {
      List<AgentEpisode> found = new ArrayList<>();
      for (int tick = asked.from(); tick < asked.to(); ) {
        Span whole = TickAddress.episodeAt(rollout.trials(), rollout.ticks(), tick);
        int to = Math.min(whole.to(), asked.to());
        int from = tick;
        for (int at = tick; at < to; at++) {
          if (at == to - 1 || endsAt(at, agent)) {
            add(found, agent, from, at);
            from = at + 1;
          }
        }
        tick = to;
      }
      return found;
    }

    private boolean endsAt(int tick, int agent) {
      if (!foreign) {
        return ends.ended(tick, agent);
      }
      return rollout.manifest().agents() > 1
          && (ends.ended(tick, agent) || is(truncation, tick, agent));
    }

    private void add(List<AgentEpisode> found, int agent, int from, int end) {
      List<Span> acted = new ArrayList<>();
      int begun = from;
      for (int tick = from; tick <= end + 1; tick++) {
        if (tick > end || limbo.at(tick, agent)) {
          if (begun < tick) {
            acted.add(new Span(begun, tick));
          }
          begun = tick + 1;
        }
      }
      if (!acted.isEmpty()) {
        boolean over = is(terminal, end, agent);
        boolean cut = is(truncation, end, agent) || ends.timedOut(end, agent);
        found.add(new AgentEpisode(agent, acted, end, over, cut && !over));
      }
    }

    private static boolean is(Optional<AgentColumn> column, int tick, int agent) {
      return column.isPresent() && column.get().is(tick, agent);
    }
  }
}
