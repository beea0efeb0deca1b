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
  private final TrafficGenerator trafficGenerator;
  private final AirspaceColumns columns;
  private final EnvironmentShape shape;

  AirspaceFactory(
      SettingValues effective, AirspaceConfig config, TrafficGenerator trafficGenerator) {
    this.effective = effective;
    this.config = config;
    this.trafficGenerator = trafficGenerator;
    columns = new AirspaceColumns(config, trafficGenerator.sector());
    shape =
        new EnvironmentShape(
                config.agents(),
                AirspaceLayout.of(config),
                AircraftActions.space(config),
                config.decision(),
                config.trials(),
                config.steps(),
                columns.all())
            .with(new NeutralAction(AircraftActions.NEUTRAL));
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
    return new Airspace(config, shape, trafficGenerator, columns, seed);
  }
}
