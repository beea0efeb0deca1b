package dev.hindsight.inspector.provenance;

import dev.hindsight.trainer.rollout.DeclaredSetting;
import java.util.Optional;

/// One fact about the origin of something.
///
/// @param group its subject: `environment`, `policy`, ...
/// @param name name of the knob or of the fact
/// @param value what took effect
/// @param declared what was requested
/// @param origin how the value was determined
/// @param fallback default of this version of the program; empty if it knows none
public record ProvenanceFact(
    Group group,
    String name,
    String value,
    Optional<DeclaredSetting> declared,
    ValueOrigin origin,
    String fallback) {
  /// The subjects of facts.
  public enum Group {
    /// Knobs of the environment.
    ENVIRONMENT("environment"),
    /// Knobs of the training run.
    TRAINING("training"),
    /// The policy that acted.
    POLICY("policy"),
    /// Sizes and times of the recording.
    RECORDING("recording"),
    /// Versions of code and data, and hashes.
    VERSIONS("versions");

    private final String word;

    Group(String word) {
      this.word = word;
    }

    /// The subject in one word.
    public String word() {
      return word;
    }
  }

  /// How a value was determined.
  public enum ValueOrigin {
    /// It is the requested value.
    DECLARED("as declared"),
    /// It differs from the requested value.
    CHANGED("not as declared"),
    /// It is the default; none was requested.
    DEFAULT("absent: the default was assumed"),
    /// A preset or a rule set it; none was requested, and it is not the default.
    DERIVED("absent: set by a preset or another knob"),
    /// It was measured or computed; no user can request it.
    MEASURED(""),
    /// The file does not store what was requested.
    UNKNOWN("not recorded");

    private final String words;

    ValueOrigin(String words) {
      this.words = words;
    }

    /// A description for users.
    public String words() {
      return words;
    }
  }

  /// A fact that no user can request.
  static ProvenanceFact measured(Group group, String name, String value) {
    return new ProvenanceFact(group, name, value, Optional.empty(), ValueOrigin.MEASURED, "");
  }

  /// What was requested, and by whom; empty if nothing was.
  public String asked() {
    return declared
        .map(one -> one.value() + " (" + one.source().word() + ", " + one.where() + ")")
        .orElse("");
  }
}
