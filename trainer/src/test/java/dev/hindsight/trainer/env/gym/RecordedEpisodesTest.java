package dev.hindsight.trainer.env.gym;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.FinalObservationRows;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where the recorder for Python lets episodes begin and end.
class RecordedEpisodesTest {
  /// A vector environment of two: one ends for good after 2 steps, the other at its limit after 3.
  /// It resets as Gymnasium's do, in the mode of the first argument; the dictionary that it
  /// observes has the step and the episode.
  private static final String VECTOR =
      """
      import sys
      import numpy as np
      from hindsight_recorder import RecordedVectorEnv

      class Two:
          num_envs = 2
          metadata = {"autoreset_mode": sys.argv[1]}

          def seen(self):
              return {"t": self.t.astype("f4")[:, None], "episode": (self.episode.astype("f4"),)}

          def reset(self, seed=None, options=None):
              self.t, self.episode = np.zeros(2, int), np.zeros(2, int)
              self.waits = np.zeros(2, bool)
              return self.seen(), {}

          def step(self, action):
              acts = ~self.waits
              self.t = np.where(acts, self.t + 1, 0)
              self.episode += self.waits
              terminated = acts & (self.t >= 2) & [True, False]
              truncated = acts & (self.t >= 3) & [False, True]
              over, info = terminated | truncated, {}
              reward = np.where(acts, 1.0, 0.0)
              if sys.argv[1] == "NextStep":
                  self.waits = over
              elif over.any():
                  info["final_obs"] = [{"t": self.t[i:i + 1] * 1.0, "episode": (self.episode[i],)}
                                       if over[i] else None for i in range(2)]
                  self.t, self.episode = np.where(over, 0, self.t), self.episode + over
              return self.seen(), reward, terminated, truncated, info

          def close(self):
              pass

      envs = RecordedVectorEnv(Two(), "vector.rollout")
      envs.reset()
      for step in range(8):
          envs.step(np.array([step % 2, 1]))
      envs.close()
      """;

  @TempDir private Path folder;

  private String run(String name, String script, String... arguments)
      throws IOException, InterruptedException {
    return new RecorderScripts(folder).run(name, script, arguments);
  }

  /// For each tick of an agent what it observed, `-` before it in limbo; after an end its reason
  /// and what it observed last.
  private String vector(String mode, int agent) throws IOException, InterruptedException {
    Files.deleteIfExists(folder.resolve("vector.rollout"));
    assertEquals("exit 0", run("vector.py", VECTOR, mode));
    return told("vector.rollout", agent);
  }

  private String told(String name, int agent) {
    StringBuilder told = new StringBuilder();
    try (Rollout rollout = Rollouts.open(folder.resolve(name))) {
      Limbo limbo = new Limbo(rollout);
      FinalObservationRows finals = FinalObservationRows.of(rollout.manifest()).orElseThrow();
      for (int tick = 0; tick < rollout.ticks(); tick++) {
        Channel seen = rollout.channel("observation").orElseThrow();
        told.append(limbo.at(tick, agent) ? " -" : " ")
            .append((int) seen.value(tick, 2 * agent + 1))
            .append(':')
            .append((int) seen.value(tick, 2 * agent));
        new EpisodeEnds(rollout).why(tick, agent).ifPresent(end -> told.append(' ').append(end));
        finals
            .observation(rollout, tick, agent)
            .ifPresent(last -> told.append(" at %.0f:%.0f".formatted(last[1], last[0])));
      }
    }
    return told.toString().strip();
  }

  @Test
  void theStepInWhichAnEnvironmentResetsIsLimbo() throws Exception {
    assertEquals(
        "0:0 0:1 TERMINATED -0:2 1:0 1:1 TERMINATED -1:2 2:0 2:1 TERMINATED",
        vector("NextStep", 0));
    assertEquals(
        "0:0 0:1 0:2 TIMEOUT at 0:3 -0:3 1:0 1:1 1:2 TIMEOUT at 1:3 -1:3", vector("NextStep", 1));
  }

  @Test
  void aNestedFinalObservationIsOfTheEpisodeThatEnded() throws Exception {
    assertEquals(
        "0:0 0:1 TERMINATED 1:0 1:1 TERMINATED 2:0 2:1 TERMINATED 3:0 3:1 TERMINATED",
        vector("SameStep", 0));
    assertEquals(
        "0:0 0:1 0:2 TIMEOUT at 0:3 1:0 1:1 1:2 TIMEOUT at 1:3 2:0 2:1", vector("SameStep", 1));
  }

  /// The planted mistake joins the episodes on both sides of such a reset.
  @Test
  void aResetBeforeTheEndCutsTheEpisodeAlsoWhereAChunkEnds() throws Exception {
    String script =
        """
        import numpy as np
        from hindsight_recorder import RecordedEnv

        class Walk:
            episode = -1

            def reset(self, seed=None):
                self.t, self.episode = 0, self.episode + 1
                return np.array([self.t, self.episode]), {}

            def step(self, action):
                self.t += 1
                return np.array([self.t, self.episode]), 1.0, self.t == 5, False, {}

            def close(self):
                pass

        for name, steps in (("few", [3, 5, 2]), ("many", [4] * 200)):
            env = RecordedEnv(Walk(), name + ".rollout")
            for count in steps:
                env.reset()
                for step in range(count):
                    env.step(0)
            env.close()
        """;
    assertEquals("exit 0", run("cut.py", script));
    assertEquals(
        "0:0 0:1 0:2 TIMEOUT at 0:3 1:0 1:1 1:2 1:3 1:4 TERMINATED 2:0 2:1",
        told("few.rollout", 0));
    try (Rollout rollout = Rollouts.open(folder.resolve("many.rollout"))) {
      Channel end = rollout.channel("end").orElseThrow();
      for (int tick = 0; tick < 800; tick++) {
        assertEquals(tick % 4 == 3 && tick < 799 ? 3 : 0, end.integer(tick, 0), "at tick " + tick);
      }
    }
  }

  /// Episodes of 2, 3 and 5 steps. The planted mistake records every fourth step.
  @Test
  void everyFourthStepIsRecordedInWholeEpisodes() throws Exception {
    String script =
        """
        import numpy as np
        from hindsight_recorder import Recorder

        for name, lengths in (("one", [3]), ("three", [2, 3, 5])):
            agents = len(lengths)
            with Recorder(name + ".rollout", agents=agents, every=4) as recorder:
                t, episode = np.zeros(agents, int), np.zeros(agents, int)
                for step in range(36):
                    seen = np.stack([t, episode], 1)
                    t += 1
                    over = t >= lengths
                    timeout = over & (t == 3)
                    recorder.step(seen, np.zeros(agents, int), np.ones(agents), over & ~timeout,
                                  timeout, final_observation=np.stack([t, episode], 1))
                    episode += over
                    t[over] = 0
        """;
    assertEquals("exit 0", run("every.py", script));
    assertEquals(
        "0:0 0:1 0:2 TIMEOUT at 0:3 4:0 4:1 4:2 TIMEOUT at 4:3 8:0 8:1 8:2 TIMEOUT at 8:3",
        told("one.rollout", 0));
    // A round of 5 steps, 15 left out, and a round that begins with the other two.
    assertEquals(
        "0:0 0:1 TERMINATED -1:0 -1:1 -2:0 10:0 10:1 TERMINATED -11:0 -11:1 -12:0",
        told("three.rollout", 0));
    assertEquals(
        "0:0 0:1 0:2 TIMEOUT at 0:3 -1:0 -1:1 -6:2 7:0 7:1 7:2 TIMEOUT at 7:3 -8:0",
        told("three.rollout", 1));
    assertEquals(
        "0:0 0:1 0:2 0:3 0:4 TERMINATED 4:0 4:1 4:2 4:3 4:4 TERMINATED", told("three.rollout", 2));
    try (Rollout rollout = Rollouts.open(folder.resolve("one.rollout"))) {
      JsonNode every = rollout.manifest().extra().getOrDefault("every", MissingNode.getInstance());
      assertEquals(4, every.asInt());
    }
  }
}
