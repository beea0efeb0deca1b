package dev.hindsight.app.cli.console;

import dev.hindsight.trainer.run.TrainingTask;
import picocli.CommandLine.Option;

/// `--device`, for every command that trains or checks where it could.
public final class DeviceOption {
  @Option(names = "--device", defaultValue = "cpu", descriptionKey = "DeviceOption.device")
  private TrainingTask.Device device;

  /// Where to compute.
  public TrainingTask.Device value() {
    return device;
  }
}
