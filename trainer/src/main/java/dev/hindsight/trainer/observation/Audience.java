package dev.hindsight.trainer.observation;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/// Which part of an actor-critic sees a segment of an observation.
public enum Audience {
  /// The actor and the critic.
  ALL("all"),
  /// The critic alone: it helps to estimate values while learning, and no action depends on it.
  CRITIC("critic");

  private final String id;

  Audience(String id) {
    this.id = id;
  }

  /// The name in files.
  @JsonValue
  public String id() {
    return id;
  }

  /// The one with a name in files.
  ///
  /// @throws IllegalArgumentException if there is none
  @JsonCreator
  public static Audience of(String id) {
    for (Audience audience : values()) {
      if (audience.id.equals(id)) {
        return audience;
      }
    }
    throw new IllegalArgumentException(id);
  }
}
