package dev.hindsight.app.recording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.record.EmbeddedScenario;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Repeats a recording with another policy: takes over its environment, knobs, scenario, seed and
/// length.
public final class SameScenario {
  private SameScenario() {}

  /// The plan for such a recording.
  ///
  /// @param checkpoint the policy to run
  /// @param folder the folder to unpack the recording's own scenario to
  /// @param out the file to write
  /// @throws dev.hindsight.trainer.Problem if its environment is not known here
  public static RecordingPlan of(Rollout rollout, String checkpoint, Path folder, Path out) {
    Manifest manifest = rollout.manifest();
    Map<String, String> settings = new LinkedHashMap<>();
    for (Setting setting :
        BuiltInEnvironments.named(manifest.environment().id()).settings().all()) {
      JsonNode value = manifest.environment().config().get(setting.name());
      if (value != null) {
        settings.put(setting.name(), value.asText());
      }
    }
    Optional<String> map =
        EmbeddedScenario.unpackInto(folder, rollout).map(file -> file.toAbsolutePath().toString());
    String selection = manifest.policy().actionSelection();
    return new RecordingPlan(
        manifest.environment().id(),
        map,
        Optional.of(checkpoint),
        Optional.of(rollout.ticks()),
        selection.equals("sample") ? selection : "argmax",
        manifest.seed(),
        settings,
        out);
  }
}
