package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.inspector.fact.Fact;
import dev.hindsight.inspector.fact.FactFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `find` and `check` on a recording of the trained dark room policy.
class CheckCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private Path recording = Path.of("none");
  private Path facts = Path.of("none");

  @BeforeEach
  void record() {
    recording = folder.resolve("room.rollout");
    facts = folder.resolve("facts.json");
    CapturedCommand run =
        CapturedCommand.of(
            "record",
            "--env",
            "darkroom",
            "--checkpoint",
            "darkroom-5x5",
            "--seed",
            "3",
            "--out",
            recording.toString());
    assertEquals(0, run.exitCode(), run.err());
  }

  private static CapturedCommand run(String... arguments) {
    return CapturedCommand.of(arguments);
  }

  @Test
  void findTellsEveryGoalWithItsTrial() throws Exception {
    CapturedCommand found = run("find", recording.toString(), "--when", "goal[a]", "--json");
    JsonNode result = JSON.readTree(found.out());

    assertEquals(0, found.exitCode(), found.err());
    assertEquals(result.path("count").asInt(), result.path("hits").size());
    for (JsonNode hit : result.path("hits")) {
      assertEquals(hit.path("first").asInt(), hit.path("last").asInt());
    }
    assertTrue(result.path("count").asInt() > 0);
  }

  @Test
  void aTickAtWhichAConditionHoldsForSeveralAgentsCountsOnce() throws Exception {
    Path spread = folder.resolve("spread.rollout");
    CapturedCommand _ =
        CapturedCommand.succeeding(
            "record",
            "--env",
            "spread",
            "--actions",
            "random",
            "--ticks",
            "20",
            "--out",
            spread.toString());

    CapturedCommand found =
        run("find", spread.toString(), "--when", "tick < 7 || ego[a]", "--json");
    JsonNode result = JSON.readTree(found.out());
    CapturedCommand words =
        run("find", spread.toString(), "--when", "tick < 7 || ego[a]", "--count");

    assertEquals(0, found.exitCode(), found.err());
    assertEquals(3, result.path("count").asInt(), "agents");
    assertEquals(20, result.path("ticksHit").asInt());
    assertEquals("3 times, 20 ticks in all, of 20", words.out().strip());
  }

  @Test
  void conditionThatIsNoneIsAFailureInOneLine() {
    CapturedCommand wrong = run("find", recording.toString(), "--when", "gaol[a]");

    assertEquals(1, wrong.exitCode());
    assertTrue(wrong.err().contains("column 1: there is no name 'gaol' - did you mean goal"));
  }

  @Test
  void factsThatHoldPassAndTheOthersAreNamedWithTheirTick() throws Exception {
    new FactFile(facts)
        .write(
            List.of(
                Fact.noAgentCollides(),
                new Fact.Holds("never at a goal", "goal[a]", Fact.Demand.NEVER)));

    CapturedCommand checked = run("check", facts.toString(), recording.toString(), "--json");
    JsonNode result = JSON.readTree(checked.out());

    assertEquals(1, checked.exitCode(), checked.err());
    assertEquals("fails", result.path("checks").path(1).path("verdict").asText());
    assertTrue(result.path("checks").path(1).path("failures").path(0).path("tick").isInt());
    assertEquals(0, result.path("checks").path(1).path("failures").path(0).path("agent").asInt());
  }

  @Test
  void aFileWithoutFactsChecksNothingAndIsRefused() {
    new FactFile(facts).write(List.of());

    CapturedCommand checked = run("check", facts.toString(), recording.toString());

    assertEquals(1, checked.exitCode());
    assertTrue(checked.err().contains("it holds no facts"), checked.err());
  }

  @Test
  void aFileIsNoFolderToRecordInto() {
    new FactFile(facts).write(List.of(Fact.noAgentCollides()));

    CapturedCommand checked =
        run(
            "check",
            facts.toString(),
            recording.toString(),
            "--checkpoint",
            "darkroom-5x5",
            "--record",
            recording.toString());

    assertEquals(1, checked.exitCode());
    assertTrue(checked.err().contains("it is a file"), checked.err());
    assertTrue(checked.err().contains("name a folder"), checked.err());
  }

  @Test
  void anotherPolicyIsCheckedInTheSameScenario() {
    new FactFile(facts)
        .write(List.of(new Fact.Holds("reaches", "goal[0]", Fact.Demand.IN_EVERY_TRIAL)));

    CapturedCommand same =
        run(
            "check",
            facts.toString(),
            recording.toString(),
            "--checkpoint",
            "darkroom-5x5",
            "--record",
            folder.toString());
    CapturedCommand kept =
        run("check", facts.toString(), folder.resolve("room-again.rollout").toString());
    CapturedCommand original = run("check", facts.toString(), recording.toString());

    assertEquals(original.exitCode(), same.exitCode(), same.out() + same.err());
    assertEquals(original.exitCode(), kept.exitCode(), kept.out() + kept.err());
  }

  @Test
  void recordingsOfOneNameAreMadeAgainInTwoFiles() throws IOException {
    new FactFile(facts).write(List.of(Fact.noAgentCollides()));
    Path other = Files.createDirectories(folder.resolve("b")).resolve("room.rollout");
    Files.copy(recording, other);

    CapturedCommand checked =
        run(
            "check",
            facts.toString(),
            recording.toString(),
            other.toString(),
            "--checkpoint",
            "darkroom-5x5",
            "--record",
            folder.toString(),
            "--json");

    assertTrue(checked.out().contains("room-again.rollout"), checked.out());
    assertTrue(checked.out().contains("room-again-2.rollout"), checked.out());
    assertTrue(Files.exists(folder.resolve("room-again-2.rollout")));
  }
}
