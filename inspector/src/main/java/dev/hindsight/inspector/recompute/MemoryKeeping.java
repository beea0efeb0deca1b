package dev.hindsight.inspector.recompute;

import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.MemoryLayout;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.rollout.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;

/// How the memory of every agent is kept over a whole recording.
sealed interface MemoryKeeping {
  /// The correct way.
  MemoryKeeping RIGHT = new ByRules(MemoryRules.RIGHT);

  /// The rules that apply to everything else.
  MemoryRules rules();

  /// The stretches of the whole recording within which an agent's memory is not wiped.
  List<Span> stretches(int agent, EpisodeFlags whole, int horizon);

  /// The memory layout of some ticks.
  ///
  /// @param span begins with the first tick of a stretch
  MemoryLayout layout(int agent, EpisodeFlags whole, Span span, int horizon);

  /// By the same rules for all agents.
  record ByRules(MemoryRules rules) implements MemoryKeeping {
    @Override
    public List<Span> stretches(int agent, EpisodeFlags whole, int horizon) {
      return rules.stretches(whole, horizon);
    }

    @Override
    public MemoryLayout layout(int agent, EpisodeFlags whole, Span span, int horizon) {
      return MemoryLayout.of(rules, whole.part(span), span.from(), horizon);
    }
  }

  /// Correctly, except for the positions.
  ///
  /// @param counted `[T]`, the position of every tick of the recording, for all agents
  record WithPositions(long[] counted) implements MemoryKeeping {
    @Override
    public MemoryRules rules() {
      return MemoryRules.RIGHT;
    }

    @Override
    public List<Span> stretches(int agent, EpisodeFlags whole, int horizon) {
      return MemoryRules.RIGHT.stretches(whole, horizon);
    }

    @Override
    public MemoryLayout layout(int agent, EpisodeFlags whole, Span span, int horizon) {
      long[] positions = new long[span.ticks()];
      for (int t = 0; t < positions.length; t++) {
        positions[t] = counted[span.from() + t] % horizon;
      }
      return RIGHT.layout(agent, whole, span, horizon).at(positions);
    }
  }

  /// Correctly, except for additional wipes.
  ///
  /// @param wipes of each agent, ticks of the recording
  record WithWipes(List<NavigableSet<Integer>> wipes) implements MemoryKeeping {
    @Override
    public MemoryRules rules() {
      return MemoryRules.RIGHT;
    }

    @Override
    public List<Span> stretches(int agent, EpisodeFlags whole, int horizon) {
      List<Span> all = new ArrayList<>();
      for (Span stretch : MemoryRules.RIGHT.stretches(whole, horizon)) {
        int from = stretch.from();
        for (int wipe : wipes.get(agent).subSet(from, false, stretch.to(), false)) {
          all.add(new Span(from, wipe));
          from = wipe;
        }
        all.add(new Span(from, stretch.to()));
      }
      return all;
    }

    @Override
    public MemoryLayout layout(int agent, EpisodeFlags whole, Span span, int horizon) {
      List<Span> within =
          stretches(agent, whole, horizon).stream()
              .filter(stretch -> stretch.to() > span.from() && stretch.from() < span.to())
              .map(stretch ->
                  new Span(
                      Math.max(stretch.from(), span.from()) - span.from(),
                      Math.min(stretch.to(), span.to()) - span.from()))
              .toList();
      return MemoryLayout.of(MemoryRules.RIGHT, within, whole.part(span), span.from(), horizon);
    }
  }
}
