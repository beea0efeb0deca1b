package dev.hindsight.trainer.learn.gate;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.env.excavation.reward.RewardComponent;
import dev.hindsight.trainer.learn.gate.GateWorlds.MadeSite;
import dev.hindsight.trainer.learn.training.VectorEnvironment;
import dev.hindsight.trainer.learn.training.VectorEnvironment.LearningAgents;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.run.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/// Whether episodes begin, count their steps and begin again right.
final class EpisodeGates {
  private static final List<Float> NO_ACTIONS = List.of(-1f, -1f, -1f, -1f, -1f);
  private static final int ENOUGH = 20_000;

  private EpisodeGates() {}

  /// After a time limit the next episode is shown at once, and the final observation beside it; no
  /// terminal reward is paid, although something is dug. After a finished task too, without
  /// anything to bootstrap.
  static String fastReset(UnaryOperator<EnvironmentFactory> worlds) {
    GateExpectation expectation = new GateExpectation("StepBuffer.finalObservation");
    EnvironmentFactory factory =
        worlds.apply(GateWorlds.made(MadeSite.FULL, Map.of("max_steps", "3")));
    Environment environment = factory.create(1);
    for (int i = 0; i < 2; i++) {
      expectation.same("end", (byte) 0, GateWorlds.step(environment, GateWorlds.WAIT).end[0]);
    }
    StepBuffer seen = GateWorlds.step(environment, GateWorlds.DO);
    expectation.same("end", EpisodeEnd.TIMEOUT.code(), seen.end[0]);
    expectation.same("terminal", (byte) 0, seen.terminal[0]);
    expectation.same("terminal_reward", 0f, terminalReward(factory, seen));
    expectation.same("progress", List.of(0f), part(environment, GateWorlds.PROGRESS));
    expectation.same("previous_actions", NO_ACTIONS, part(environment, GateWorlds.PREVIOUS));
    float[] last = seen.finalObservation();
    expectation.same(
        "final.progress", List.of(1f), GateWorlds.part(factory.shape(), GateWorlds.PROGRESS, last));
    expectation.same(
        "final.previous_action",
        (float) GateWorlds.DO,
        GateWorlds.part(factory.shape(), GateWorlds.PREVIOUS, last).getFirst());
    int load = load(factory, last);
    expectation.holds(load > 0, wording("EpisodeGates.the_final_observation_lost_the_load"));
    expectation.same("load", 0, load(factory, seen.observation));
    expectation.same("steps_of_task", (byte) 1, finished(worlds, expectation));
    return wording("EpisodeGates.fast_reset", load);
  }

  private static float terminalReward(EnvironmentFactory factory, StepBuffer seen) {
    List<StepFigure> figures = factory.shape().figures();
    String name = "reward_" + RewardComponent.TERMINAL.id();
    for (int i = 0; i < figures.size(); i++) {
      if (figures.get(i).name().equals(name)) {
        return seen.figures[i][0];
      }
    }
    throw new IllegalStateException("no figure " + name);
  }

  private static int load(EnvironmentFactory factory, float[] observation) {
    return GateWorlds.part(factory.shape(), GateWorlds.AGENTS, observation).get(5).intValue();
  }

  /// @return whether nothing follows a finished task, 1 or 0
  private static byte finished(
      UnaryOperator<EnvironmentFactory> worlds, GateExpectation expectation) {
    EnvironmentFactory environmentFactory =
        worlds.apply(GateWorlds.generated(Map.of("sites", "16")));
    Environment environment = environmentFactory.create(3);
    SplittableRandom random = new SplittableRandom(5);
    StepBuffer seen = environment.buffer();
    for (int i = 0; i < ENOUGH && seen.end[0] != EpisodeEnd.TASK_DONE.code(); i++) {
      seen = GateWorlds.step(environment, random.nextInt(8));
    }
    expectation.same("end", EpisodeEnd.TASK_DONE.code(), seen.end[0]);
    expectation.same("progress", List.of(0f), part(environment, GateWorlds.PROGRESS));
    expectation.same("timed_out", false, seen.timedOut(0));
    expectation.holds(
        terminalReward(environmentFactory, seen) > 0,
        wording("EpisodeGates.a_finished_task_pays_nothing"));
    return seen.terminal[0];
  }

  private static List<Float> part(Environment environment, String name) {
    return GateWorlds.part(environment.shape(), name, environment.buffer().observation);
  }

  /// Of environments side by side only the one whose episode ended begins again; the others are
  /// what they would be alone.
  static String batchFastReset(UnaryOperator<EnvironmentFactory> worlds) {
    GateExpectation expectation = new GateExpectation("VectorEnvironment");
    EnvironmentFactory limited =
        worlds.apply(GateWorlds.made(MadeSite.FULL, Map.of("max_steps", "3")));
    EnvironmentFactory longer =
        worlds.apply(GateWorlds.made(MadeSite.FULL, Map.of("max_steps", "100")));
    try (VectorEnvironment batch =
        new VectorEnvironment(
            List.of(limited, longer, longer), 3, new Seeds(4), LearningAgents.ALL)) {
      Environment alone = longer.create(batch.seed(1));
      Actions own = new Actions(batch.shape());
      Actions others = new Actions(batch.partnerShape());
      Arrays.fill(own.joint, GateWorlds.WAIT);
      own.joint[1] = GateWorlds.DO;
      for (int t = 0; t < 3; t++) {
        for (int e = 0; e < batch.count(); e++) {
          batch.step(e, own, others);
          batch.observe(e);
        }
        GateWorlds.step(alone, GateWorlds.DO);
      }
      expectation.same(
          "ended",
          List.of(true, false, false),
          List.of(ended(batch, 0), ended(batch, 1), ended(batch, 2)));
      int numbers = batch.shape().observation().size();
      List<Float> progress = List.of(progress(batch, 0), progress(batch, 1), progress(batch, 2));
      expectation.same("progress", List.of(0f, 0.03f, 0.03f), progress);
      expectation.holds(
          Arrays.equals(
              alone.buffer().observation,
              Arrays.copyOfRange(batch.observation, numbers, 2 * numbers)),
          wording("EpisodeGates.a_reset_changed_a_neighbour"));
      return wording("EpisodeGates.batch_fast_reset", progress);
    }
  }

  private static boolean ended(VectorEnvironment batch, int e) {
    return batch.buffer(e).episodeEnded(0);
  }

  private static float progress(VectorEnvironment batch, int e) {
    int numbers = batch.shape().observation().size();
    return batch
        .observation[e * numbers + GateWorlds.segment(batch.shape(), GateWorlds.PROGRESS).offset()];
  }

  /// Progress rises by the same part in each step, to 1, and begins again at 0.
  static String progress(UnaryOperator<EnvironmentFactory> worlds) {
    GateExpectation expectation = new GateExpectation("Excavation.progress");
    int steps = 40;
    Environment environment =
        worlds
            .apply(GateWorlds.made(MadeSite.FULL, Map.of("max_steps", Integer.toString(steps))))
            .create(2);
    for (int episode = 0; episode < 2; episode++) {
      expectation.same("progress", List.of(0f), part(environment, GateWorlds.PROGRESS));
      for (int step = 1; step <= steps; step++) {
        StepBuffer seen = GateWorlds.step(environment, GateWorlds.WAIT);
        boolean last = step == steps;
        expectation.same("ended", last, seen.episodeEnded(0));
        expectation.near(
            "progress",
            (double) step / steps,
            GateWorlds.part(
                    environment.shape(),
                    GateWorlds.PROGRESS,
                    last ? seen.finalObservation() : seen.observation)
                .getFirst(),
            1e-6);
      }
    }
    return wording("EpisodeGates.progress", steps);
  }

  /// First episodes have ages spread over all steps, which they observe; later ones begin at 0.
  static String staggered(UnaryOperator<EnvironmentFactory> worlds) {
    GateExpectation expectation = new GateExpectation("staggered_starts");
    int steps = 100;
    int count = 64;
    EnvironmentFactory factory =
        worlds.apply(
            GateWorlds.generated(
                Map.of(
                    "sites", "16",
                    "staggered_starts", "true",
                    "max_steps", Integer.toString(steps))));
    int[] quarters = new int[4];
    double sum = 0;
    for (int seed = 0; seed < count; seed++) {
      Environment environment = factory.create(seed);
      double age = part(environment, GateWorlds.PROGRESS).getFirst();
      expectation.holds(age >= 0 && age < 1, wording("EpisodeGates.an_episode_begins_at", age));
      quarters[(int) (4 * age)]++;
      sum += age;
      expectation.same("start_age", (int) Math.round(age * steps), environment.buffer().startAge);
      int left = GateWorlds.waitForTheEnd(environment, steps);
      expectation.same("steps_to_the_limit", steps - (int) Math.round(age * steps), left);
      expectation.same("progress", List.of(0f), part(environment, GateWorlds.PROGRESS));
    }
    for (int quarter : quarters) {
      // 64 draws leave fewer than 4 in a quarter once in 100,000 times.
      expectation.holds(
          quarter >= 4, wording("EpisodeGates.starts_by_quarter", Arrays.toString(quarters)));
    }
    return wording(
        "EpisodeGates.staggered",
        count,
        Arrays.toString(quarters),
        NumberWords.significant(sum / count, 2));
  }
}
