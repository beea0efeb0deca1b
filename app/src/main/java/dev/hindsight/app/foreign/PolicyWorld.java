package dev.hindsight.app.foreign;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.SettingValues;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The world that a policy of another program is to act in.
///
/// @param map a file or a name; empty for the first one
/// @param settings knobs that differ from their defaults
public record PolicyWorld(
    EnvironmentType environment, Optional<String> map, Map<String, String> settings) {
  /// Copies the settings.
  public PolicyWorld {
    settings = Map.copyOf(settings);
  }

  /// A world as it comes.
  public static PolicyWorld usual(EnvironmentType environment) {
    return new PolicyWorld(environment, Optional.empty(), Map.of());
  }

  /// What is observed and done in it. Reads the map: for a background thread.
  ///
  /// @throws Problem naming what is invalid
  public EnvironmentShape shape() {
    Optional<Path> scenario =
        map.or(() -> environment.scenarios().names().stream().findFirst())
            .map(environment.scenarios()::resolve);
    return environment.prepare(values(), scenario).shape();
  }

  private SettingValues values() {
    return environment.settings().parse(settings, "--set");
  }

  /// What [#shape] starts besides this program, in a sentence without a full stop; empty if
  /// nothing.
  ///
  /// @throws Problem if a setting is invalid
  public Optional<String> program() {
    return environment.program(values());
  }

  /// A user has seen [#program] and lets it run.
  ///
  /// @throws Problem if a setting is invalid
  public void permit() {
    environment.permit(values());
  }
}
