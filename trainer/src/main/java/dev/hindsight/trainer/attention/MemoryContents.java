package dev.hindsight.trainer.attention;

import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.Arrays;
import java.util.BitSet;

/// The content of one agent's memory, place by place: the tick, its trial, and whether it was in
/// limbo. One owner thread.
public final class MemoryContents {
  private int[] ticks = new int[64];
  private int[] trials = new int[64];
  private final BitSet limbo = new BitSet();
  private int size;

  /// All ticks of a span of a recording, one per place.
  public static MemoryContents of(Span stretch, EpisodeFlags episodeFlags, TrialIndex index) {
    MemoryContents memory = new MemoryContents();
    for (int tick = stretch.from(); tick < stretch.to(); tick++) {
      int trial = index.count() == 0 ? 0 : index.trial(index.stretchAt(tick));
      memory.add(tick, trial, episodeFlags.live(tick) ? 0 : 1);
    }
    return memory;
  }

  /// Empties the memory.
  public void forget() {
    size = 0;
    limbo.clear();
  }

  /// Adds a tick at the next place.
  ///
  /// @param removed 1 in limbo
  public void add(int tick, int trial, int removed) {
    if (size == ticks.length) {
      ticks = Arrays.copyOf(ticks, 2 * size);
      trials = Arrays.copyOf(trials, 2 * size);
    }
    ticks[size] = tick;
    trials[size] = trial;
    limbo.set(size, removed != 0);
    size++;
  }

  /// Number of places in use.
  public int size() {
    return size;
  }

  /// The tick at a place.
  public int tick(int place) {
    return ticks[place];
  }

  /// The trial of that tick within the episode, from 0.
  public int trial(int place) {
    return trials[place];
  }

  /// Whether the agent was in limbo at that tick.
  public boolean limbo(int place) {
    return limbo.get(place);
  }
}
