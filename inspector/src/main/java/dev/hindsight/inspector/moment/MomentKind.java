package dev.hindsight.inspector.moment;

import static dev.hindsight.inspector.text.InspectorText.wording;

import java.util.Arrays;
import java.util.Optional;

/// Why a tick may be worth looking at.
public enum MomentKind {
  /// The critic's value was far from the actual discounted return.
  SURPRISE("surprise", wording("MomentKind.surprise")),
  /// Two versions would have acted differently.
  DISAGREEMENT("disagreement", wording("MomentKind.disagreement")),
  /// The policy's attention moved to other ticks.
  ATTENTION_SHIFT("attention-shift", wording("MomentKind.attention_shift")),
  /// Two bodies passed each other closely without touching.
  NEAR_MISS("near-miss", wording("MomentKind.near_miss")),
  /// The observation was unlike all before it.
  NOVELTY("novelty", wording("MomentKind.novelty"));

  private final String id;
  private final String title;

  MomentKind(String id, String title) {
    this.id = id;
    this.title = title;
  }

  /// Its name on the command line: `near-miss`.
  public String id() {
    return id;
  }

  /// Its name for users.
  public String title() {
    return title;
  }

  /// The kind with a name.
  public static Optional<MomentKind> named(String id) {
    return Arrays.stream(values()).filter(kind -> kind.id.equals(id)).findFirst();
  }
}
