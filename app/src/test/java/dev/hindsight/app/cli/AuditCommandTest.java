package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The built-in policies' recordings pass every audit; a failure gives exit code 1.
class AuditCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  private String recorded(String name, String... how) {
    Path file = folder.resolve(name + ".rollout");
    List<String> line = new ArrayList<>(List.of("record", "--out", file.toString()));
    line.addAll(List.of(how));
    CapturedCommand run = CapturedCommand.of(line.toArray(String[]::new));
    assertEquals(0, run.exitCode(), run.err());
    return file.toString();
  }

  private static JsonNode audited(String file) throws Exception {
    CapturedCommand run = CapturedCommand.of("audit", "all", file, "--json");
    JsonNode result = JSON.readTree(run.out());
    assertTrue(result.path("passed").asBoolean(), result.toPrettyString());
    assertEquals(0, run.exitCode(), run.err());
    return result;
  }

  private static Set<String> passed(JsonNode result) {
    Set<String> passed = new java.util.TreeSet<>();
    result
        .path("audits")
        .forEach(each -> {
          if (each.path("verdict").asText().equals("passed")) {
            passed.add(each.path("audit").asText());
          }
        });
    return passed;
  }

  @Test
  void theTrainedDriverPassesEveryAudit() throws Exception {
    String file =
        recorded(
            "near",
            "--map",
            "curve-1",
            "--checkpoint",
            "drive-near",
            "--set",
            "k_scenarios=3",
            "--actions",
            "sample");
    assertTrue(
        passed(audited(file))
            .containsAll(Set.of("finite", "protocol", "trials", "scores", "advantage", "replay")));
  }

  @Test
  void theDriverThatRemembersItsHiddenGoalPassesEveryAudit() throws Exception {
    for (String map : List.of("fork-101", "fork-104")) {
      String file =
          recorded(map, "--map", map, "--checkpoint", "drive-adaptive", "--actions", "sample");
      assertTrue(
          passed(audited(file))
              .containsAll(Set.of("finite", "protocol", "sight", "trials", "scores", "replay")));
    }
  }

  @Test
  void driversWithAHabitPassEveryAuditThatCanBeAsked() throws Exception {
    for (String partner : List.of("scripted:left", "scripted:right")) {
      Set<String> passed =
          passed(
              audited(
                  recorded(
                      partner.replace(':', '-'),
                      "--map",
                      "narrow-1",
                      "--checkpoint",
                      "scripted:left",
                      "--partners",
                      partner,
                      "--set",
                      "goal_behavior=trial",
                      "--set",
                      "k_scenarios=3",
                      "--set",
                      "scenario_length=50",
                      "--set",
                      "goal_within=40",
                      "--set",
                      "num_ego_agents=1",
                      "--set",
                      "collision_behavior=remove")));
      assertTrue(passed.containsAll(Set.of("protocol", "sight", "trials", "scores")), partner);
    }
  }

  @Test
  void theTrainedDarkRoomPolicyPassesEveryAuditWithAndWithoutLimbo() throws Exception {
    for (String afterGoal : List.of("next_trial", "limbo")) {
      String file =
          recorded(
              afterGoal,
              "--env",
              "darkroom",
              "--checkpoint",
              "darkroom-5x5",
              "--actions",
              "sample",
              "--ticks",
              "160",
              "--set",
              "after_goal=" + afterGoal);
      assertTrue(passed(audited(file)).containsAll(Set.of("finite", "protocol", "trials")));
    }
  }

  @Test
  void theScriptedDriverPassesEveryAuditThatCanBeAsked() throws Exception {
    Set<String> passed =
        passed(
            audited(
                recorded(
                    "scripted",
                    "--map",
                    "merge-1",
                    "--set",
                    "goal_behavior=trial",
                    "--set",
                    "k_scenarios=2",
                    "--set",
                    "scenario_length=60",
                    "--set",
                    "num_ego_agents=2")));
    assertTrue(passed.contains("trials"), passed.toString());
    assertFalse(passed.contains("parity"), passed.toString());
  }

  @Test
  void aWorldWithTheReferencesQuirksPassesAndItsLineSaysWhatIsWaived() {
    String file =
        recorded(
            "quirks",
            "--map",
            "straight-1",
            "--set",
            "episode_length=30",
            "--set",
            "reference_quirks=true",
            "--ticks",
            "40");
    CapturedCommand run = CapturedCommand.of("audit", "protocol", file);
    assertEquals(0, run.exitCode(), run.out());
    assertTrue(
        run.out().contains("Waived: the end of every episode is recorded, by reference_quirks."),
        run.out());
    CapturedCommand json = CapturedCommand.of("audit", "protocol", file, "--json");
    assertTrue(json.out().contains("\"waived\""), json.out());
    assertTrue(json.out().contains("no terminal is set outside trial mode"), json.out());
  }

  @Test
  void theCheckpointIsFoundWhereItLayWhenTheRecordingWasMade() throws Exception {
    Path weights = Files.createDirectories(folder.resolve("weights")).resolve("mine.safetensors");
    Files.copy(BuiltInPolicies.file("darkroom-5x5"), weights);
    String file =
        recorded(
            "room",
            "--env",
            "darkroom",
            "--checkpoint",
            weights.toString(),
            "--set",
            "after_goal=limbo",
            "--ticks",
            "100");
    assertEquals(Map.of("limbo", "passed", "parity", "passed"), verdicts("limbo,parity", file));
    assertEquals(Map.of("limbo", "passed", "parity", "passed"), verdicts("limbo", "parity", file));
    Files.delete(weights);
    assertEquals(
        Map.of("limbo", "not applicable", "parity", "not applicable"),
        verdicts("limbo,parity", file));
    assertTrue(
        CapturedCommand.of("audit", "parity", file)
            .out()
            .contains("mine.safetensors is not at " + weights + ", not among the shipped"));
  }

  private static Map<String, String> verdicts(String... kindsAndFile) throws Exception {
    List<String> line = new ArrayList<>(List.of("audit"));
    line.addAll(List.of(kindsAndFile));
    line.add("--json");
    CapturedCommand run = CapturedCommand.of(line.toArray(String[]::new));
    assertEquals(0, run.exitCode(), run.err());
    Map<String, String> verdicts = new TreeMap<>();
    JSON.readTree(run.out())
        .path("audits")
        .forEach(each -> verdicts.put(each.path("audit").asText(), each.path("verdict").asText()));
    return verdicts;
  }

  @Test
  void aKindWithoutAFileIsNotUnderstood() {
    CapturedCommand run = CapturedCommand.of("audit", "all");
    assertEquals(2, run.exitCode());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains("a file"), run.err());
  }

  @Test
  void aKindThatDoesNotExistIsNotUnderstood() {
    CapturedCommand run = CapturedCommand.of("audit", "trails", "x.rollout");
    assertEquals(2, run.exitCode());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains("trials"), run.err());
  }

  @Test
  void aFileOrACheckpointThatIsNotThereIsOneLine() {
    String file = recorded("room", "--env", "darkroom", "--ticks", "12");
    for (CapturedCommand run :
        Stream.of(
                CapturedCommand.of("audit", "all", folder.resolve("none.rollout").toString()),
                CapturedCommand.of("audit", "all", file, "--checkpoint", "nobody"))
            .toList()) {
      assertEquals(1, run.exitCode());
      assertEquals(1, run.err().lines().count(), run.err());
      assertTrue(run.out().isEmpty());
    }
  }
}
