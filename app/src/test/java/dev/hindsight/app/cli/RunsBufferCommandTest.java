package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.app.OwnLedger;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// `hindsight runs buffer` on small runs.
@ExtendWith(OwnLedger.class)
class RunsBufferCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  @TempDir private Path home;

  private static RunRecord train(String environment, Map<String, String> settings) {
    List<String> line =
        new ArrayList<>(List.of("train", "--env", environment, "--algorithm", "sac", "--json"));
    settings.forEach((name, value) -> line.addAll(List.of("--set", name + "=" + value)));
    CapturedCommand trained = CapturedCommand.of(line.toArray(String[]::new));
    assertEquals(0, trained.exitCode(), trained::toString);
    return RunLedger.ofUser().runs().getLast();
  }

  private static RunRecord spread() {
    return train(
        "spread",
        Map.of(
            "num_envs", "2",
            "hidden_size", "8",
            "rollout_fragment_length", "25",
            "resample_frequency", "50",
            "capacity", "200",
            "replay_buffer", "prioritised",
            "num_steps_sampled_before_learning_starts", "20",
            "train_batch_size_per_learner", "8",
            "training_intensity", "2",
            "updates", "6"));
  }

  private static CapturedCommand buffer(String... arguments) {
    List<String> line = new ArrayList<>(List.of("runs", "buffer"));
    line.addAll(List.of(arguments));
    return CapturedCommand.of(line.toArray(String[]::new));
  }

  private static JsonNode json(String... arguments) throws IOException {
    List<String> line = new ArrayList<>(List.of(arguments));
    line.add("--json");
    CapturedCommand said = buffer(line.toArray(String[]::new));
    assertEquals(0, said.exitCode(), said::toString);
    return JSON.readTree(said.out());
  }

  @Test
  void aBufferIsListedSortedAndItsEpisodesAreRecordedAgain() throws IOException {
    RunRecord run = spread();
    JsonNode all = json(run.id().text(), "--sort", "priority", "--top", "0");
    assertEquals(6, all.get("update").asInt());
    JsonNode one = all.get("buffers").get(0);
    assertEquals(200, one.get("steps").asInt());
    assertEquals(300, one.get("added").asInt());
    assertEquals(4, one.get("removed").asInt());
    assertEquals(8, all.get("episodes").size());
    List<Double> priorities = new ArrayList<>();
    double probability = 0;
    for (JsonNode episode : all.get("episodes")) {
      priorities.add(episode.get("meanPriority").asDouble());
      probability += episode.get("probability").asDouble();
      assertEquals(25, episode.get("length").asInt());
    }
    List<Double> sorted = new ArrayList<>(priorities);
    sorted.sort(Collections.reverseOrder());
    assertEquals(sorted, priorities);
    assertEquals(1, probability, 1e-9);

    Path out = home.resolve("episode.rollout");
    JsonNode opened = json(run.id().text(), "--episode", "5", "--out", out.toString());
    assertEquals(25, opened.get("steps").size());
    assertEquals(out.toString(), opened.get("recording").asText());
    int first = opened.get("episode").get("firstTick").asInt();
    try (Rollout rollout = Rollouts.open(out)) {
      assertEquals(first + 25, rollout.ticks(), "it ends with the episode");
      JsonNode repeats = Objects.requireNonNull(rollout.manifest().extra().get("repeats"));
      assertEquals("replay_buffer", repeats.get("of").asText());
      assertEquals(run.id().text(), repeats.get("run").asText());
      assertEquals(first, repeats.get("firstTick").asInt());
      double reward = 0;
      for (int agent = 0; agent < 3; agent++) {
        reward += rollout.channel("reward").orElseThrow().value(first + 7, agent);
      }
      assertEquals(opened.get("steps").get(7).get("reward").asDouble(), reward, 1e-5);
    }
    assertEquals(0, CapturedCommand.of("replay", out.toString()).exitCode());
    assertEquals(0, CapturedCommand.of("audit", "integrity", out.toString()).exitCode());
    assertEquals(
        0,
        CapturedCommand.of("critic", out.toString(), "--at", "" + first).exitCode(),
        "the critics of the buffer's update come with it");
  }

  @Test
  void wordsSayTheSameAndMistakesAreOneLine() throws IOException {
    RunRecord run = spread();
    String folder = run.start().folder().toString();
    CapturedCommand words = buffer(folder, "--top", "3");
    assertEquals(0, words.exitCode(), words::toString);
    assertTrue(words.out().contains("200 of 200 steps"), words::toString);
    assertTrue(words.out().contains("5 more"), words::toString);
    assertEquals(7, words.out().lines().count(), words::toString);
    wrong("there is no such order", folder, "--sort", "size");
    wrong("there is no episode 9", folder, "--episode", "9");
    wrong("no episode is chosen", folder, "--out", "x.rollout");
    wrong("the ledger has no such run", "nothing");
    Path latest = new RunFolder(run.start().folder()).latest();
    byte[] whole = Files.readAllBytes(latest);
    Path cut = home.resolve("cut.safetensors");
    Files.write(cut, java.util.Arrays.copyOf(whole, whole.length - 9));
    wrong("cut.safetensors", cut.toString());
  }

  private static void wrong(String words, String... arguments) {
    CapturedCommand said = buffer(arguments);
    assertEquals(1, said.exitCode(), said::toString);
    assertEquals(1, said.err().lines().count(), said::toString);
    assertTrue(said.err().contains(words), said::toString);
    assertFalse(said.err().contains("Exception"), said::toString);
  }

  /// The worlds of recordings are otherwise those kept apart for evaluations, in which episodes
  /// begin at their start.
  @Test
  void anEpisodeIsRepeatedInTheWorldsOfTheTraining() throws IOException {
    RunRecord run =
        train(
            "excavation",
            Map.of(
                "staggered_starts", "true",
                "sac.capacity", "500",
                "num_envs", "1",
                "hidden_size", "8",
                "rollout_fragment_length", "8",
                "num_steps_sampled_before_learning_starts", "4",
                "train_batch_size_per_learner", "2",
                "training_intensity", "0.25",
                "updates", "2"));
    Path out = home.resolve("dig.rollout");
    JsonNode opened = json(run.id().text(), "--episode", "1", "--out", out.toString());
    assertTrue(opened.get("steps").size() > 0);
    try (Rollout rollout = Rollouts.open(out)) {
      Map<String, JsonNode> config = rollout.manifest().environment().config();
      assertTrue(Objects.requireNonNull(config.get("staggered_starts")).asBoolean());
    }
  }
}
