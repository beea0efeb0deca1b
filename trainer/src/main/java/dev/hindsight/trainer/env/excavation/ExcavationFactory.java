package dev.hindsight.trainer.env.excavation;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.ActionMask;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.NeutralAction;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.excavation.maps.ExcavationMap;
import dev.hindsight.trainer.env.excavation.simulation.BaseType;
import dev.hindsight.trainer.env.randomise.EpisodeBucket;
import dev.hindsight.trainer.env.randomise.RandomisedWorlds;
import dev.hindsight.trainer.observation.Audience;
import java.util.List;
import java.util.Map;

/// Creates excavations of one configuration.
final class ExcavationFactory implements RandomisedWorlds.Worlds {
  /// Position of the action that waits.
  private static final int DO = 6;

  private static final int WAIT = 7;

  private final SettingValues effective;
  private final ExcavationConfig config;
  private final ExcavationSites sites;
  private final EnvironmentShape shape;

  /// @param effective with presets expanded
  /// @param maps the user's own sites, all of one size; empty to generate some
  ExcavationFactory(SettingValues effective, List<ExcavationMap> maps) {
    this.effective = effective;
    ExcavationConfig generated = ExcavationConfig.of(effective);
    config = maps.isEmpty() ? generated : generated.onOneLevel();
    sites = maps.isEmpty() ? ExcavationSites.generated(config) : ExcavationSites.of(config, maps);
    EnvironmentShape plain =
        new EnvironmentShape(
            1,
            ExcavationLayout.of(
                config.geometry(),
                effective.flag(ExcavationSettings.CRITIC_ONLY) ? Audience.CRITIC : Audience.ALL),
            actions(config.geometry().base()),
            1,
            config.trials(),
            config.maxSteps(),
            ExcavationColumns.of(config.geometry()));
    EnvironmentShape reporting =
        plain
            .with(new NeutralAction(WAIT))
            .with(ExcavationFigures.ALL)
            .withEvents(ExcavationEnvironmentType.EVENTS)
            .with(ActionMask.of(effective));
    shape = config.trials() == 1 ? reporting.withTimeLimit() : reporting;
  }

  /// The values only number the actions; 0 is the neutral one.
  private static ActionSpace actions(BaseType base) {
    String turn =
        switch (base) {
          case TRACKED -> wording("ExcavationFactory.turn_right");
          case WHEELED -> wording("ExcavationFactory.steer_left");
        };
    String counterturn =
        switch (base) {
          case TRACKED -> wording("ExcavationFactory.turn_left");
          case WHEELED -> wording("ExcavationFactory.steer_right");
        };
    return new ActionSpace.Discrete(
        List.of(
            new ActionSpace.Factor(
                "action",
                "",
                List.of(1f, 2f, 3f, 4f, 5f, 6f, 7f, 0f),
                List.of(
                    wording("ExcavationFactory.forward"),
                    wording("ExcavationFactory.backward"),
                    turn,
                    counterturn,
                    wording("ExcavationFactory.cabin_right"),
                    wording("ExcavationFactory.cabin_left"),
                    wording("ExcavationFactory.dig_or_dump"),
                    wording("ExcavationFactory.wait")))));
  }

  @Override
  public EnvironmentShape shape() {
    return shape;
  }

  @Override
  public Map<String, Integer> namedActions() {
    return Map.of("do", DO, "wait", WAIT);
  }

  @Override
  public SettingValues effective() {
    return effective;
  }

  @Override
  public Environment create(long seed, EpisodeBucket bucket) {
    return new ExcavationEnvironment(config, shape, sites, seed, bucket);
  }
}
