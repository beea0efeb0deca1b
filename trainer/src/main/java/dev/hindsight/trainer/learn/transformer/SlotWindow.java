package dev.hindsight.trainer.learn.transformer;

import java.nio.FloatBuffer;
import java.util.BitSet;

/// Which slots of the key/value cache each agent may look at, kept up to date tick by tick. Hot
/// loop: allocates nothing.
///
/// All agents write the same slot at the same tick, round and round, so that a tick is one copy for
/// all of them. Where its episode began, how long ago, and what is garbage, is each agent's own:
/// the mask says it. An episode longer than the cache begins anew in an agent's memory.
final class SlotWindow {
  private static final float OPEN = 0;
  private static final float CLOSED = Float.NEGATIVE_INFINITY;

  private final int agents;
  private final int slots;
  private final FloatBuffer mask;
  private final int[] position;
  private final int[] origin;
  private long tick;

  /// @param mask `[A * S]`, additive: 0 where an agent may look, -inf where not; written here
  SlotWindow(int agents, int slots, FloatBuffer mask) {
    this.agents = agents;
    this.slots = slots;
    this.mask = mask;
    this.position = new int[agents];
    this.origin = new int[agents];
    for (int agent = 0; agent < agents; agent++) {
      forget(agent);
    }
  }

  /// Closes all an agent has seen: its next tick is the first of an episode.
  void forget(int agent) {
    position[agent] = 0;
    origin[agent] = 0;
    for (int slot = 0; slot < slots; slot++) {
      mask.put(agent * slots + slot, CLOSED);
    }
  }

  /// Counts an agent's positions from its next tick on; what it remembers stays.
  void restart(int agent) {
    origin[agent] = position[agent];
  }

  /// The place in the table of positions of an agent's present tick.
  int counted(int agent) {
    return position[agent] - origin[agent];
  }

  /// A copy of everything it knows.
  State state() {
    BitSet open = new BitSet(agents * slots);
    for (int i = 0; i < agents * slots; i++) {
      if (mask.get(i) == OPEN) {
        open.set(i);
      }
    }
    return new State(tick, position.clone(), origin.clone(), open);
  }

  /// Becomes a copied state.
  void become(State state) {
    tick = state.tick;
    System.arraycopy(state.position, 0, position, 0, agents);
    System.arraycopy(state.origin, 0, origin, 0, agents);
    for (int i = 0; i < agents * slots; i++) {
      mask.put(i, state.open.get(i) ? OPEN : CLOSED);
    }
  }

  /// Closes a slot that an agent wrote, for good.
  ///
  /// @param slot from [#slotAgo]
  void close(int agent, int slot) {
    mask.put(agent * slots + slot, CLOSED);
  }

  /// Where lies what an agent saw some ticks ago, or -1 where its episode does not reach back.
  ///
  /// @param ago 1 is the last tick
  int slotAgo(int agent, int ago) {
    boolean there = ago >= 1 && ago <= position[agent] && ago <= slots;
    return there ? slotOf(agent, position[agent] - ago) : -1;
  }

  /// Slots that hold something, from the first, before the next tick is written.
  int written() {
    return (int) Math.min(slots, tick);
  }

  /// A copied state.
  ///
  /// @param tick ticks since all agents began anew together
  /// @param position `[A]`, never written again
  /// @param origin `[A]` position from which places are counted, never written again
  /// @param open `[A * S]`, never written again
  record State(long tick, int[] position, int[] origin, BitSet open) {
    long bytes() {
      return Long.BYTES + 2L * Integer.BYTES * position.length + open.size() / 8;
    }
  }

  /// Opens the slot of a new tick to everyone, limbo or not: a query that saw nothing would be NaN.
  void open() {
    boolean allNew = true;
    for (int agent = 0; agent < agents; agent++) {
      if (position[agent] == slots) {
        forget(agent);
      }
      allNew &= position[agent] == 0;
    }
    if (allNew) {
      tick = 0;
    }
    for (int agent = 0; agent < agents; agent++) {
      mask.put(agent * slots + slot(), OPEN);
    }
  }

  /// Closes the slot again for who was in limbo, after the forward: it is garbage to later ticks.
  ///
  /// @param removed `[A]`, 1 in limbo
  void shut(byte[] removed) {
    for (int agent = 0; agent < agents; agent++) {
      if (removed[agent] != 0) {
        mask.put(agent * slots + slot(), CLOSED);
      }
      position[agent]++;
    }
    tick++;
  }

  /// The slot of the present tick.
  int slot() {
    return (int) (tick % slots);
  }

  /// How many slots, from the first, anyone may look at.
  int used() {
    return (int) Math.min(slots, tick + 1);
  }

  /// Ticks of its episode an agent has behind it.
  int position(int agent) {
    return position[agent];
  }

  /// Where something an agent saw lies now.
  ///
  /// @param seen position within its episode, up to the present one
  int slotOf(int agent, int seen) {
    return (int) Math.floorMod(tick - (position[agent] - seen), (long) slots);
  }
}
