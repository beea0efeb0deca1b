package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;

/// Makes drive environments that share one prepared scenario.
final class DriveFactory implements EnvironmentFactory {
  private final Scenario scenario;
  private final SettingValues effective;

  DriveFactory(Scenario scenario, SettingValues effective) {
    this.scenario = scenario;
    this.effective = effective;
  }

  @Override
  public EnvironmentShape shape() {
    return scenario.shape();
  }

  @Override
  public int egos() {
    return EpisodeLog.egos(scenario.config(), scenario.roster());
  }

  @Override
  public SettingValues effective() {
    return effective;
  }

  @Override
  public Environment create(long seed) {
    return new DriveEnvironment(scenario, seed);
  }
}
