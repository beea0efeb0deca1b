package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.NeutralAction;
import dev.hindsight.trainer.env.SettingValues;

/// Makes airspaces of one configuration.
final class AirspaceFactory implements EnvironmentFactory {
  private final SettingValues effective;
  private final AirspaceConfig config;
  private final Generator generator;
  private final AirspaceColumns columns;
  private final EnvironmentShape shape;

  AirspaceFactory(SettingValues effective, AirspaceConfig config, Generator generator) {
    this.effective = effective;
    this.config = config;
    this.generator = generator;
    columns = new AirspaceColumns(config, generator.sector());
    shape =
        new EnvironmentShape(
                config.agents(),
                AirspaceLayout.of(config),
                Pilot.space(config),
                config.decision(),
                config.trials(),
                config.steps(),
                columns.all())
            .with(new NeutralAction(Pilot.NEUTRAL));
  }

  @Override
  public EnvironmentShape shape() {
    return shape;
  }

  @Override
  public SettingValues effective() {
    return effective;
  }

  @Override
  public Environment create(long seed) {
    return new Airspace(config, shape, generator, columns, seed);
  }
}
