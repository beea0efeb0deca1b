package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.app.TemporaryHome;
import dev.hindsight.trainer.env.gym.ClientPython;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The user brings both policy and environment: a policy that the installed PyTorch saves acts in
/// environments of a real Python. Its recording replays bit for bit, and a branch with another
/// action at tick 20 first differs at that tick.
@Tag("nightly")
class BroughtPolicyTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int BRANCHED = 20;
  private static final int TICKS = 60;

  /// Saves a policy that reads an observation of any length, and prints the name of the environment
  /// in the installed library, which may have replaced the version asked for by a newer one.
  private static final String POLICY =
      """
      import sys, torch
      from torch import nn

      class AnyWorld(nn.Module):
          def __init__(self, actions: int):
              super().__init__()
              self.actor, self.critic = nn.Linear(2, actions), nn.Linear(2, 1)

          def forward(self, obs):
              x = torch.stack([torch.sin(7 * obs).mean(1), torch.cos(5 * obs).amax(1)], 1)
              return self.actor(x), self.critic(x)

      torch.manual_seed(5)
      torch.jit.script(AnyWorld(int(sys.argv[2])).eval()).save("policy.pt")
      name = sys.argv[1]
      if "-v" in name:
          import gymnasium
          try:
              gymnasium.make(name)
          except gymnasium.error.Error:
              name = name[:-1] + str(int(name[-1]) + 1)
      print(name)
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "CartPole-v1, numpy;gymnasium;torch, 2, 1",
    "Taxi-v3, numpy;gymnasium;torch, 6, 1",
    "pettingzoo.butterfly.knights_archers_zombies_v11, numpy;pettingzoo;pygame;torch, 6, 4"
  })
  void itIsRecordedReplayedBranchedAndCompared(
      String id, String modules, String actions, int agents) throws Exception {
    Optional<Path> python = ClientPython.with(modules.split(";"));
    assumeTrue(
        python.isPresent(), "skipped: no Python with " + modules + " (HINDSIGHT_PYTHON) is here");
    try (TemporaryHome _ = new TemporaryHome(folder)) {
      String name = prepare(python.get(), id, actions);
      String first = record(python.get(), name, "first.rollout");
      assertTrue(ok("replay", first).contains("bit for bit"));
      String again = record(python.get(), name, "again.rollout");
      String _ = ok("compare", first, again, "--require-equal");

      String branch = folder.resolve("branch.rollout").toString();
      String other = other(first, agents);
      String _ = ok("branch", first, "--at", "20", "--action", "0=" + other, "--out", branch);
      try (Rollout rollout = Rollouts.open(Path.of(first));
          Rollout changed = Rollouts.open(Path.of(branch))) {
        assertEquals(Integer.parseInt(other), integer(changed, "action", BRANCHED));
        for (int tick = 0; tick <= BRANCHED; tick++) {
          assertEquals(
              integer(rollout, "state_hash", tick), integer(changed, "state_hash", tick), name);
        }
        assertNotEquals(
            integer(rollout, "state_hash", BRANCHED + 1),
            integer(changed, "state_hash", BRANCHED + 1),
            name);
      }
      JsonNode compared = JSON.readTree(ok("compare", first, branch, "--json"));
      assertEquals(BRANCHED, earliest(compared), compared.toString());
    }
  }

  /// Saves the policy and returns the name of the environment in the installed library.
  private String prepare(Path python, String id, String actions) throws Exception {
    Path script = Files.writeString(folder.resolve("policy.py"), POLICY);
    Path log = folder.resolve("log.txt");
    Process process =
        new ProcessBuilder(List.of(python.toString(), script.toString(), id, actions))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertTrue(process.waitFor(5, TimeUnit.MINUTES), "it takes too long");
    String printed = Files.readString(log).strip();
    assertEquals(0, process.exitValue(), printed);
    return printed.lines().reduce((_, last) -> last).orElse("");
  }

  private String record(Path python, String id, String name) {
    Path out = folder.resolve(name);
    List<String> words = new ArrayList<>(List.of("record", "--env", "gym"));
    for (String set : List.of("id=" + id, "python=" + python, "render=false")) {
      words.addAll(List.of("--set", set));
    }
    words.addAll(List.of("--checkpoint", folder.resolve("policy.pt").toString()));
    words.addAll(List.of("--ticks", Integer.toString(TICKS)));
    words.addAll(List.of("--seed", "3", "--out", out.toString()));
    String _ = ok(words.toArray(String[]::new));
    return out.toString();
  }

  /// An action that differs from the recorded one of agent 0.
  private static String other(String file, int agents) {
    try (Rollout rollout = Rollouts.open(Path.of(file))) {
      assertEquals(agents, rollout.manifest().agents());
      assertEquals(TICKS, rollout.ticks());
      return integer(rollout, "action", BRANCHED) == 0 ? "1" : "0";
    }
  }

  private static long integer(Rollout rollout, String channel, int tick) {
    return rollout.channel(channel).orElseThrow().integer(tick, 0);
  }

  private static String ok(String... words) {
    CapturedCommand run = CapturedCommand.of(words);
    assertEquals(0, run.exitCode(), String.join(" ", words) + ": " + run.err());
    return run.out();
  }

  /// The first tick at which any channel differs.
  private static int earliest(JsonNode compared) {
    int first = Integer.MAX_VALUE;
    for (JsonNode difference : compared.path("differences")) {
      first = Math.min(first, difference.path("first").path("tickA").asInt());
    }
    return first;
  }
}
