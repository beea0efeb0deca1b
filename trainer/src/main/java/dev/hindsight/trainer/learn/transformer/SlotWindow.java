package dev.hindsight.trainer.learn.transformer;

import dev.hindsight.trainer.policy.Tensor;
import java.nio.FloatBuffer;
import java.util.BitSet;

/// Tracks which slots of the key/value cache each agent may look at, tick by tick. Hot loop:
/// allocates nothing.
///
/// All agents write the same slot at the same tick, in a ring, so that a tick is one copy for all
/// of them. The mask holds what differs between agents: where the episode began and which slots are
/// garbage. If an episode is longer than the cache, the agent's memory starts over.
final class SlotWindow {
  private static final float OPEN = 0;
  private static final float CLOSED = Float.NEGATIVE_INFINITY;

  private final int agents;
  private final int slots;
  private final FloatBuffer mask;
  private final int[] position;
  private final int[] origin;
  private long tick;

  /// @param mask `[A * S]`, additive: 0 if an agent may look, otherwise -inf; written here
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

  /// Closes all slots of an agent: its next tick is the first of an episode.
  void forget(int agent) {
    position[agent] = 0;
    origin[agent] = 0;
    for (int slot = 0; slot < slots; slot++) {
      mask.put(agent * slots + slot, CLOSED);
    }
  }

  /// Restarts an agent's positions at its next tick; its memory stays.
  void restart(int agent) {
    origin[agent] = position[agent];
  }

  /// Row in the table of positions for an agent's present tick.
  int counted(int agent) {
    return position[agent] - origin[agent];
  }

  /// Copies the state.
  State state() {
    BitSet open = new BitSet(agents * slots);
    for (int i = 0; i < agents * slots; i++) {
      if (mask.get(i) == OPEN) {
        open.set(i);
      }
    }
    return new State(tick, position.clone(), origin.clone(), open);
  }

  /// Restores a copied state.
  void become(State state) {
    tick = state.tick;
    System.arraycopy(state.position, 0, position, 0, agents);
    System.arraycopy(state.origin, 0, origin, 0, agents);
    for (int i = 0; i < agents * slots; i++) {
      mask.put(i, state.open.get(i) ? OPEN : CLOSED);
    }
  }

  /// Closes one slot of an agent for good.
  ///
  /// @param slot from [#slotAgo]
  void close(int agent, int slot) {
    mask.put(agent * slots + slot, CLOSED);
  }

  /// The slot of an agent's earlier tick, or -1 if its episode does not go back that far.
  ///
  /// @param ago 1 is the last tick
  int slotAgo(int agent, int ago) {
    boolean there = ago >= 1 && ago <= position[agent] && ago <= slots;
    return there ? slotOf(agent, position[agent] - ago) : -1;
  }

  /// Number of slots in use, from the first, before the next tick is written.
  int written() {
    return (int) Math.min(slots, tick);
  }

  /// A copied state.
  ///
  /// @param tick ticks since all agents started over together
  /// @param position `[A]`, never written again
  /// @param origin `[A]` position from which places are counted, never written again
  /// @param open `[A * S]`, never written again
  record State(long tick, int[] position, int[] origin, BitSet open) {
    /// The state as an array of a checkpoint: `[A, 3 + S]`, for each agent the tick, counted only
    /// as far as slots depend on it, its position, its origin, and 1 for each open slot.
    Tensor tensor(String name, int slots) {
      int width = 3 + slots;
      float[] all = new float[position.length * width];
      for (int agent = 0; agent < position.length; agent++) {
        all[agent * width] = tick < slots ? tick : slots + tick % slots;
        all[agent * width + 1] = position[agent];
        all[agent * width + 2] = origin[agent];
        for (int slot = 0; slot < slots; slot++) {
          all[agent * width + 3 + slot] = open.get(agent * slots + slot) ? 1 : 0;
        }
      }
      return new Tensor(name, new int[] {position.length, width}, all);
    }

    /// Reads what [#tensor] wrote.
    static State read(float[] all, int slots) {
      int width = 3 + slots;
      int agents = all.length / width;
      int[] position = new int[agents];
      int[] origin = new int[agents];
      BitSet open = new BitSet(agents * slots);
      for (int agent = 0; agent < agents; agent++) {
        position[agent] = (int) all[agent * width + 1];
        origin[agent] = (int) all[agent * width + 2];
        for (int slot = 0; slot < slots; slot++) {
          open.set(agent * slots + slot, all[agent * width + 3 + slot] != 0);
        }
      }
      return new State((long) all[0], position, origin, open);
    }

    long bytes() {
      return Long.BYTES + 2L * Integer.BYTES * position.length + open.size() / 8;
    }
  }

  /// Opens the slot of a new tick to all agents, limbo or not: a query without open slots would
  /// yield NaN.
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

  /// Closes the slot again for agents in limbo, after the forward pass: later ticks must not see
  /// it.
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

  /// Number of slots, from the first, that at least one agent may look at.
  int used() {
    return (int) Math.min(slots, tick + 1);
  }

  /// Number of earlier ticks in an agent's episode.
  int position(int agent) {
    return position[agent];
  }

  /// The present slot of an earlier tick of an agent.
  ///
  /// @param seen position within its episode, up to the present one
  int slotOf(int agent, int seen) {
    return (int) Math.floorMod(tick - (position[agent] - seen), (long) slots);
  }
}
