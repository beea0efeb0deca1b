package dev.hindsight.trainer.learn.ppo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.drive.DriveEnvironmentType;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.learn.training.CoPlayers;
import dev.hindsight.trainer.learn.training.VectorEnvironment;
import dev.hindsight.trainer.partner.PartnerPopulation;
import dev.hindsight.trainer.partner.PartneredPolicy;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.UpdateReport;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Egos that learn among co-players controlled by a finished policy.
class CoPlayersTest {
  private static final DriveEnvironmentType DRIVE = new DriveEnvironmentType();
  private static final int TICKS = 30;

  /// Neither pedal, straight on.
  private static final int COAST = 3 * 13 + 6;

  private static EnvironmentFactory factory(int egos) {
    Map<String, String> typed =
        Map.of(
            "goal_behavior", "trial",
            "scenario_length", Integer.toString(TICKS),
            "goal_within", "8",
            "roads_observed", "16",
            "num_ego_agents", Integer.toString(egos));
    return DRIVE.prepare(
        DRIVE.settings().parse(typed, "test"), Optional.of(BuiltInMaps.resolve("straight-1")));
  }

  private static UpdateReport update(int egos, Optional<String> coPlayer) {
    PpoType type = new PpoType();
    Map<String, String> typed =
        Map.of(
            "num_envs", "2",
            "input_size", "8",
            "hidden_size", "8",
            "feed_forward", "8",
            "num_layers", "1",
            "minibatches", "1",
            "update_epochs", "1");
    try (Algorithm algorithm =
        type.open(
            new TrainingTask(
                List.of(factory(egos)),
                type.settings().parse(typed, "test"),
                5,
                TrainingTask.Device.CPU,
                coPlayer))) {
      return algorithm.update();
    }
  }

  @Test
  void onlyEgosAreLearnedFrom() {
    UpdateReport report = update(2, Optional.of("scripted"));
    assertTrue(report.agentSteps() <= 2 * 2 * 2 * TICKS, "more than two egos were learned from");
    assertTrue(update(2, Optional.empty()).agentSteps() > report.agentSteps());
  }

  @Test
  void allOfThemInAllEnvironmentsActInOneForwardATick() {
    VectorEnvironment vectorEnvironment =
        new VectorEnvironment(
            List.of(factory(1)), 3, new Seeds(1), VectorEnvironment.LearningAgents.EGOS);
    int partners = vectorEnvironment.partnerShape().agents();
    List<Integer> batches = new ArrayList<>();
    Policy counting =
        new Policy() {
          @Override
          public void act(StepBuffer seen, PolicyOutput out) {
            batches.add(seen.reward.length);
            java.util.Arrays.fill(out.logits, 0);
          }

          @Override
          public void reset() {}

          @Override
          public void close() {}
        };
    try (CoPlayers coPlayers =
        new CoPlayers(
            vectorEnvironment,
            Optional.of(
                new PartneredPolicy(
                    vectorEnvironment.partnerShape(),
                    List.of(0, 0, 0),
                    Optional.empty(),
                    List.of(counting),
                    PartnerPopulation.of("counting"))))) {
      coPlayers.begin(1);
      coPlayers.choose(0);
      coPlayers.choose(1);
    }
    assertEquals(3 * (factory(1).shape().agents() - 1), partners);
    assertEquals(List.of(partners, partners), batches);
  }

  /// Has no preference.
  private static final class Idle implements Policy {
    @Override
    public void act(StepBuffer seen, PolicyOutput out) {
      java.util.Arrays.fill(out.logits, 0);
    }

    @Override
    public void reset() {}

    @Override
    public void close() {}
  }

  private static CoPlayers idle(VectorEnvironment worlds, PartnerPopulation population) {
    List<Policy> partners = new ArrayList<>();
    population.partners().forEach(_ -> partners.add(new Idle()));
    return new CoPlayers(
        worlds,
        Optional.of(
            new PartneredPolicy(
                worlds.partnerShape(),
                java.util.Collections.nCopies(worlds.count(), 0),
                Optional.empty(),
                partners,
                population)));
  }

  @Test
  void theyDrawTheirActionsAtEveryTickApartFromThoseWhoLearn() {
    try (VectorEnvironment worlds = worlds(3);
        CoPlayers coPlayers = idle(worlds, PartnerPopulation.of("idle"))) {
      coPlayers.begin(1);
      List<Integer> drawn = new ArrayList<>();
      List<Integer> learning = new ArrayList<>();
      ActionSelector same =
          new ActionSelector(new ActionSelection.Sample(), worlds.partnerShape(), 1);
      Actions theirs = new Actions(worlds.partnerShape());
      for (int tick = 0; tick < 20; tick++) {
        coPlayers.choose(tick);
        drawn.add(coPlayers.actions().joint[0]);
        same.choose(
            worlds.partners,
            new PolicyOutput(worlds.partnerShape()),
            tick,
            theirs,
            new float[theirs.joint.length]);
        learning.add(theirs.joint[0]);
      }
      assertTrue(new HashSet<>(drawn).size() > 5, drawn.toString());
      assertNotEquals(learning, drawn);
    }
  }

  /// A later collection begins in the middle of some episode, not in the first.
  @Test
  void aCollectionBeginsWithThePartnersOfTheEpisodesUnderWay() {
    PartnerPopulation population = PartnerPopulation.parse("a,b,c");
    try (VectorEnvironment worlds = worlds(8);
        CoPlayers coPlayers = idle(worlds, population)) {
      Actions own = new Actions(worlds.shape());
      Actions others = new Actions(worlds.partnerShape());
      int changed = 0;
      for (int t = 0; t < 2 * 2 * TICKS; t++) {
        for (int e = 0; e < worlds.count(); e++) {
          worlds.step(e, own, others);
        }
      }
      coPlayers.begin(1);
      for (int e = 0; e < worlds.count(); e++) {
        assertTrue(worlds.episode(e) > 0);
        assertEquals(population.draw(worlds.seed(e), worlds.episode(e)), coPlayers.partner(e));
        changed += coPlayers.partner(e) == population.draw(worlds.seed(e), 0) ? 0 : 1;
      }
      assertTrue(changed > 0, "the first episodes had the same partners");
    }
  }

  private static VectorEnvironment worlds(int count) {
    return new VectorEnvironment(
        List.of(factory(1)), count, new Seeds(1), VectorEnvironment.LearningAgents.EGOS);
  }

  @Test
  void whatCoPlayersReachIsNoScoreOfTheEgos() {
    EnvironmentFactory factory = factory(1);
    Environment environment = factory.create(1);
    Actions joint = new Actions(factory.shape());
    java.util.Arrays.fill(joint.joint, COAST);
    // The ego brakes and gets nowhere; a whole episode of it.
    joint.joint[0] = 6;
    for (int t = 0; t < 2 * TICKS; t++) {
      environment.step(joint);
    }
    assertEquals(List.of(0.0, 0.0), environment.trialScores());
    assertEquals(0.0, environment.totals().getOrDefault("goals", 0.0));
  }

  @Test
  void onlyEgosAreMeasured() {
    EnvironmentFactory factory = factory(1);
    assertEquals(1, factory.egos());
    Environment environment = factory.create(1);
    assertTrue(factory.shape().agents() > 1);
    Actions coast = new Actions(factory.shape());
    java.util.Arrays.fill(coast.joint, COAST);
    for (int t = 0; t < TICKS; t++) {
      environment.step(coast);
    }
    Environment everyone = factory(0).create(1);
    for (int t = 0; t < TICKS; t++) {
      everyone.step(coast);
    }
    double all = everyone.totals().getOrDefault("goals", 0.0);
    double egos = environment.totals().getOrDefault("goals", 0.0);
    assertTrue(all > 1, "too few goals to tell egos and co-players apart: " + all);
    assertTrue(egos <= 2, "goals of co-players were counted: " + egos);
  }
}
