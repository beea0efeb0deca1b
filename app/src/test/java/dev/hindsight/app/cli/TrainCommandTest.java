package dev.hindsight.app.cli;

import static dev.hindsight.app.cli.SmallRuns.objects;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.app.OwnLedger;
import dev.hindsight.app.cli.train.ExitCodes;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Training from the command line, as a user types it.
@ExtendWith(OwnLedger.class)
class TrainCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  @TempDir private Path folder;

  @Test
  void theLastObjectSaysAllThereIsToSay() throws IOException {
    CapturedCommand run = train("0");
    assertEquals("", run.err());
    assertEquals(0, run.exitCode());
    List<JsonNode> objects = objects(run);
    JsonNode last = objects.getLast();
    for (String field :
        List.of(
            "checkpoint",
            "trialScores",
            "adaDelta",
            "seconds",
            "agentSteps",
            "agentStepsPerSecond",
            "gates")) {
      assertTrue(last.has(field), field);
    }
    assertEquals(4, last.get("trialScores").size());
    assertEquals(7, last.get("gates").size());
    long steps = 0;
    int updates = 0;
    for (JsonNode object : objects) {
      updates += object.has("update") ? 1 : 0;
      steps += object.has("update") ? object.get("agentSteps").asLong() : 0;
    }
    assertEquals(3, updates, "every update is told");
    assertEquals(last.get("agentSteps").asLong(), steps);
  }

  @Test
  void theBooksOfWorkersBalanceAndASecondRunHasTheSameNumbers() throws IOException {
    CapturedCommand run = train("0", "--workers", "2");
    assertEquals("", run.err());
    JsonNode last = objects(run).getLast();
    JsonNode books = last.get("fleet");
    assertTrue(books.get("balanced").asBoolean(), books.toString());
    assertEquals(2, books.get("workers").asInt());
    assertEquals(6, books.get("accepted").asInt());
    assertEquals(24, books.get("started").asInt(), "8 environments in 3 updates");
    assertEquals(
        last.get("trialScores"),
        objects(train("0", "--workers", "2")).getLast().get("trialScores"));
    assertFalse(objects(train("0")).getLast().has("fleet"));
  }

  @Test
  void aShortDrillPassesOrFailsByItsExitCodeAndSaysWhatItCompared() throws IOException {
    CapturedCommand run =
        CapturedCommand.of(
            "fleet",
            "chaos",
            "--seconds",
            "1",
            "--rate",
            "1",
            "--workers",
            "2",
            "--json",
            "--set",
            "num_envs=4",
            "--set",
            "policy=mlp",
            "--set",
            "hidden_size=8");
    JsonNode result = JSON.readTree(run.out());
    assertEquals(result.get("passed").asBoolean() ? 0 : 1, run.exitCode(), run.err());
    for (String part : List.of("baseline", "chaos")) {
      JsonNode books = result.get(part).get("books");
      assertTrue(books.get("balanced").asBoolean(), books.toString());
      assertEquals(0, result.get(part).get("cutOff").asInt());
      assertTrue(result.get(part).get("episodes").asInt() > 0);
    }
    assertEquals(0, result.get("baseline").get("kills").asInt());
    assertEquals(1, result.get("chaos").get("kills").asInt());
    assertEquals(1, CapturedCommand.of("fleet", "chaos", "--rate", "2").exitCode());
  }

  @Test
  void anAlgorithmWithoutWorkersSaysSo() {
    CapturedCommand run =
        CapturedCommand.of("train", "--env", "darkroom", "--algorithm", "sac", "--workers", "2");
    assertEquals(1, run.exitCode(), run.err());
    assertTrue(run.err().contains("fleet_workers"), run.err());
  }

  @Test
  void whatWasTrainedIsEvaluatedAndRecordedWithTheSettingsItWasTrainedWith() throws IOException {
    String checkpoint = objects(train("0", "--set", "size=7")).getLast().get("checkpoint").asText();
    CapturedCommand evaluated =
        CapturedCommand.of(
            "evaluate",
            "--env",
            "darkroom",
            "--checkpoint",
            checkpoint,
            "--episodes",
            "10",
            "--wipe-memory",
            "--json");
    assertEquals("", evaluated.err());
    JsonNode report = objects(evaluated).getLast();
    assertEquals(4, report.get("trialScores").size());
    assertEquals(4, report.get("trialScoreIntervals").size());
    assertEquals("gaffke", report.get("trialScoreMethods").get(0).asText());
    assertEquals("gaffke-paired", report.get("adaDeltaMethod").asText());
    assertEquals(10, report.get("episodes").asInt());
    assertTrue(report.get("wipeMemory").asBoolean());
    try (Rollout rollout = recorded(checkpoint)) {
      assertEquals("transformer", rollout.manifest().policy().id());
      assertEquals("7", String.valueOf(rollout.manifest().environment().config().get("size")));
      assertEquals(4, rollout.trials().count());
    }
  }

  private Rollout recorded(String checkpoint) {
    Path out = folder.resolve("x.rollout");
    CapturedCommand run =
        CapturedCommand.of(
            "record", "--env", "darkroom", "--checkpoint", checkpoint, "--out", out.toString());
    assertEquals("", run.err());
    return Rollouts.open(out);
  }

  @Test
  void aShippedPolicyAndAVersionOfARunAreCheckpointsToStartFrom() throws IOException {
    CapturedCommand run =
        CapturedCommand.of(
            "train",
            "--env",
            "darkroom",
            "--from",
            "darkroom-5x5",
            "--json",
            "--set",
            "num_envs=8",
            "--set",
            "updates=2",
            "--set",
            "history_every=1",
            "--set",
            "eval_every=1",
            "--set",
            "eval_episodes=32",
            "--out",
            folder.resolve("runs").toString());
    assertEquals("", run.err());
    String name = objects(run).getLast().get("run").asText();
    List<JsonNode> evaluated =
        objects(run).stream()
            .filter(object -> object.path("event").asText().equals("evaluated"))
            .toList();
    assertEquals(2, evaluated.size());
    assertTrue(evaluated.getFirst().get("trialScores").get(3).asDouble() > 0.5, "it can do it");

    JsonNode versions =
        objects(CapturedCommand.of("runs", "versions", name, "--json")).getLast().get("versions");
    assertEquals(name + "@1", versions.get(0).get("checkpoint").asText());
    assertEquals(evaluated.getFirst().get("trialScores"), versions.get(0).get("evaluation"));
    for (String checkpoint : List.of(name, name + "@1", name + "@latest")) {
      CapturedCommand later =
          CapturedCommand.of(
              "evaluate", "--env", "darkroom", "--checkpoint", checkpoint, "--episodes", "5");
      assertEquals("", later.err());
    }
    try (Rollout rollout = recorded(name + "@1")) {
      Map<String, JsonNode> extra = rollout.manifest().policy().extra();
      assertEquals(name, Objects.requireNonNull(extra.get("run")).asText());
      assertEquals(1, Objects.requireNonNull(extra.get("update")).asLong());
    }
    CapturedCommand none =
        CapturedCommand.of(
            "evaluate", "--env", "darkroom", "--checkpoint", name + "@7", "--episodes", "5");
    assertEquals(1, none.exitCode());
    assertTrue(none.err().contains("version 7"), none.err());
  }

  @Test
  void theLedgerListsShowsAndCompares() throws IOException {
    String one = objects(train("0")).getLast().get("run").asText();
    String other = objects(train("1", "--set", "ent_coef=0.02")).getLast().get("run").asText();
    JsonNode list = SmallRuns.listed();
    assertEquals(2, list.size());
    assertEquals("finished", list.get(0).get("status").asText());
    JsonNode show = objects(CapturedCommand.of("runs", "show", other, "--json")).getLast();
    assertEquals("0.02", show.get("difference").get("ppo.ent_coef").get(1).asText());
    CapturedCommand compared = CapturedCommand.of("runs", "compare", one, other, "--json");
    JsonNode difference = objects(compared).getLast().get("difference");
    assertEquals("0.02", difference.get("ppo.ent_coef").get(1).asText());
    assertEquals("1", difference.get("seed").get(1).asText());
    assertEquals(3, objects(compared).getLast().get("curves").get(0).size());
    String words = CapturedCommand.of("runs", "compare", one, other).out();
    assertTrue(words.lines().anyMatch(line -> line.matches("return +\\S+ +\\S+.*")), words);
    String fifths =
        words.lines().filter(line -> line.startsWith("last trial")).findFirst().orElseThrow();
    assertEquals(6, fifths.split("\\d\\.\\d{3}", -1).length - 1, fifths);
  }

  @Test
  void aRunIsNamedFilteredDeletedAndRestored() throws IOException {
    String one = objects(train("0")).getLast().get("run").asText();
    String other = objects(train("1")).getLast().get("run").asText();
    CapturedCommand edited =
        CapturedCommand.of(
            "runs", "edit", one, "--name", "small room", "--tag", "baseline", "--note", "a note");
    assertEquals("", edited.err());
    CapturedCommand evaluated =
        CapturedCommand.of(
            "evaluate", "--env", "darkroom", "--checkpoint", "small room", "--episodes", "2");
    assertEquals("", evaluated.err());
    JsonNode list =
        objects(CapturedCommand.of("runs", "list", "#baseline", "--json")).getLast().get("runs");
    assertEquals(1, list.size());
    assertEquals("small room", list.get(0).get("name").asText());
    assertEquals("a note", list.get(0).get("note").asText());
    assertTrue(CapturedCommand.of("runs", "list").out().contains("\"small room\" #baseline"));
    assertEquals(
        "no run passes the filter", CapturedCommand.of("runs", "list", "sac").out().strip());
    assertEquals(0, CapturedCommand.of("runs", "list", "--alarmed").exitCode());

    CapturedCommand.of("runs", "edit", other, "--name", "small room");
    CapturedCommand ambiguous =
        CapturedCommand.of(
            "evaluate", "--env", "darkroom", "--checkpoint", "small room", "--episodes", "2");
    assertEquals(1, ambiguous.exitCode());
    assertTrue(ambiguous.err().contains(one) && ambiguous.err().contains(other), ambiguous.err());

    CapturedCommand deleted = CapturedCommand.of("runs", "delete", one, "--json");
    assertTrue(objects(deleted).getLast().get("bytes").asLong() > 1000, deleted.out());
    assertEquals(other, SmallRuns.listed().get(0).get("run").asText());
    assertEquals(1, SmallRuns.listed().size());
    assertEquals(one + "  small room", CapturedCommand.of("runs", "restore").out().strip());
    assertEquals(0, CapturedCommand.of("runs", "restore", one).exitCode());
    assertEquals(2, SmallRuns.listed().size());
    CapturedCommand.of("runs", "delete", one, other);
    assertEquals(
        2,
        objects(CapturedCommand.of("runs", "restore", "--empty", "--json"))
            .getLast()
            .get("removed")
            .size());
    assertEquals(
        "no deleted run can be restored", CapturedCommand.of("runs", "restore").out().strip());
  }

  @Test
  void aCoPlayerIsNamedByTheLedgerAndComparedAsASettingIs() throws IOException {
    String alone = objects(drive()).getLast().get("run").asText();
    CapturedCommand among = drive("--co-player", "scripted");
    assertEquals("", among.err());
    String run = objects(among).getLast().get("run").asText();
    CapturedCommand compared = CapturedCommand.of("runs", "compare", alone, run, "--json");
    JsonNode difference = objects(compared).getLast().get("difference");
    assertEquals("scripted", difference.get("co-player").get(1).asText());
  }

  @Test
  void aCoPlayerThatIsNotThereIsOneLineAndLeavesNoRun() throws IOException {
    CapturedCommand run = drive("--co-player", "nobody");
    assertEquals(1, run.exitCode());
    assertEquals(1, run.err().lines().count());
    assertTrue(run.err().contains("nobody"), run.err());
    assertEquals(0, SmallRuns.listed().size());
  }

  private CapturedCommand drive(String... more) {
    List<String> line = new ArrayList<>(List.of("train", "--env", "drive", "--map", "straight-1"));
    for (String setting :
        List.of(
            "num_ego_agents=1",
            "scenario_length=5",
            "num_envs=1",
            "updates=1",
            "input_size=8",
            "hidden_size=8",
            "feed_forward=8",
            "minibatches=1")) {
      line.addAll(List.of("--set", setting));
    }
    line.addAll(List.of("--json", "--out", folder.resolve("runs").toString()));
    line.addAll(List.of(more));
    return CapturedCommand.of(line.toArray(String[]::new));
  }

  @Test
  void aRunThatIsFinishedIsNotResumed() throws IOException {
    String run = objects(train("0")).getLast().get("run").asText();
    CapturedCommand resumed = CapturedCommand.of("resume", run);
    assertEquals(1, resumed.exitCode());
    assertEquals(1, resumed.err().lines().count());
  }

  @Test
  void aGpuThatIsNotThereHasAnExitCodeOfItsOwn() {
    CapturedCommand run = CapturedCommand.of("preflight", "--device", "gpu", "--json");
    assertTrue(run.exitCode() == ExitCodes.DEVICES || run.exitCode() == 0, run.out());
    assertEquals(0, CapturedCommand.of("preflight").exitCode());
  }

  @Test
  void anUnknownSettingIsOneLine() {
    CapturedCommand run =
        CapturedCommand.of("train", "--env", "darkroom", "--set", "learnig_rate=1");
    assertEquals(1, run.exitCode());
    assertTrue(run.err().contains("learning_rate"), run.err());
    assertEquals(1, run.err().lines().count());
  }

  @Test
  void softActorCriticMakesAPolicyThatIsRecordedAndExplainedLikeAnyOther() throws IOException {
    CapturedCommand run =
        soft("hidden_size=8", "rollout_fragment_length=8", "capacity=100", "updates=3");
    assertEquals("", run.err());
    JsonNode last = objects(run).getLast();
    assertEquals("finished", last.get("status").asText());
    String checkpoint = last.get("checkpoint").asText();
    try (Rollout rollout = recorded(checkpoint)) {
      assertEquals("mlp", rollout.manifest().policy().id());
    }
    JsonNode shown =
        objects(CapturedCommand.of("runs", "show", last.get("run").asText(), "--json")).getLast();
    assertEquals("100", shown.get("difference").get("sac.capacity").get(1).asText());
    String told = CapturedCommand.of("info", "--provenance", checkpoint).out();
    assertTrue(told.contains("training_intensity"), told);
  }

  @Test
  void whatSoftActorCriticDoesNotDoIsOneLineAndLeavesNoRun() throws IOException {
    for (CapturedCommand refused :
        List.of(
            soft("policy=transformer"),
            soft("capacity=1000"),
            CapturedCommand.of("train", "--env", "darkroom", "--algorithm", "sec"))) {
      assertEquals(1, refused.exitCode());
      assertEquals(1, refused.err().lines().count(), refused.err());
    }
    assertEquals(0, SmallRuns.listed().size());
  }

  private CapturedCommand soft(String... knobs) {
    List<String> line =
        new ArrayList<>(
            List.of("train", "--env", "darkroom", "--algorithm", "sac", "--json", "--set"));
    line.add("num_steps_sampled_before_learning_starts=" + (knobs.length > 1 ? 60 : 2000));
    for (String knob : knobs) {
      line.addAll(List.of("--set", knob));
    }
    line.addAll(List.of("--out", folder.resolve("runs").toString()));
    return CapturedCommand.of(line.toArray(String[]::new));
  }

  private CapturedCommand train(String seed, String... more) {
    return SmallRuns.train(folder, seed, more);
  }
}
