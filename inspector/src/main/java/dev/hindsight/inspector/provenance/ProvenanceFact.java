package dev.hindsight.inspector.provenance;

import dev.hindsight.trainer.rollout.DeclaredSetting;
import java.util.Optional;

/// One thing that is known of where something comes from.
///
/// @param group what it is about: `environment`, `policy`, ...
/// @param name of a knob, or of what else is told
/// @param value what took effect
/// @param declared what somebody asked for
/// @param origin how the value came about
/// @param fallback default of this version of the program; empty where it knows none
public record ProvenanceFact(
    Group group,
    String name,
    String value,
    Optional<DeclaredSetting> declared,
    ValueOrigin origin,
    String fallback) {
  /// What facts are about.
  public enum Group {
    /// Knobs of the environment.
    ENVIRONMENT("environment"),
    /// Knobs of the training run.
    TRAINING("training"),
    /// Who acted.
    POLICY("policy"),
    /// Sizes and times of the recording.
    RECORDING("recording"),
    /// Versions of code and data, and hashes.
    VERSIONS("versions");

    private final String word;

    Group(String word) {
      this.word = word;
    }

    /// In one word.
    public String word() {
      return word;
    }
  }

  /// How a value came about.
  public enum ValueOrigin {
    /// It is what was asked for.
    DECLARED("as declared"),
    /// Something else was asked for.
    CHANGED("not as declared"),
    /// Nothing was asked for: the default was assumed.
    DEFAULT("absent: the default was assumed"),
    /// Nothing was asked for, and it is not the default: a preset or a rule made it so.
    DERIVED("absent: set by a preset or another knob"),
    /// It is measured or computed, and nobody's to ask for.
    MEASURED(""),
    /// The file does not keep what was asked for.
    UNKNOWN("not recorded");

    private final String words;

    ValueOrigin(String words) {
      this.words = words;
    }

    /// For people.
    public String words() {
      return words;
    }
  }

  /// A fact that nobody asks for.
  static ProvenanceFact measured(Group group, String name, String value) {
    return new ProvenanceFact(group, name, value, Optional.empty(), ValueOrigin.MEASURED, "");
  }

  /// What was asked for, and by whom; empty where nothing was.
  public String asked() {
    return declared
        .map(one -> one.value() + " (" + one.source().word() + ", " + one.where() + ")")
        .orElse("");
  }
}
