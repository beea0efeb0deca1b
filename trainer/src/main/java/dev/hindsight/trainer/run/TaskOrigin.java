package dev.hindsight.trainer.run;

import dev.hindsight.trainer.env.SettingValues;
import java.nio.file.Path;
import java.util.List;

/// Where the environments of a task come from, so that another process can prepare them again.
///
/// @param environment id of the kind of environment
/// @param settings every knob of the environments
/// @param scenarios the files or folders that they were prepared from, one for each factory; empty
///   if the environment generates its own
public record TaskOrigin(String environment, SettingValues settings, List<Path> scenarios) {
  /// Copies the list.
  public TaskOrigin {
    scenarios = List.copyOf(scenarios);
  }
}
