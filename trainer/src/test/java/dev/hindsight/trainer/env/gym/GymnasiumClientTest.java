package dev.hindsight.trainer.env.gym;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.branch.TimeMachine;
import dev.hindsight.trainer.branch.TimeMachineBuilder;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.ForcedAction;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.record.Continuation;
import dev.hindsight.trainer.record.PolicySource;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.Replay;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.EnvironmentSpec;
import dev.hindsight.trainer.rollout.RequestedTicks;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.foreign.dataset.MinariExport;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Real environments in a real Python, if there is one with gymnasium and pettingzoo.
class GymnasiumClientTest {
  private static final String CONFIG = "hindsight.config";
  private static final GymEnvironmentType GYM = new GymEnvironmentType();

  @TempDir private Path folder;
  private String before = "";

  @BeforeEach
  void keepPermissionsApart() {
    before = System.getProperty(CONFIG, "");
    System.setProperty(CONFIG, folder.resolve("config").toString());
  }

  @AfterEach
  void restoreTheFolder() {
    if (before.isEmpty()) {
      System.clearProperty(CONFIG);
    } else {
      System.setProperty(CONFIG, before);
    }
  }

  private static Path python(String... modules) throws Exception {
    Optional<Path> python = ClientPython.with(modules);
    assumeTrue(
        python.isPresent(),
        "skipped: no Python with " + List.of(modules) + " (HINDSIGHT_PYTHON) is here");
    return python.get();
  }

  private Path record(Map<String, String> knobs, int ticks) {
    SettingValues values = GYM.settings().parse(knobs, "test");
    GYM.permit(values);
    EnvironmentFactory factory = GYM.prepare(values, Optional.empty());
    Path out = folder.resolve("real.rollout");
    new RolloutRecorder(
            new RecordingRequest(
                GYM,
                factory,
                Optional.empty(),
                Optional.empty(),
                ActionSelection.parse("random"),
                ticks,
                RecordingRequest.Until.ALL_TICKS,
                3,
                out,
                Map.of()))
        .run(Progress.SILENT, new Cancellation());
    return out;
  }

  private static final PolicySource NO_POLICY =
      new PolicySource() {
        @Override
        public Optional<Policy> recorded(Rollout rollout, EnvironmentShape shape) {
          return Optional.empty();
        }

        @Override
        public Policy named(Edit.PolicyChange policyChange, EnvironmentShape shape) {
          throw new IllegalStateException("no policy acts");
        }
      };

  @Test
  void aRealMaskIsRecorded() throws Exception {
    Path python = python("numpy", "gymnasium", "pygame");
    Map<String, String> knobs =
        Map.of(
            "id",
            "Taxi-v4",
            "python",
            python.toString(),
            "render",
            "false",
            "masked_actions",
            "true");
    try (Rollout rollout = Rollouts.open(record(knobs, 100))) {
      int illegal = 0;
      for (int tick = 0; tick < rollout.ticks(); tick++) {
        int action = (int) rollout.channel("action").orElseThrow().integer(tick, 0);
        assertEquals(1, rollout.channel("action_mask").orElseThrow().integer(tick, action));
        for (int i = 0; i < 6; i++) {
          illegal += 1 - (int) rollout.channel("action_mask").orElseThrow().integer(tick, i);
        }
      }
      assertTrue(illegal > 100, illegal + " illegal actions in 100 ticks of Taxi");
    }
  }

  /// Makes the environment of a dataset again and lives through its first episode.
  private static final String LIVE_AGAIN =
      """
      import json, sys, gymnasium, h5py, numpy as np
      from gymnasium.envs.registration import EnvSpec
      about = json.load(open(sys.argv[1] + "/metadata.json"))
      env = gymnasium.make(EnvSpec.from_json(about["env_spec"]))
      same = gymnasium.make(env.spec.id, **json.loads(sys.argv[2]))
      assert env.spec.to_json() == same.spec.to_json(), env.spec.to_json()
      episode = h5py.File(sys.argv[1] + "/main_data.hdf5")["episode_0"]
      actions = episode["actions"][()]
      seen, _ = env.reset(seed=3)
      for step, action in enumerate(actions):
          assert env.action_space.contains(action), (action, env.action_space)
          assert (seen == episode["observations"][step]).all(), step
          seen, reward, *_ = env.step(action)
          assert np.float32(reward) == np.float32(episode["rewards"][step]), (step, reward)
      given = json.loads(about["action_space"])
      print(given["type"], given.get("n", given.get("high")), len(actions) > 5)
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CartPole-v1|{\"max_episode_steps\": 50, \"sutton_barto_reward\": true}|50|Discrete 2 True",
        "Pendulum-v1|{\"g\": 5.0}|0|Box [2.0] True"
      })
  void theDatasetOfARecordingMakesItsEnvironmentAgain(
      String id, String arguments, String limit, String expected) throws Exception {
    Path python = python("numpy", "gymnasium", "h5py");
    Map<String, String> knobs =
        Map.of(
            "id",
            id,
            "python",
            python.toString(),
            "render",
            "false",
            "repeats",
            "yes",
            "max_episode_steps",
            limit,
            "kwargs",
            arguments.replaceFirst("\"max_episode_steps\": \\d+, ", ""));
    Path out = folder.resolve("again-v0");
    try (Rollout rollout = Rollouts.open(record(knobs, 40))) {
      MinariExport.Report _ =
          new MinariExport(rollout, OptionalInt.empty(), RequestedTicks.ALL, out)
              .run(Progress.SILENT, new Cancellation());
    }
    List<String> words = List.of("-I", "-c", LIVE_AGAIN, out.resolve("data").toString(), arguments);
    assertEquals(expected + "\nexit 0", ClientPython.run(python, folder, words));
  }

  private static final String HUNTER_AND_PREY =
      """
      import numpy as np
      from gymnasium.spaces import Box, Discrete
      from pettingzoo import ParallelEnv

      class Chase(ParallelEnv):
          metadata = {"name": "chase"}
          render_mode = None
          possible_agents = ["hunter", "prey"]

          def observation_space(self, agent):
              return Box(-1, 1, (4 if agent == "hunter" else 3,), np.float32)

          def action_space(self, agent):
              return Discrete(5 if agent == "hunter" else 3)

          def seen(self):
              return {a: np.full(self.observation_space(a).shape, self.t / 64, np.float32)
                      for a in self.agents}

          def reset(self, seed=None, options=None):
              self.agents, self.t = list(self.possible_agents), 1
              return self.seen(), {}

          def step(self, actions):
              for agent, action in actions.items():
                  assert self.action_space(agent).contains(action), (agent, action)
              self.t += 1
              live, end = list(self.agents), self.t > 40
              self.agents = [] if end else live
              seen = {a: np.full(self.observation_space(a).shape, self.t / 64, np.float32)
                      for a in live}
              return seen, dict.fromkeys(live, 1.0), dict.fromkeys(live, False), dict.fromkeys(live, end), {}

      def make(**_):
          return Chase()
      """;

  @Test
  void agentsWithDifferentSpacesAreRecordedWithWhatEachHas() throws Exception {
    Path python = python("numpy", "gymnasium", "pettingzoo");
    Files.writeString(folder.resolve("chase_for_test.py"), HUNTER_AND_PREY);
    Map<String, String> knobs = new HashMap<>();
    knobs.put("id", "chase_for_test:make");
    knobs.put("path", folder.toString());
    knobs.put("python", python.toString());
    Problem problem = assertThrows(Problem.class, () -> record(knobs, 30));
    assertTrue(problem.getMessage().contains("masked_actions"), problem.getMessage());
    knobs.put("masked_actions", "true");

    try (Rollout rollout = Rollouts.open(record(knobs, 30))) {
      long most = 0;
      for (int tick = 0; tick < rollout.ticks(); tick++) {
        most = Math.max(most, rollout.channel("action").orElseThrow().integer(tick, 1));
        assertEquals(0, rollout.channel("observation").orElseThrow().value(tick, 4 + 3));
        assertEquals(
            (tick + 1) / 64.0, rollout.channel("observation").orElseThrow().value(tick, 4 + 2));
        assertEquals(1, rollout.channel("action_mask").orElseThrow().integer(tick, 5 + 2));
        assertEquals(0, rollout.channel("action_mask").orElseThrow().integer(tick, 5 + 3));
      }
      assertEquals(2, most);
      assertEquals(
          Optional.empty(),
          new Replay(rollout).run(Progress.SILENT, new Cancellation()).firstDifference());
    }
  }

  /// Three agents with limits of their own, of which `late` enters after two steps and ends before
  /// the others; every reward is the action.
  private static final String CROWD =
      """
      import numpy as np
      from gymnasium.spaces import Box
      from pettingzoo import AECEnv, ParallelEnv

      class Crowd(ParallelEnv):
          metadata = {"name": "crowd"}
          render_mode = None
          possible_agents = ["small", "large", "late"]

          def observation_space(self, agent):
              return Box(0, 100 if agent == "large" else 8, (1,), np.float32)

          def action_space(self, agent):
              return Box(-1, 1, (1,), np.float16) if agent == "small" else Box(0, 10, (1,), np.float32)

          def seen(self):
              return {a: np.full(1, self.t, np.float32) for a in self.agents}

          def reset(self, seed=None, options=None):
              self.agents, self.t = ["small", "large"], 0
              return self.seen(), {}

          def step(self, actions):
              assert set(actions) == set(self.agents), (actions, self.agents)
              assert all(self.action_space(a).contains(actions[a]) for a in actions), actions
              self.t += 1
              if self.t == 2:
                  self.agents = self.agents + ["late"]
              seen, end = self.seen(), self.t == 7
              gone = {a: a == "late" and self.t == 5 for a in self.agents}
              cut = dict.fromkeys(self.agents, end)
              self.agents = [] if end else [a for a in self.agents if not gone[a]]
              return seen, {a: float(actions[a][0]) for a in actions}, gone, cut, {}

      class Turns(AECEnv):
          possible_agents = ["one", "two"]

      def crowd(**_):
          return Crowd()

      def turns(**_):
          return Turns()
      """;

  private Map<String, String> crowd(String name) throws Exception {
    Path python = python("numpy", "gymnasium", "pettingzoo");
    Files.writeString(folder.resolve("crowd_for_test.py"), CROWD);
    return Map.of(
        "id", "crowd_for_test:" + name, "path", folder.toString(), "python", python.toString());
  }

  @Test
  void everyAgentHasItsOwnLimitsAndIsRecordedFromWhereItEnters() throws Exception {
    Map<String, String> knobs = crowd("crowd");
    try (Rollout rollout = Rollouts.open(record(knobs, 14))) {
      Channel seen = rollout.channel("observation").orElseThrow();
      Channel acted = rollout.channel("action").orElseThrow();
      Channel reward = rollout.channel("reward").orElseThrow();
      Limbo limbo = new Limbo(rollout);
      EpisodeEnds ends = new EpisodeEnds(rollout);
      for (int tick = 0; tick < rollout.ticks(); tick++) {
        int step = tick % 7;
        boolean late = step >= 2 && step < 5;
        assertEquals(!late, limbo.at(tick, 2), "tick " + tick);
        assertEquals(step == 4, ends.ended(tick, 2), "tick " + tick);
        assertEquals(late ? step : 0, seen.value(tick, 2), "tick " + tick);
        assertEquals(acted.value(tick, 0), reward.value(tick, 0), 1e-3);
        assertEquals(5 + 5 * acted.value(tick, 1), reward.value(tick, 1), 1e-5);
        assertEquals(late ? 5 + 5 * acted.value(tick, 2) : 0, reward.value(tick, 2), 1e-5);
      }
      assertEquals(
          100,
          rollout.manifest().observation().segments().getFirst().quantity(0).range().getLast());
      assertEquals(Optional.empty(), EnvironmentSpec.actions(rollout.manifest()));
      assertEquals(
          Optional.empty(),
          new Replay(rollout).run(Progress.SILENT, new Cancellation()).firstDifference());
    }
  }

  @Test
  void anEnvironmentWhoseAgentsTakeTurnsIsRefusedWithTheWayOut() throws Exception {
    Map<String, String> knobs = crowd("turns");
    Problem problem = assertThrows(Problem.class, () -> record(knobs, 14));
    assertTrue(problem.getMessage().contains("aec_to_parallel"), problem.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "CartPole-v1, numpy;gymnasium;pygame, 60, 1",
    "Taxi-v4, numpy;gymnasium;pygame, 60, 1",
    "MountainCarContinuous-v0, numpy;gymnasium;pygame, 30, 1",
    "pettingzoo.butterfly.knights_archers_zombies_v11, numpy;pettingzoo;pygame, 60, 4"
  })
  void anEnvironmentIsRecordedReplayedAndBranchedAtTick20(
      String id, String modules, int ticks, int agents) throws Exception {
    Path python = python(modules.split(";"));
    Path file = record(Map.of("id", id, "python", python.toString()), ticks);
    try (Rollout rollout = Rollouts.open(file)) {
      assertEquals(agents, rollout.manifest().agents());
      RenderedFrame picture = RenderedFrame.read(rollout, 20).orElseThrow();
      assertTrue(picture.width() > 100 && picture.height() > 80);
      assertEquals(
          Set.of("yes"),
          rollout.manifest().environment().config().entrySet().stream()
              .filter(each -> each.getKey().equals("repeats"))
              .map(each -> each.getValue().asText())
              .collect(Collectors.toSet()));
      assertEquals(
          Optional.empty(),
          new Replay(rollout).run(Progress.SILENT, new Cancellation()).firstDifference());

      TimeMachine machine =
          new TimeMachineBuilder(SimulationRecipe.of(rollout), NO_POLICY, 1 << 20)
              .run(Progress.SILENT, new Cancellation());
      Path branch = folder.resolve("branch.rollout");
      new Continuation(
              machine.recipe(), 20, List.of(edit(rollout)), NO_POLICY, machine, Map.of(), branch)
          .run(Progress.SILENT, new Cancellation());
      try (Rollout other = Rollouts.open(branch)) {
        assertEquals(rollout.ticks(), other.ticks());
        assertEquals(hash(rollout, 20), hash(other, 20));
        assertNotEquals(hash(rollout, 21), hash(other, 21));
      }
    }
  }

  private static long hash(Rollout rollout, int tick) {
    return rollout.channel("state_hash").orElseThrow().integer(tick, 0);
  }

  /// Another action of agent 0 at tick 20.
  private static Edit edit(Rollout rollout) {
    boolean discrete = rollout.channel("action").orElseThrow().rowShape().length == 1;
    if (!discrete) {
      return new Edit.Action(20, 0, new ForcedAction.Numbers(List.of(0.5f)));
    }
    long was = rollout.channel("action").orElseThrow().integer(20, 0);
    return new Edit.Action(20, 0, new ForcedAction.Joint(was == 0 ? 1 : 0));
  }

  @Test
  void anEnvironmentThatDoesNotRepeatOrIsNestedOrPrintsIsRecordedAndSaysSo() throws Exception {
    Path python = python("numpy", "gymnasium");
    Files.writeString(
        folder.resolve("own_worlds.py"),
        """
        import os
        import gymnasium
        import numpy as np
        from gymnasium.spaces import Box, Dict, Discrete, MultiBinary, MultiDiscrete, Tuple

        class Nested(gymnasium.Env):
            observation_space = Dict({"where": Box(-1, 1, (2, 3), np.float32),
                                      "map": Box(0, 255, (6, 5, 3), np.uint8),
                                      "rest": Tuple((Discrete(4), MultiBinary(3), MultiDiscrete([2, 5])))})
            action_space = Dict({"gear": Discrete(3), "pedals": Box(0, 10, (2,), np.float32)})
            chance = False

            def seen(self):
                draw = np.random.default_rng() if self.chance else self.np_random
                return {"where": draw.uniform(-1, 1, (2, 3)).astype(np.float32),
                        "map": np.full((6, 5, 3), self.steps, np.uint8),
                        "rest": (self.steps % 4, np.ones(3, np.int8), np.array([1, 4]))}

            def reset(self, seed=None, options=None):
                super().reset(seed=seed)
                self.steps = 0
                return self.seen(), {}

            def step(self, action):
                print("printed by the environment")
                os.write(1, b"written past sys.stdout\\n")
                self.steps += 1
                assert 0 <= action["gear"] < 3 and (action["pedals"] >= 0).all()
                done = self.steps == 7
                return self.seen(), float(action["pedals"].sum()), False, done, {"is_success": done}

        class Chance(Nested):
            chance = True

        class Failing(Nested):
            def step(self, action):
                if self.steps == 5:
                    raise ValueError("the sixth step is too much")
                return super().step(action)
        """);
    Map<String, String> knobs = new HashMap<>();
    knobs.put("id", "own_worlds:Nested");
    knobs.put("python", python.toString());
    knobs.put("path", folder.toString());
    try (Rollout rollout = Rollouts.open(record(knobs, 20))) {
      assertEquals(
          List.of("map", "rest/0", "rest/1", "rest/2", "where"),
          rollout.manifest().observation().segments().stream()
              .map(segment -> segment.name())
              .sorted()
              .toList());
      assertEquals(
          Optional.empty(),
          new Replay(rollout).run(Progress.SILENT, new Cancellation()).firstDifference());
      assertEquals(3, rollout.channel("end").orElseThrow().integer(6, 0));
      assertEquals(1, rollout.channel("trial_score").orElseThrow().value(6, 0));
    }
    knobs.put("id", "own_worlds:Chance");
    try (Rollout rollout = Rollouts.open(record(knobs, 20))) {
      assertEquals(20, rollout.ticks());
      Problem problem = assertThrows(Problem.class, () -> SimulationRecipe.of(rollout));
      assertTrue(problem.what().contains("does not repeat"), problem.getMessage());
    }
    knobs.put("id", "own_worlds:Failing");
    Problem problem = assertThrows(Problem.class, () -> record(knobs, 20));
    assertTrue(problem.what().contains("the sixth step is too much"), problem.getMessage());
  }
}
