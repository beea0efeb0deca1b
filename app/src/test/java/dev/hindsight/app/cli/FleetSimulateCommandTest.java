package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/// `hindsight fleet simulate`.
class FleetSimulateCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String GIVEN =
      "environments=8,collect=8,learn=3,steps=80,bytes=8000,weights=5000";

  private static CapturedCommand simulate(String... more) {
    List<String> words = new ArrayList<>(List.of("fleet", "simulate"));
    words.addAll(List.of(more));
    return CapturedCommand.of(words.toArray(String[]::new));
  }

  private static List<JsonNode> fleets(CapturedCommand run) throws IOException {
    assertEquals(0, run.exitCode(), run.err());
    return StreamSupport.stream(JSON.readTree(run.out()).get("fleets").spliterator(), false)
        .toList();
  }

  /// One round ahead on cores of their own, the slower of collecting and learning decides.
  @Test
  void givenNumbersAreSimulatedAndTheirAnswersCanBeComputedByHand() throws IOException {
    List<JsonNode> fleets =
        fleets(
            simulate(
                "--workers",
                "1,2,8",
                "--given",
                GIVEN,
                "--latency",
                "0",
                "--bandwidth",
                "1e9",
                "--json"));

    assertEquals(8, fleets.get(0).get("secondsPerUpdate").asDouble(), 1e-6);
    assertEquals("workers", fleets.get(0).get("bound").asText());
    assertEquals(4, fleets.get(1).get("secondsPerUpdate").asDouble(), 1e-6);
    assertEquals(3, fleets.get(2).get("secondsPerUpdate").asDouble(), 1e-6);
    assertEquals("learner", fleets.get(2).get("bound").asText());
    assertEquals(80 / 3.0, fleets.get(2).get("stepsPerSecond").asDouble(), 1e-3);
  }

  @Test
  void workersTakeTurnsWhereTheSettingsSaySoAndBringEnvironmentsWhereAsked() throws IOException {
    List<JsonNode> turns =
        fleets(
            simulate(
                "--workers",
                "2",
                "--given",
                GIVEN,
                "--cores",
                "4",
                "--set",
                "rounds_ahead=0",
                "--envs-per-worker",
                "8",
                "--json"));

    assertEquals(16, turns.getFirst().get("environments").asInt());
    assertEquals(8 + 6, turns.getFirst().get("secondsPerUpdate").asDouble(), 1e-6);
  }

  @Test
  void withoutNumbersItMeasuresThisMachine() throws IOException {
    CapturedCommand run =
        simulate(
            "--workers",
            "2",
            "--measure",
            "1",
            "--set",
            "num_envs=8",
            "--set",
            "policy=mlp",
            "--set",
            "hidden_size=8",
            "--set",
            "minibatches=1",
            "--cores",
            "2",
            "--check",
            "--json");
    JsonNode measured = JSON.readTree(run.out()).get("measured");

    assertEquals(8, measured.get("environments").asInt(), run.err());
    assertTrue(measured.get("collect").asDouble() > 0, run.out());
    assertTrue(measured.get("learn").asDouble() > 0, run.out());
    assertTrue(measured.get("bytes").asDouble() > measured.get("steps").asDouble(), run.out());
    assertTrue(fleets(run).getFirst().get("stepsPerSecond").asDouble() > 0);
    JsonNode check = JSON.readTree(run.out()).get("checks").get(0);
    assertEquals(2, check.get("workers").asInt());
    assertTrue(check.get("measuredSeconds").asDouble() > 0, check::toString);
    assertTrue(check.get("simulatedSeconds").asDouble() > 0, check::toString);
  }

  @Test
  void inWordsItSaysWhatBinds() {
    CapturedCommand run = simulate("--workers", "1", "--given", GIVEN, "--memory", "0.00001");

    assertTrue(run.out().contains("more memory than there is"), run.out() + run.err());
  }

  private static void refused(String words, String... more) {
    CapturedCommand run = simulate(more);
    assertEquals(1, run.exitCode(), run::toString);
    assertTrue(run.err().contains(words), run.err());
  }

  @Test
  void numbersOutOfRangeAreRefusedByName() {
    refused("--workers: 0 is out of range - use 1 to 100,000", "--workers", "0");
    refused("--given steps: NaN is out of range - use 0 or more", "--given", "steps=NaN");
    refused("--given collect: -1 is out of range", "--given", "collect=-1");
    refused("there is no number named speed - choose one of environments, ", "--given", "speed=3");
    refused("--bandwidth: 0 is out of range - use a number above 0", "--bandwidth", "0");
    assertEquals(1, simulate("--given", GIVEN, "--updates", "1").exitCode());
    assertTrue(simulate("--given", GIVEN, "--check").err().contains("--cores"));
    refused("--latency: on shared cores there is no network", "--cores", "2", "--latency", "5");
  }
}
