package dev.hindsight.trainer.edit;

import java.util.HashSet;
import java.util.Set;

/// Where something was done by hand in a recording: what is so there need not follow from the rows
/// before. Asking allocates nothing but keys. Immutable.
public final class EditedPlaces {
  private final Set<Integer> moved = new HashSet<>();
  private final Set<Long> seen = new HashSet<>();
  private final Set<Long> acted = new HashSet<>();

  /// Those of a recording's edits.
  public EditedPlaces(Edits edits) {
    for (Edit edit : edits.all()) {
      switch (edit) {
        case Edit.Pose _, Edit.Presence _ -> moved.add(edit.tick());
        case Edit.ObservedNumber e -> seen.add(key(e.tick(), e.agent()));
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

  private static long key(int tick, int agent) {
    return (long) tick << 32 | agent;
  }

  /// Whether bodies were put elsewhere, taken off the map or brought back before a tick was looked
  /// at.
  public boolean moved(int tick) {
    return moved.contains(tick);
  }

  /// Whether that was done at any tick.
  public boolean everMoved() {
    return !moved.isEmpty();
  }

  /// Whether what an agent saw at a tick was changed.
  public boolean seen(int tick, int agent) {
    return !seen.isEmpty() && seen.contains(key(tick, agent));
  }

  /// Whether an agent's action at a tick was chosen.
  public boolean acted(int tick, int agent) {
    return !acted.isEmpty() && acted.contains(key(tick, agent));
  }
}
