package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.app.TemporaryHome;
import dev.hindsight.trainer.CsvLine;
import dev.hindsight.trainer.NumberWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Evaluation from the command line, as a user types it.
class EvaluateCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> ROOM =
      List.of("--env", "darkroom", "--checkpoint", "darkroom-5x5", "--episodes", "40");

  @TempDir private Path folder;

  @Test
  void theObjectHasTheScoresOfEachScenario() throws IOException {
    JsonNode all = json(evaluate(ROOM, "--json"));
    assertEquals(4, all.get("trialScores").size());
    assertEquals(40, all.get("episodes").asInt());
    double gain = all.get("adaDelta").asDouble();
    assertTrue(all.get("adaDeltaInterval").get(0).asDouble() < gain);
    assertTrue(all.get("adaDeltaInterval").get(1).asDouble() > gain);
    assertEquals(1, all.get("scenarios").size());
    JsonNode only = all.get("scenarios").get(0);
    assertTrue(only.get("scenario").isNull());
    assertFalse(only.has("partner"));
    for (String key : List.of("trialScores", "adaDelta", "adaDeltaInterval", "episodes")) {
      assertEquals(all.get(key), only.get(key), key);
    }
    JsonNode last = only.get("trials").get(3);
    assertEquals(all.get("trialScores").get(3), last.get("score").get("mean"));
    assertEquals(last.get("score").get("mean"), last.get("goal").get("mean"));
    assertTrue(last.get("length").get("mean").asDouble() < 10);
    assertFalse(last.has("collision"), "a dark room has nothing to hit");
    assertEquals(4, only.get("totals").get("trials").asInt());
  }

  @Test
  void everyMapHasRowsOfItsOwnAndTheTableFits100Columns() throws IOException {
    Path csv = folder.resolve("table.csv");
    Path suite = folder.resolve("worst.json");
    List<String> drive =
        List.of(
            "--env",
            "drive",
            "--checkpoint",
            "scripted",
            "--episodes",
            "4",
            "--map",
            "intersection-1",
            "--map",
            "roundabout-1",
            "--set",
            "goal_behavior=trial",
            "--set",
            "scenario_length=40",
            "--set",
            "k_scenarios=2");
    CapturedCommand run =
        evaluate(
            drive,
            "--sort",
            "length:down",
            "--csv",
            csv.toString(),
            "--worst",
            "1",
            "--suite",
            suite.toString());
    assertEquals("", run.err());
    run.out()
        .lines()
        .filter(line -> line.startsWith("  intersection") || line.startsWith("  Scenario"))
        .forEach(line -> assertTrue(line.length() <= 100, line));
    List<List<String>> lines = CsvLine.parse(Files.readString(csv));
    List<String> head = lines.getFirst();
    assertTrue(
        run.out().lines().anyMatch(line -> line.matches("  Scenario .* Completion")), run.out());
    Set<String> completions =
        lines.stream()
            .skip(1)
            .map(line -> Double.valueOf(line.get(head.indexOf("episode_completion_rate"))))
            .map(NumberWords::exactScore)
            .collect(Collectors.toSet());
    Set<String> shown =
        run.out()
            .lines()
            .filter(line -> line.startsWith("  intersection") || line.startsWith("  roundabout"))
            .map(line -> line.substring(line.lastIndexOf(' ') + 1))
            .collect(Collectors.toSet());
    assertEquals(completions, shown, run.out());
    assertFalse(evaluate(ROOM).out().contains("Completion"), "a dark room measures none");
    assertTrue(head.containsAll(List.of("score", "collision_high", "offroad", "return", "length")));
    assertTrue(head.contains("episode_completion_rate"), head.toString());
    assertEquals(
        List.of("intersection-1", "roundabout-1"),
        lines.stream().skip(1).map(line -> line.get(1)).distinct().sorted().toList());
    List<Double> lengths =
        lines.stream()
            .skip(1)
            .map(line -> Double.valueOf(line.get(head.indexOf("length"))))
            .toList();
    assertTrue(
        IntStream.range(1, lengths.size()).allMatch(i -> lengths.get(i - 1) >= lengths.get(i)));
    JsonNode worst = JSON.readTree(suite.toFile());
    assertEquals(1, worst.get("worlds").size());
    String map = worst.get("worlds").get(0).get("scenario").asText();
    JsonNode again =
        json(
            CapturedCommand.of(
                "evaluate",
                "--suite",
                suite.toString(),
                "--checkpoint",
                "scripted",
                "--episodes",
                "2",
                "--json"));
    assertEquals("drive", again.get("environment").asText());
    assertEquals(map, again.get("scenarios").get(0).get("scenario").asText());
    assertEquals(2, again.get("trialScores").size(), "with the settings of the suite");
  }

  @Test
  void theWorstEpisodesBecomeASuiteOfTheSameWorlds() throws IOException {
    Path suite = folder.resolve("worst.json");
    JsonNode all = json(evaluate(ROOM, "--worst", "5", "--suite", suite.toString(), "--json"));
    List<String> again =
        List.of("--suite", suite.toString(), "--checkpoint", "darkroom-5x5", "--episodes", "20");
    JsonNode worst = json(evaluate(again, "--json"));
    String words = evaluate(again).out();
    assertTrue(
        words.contains(
            "15 episodes repeat others with the same fixed seed; the intervals rest on 5 different"
                + " episodes."),
        words);
    assertFalse(evaluate(ROOM).out().contains("repeat"), "these are all different");
    // The rooms whose goal lies farthest from the start.
    assertTrue(
        worst.get("trialScores").get(0).asDouble() < all.get("trialScores").get(0).asDouble());
    CapturedCommand.refused(
        "--seed: the suite fixes the seed of each world - leave it out",
        "evaluate",
        "--suite",
        suite.toString(),
        "--checkpoint",
        "darkroom-5x5",
        "--seed",
        "3");
    CapturedCommand two = evaluate(ROOM, "--worst", "5");
    assertEquals(1, two.exitCode());
    assertTrue(two.err().contains("--suite"), two.err());
  }

  @Test
  void everyPartnerHasRowsOfItsOwnAndASuiteKeepsThem() throws IOException {
    Path suite = folder.resolve("worst.json");
    JsonNode all =
        json(
            CapturedCommand.of(
                "evaluate",
                "--env",
                "drive",
                "--checkpoint",
                "scripted",
                "--episodes",
                "6",
                "--partners",
                "scripted:timid=1,scripted:bold=1",
                "--map",
                "intersection-1",
                "--set",
                "num_ego_agents=1",
                "--set",
                "goal_behavior=trial",
                "--set",
                "scenario_length=30",
                "--set",
                "k_scenarios=2",
                "--wipe-memory",
                "--worst",
                "1",
                "--suite",
                suite.toString(),
                "--json"));
    List<String> partners = all.get("scenarios").findValuesAsText("partner");
    assertEquals(List.of("scripted:bold", "scripted:timid"), partners.stream().sorted().toList());
    int episodes = 0;
    for (JsonNode world : all.get("scenarios")) {
      episodes += world.get("episodes").asInt();
    }
    assertEquals(6, episodes, "a partner stays through the trials of its episode");
    String hardest = JSON.readTree(suite.toFile()).get("worlds").get(0).get("partner").asText();
    JsonNode again =
        json(
            CapturedCommand.of(
                "evaluate",
                "--suite",
                suite.toString(),
                "--checkpoint",
                "scripted",
                "--partners",
                "scripted:timid=1,scripted:bold=1",
                "--episodes",
                "5",
                "--json"));
    assertEquals(List.of(hardest), again.get("scenarios").findValuesAsText("partner"));
  }

  @Test
  void twoCheckpointsAreComparedInTheSameWorlds() throws IOException {
    List<String> room =
        List.of(
            "--env",
            "darkroom",
            "--episodes",
            "40",
            "--set",
            "size=5",
            "--checkpoint",
            "darkroom-5x5");
    CapturedCommand twice = evaluate(room, "--checkpoint", "darkroom-5x5");
    assertEquals(1, twice.exitCode());
    assertTrue(twice.err().contains("twice"), twice.err());
    String untrained = trained();
    JsonNode both = json(evaluate(room, "--checkpoint", untrained, "--json"));
    assertEquals(2, both.get("evaluations").size());
    JsonNode difference = both.get("comparisons").get(0);
    assertEquals(40, difference.get("pairs").asInt());
    assertTrue(difference.get("differs").asBoolean());
    assertTrue(difference.get("differenceInterval").get(1).asDouble() < -0.2);
    String sentence = difference.get("sentence").asText();
    assertTrue(evaluate(room, "--checkpoint", untrained).out().contains(sentence), sentence);
    CapturedCommand elsewhere =
        CapturedCommand.of(
            "evaluate",
            "--env",
            "darkroom",
            "--checkpoint",
            "darkroom-5x5",
            "--checkpoint",
            trained("--set", "size=7"),
            "--episodes",
            "4");
    assertEquals(1, elsewhere.exitCode());
    assertTrue(elsewhere.err().contains("--set size"), elsewhere.err());
  }

  @Test
  void aCheckpointIsEvaluatedWithThePartnersAndNamesTheMapsOfItsTraining() throws IOException {
    List<String> narrow =
        List.of(
            "--env",
            "drive",
            "--map",
            "narrow-1",
            "--set",
            "num_ego_agents=1",
            "--set",
            "scenario_length=6");
    List<String> training = new ArrayList<>(narrow.subList(2, narrow.size()));
    training.addAll(List.of("--set", "num_envs=2", "--partners", "scripted:left,scripted:right"));
    String checkpoint = trainedIn("drive", training.toArray(String[]::new));
    List<String> line = new ArrayList<>(narrow);
    line.addAll(List.of("--checkpoint", checkpoint, "--episodes", "4"));
    CapturedCommand words = evaluate(line);
    assertTrue(words.out().contains("--partners none"), words.out());
    assertTrue(words.out().contains("Not held out: it uses training maps (narrow-1)"), words.out());
    assertTrue(words.out().contains("scripted:left"), words.out());
    JsonNode all = json(evaluate(line, "--json"));
    assertEquals("scripted:left=1,scripted:right=1", all.get("partners").asText());
    assertEquals(4, all.get("results").size());
    JsonNode alone = json(evaluate(line, "--partners", "none", "--json"));
    assertFalse(alone.has("partners"));
    assertFalse(alone.get("scenarios").get(0).has("partner"));
    line.set(3, "merge-1");
    assertFalse(json(evaluate(line, "--json")).has("reused"));
  }

  @Test
  void namesAreCutInTheirMiddle() {
    CapturedCommand run =
        CapturedCommand.of(
            "evaluate",
            "--env",
            "drive",
            "--checkpoint",
            "scripted",
            "--episodes",
            "4",
            "--partners",
            "scripted:timid,scripted:bold",
            "--map",
            "intersection-1",
            "--set",
            "num_ego_agents=1",
            "--set",
            "goal_behavior=trial",
            "--set",
            "scenario_length=20");
    assertEquals("", run.err());
    assertTrue(run.out().contains("scrip"), run.out());
    assertTrue(run.out().contains("timid") || run.out().contains("imid"), run.out());
    run.out().lines().forEach(line -> assertTrue(line.length() <= 100, line));
  }

  /// A policy after one update.
  private String trained(String... more) throws IOException {
    return trainedIn("darkroom", more);
  }

  private String trainedIn(String environment, String... more) throws IOException {
    try (TemporaryHome _ = TemporaryHome.ofData(folder.resolve("data"))) {
      List<String> line =
          new ArrayList<>(
              List.of(
                  "train",
                  "--env",
                  environment,
                  "--out",
                  folder.resolve("runs").toString(),
                  "--set",
                  "updates=1",
                  "--set",
                  "hidden_size=8",
                  "--set",
                  "feed_forward=8",
                  "--json"));
      if (environment.equals("darkroom")) {
        line.addAll(List.of("--set", "num_envs=8"));
      }
      line.addAll(List.of(more));
      CapturedCommand run = CapturedCommand.of(line.toArray(String[]::new));
      assertEquals("", run.err());
      return JSON.readTree(run.out().lines().toList().getLast()).get("checkpoint").asText();
    }
  }

  private static CapturedCommand evaluate(List<String> options, String... more) {
    List<String> line = new ArrayList<>(List.of("evaluate"));
    line.addAll(options);
    line.addAll(List.of(more));
    return CapturedCommand.of(line.toArray(String[]::new));
  }

  private static JsonNode json(CapturedCommand run) throws IOException {
    assertEquals("", run.err());
    return JSON.readTree(run.out());
  }
}
