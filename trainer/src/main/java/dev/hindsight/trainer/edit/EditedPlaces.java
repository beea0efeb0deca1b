package dev.hindsight.trainer.edit;

import java.util.HashSet;
import java.util.Set;

/// The ticks and agents that edits touched in a recording: audits must not expect them to follow
/// from earlier rows. Lookups allocate nothing but keys. Immutable.
public final class EditedPlaces {
  private final Set<Integer> moved = new HashSet<>();
  private final Set<Long> bodies = new HashSet<>();
  private final Set<Long> seen = new HashSet<>();
  private final Set<Integer> seenTicks = new HashSet<>();
  private final Set<Long> acted = new HashSet<>();

  /// The places that a recording's edits touched.
  public EditedPlaces(Edits edits) {
    for (Edit edit : edits.all()) {
      switch (edit) {
        case Edit.Pose e -> move(e.tick(), e.agent());
        case Edit.Presence e -> move(e.tick(), e.agent());
        case Edit.ObservedNumber e -> {
          seenTicks.add(e.tick());
          seen.add(key(e.tick(), e.agent()));
        }
        case Edit.Action e -> acted.add(key(e.tick(), e.agent()));
        case Edit.ActionSequence e -> {
          for (int t = 0; t < e.choices().size(); t++) {
            acted.add(key(e.tick() + t, e.agent()));
          }
        }
        case Edit.Wipe _, Edit.Slot _, Edit.Ablate _, Edit.PolicyChange _ -> {}
      }
    }
  }

  private void move(int tick, int agent) {
    moved.add(tick);
    bodies.add(key(tick, agent));
  }

  private static long key(int tick, int agent) {
    return (long) tick << 32 | agent;
  }

  /// Whether an edit moved, removed or brought back an agent before a tick was observed.
  public boolean moved(int tick) {
    return moved.contains(tick);
  }

  /// Whether an edit did so to this agent: what is recorded of its body at the tick follows from
  /// the edit, not from the tick before.
  public boolean moved(int tick, int agent) {
    return !bodies.isEmpty() && bodies.contains(key(tick, agent));
  }

  /// Whether an edit did so at any tick.
  public boolean everMoved() {
    return !moved.isEmpty();
  }

  /// Whether an edit changed an agent's observation at a tick.
  public boolean seen(int tick, int agent) {
    return !seen.isEmpty() && seen.contains(key(tick, agent));
  }

  /// Whether an edit changed any agent's observation at a tick.
  public boolean seen(int tick) {
    return seenTicks.contains(tick);
  }

  /// Whether an edit chose an agent's action at a tick.
  public boolean acted(int tick, int agent) {
    return !acted.isEmpty() && acted.contains(key(tick, agent));
  }
}
