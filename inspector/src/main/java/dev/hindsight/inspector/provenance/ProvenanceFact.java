package dev.hindsight.inspector.provenance;

import static dev.hindsight.inspector.text.InspectorText.wording;

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
    DECLARED(wording("ProvenanceFact.as_declared")),
    /// It differs from the requested value.
    CHANGED(wording("ProvenanceFact.not_as_declared")),
    /// It is the default; none was requested.
    DEFAULT(wording("ProvenanceFact.absent_the_default_was_assumed")),
    /// A preset or a rule set it; none was requested, and it is not the default.
    DERIVED(wording("ProvenanceFact.absent_set_by_a_preset_or")),
    /// It was measured or computed; no user can request it.
    MEASURED(""),
    /// The file does not store what was requested.
    UNKNOWN(wording("ProvenanceFact.not_recorded"));

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
