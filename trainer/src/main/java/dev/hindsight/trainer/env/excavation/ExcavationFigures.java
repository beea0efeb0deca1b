package dev.hindsight.trainer.env.excavation;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.env.excavation.reward.RewardComponent;
import dev.hindsight.trainer.env.excavation.simulation.BaseType;
import dev.hindsight.trainer.env.excavation.simulation.Excavation;
import dev.hindsight.trainer.env.excavation.simulation.SiteSurvey;
import dev.hindsight.trainer.env.excavation.simulation.StepOutcome;
import dev.hindsight.trainer.env.excavation.simulation.Terrain;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// What the environment reports of every step: the components of the reward, then what the action
/// did and how far the task is. Hot loop: [#write] allocates nothing.
final class ExcavationFigures {
  /// Begins the names of the components of the reward.
  static final String REWARD = "reward_";

  /// Begins the names of the components' metrics in training.
  private static final String REWARD_METRIC = "reward/";

  /// The components whose means have a metric of their own.
  private static final Set<RewardComponent> PUBLISHED =
      EnumSet.of(
          RewardComponent.TERMINAL,
          RewardComponent.DIG_SUCCESS,
          RewardComponent.DIG_WRONG,
          RewardComponent.DUMP_SUCCESS,
          RewardComponent.DUMP_WRONG,
          RewardComponent.EXISTENCE);

  static final List<StepFigure> ALL = all();

  private static final RewardComponent[] COMPONENTS = RewardComponent.values();

  private ExcavationFigures() {}

  private static List<StepFigure> all() {
    List<StepFigure> figures = new ArrayList<>();
    for (RewardComponent component : RewardComponent.values()) {
      StepFigure figure =
          component.explains()
              ? figure(
                  REWARD + component.id(),
                  wording("ExcavationFigures.explains_a_component_of_the_reward"))
              : StepFigure.rewardPart(
                  REWARD + component.id(), wording("ExcavationFigures.component_of_the_reward"));
      figures.add(
          PUBLISHED.contains(component)
              ? figure.withMetric(REWARD_METRIC + component.id())
              : figure);
    }
    figures.add(
        figure("do_attempt", wording("ExcavationFigures.tried_to_dig_or_dump"))
            .withMetric("behavior/do_attempt_rate"));
    figures.add(
        figure("dig_success", wording("ExcavationFigures.a_dig_filled_the_bucket"))
            .withMetric("behavior/dig_success_rate", "do_attempt"));
    figures.add(
        figure("dump_success", wording("ExcavationFigures.a_dump_emptied_the_bucket"))
            .withMetric("behavior/dump_success_rate", "do_attempt"));
    figures.add(
        figure("collision", wording("ExcavationFigures.a_move_or_turn_failed"))
            .withMetric("behavior/collision_rate"));
    figures.add(
        figure("noop", wording("ExcavationFigures.the_action_changed_nothing"))
            .withMetric("behavior/noop_rate"));
    figures.add(
        figure("terrain_changed", wording("ExcavationFigures.the_ground_changed"))
            .withMetric("behavior/terrain_changed_rate"));
    figures.add(
        figure("success", wording("ExcavationFigures.the_task_is_done"))
            .withMetric("train/success_rate"));
    figures.add(
        figure("timeout", wording("ExcavationFigures.the_time_was_up"))
            .withMetric("train/timeout_rate"));
    figures.add(
        figure("loaded_at_timeout", wording("ExcavationFigures.up_with_a_full_bucket"))
            .withMetric("behavior/loaded_at_timeout_rate", "timeout"));
    figures.add(
        figure("completion", wording("ExcavationFigures.share_of_the_task"))
            .withMetric("progress/completion"));
    figures.add(
        figure("core_completion", wording("ExcavationFigures.dug_share_of_the_core"))
            .withMetric("progress/core_completion"));
    figures.add(
        figure("edge_completion", wording("ExcavationFigures.dug_share_of_the_border"))
            .withMetric("progress/edge_completion"));
    figures.add(figure("dug", wording("ExcavationFigures.dug_share_of_what_must_be")));
    figures.add(figure("dumped", wording("ExcavationFigures.share_of_the_soil")));
    return List.copyOf(figures);
  }

  private static StepFigure figure(String name, String doc) {
    return new StepFigure(name, "1", doc);
  }

  /// Writes the figures of the last step of the only agent.
  ///
  /// @param figures `[F][1]`
  static void write(ExcavationWorld world, float[][] figures) {
    for (int i = 0; i < COMPONENTS.length; i++) {
      figures[i][0] = world.reward().component(COMPONENTS[i]);
    }
    Excavation excavation = world.excavation();
    StepOutcome step = excavation.outcome();
    Terrain terrain = excavation.terrain();
    SiteSurvey survey = terrain.survey();
    boolean works = step.action == 6;
    boolean dug = works && step.load == 0 && excavation.load() > 0;
    boolean dumped = works && step.load > 0 && excavation.load() == 0;
    boolean drives =
        step.action == 0
            || step.action == 1
            || (excavation.geometry().base() == BaseType.TRACKED
                && (step.action == 2 || step.action == 3));
    int core = survey.digTiles() - survey.borderTiles();
    int undugCore = terrain.undug() - terrain.undugBorder();
    int f = COMPONENTS.length;
    figures[f++][0] = bit(works);
    figures[f++][0] = bit(dug);
    figures[f++][0] = bit(dumped);
    figures[f++][0] = bit(drives && !step.moved);
    figures[f++][0] = bit(!step.moved && !dug && !dumped);
    figures[f++][0] = bit(step.terrainChanged);
    figures[f++][0] = bit(step.taskDone);
    figures[f++][0] = bit(step.timeoutDone);
    figures[f++][0] = bit(step.timeoutDone && excavation.load() > 0);
    figures[f++][0] = (float) excavation.completion();
    figures[f++][0] = dug(undugCore, core);
    figures[f++][0] = dug(terrain.undugBorder(), survey.borderTiles());
    figures[f++][0] = dug(terrain.undug(), survey.digTiles());
    int soil = terrain.soil() + excavation.load();
    figures[f][0] = soil == 0 ? 0 : (float) terrain.soilInZone() / soil;
  }

  private static float bit(boolean set) {
    return set ? 1 : 0;
  }

  /// The dug share of some tiles; 1 if there are none.
  private static float dug(int left, int tiles) {
    return tiles == 0 ? 1 : 1 - (float) left / tiles;
  }
}
