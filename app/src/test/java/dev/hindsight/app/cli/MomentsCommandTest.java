package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Moments of a whole evaluation on the command line.
class MomentsCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  private static CapturedCommand ok(List<String> command) {
    CapturedCommand run = CapturedCommand.of(command.toArray(String[]::new));
    assertEquals(0, run.exitCode(), run.err());
    return run;
  }

  private static JsonNode json(String... command) throws IOException {
    List<String> all = new ArrayList<>(List.of(command));
    all.add("--json");
    return JSON.readTree(ok(all).out());
  }

  private Path evaluation(String... more) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "evaluate",
                "--env",
                "darkroom",
                "--checkpoint",
                "darkroom-5x5",
                "--episodes",
                "8",
                "--seed",
                "3",
                "--json"));
    command.addAll(List.of(more));
    return Files.writeString(folder.resolve("evaluation.json"), ok(command).out());
  }

  /// The moments without the names of their files.
  private static List<ObjectNode> moments(JsonNode result) {
    List<ObjectNode> moments = new ArrayList<>();
    result
        .get("moments")
        .forEach(moment -> {
          ObjectNode copy = moment.deepCopy();
          copy.remove("rollout");
          moments.add(copy);
        });
    return moments;
  }

  @Test
  void momentsOfAnEvaluationAreThoseOfItsEpisodesRecordedByHand() throws IOException {
    Path evaluation = evaluation();
    JsonNode result = json("moments", evaluation.toString(), "--worst", "3");
    assertEquals(3, result.get("rollouts").size());
    List<String> byHand = new ArrayList<>(List.of("moments"));
    double before = -1;
    for (JsonNode episode : result.get("episodes")) {
      JsonNode trials =
          JSON.readTree(evaluation.toFile())
              .get("results")
              .get(episode.get("episode").asInt())
              .get("trials");
      double last = trials.get(trials.size() - 1).get("score").asDouble();
      assertTrue(last >= before, "the worst first");
      before = last;
      Path file = folder.resolve("by-hand-" + episode.get("episode") + ".rollout");
      ok(
          List.of(
              "record",
              "--env",
              "darkroom",
              "--checkpoint",
              "darkroom-5x5",
              "--actions",
              "sample",
              "--seed",
              episode.get("seed").asText(),
              "--out",
              file.toString()));
      byHand.add(file.toString());
    }
    assertEquals(4, byHand.size());
    assertEquals(moments(json(byHand.toArray(String[]::new))), moments(result));
    assertFalse(result.get("rollouts").get(0).asText().contains("/"), "deleted afterwards");
  }

  @Test
  void chosenEpisodesAreKeptInTheNamedFolderAndRankedInTheirOrder() throws IOException {
    Path out = folder.resolve("kept");
    JsonNode result =
        json("moments", evaluation().toString(), "--episode", "5,0", "--out", out.toString());
    assertEquals(5, result.get("episodes").get(0).get("episode").asInt());
    assertEquals(0, result.get("episodes").get(1).get("episode").asInt());
    List<String> kept = new ArrayList<>(List.of("moments"));
    result.get("rollouts").forEach(file -> kept.add(file.asText()));
    assertEquals(3, kept.size());
    assertEquals(moments(json(kept.toArray(String[]::new))), moments(result));
    try (Stream<Path> files = Files.list(out)) {
      assertEquals(2, files.count());
    }
  }

  @Test
  void withWipedMemoryTheEpisodesOfTheWipedPolicyAreRanked() throws IOException {
    List<ObjectNode> remembers =
        moments(json("moments", evaluation().toString(), "--episode", "1"));
    List<ObjectNode> wiped =
        moments(json("moments", evaluation("--wipe-memory").toString(), "--episode", "1"));
    assertFalse(wiped.isEmpty());
    assertNotEquals(remembers, wiped);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "room.rollout --worst 2",
        "evaluation.json --worst 0",
        "evaluation.json --worst 2 --episode 1",
        "evaluation.json --episode 8",
        "other.json",
        "missing.json"
      })
  void whatCannotBeRankedIsOneLine(String arguments) throws IOException {
    evaluation();
    Files.writeString(folder.resolve("other.json"), "{}");
    List<String> command = new ArrayList<>(List.of("moments"));
    for (String word : arguments.split(" ", -1)) {
      command.add(word.contains(".") ? folder.resolve(word).toString() : word);
    }
    CapturedCommand run = CapturedCommand.of(command.toArray(String[]::new));
    assertEquals(1, run.exitCode());
    assertEquals(1, run.err().strip().lines().count(), run.err());
  }
}
