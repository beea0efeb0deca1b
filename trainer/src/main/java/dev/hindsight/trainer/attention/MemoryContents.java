package dev.hindsight.trainer.attention;

import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.Arrays;
import java.util.BitSet;

/// What lies in the places of one agent's memory: which tick, of which trial, in limbo or not. One
/// owner thread.
public final class MemoryContents {
  private int[] ticks = new int[64];
  private int[] trials = new int[64];
  private final BitSet limbo = new BitSet();
  private int size;

  /// All of a stretch of a recording, a place a tick.
  public static MemoryContents of(Span stretch, EpisodeFlags episodeFlags, TrialIndex index) {
    MemoryContents memory = new MemoryContents();
    for (int tick = stretch.from(); tick < stretch.to(); tick++) {
      int trial = index.count() == 0 ? 0 : index.trial(index.stretchAt(tick));
      memory.add(tick, trial, episodeFlags.live(tick) ? 0 : 1);
    }
    return memory;
  }

  /// Begins anew.
  public void forget() {
    size = 0;
    limbo.clear();
  }

  /// Puts a tick into the next place.
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

  /// Places taken.
  public int size() {
    return size;
  }

  /// The tick in a place.
  public int tick(int place) {
    return ticks[place];
  }

  /// Its trial within the episode, from 0.
  public int trial(int place) {
    return trials[place];
  }

  /// Whether the agent was in limbo then.
  public boolean limbo(int place) {
    return limbo.get(place);
  }
}
