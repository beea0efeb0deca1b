package dev.hindsight.trainer.env.excavation;

import dev.hindsight.trainer.env.StateStream;
import dev.hindsight.trainer.env.excavation.observation.ExcavationObservation;
import dev.hindsight.trainer.env.excavation.observation.ExcavationObserver;
import dev.hindsight.trainer.env.excavation.reward.ExcavationReward;
import dev.hindsight.trainer.env.excavation.reward.ExcavationReward.TrenchReward;
import dev.hindsight.trainer.env.excavation.reward.RewardWeights;
import dev.hindsight.trainer.env.excavation.simulation.Excavation;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;
import dev.hindsight.trainer.env.excavation.simulation.SiteSurvey;
import dev.hindsight.trainer.env.excavation.simulation.StartPose;

/// One excavator on one site with its rewards and observations: what an environment owns for each
/// of its worlds.
///
/// It does not reset itself: after a step whose outcome says that the task is done or the time is
/// up, the owner observes once more and then calls [#reset]. Hot loop: allocates nothing after
/// construction; one owner thread.
public final class ExcavationWorld {
  private final Excavation excavation;
  private final ExcavationReward reward;
  private final ExcavationObserver observer;

  /// @param maxSteps steps until the time is up
  /// @param survey the first site
  public ExcavationWorld(
      SiteGeometry geometry,
      ExcavationRules rules,
      RewardWeights weights,
      TrenchReward trench,
      int maxSteps,
      SiteSurvey survey) {
    excavation = new Excavation(geometry, rules, maxSteps, survey);
    reward = new ExcavationReward(weights, trench);
    observer = new ExcavationObserver(excavation);
  }

  /// Changes what steps pay and how long an episode may last, from the next [#reset] on.
  ///
  /// @param maxSteps steps until the time is up
  public void enter(RewardWeights weights, TrenchReward trench, int maxSteps) {
    reward.set(weights, trench);
    excavation.limit(maxSteps);
  }

  /// Begins an episode.
  public void reset(SiteSurvey survey, StartPose start) {
    excavation.reset(survey, start);
    observer.reset();
  }

  /// Runs one step; [#excavation()] has its outcome.
  ///
  /// @param action position in [dev.hindsight.trainer.env.excavation.simulation.ExcavatorAction],
  ///   or -1
  /// @return the reward
  public double step(int action) {
    excavation.step(action);
    observer.update();
    return reward.of(excavation);
  }

  /// Fills the arrays of an observation of the current state.
  public void observe(ExcavationObservation into) {
    observer.write(into);
  }

  /// Takes over the whole state of another world with the same configuration.
  public void set(ExcavationWorld other) {
    excavation.set(other.excavation);
    reward.set(other.reward);
    observer.reset();
  }

  /// The whole state, for storing it; a reading one begins an episode on the same site before.
  public void transfer(StateStream stream) {
    excavation.transfer(stream);
    if (stream.reads()) {
      observer.reset();
    }
  }

  /// The simulation.
  public Excavation excavation() {
    return excavation;
  }

  /// The reward of the last step, by component.
  public ExcavationReward reward() {
    return reward;
  }
}
