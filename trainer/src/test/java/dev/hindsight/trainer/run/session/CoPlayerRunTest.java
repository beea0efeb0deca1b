package dev.hindsight.trainer.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.evaluation.BuiltInPolicyLibrary;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.RunStatus;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs in which a finished policy controls all agents except the egos.
class CoPlayerRunTest {
  @TempDir private Path folder;
  private SmallRun runs;

  @BeforeEach
  void place() {
    runs = new SmallRun(folder);
  }

  private static TrainingRequest request() {
    return new TrainingRequest(
            "drive",
            Optional.of("near"),
            List.of("straight-1"),
            Map.ofEntries(
                Map.entry("num_ego_agents", "1"),
                Map.entry("scenario_length", "6"),
                Map.entry("num_envs", "2"),
                Map.entry("updates", "3"),
                Map.entry("update_epochs", "1"),
                Map.entry("minibatches", "1"),
                Map.entry("input_size", "8"),
                Map.entry("hidden_size", "8"),
                Map.entry("feed_forward", "8")),
            3,
            TrainingTask.Device.CPU,
            Optional.empty())
        .among("scripted");
  }

  @Test
  void theLedgerSaysWhoDroveAndAResumedRunIsAmongTheSameAgain() {
    TrainingResult whole = runs.run(request());
    TrainingResult stopped = runs.run(request(), 1, new TrainingCommand.Stop());
    assertEquals("scripted", runs.ledger().find(stopped.run().text()).start().coPlayer());
    TrainingResult resumed = runs.resume(stopped.run());
    assertEquals(SmallRun.tensors(whole), SmallRun.tensors(resumed));
  }

  @Test
  void whoDrivesTheOthersChangesWhatEgosLearn() {
    TrainingResult scripted = runs.run(request());
    Path trained = scripted.checkpoint().orElseThrow();
    TrainingResult among = runs.run(request().among(trained.toString()));
    assertNotEquals(SmallRun.tensors(scripted), SmallRun.tensors(among));
  }

  @Test
  void evaluationsArePlayedAmongTheCoPlayersOfTheRun() {
    TrainingRequest longer =
        request()
            .with(
                Map.of(
                    "scenario_length", "40",
                    "eval_every", "1",
                    "eval_episodes", "6",
                    "eval_maps", "merge-1,intersection-1"));
    Checkpoint policy = Checkpoints.read(runs.run(request()).checkpoint().orElseThrow()).weights();
    PolicyLibrary library = new BuiltInPolicyLibrary();
    PolicyScores scripted = library.evaluate(policy, SmallRun.spec(longer));
    assertEquals(scripted, library.evaluate(policy, SmallRun.spec(longer)));
    assertNotEquals(scripted, library.evaluate(policy, SmallRun.spec(longer.among("drive-near"))));
  }

  @Test
  void aRunIsNotGoneOnWithAmongOthersThanItBeganWith() throws IOException {
    Path first = runs.run(request()).checkpoint().orElseThrow();
    Path coPlayer = Files.copy(first, folder.resolve("them.safetensors"));
    TrainingResult stopped =
        runs.run(request().among(coPlayer.toString()), 1, new TrainingCommand.Stop());
    runs.resume(stopped.run());
    TrainingResult again =
        runs.run(request().among(coPlayer.toString()), 1, new TrainingCommand.Stop());
    Path other = runs.run(request().withSeed(4)).checkpoint().orElseThrow();
    Files.delete(coPlayer);
    Files.copy(other, coPlayer);
    Problem problem = assertThrows(Problem.class, () -> runs.resume(again.run()));
    assertTrue(problem.what().contains("co-player"), problem.what());
  }

  @Test
  void aRunThatCouldNotGoOnIsFreeAgainAtOnce() throws IOException {
    TrainingResult stopped = runs.run(request(), 1, new TrainingCommand.Stop());
    Path latest = stopped.checkpoint().orElseThrow();
    byte[] whole = Files.readAllBytes(latest);
    Files.write(latest, Arrays.copyOf(whole, whole.length / 2));
    Problem damaged = assertThrows(Problem.class, () -> runs.resume(stopped.run()));
    assertEquals(
        damaged.getMessage(),
        assertThrows(Problem.class, () -> runs.resume(stopped.run())).getMessage(),
        "nobody else works on it");
    Files.write(latest, whole);
    assertEquals(RunStatus.FINISHED, runs.resume(stopped.run()).status());
  }

  @Test
  void whereEveryAgentIsAnEgoNobodyIsLeftToBeACoPlayer() {
    TrainingRequest nobody = request().with(Map.of("num_ego_agents", "0"));
    Problem problem = assertThrows(Problem.class, () -> runs.run(nobody));
    assertTrue(problem.remedy().contains("num_ego_agents"), problem.remedy());
  }

  @Test
  void filesAreWrittenDownSoThatTheyAreFoundFromAnyFolder() throws IOException {
    Path here = Files.createTempFile(Path.of("").toAbsolutePath(), "co-player", ".bin");
    try {
      TrainingRequest typed = request().among(here.getFileName().toString());
      TrainingRequest kept = SmallRun.spec(typed).request();
      assertEquals(here.toString(), kept.coPlayer().orElseThrow());
      assertEquals(List.of("straight-1"), kept.scenarios());
    } finally {
      Files.delete(here);
    }
  }
}
