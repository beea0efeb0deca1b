package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.record.SampleRecordings;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScoresCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  private Path drive(String name, String seed, String trials) {
    Path file = folder.resolve(name);
    CapturedCommand run =
        CapturedCommand.of(
            "record",
            "--map",
            "straight-1",
            "--seed",
            seed,
            "--out",
            file.toString(),
            "--set",
            "goal_behavior=trial",
            "--set",
            "k_scenarios=" + trials,
            "--set",
            "scenario_length=20",
            "--set",
            "num_ego_agents=2");
    assertEquals(0, run.exitCode(), run.err());
    return file;
  }

  private static JsonNode json(String... arguments) throws Exception {
    CapturedCommand run = CapturedCommand.of(arguments);
    assertEquals(0, run.exitCode(), run.err());
    return JSON.readTree(run.out());
  }

  @Test
  void scoresAreThoseOfTheSummary() throws Exception {
    String file = drive("a.rollout", "1", "3").toString();

    JsonNode scores = json("scores", file, "--json");
    JsonNode summary = json("info", file, "--json").path("summary");

    assertEquals(3, scores.path("trials").asInt());
    assertEquals(3, summary.path("trialScores").size());
    for (int trial = 0; trial < 3; trial++) {
      double told = summary.path("trialScores").path(trial).asDouble();
      assertEquals(told, scores.path("trialScores").path(trial).asDouble(), 1e-12);
      assertEquals(told, scores.path("trial_" + trial + "_score").asDouble(), 1e-12);
    }
    assertEquals(
        summary.path("totals").path("goals").asDouble(),
        scores.path("recordings").path(0).path("totals").path("goals").asDouble());
    assertEquals(0, scores.path("recordings").path(0).path("findings").size());
    assertTrue(scores.has("ada_delta_trial_2_minus_0"));
  }

  @Test
  void severalRecordingsAreEpisodesOfOneMeanAndMustHaveAsManyTrials() throws Exception {
    String one = drive("a.rollout", "1", "2").toString();
    String other = drive("b.rollout", "2", "2").toString();
    String longer = drive("c.rollout", "1", "3").toString();

    JsonNode both = json("scores", one, other, "--json");
    assertEquals(2, both.path("episodes").asInt());
    assertEquals("gaffke-paired", both.path("adaDeltaMethod").asText());
    assertEquals("gaffke", both.path("trialScoreMethods").path(0).asText());
    assertTrue(both.path("adaDeltaInterval").path(0).asDouble() >= -1, both.toString());
    JsonNode alone = json("scores", one, "--json");
    assertEquals("none", alone.path("adaDeltaMethod").asText());
    assertTrue(alone.path("adaDeltaInterval").path(0).isNull(), alone.toString());
    CapturedCommand mixed = CapturedCommand.of("scores", one, longer);
    assertEquals(1, mixed.exitCode());
    assertTrue(mixed.err().contains("use recordings with the same number of trials"), mixed.err());
  }

  @Test
  void partnersAreToldApart() throws Exception {
    Path file = folder.resolve("narrow.rollout");
    CapturedCommand run =
        CapturedCommand.of(
            "record",
            "--map",
            "narrow-1",
            "--checkpoint",
            "scripted:left",
            "--partners",
            "scripted:left,scripted:right",
            "--seed",
            "4",
            "--ticks",
            "800",
            "--out",
            file.toString(),
            "--set",
            "goal_behavior=trial",
            "--set",
            "k_scenarios=2",
            "--set",
            "num_ego_agents=1");
    assertEquals(0, run.exitCode(), run.err());

    JsonNode scores = json("scores", file.toString(), "--json");
    assertEquals(2, scores.path("partners").size(), scores.toString());
    for (JsonNode partner : scores.path("partners")) {
      // The ego passes on the left: it meets those who pass on their right.
      double expected = partner.path("partner").asText().equals("scripted:left") ? 1 : 0;
      assertEquals(expected, partner.path("trialScores").path(0).asDouble(), partner.toString());
      long episodes =
          scores
              .path("recordings")
              .path(0)
              .path("results")
              .valueStream()
              .filter(result -> result.path("partner").equals(partner.path("partner")))
              .map(result -> result.path("episode").asInt())
              .distinct()
              .count();
      assertEquals(partner.path("episodes").asInt(), episodes, scores.toString());
    }
    CapturedCommand text = CapturedCommand.of("scores", file.toString());
    assertTrue(text.out().contains("with scripted:right: "), text.out());
  }

  @Test
  void recordingsOfTwoEnvironmentsHaveNoCommonMean() {
    Path room = folder.resolve("room.rollout");
    CapturedCommand recorded =
        CapturedCommand.of(
            "record", "--env", "darkroom", "--ticks", "20", "--out", room.toString());
    assertEquals(0, recorded.exitCode(), recorded.err());
    CapturedCommand run =
        CapturedCommand.of("scores", room.toString(), drive("d.rollout", "1", "4").toString());
    assertEquals(1, run.exitCode(), run.out());
    assertTrue(run.err().contains("of the environment drive, the first of darkroom"), run.err());
  }

  @Test
  void theSameEpisodeTwiceIsNotTwoEpisodes() throws Exception {
    String one = drive("a.rollout", "1", "2").toString();
    String again = drive("b.rollout", "1", "2").toString();

    CapturedCommand run = CapturedCommand.of("scores", one, again);

    assertEquals(1, run.exitCode(), run.out());
    assertTrue(run.err().contains("name each recording once"), run.err());
  }

  @Test
  void aDifferenceOfRecordingsIsTheKnobThatDiffersAndExitCodeOne() throws Exception {
    String one = drive("a.rollout", "1", "2").toString();
    String other = drive("b.rollout", "1", "3").toString();

    CapturedCommand run = CapturedCommand.of("diff", one, other);

    assertEquals(1, run.exitCode(), run.err());
    assertTrue(run.out().contains("k_scenarios"), run.out());
    assertTrue(!run.out().contains("scenario_length"), run.out());
    CapturedCommand same = CapturedCommand.of("diff", one, one);
    assertEquals(0, same.exitCode(), same.err());
    JsonNode facts = json("info", one, "--provenance", "--json");
    for (JsonNode fact : facts.path("facts")) {
      if (fact.path("name").asText().equals("k_scenarios")) {
        assertEquals("user", fact.path("declared").path("source").asText());
        assertEquals("2", fact.path("declared").path("value").asText());
      }
    }
    assertEquals(0, facts.path("contradictions").size(), facts.toString());
  }

  @Test
  void reachingAGoalIsUnknownWhereTheRecordingDoesNotTellGoals() throws Exception {
    String game = SampleRecordings.of(BuiltInEnvironments.named("rps"), folder, 30).toString();
    CapturedCommand words = CapturedCommand.of("scores", game);
    assertTrue(words.out().contains("score 0."), words.out());
    assertFalse(words.out().contains("reached"), words.out());
    JsonNode scores = json("scores", game, "--json");
    assertTrue(scores.path("trialReached").path(0).isNull(), scores.toString());
    for (JsonNode result : scores.path("recordings").path(0).path("results")) {
      assertTrue(result.path("reached").isNull(), result.toString());
    }
    JsonNode told = json("scores", drive("a.rollout", "1", "2").toString(), "--json");
    assertTrue(told.path("trialReached").path(0).isNumber(), told.toString());
    assertTrue(told.path("recordings").path(0).path("results").path(0).path("reached").isBoolean());
  }
}
