package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  private String drive(String name, String actions) {
    Path file = folder.resolve(name);
    String line =
        "record --map straight-1 --seed 3 --out "
            + file
            + " --actions "
            + actions
            + " --set goal_behavior=trial --set k_scenarios=2 --set scenario_length=15"
            + " --set num_ego_agents=2";
    CapturedCommand run = CapturedCommand.of(line.split(" "));
    assertEquals(0, run.exitCode(), run.err());
    return file.toString();
  }

  private static JsonNode compare(String... arguments) throws Exception {
    String[] all = Arrays.copyOf(arguments, arguments.length + 1);
    all[arguments.length] = "--json";
    CapturedCommand run = CapturedCommand.of(all);
    assertEquals(0, run.exitCode(), run.err());
    return JSON.readTree(run.out());
  }

  @Test
  void recordingEqualsItselfAndOnlyOnDemandADifferenceIsAFailure() throws Exception {
    String one = drive("a.rollout", "argmax");
    String other = drive("b.rollout", "random");

    assertTrue(compare("compare", one, one).path("equal").asBoolean());
    assertEquals(0, CapturedCommand.of("compare", one, one, "--require-equal").exitCode());
    JsonNode apart = compare("compare", one, other);
    assertFalse(apart.path("equal").asBoolean());
    JsonNode first = apart.path("differences").path(0).path("first");
    assertEquals(0, first.path("tickA").asInt());
    // Joint actions are names and are not subtracted.
    assertEquals("action", apart.path("differences").path(0).path("channel").asText());
    assertTrue(first.path("size").isNull(), first.toString());
    assertEquals(1, CapturedCommand.of("compare", one, other, "--require-equal").exitCode());
    // A single episode: the change of a mean has no interval, and the output says so.
    apart
        .path("scores")
        .path(0)
        .path("egos, mean, B - A")
        .forEach(gain -> {
          assertEquals("none", gain.path("method").asText(), gain.toString());
          assertEquals(1, gain.path("episodes").asInt());
          assertTrue(gain.path("interval").path(0).isNull(), gain.toString());
        });
  }

  @Test
  void wordsNameChannelTickAgentAndDimension() {
    String one = drive("a.rollout", "argmax");
    String other = drive("b.rollout", "random");

    CapturedCommand run = CapturedCommand.of("compare", one, other, "--align", "trial");

    assertTrue(run.out().contains("They diverge at tick 0"), run.out());
    assertTrue(run.out().contains("aligned by trial and tick"), run.out());
    assertTrue(run.out().lines().anyMatch(line -> line.matches("observation .* ego\\..*")));
    assertTrue(run.out().contains("Score"), run.out());
  }

  @Test
  void anotherCheckpointIsRecordedOnTheSameScenarioAndSeed() throws Exception {
    String one = drive("a.rollout", "random");
    Path made = folder.resolve("made.rollout");

    JsonNode told =
        compare("compare", one, made.toString(), "--checkpoint", "scripted", "--align", "trial");

    assertTrue(Files.exists(made));
    assertEquals(
        "[\"only B has logits, value, final_value\"]", told.path("notCompared").toString());
    CapturedCommand again = CapturedCommand.of("compare", one, "--checkpoint", "scripted");
    assertEquals(0, again.exitCode(), again.err());
    Path beside = folder.resolve("a-other.rollout");
    assertTrue(
        compare("compare", made.toString(), beside.toString()).path("equal").asBoolean(),
        "the same scenario, knobs and seed again");
  }

  @Test
  void sameCheckpointGivesTheSameRecordingAgain() throws Exception {
    String one = drive("a.rollout", "argmax");

    JsonNode told = compare("compare", one, "--checkpoint", "scripted");

    assertTrue(told.path("equal").asBoolean(), told.toString());
  }

  @Test
  void whatCannotBeAlignedIsOneLine() {
    String one = drive("a.rollout", "argmax");

    CapturedCommand run = CapturedCommand.of("compare", one, one, "--align", "event:lunch");

    assertEquals(1, run.exitCode());
    assertEquals(1, run.err().lines().count());
    assertTrue(run.err().contains("collision"), run.err());
    assertEquals(1, CapturedCommand.of("compare", one).exitCode());
  }
}
