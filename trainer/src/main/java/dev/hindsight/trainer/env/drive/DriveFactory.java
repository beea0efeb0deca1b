package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;

/// Makes drive environments that share one prepared scenario.
final class DriveFactory implements EnvironmentFactory {
  private final DriveScenario driveScenario;
  private final SettingValues effective;

  DriveFactory(DriveScenario driveScenario, SettingValues effective) {
    this.driveScenario = driveScenario;
    this.effective = effective;
  }

  @Override
  public EnvironmentShape shape() {
    return driveScenario.shape();
  }

  @Override
  public int egos() {
    return driveScenario.roster().egos(driveScenario.config().casting());
  }

  @Override
  public SettingValues effective() {
    return effective;
  }

  @Override
  public Environment create(long seed) {
    return new DriveEnvironment(driveScenario, seed);
  }
}
