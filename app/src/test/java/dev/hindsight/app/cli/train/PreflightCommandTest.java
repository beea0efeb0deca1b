package dev.hindsight.app.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.app.cli.CapturedCommand;
import dev.hindsight.trainer.learn.gate.DeviceGates;
import dev.hindsight.trainer.learn.gate.TrainingGates;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.Gate;
import dev.hindsight.trainer.run.session.GateCheck;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Gates from the command line.
class PreflightCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void theListNamesEveryGateAndWhatItChecks() throws IOException {
    List<JsonNode> listed =
        JSON.readTree(CapturedCommand.of("preflight", "--list", "--json").out())
            .get("gates")
            .valueStream()
            .toList();
    List<String> training =
        listed.stream()
            .filter(gate -> gate.get("of").asText().equals("training"))
            .map(gate -> gate.get("name").asText())
            .toList();
    assertEquals(trainingGates().stream().map(GateCheck::name).toList(), training);
    assertEquals(6, listed.size() - training.size(), "those of the machine");
    assertTrue(listed.stream().noneMatch(gate -> gate.get("checks").asText().isBlank()));
    List<String> words = CapturedCommand.of("preflight", "--list").out().strip().lines().toList();
    assertEquals(listed.size(), words.size(), "a line for each");
    assertTrue(words.getFirst().startsWith("engine "), words.getFirst());
  }

  private static List<GateCheck> trainingGates() {
    return Stream.concat(
            TrainingGates.all().stream(), DeviceGates.all(TrainingTask.Device.CPU).stream())
        .toList();
  }

  @Test
  void oneGateIsCheckedAloneAndSaysWhatItFound() throws IOException {
    CapturedCommand words = CapturedCommand.of("preflight", "--gate", "gae-timeout-bootstrap");
    assertEquals(0, words.exitCode());
    assertEquals(
        "PASS gae-timeout-bootstrap: targets [6.0, 1.0] and [7.0, 6.0, 100.0]",
        words.out().strip());
    CapturedCommand two =
        CapturedCommand.of(
            "preflight",
            "--gate",
            "timeout-bootstrap-value",
            "--gate",
            "state-step-dispatch",
            "--json");
    JsonNode result = JSON.readTree(two.out());
    assertTrue(result.get("healthy").asBoolean());
    assertEquals(2, result.get("gates").size());
    assertTrue(result.at("/gates/0/detail").asText().contains("[5.0, 0.0]"), result.toString());
    assertEquals("PASS", result.at("/gates/1/verdict").asText());
  }

  @Test
  void everyGateIsCheckedWithAll() throws IOException {
    CapturedCommand all = CapturedCommand.of("preflight", "--all", "--json");
    assertEquals(0, all.exitCode(), all.out());
    assertEquals(6 + trainingGates().size(), JSON.readTree(all.out()).get("gates").size());
  }

  @Test
  void anUnknownGateIsACommandLineThatIsNotUnderstood() {
    CapturedCommand unknown = CapturedCommand.of("preflight", "--gate", "gae-bootstrap");
    assertEquals(2, unknown.exitCode());
    assertTrue(unknown.err().contains("gae-timeout-bootstrap"), unknown.err());
  }

  @Test
  void aGateThatFailsHasTheExitCodeOfPreflight() {
    Gate failed = new Gate("gae-timeout-bootstrap", Gate.Status.FAIL, "");
    assertEquals(ExitCodes.PREFLIGHT, ExitCodes.of(List.of(failed)));
  }
}
