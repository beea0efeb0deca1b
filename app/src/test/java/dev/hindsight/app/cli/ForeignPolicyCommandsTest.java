package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.record.TeacherForcing;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A policy of another program goes through the command line: shown, recorded, replayed, evaluated,
/// beside others, asked what if.
class ForeignPolicyCommandsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path FILES =
      Path.of(System.getProperty("hindsight.root", ".."))
          .resolve("trainer/src/test/resources/dev/hindsight/trainer/policy/program");

  @TempDir private Path folder;
  private Path script;
  private Path onnx;

  @BeforeEach
  void copy() throws Exception {
    script = Files.copy(FILES.resolve("darkroom.pt"), folder.resolve("mine.pt"));
    onnx = Files.copy(FILES.resolve("darkroom.onnx"), folder.resolve("other.onnx"));
  }

  private static JsonNode json(String... arguments) throws Exception {
    CapturedCommand run = CapturedCommand.of(arguments);
    assertEquals(0, run.exitCode(), run.err());
    return JSON.readTree(run.out());
  }

  private String record(Path policy) {
    String file = folder.resolve(policy.getFileName() + ".rollout").toString();
    CapturedCommand run =
        CapturedCommand.of(
            "record",
            "--env",
            "darkroom",
            "--checkpoint",
            policy.toString(),
            "--ticks",
            "30",
            "--out",
            file);
    assertEquals(0, run.exitCode(), run.err());
    return file;
  }

  @Test
  void itIsRecordedAndReplaysBitForBit() {
    for (Path policy : new Path[] {script, onnx}) {
      CapturedCommand replay = CapturedCommand.of("replay", record(policy));
      assertEquals(0, replay.exitCode(), replay.err());
      assertTrue(replay.out().contains("bit for bit"), replay.out());
    }
  }

  @Test
  void itIsEvaluatedAndGivesASecondOpinion() throws Exception {
    JsonNode scores =
        json(
            "evaluate",
            "--env",
            "darkroom",
            "--checkpoint",
            onnx.toString(),
            "--episodes",
            "2",
            "--json");
    assertFalse(scores.isEmpty());
    JsonNode versions =
        json(
            "versions",
            record(script),
            "--checkpoint",
            script.toString(),
            "--checkpoint",
            onnx.toString(),
            "--json");
    assertEquals(0, versions.path("versions").get(0).path("differenceFromRecorded").asDouble());
    assertEquals(0, versions.path("versions").get(1).path("differenceFromRecorded").asDouble(), 1);
  }

  @Test
  void theFormIsShownCheckedAndKept() throws Exception {
    JsonNode shown = json("policy", script.toString(), "--env", "darkroom", "--keep", "--json");
    assertEquals("torchscript", shown.path("format").asText());
    assertEquals("observation", shown.path("form").path("inputs").get(0).path("role").asText());
    assertEquals("logits", shown.path("form").path("outputs").get(0).path("role").asText());
    assertTrue(Files.exists(folder.resolve("mine.policy.json")));
    record(script);
    CapturedCommand wrong =
        CapturedCommand.of(
            "policy",
            script.toString(),
            "--env",
            "darkroom",
            "--input",
            "obs=observation",
            "--output",
            "0=probabilities",
            "--output",
            "1=value");
    assertEquals(1, wrong.exitCode());
    assertTrue(wrong.err().contains("add up to 1"), wrong.err());
    for (String[] numbers :
        new String[][] {{"--tanh"}, {"--deviation", "0.3"}, {"--deviation", "-1"}}) {
      List<String> words =
          new ArrayList<>(List.of("policy", script.toString(), "--env", "darkroom"));
      words.addAll(List.of(numbers));
      CapturedCommand needless = CapturedCommand.of(words.toArray(String[]::new));
      assertEquals(1, needless.exitCode());
      boolean negative = numbers.length == 2 && numbers[1].startsWith("-");
      assertTrue(
          needless.err().contains(negative ? "is not a deviation" : "are discrete, not numbers"),
          needless.err());
    }
  }

  @Test
  void occlusionIsWhatThePolicyDecidesOnTheChangedObservation() throws Exception {
    String recording = record(script);
    JsonNode same = json("occlude", recording, "--at", "5", "--by", "5", "--json");
    assertEquals(4, same.path("parts").size());
    same.path("parts").forEach(part -> assertEquals(0, part.path("kl").asDouble()));

    JsonNode other = json("occlude", recording, "--at", "5", "--by", "0", "--json");
    boolean any = false;
    try (Rollout rollout = RecordingOpener.open(Path.of(recording))) {
      EnvironmentShape shape = TeacherForcing.shapeOf(rollout);
      for (JsonNode part : other.path("parts")) {
        Segment segment = shape.observation().named(part.path("part").asText()).orElseThrow();
        float[] seen = new float[shape.observation().size()];
        float[] stand = seen.clone();
        var column = rollout.channel("observation").orElseThrow();
        column.read(5, 0, seen, seen.length);
        column.read(0, 0, stand, stand.length);
        float[] base = logits(shape, seen);
        System.arraycopy(stand, segment.offset(), seen, segment.offset(), segment.length());
        double wanted = Categorical.divergence(base, logits(shape, seen));
        assertEquals(wanted, part.path("kl").asDouble(), 1e-7);
        any |= wanted > 1e-6;
      }
    }
    assertTrue(any, "no part matters: nothing is compared");
  }

  @Test
  void aContinuousActionIsNamedByItsNumbersWhichAreThoseOfArgmax() throws Exception {
    String file = folder.resolve("spread.rollout").toString();
    CapturedCommand run =
        CapturedCommand.of(
            "record", "--env", "spread", "--checkpoint", "spread-3", "--ticks", "6", "--out", file);
    assertEquals(0, run.exitCode(), run.err());
    JsonNode effect = json("occlude", file, "--at", "3", "--json");
    try (Rollout rollout = RecordingOpener.open(Path.of(file))) {
      for (int i = 0; i < 2; i++) {
        double taken = rollout.channel("action").orElseThrow().value(3, i);
        assertEquals(taken, effect.path("preferredNumbers").get(i).asDouble(), 1e-6);
      }
    }
    assertEquals(2, effect.path("parts").get(0).path("preferredNumbers").size());
    String words = CapturedCommand.of("occlude", file, "--at", "3", "--gradient").out();
    assertTrue(words.contains("the policy prefers x "), words);
    assertTrue(words.contains("the mean of x is steepest by "), words);
    for (List<String> where : List.of(List.<String>of(), List.of("--at", "3"))) {
      List<String> line = new ArrayList<>(List.of("versions", file, "--checkpoint", "spread-3"));
      line.addAll(where);
      String versions = CapturedCommand.succeeding(line.toArray(String[]::new)).out();
      assertTrue(versions.contains(" density of the recorded action "), versions);
    }
  }

  private float[] logits(EnvironmentShape shape, float[] observation) {
    PolicyOutput output = new PolicyOutput(shape);
    StepBuffer seen = new StepBuffer(shape);
    System.arraycopy(observation, 0, seen.observation, 0, observation.length);
    try (OpenedPolicy opened = BuiltInPolicies.open(script.toString(), shape)) {
      opened.policy().act(seen, output);
    }
    return output.logits;
  }

  @Test
  void derivativesAreThoseOfTorchScriptAlone() throws Exception {
    String recording = record(script);
    JsonNode effect = json("occlude", recording, "--at", "3", "--gradient", "--json");
    double sum = 0;
    for (JsonNode slope : effect.path("gradient")) {
      sum += Math.abs(slope.asDouble());
    }
    assertNotEquals(0, sum);
    CapturedCommand none =
        CapturedCommand.of(
            "occlude", recording, "--at", "3", "--gradient", "--checkpoint", onnx.toString());
    assertEquals(1, none.exitCode());
    assertEquals(1, none.err().lines().count(), none.err());
  }

  @Test
  void derivativesOfOurNetworksAreComputedToo() throws Exception {
    JsonNode effect =
        json(
            "occlude",
            record(script),
            "--at",
            "3",
            "--gradient",
            "--checkpoint",
            "darkroom-5x5",
            "--json");
    double sum = 0;
    for (JsonNode slope : effect.path("gradient")) {
      sum += Math.abs(slope.asDouble());
    }
    assertNotEquals(0, sum);
    assertEquals(effect.path("gradient").size(), effect.path("valueGradient").size());
  }

  @Test
  void itActsForTheAgentsThatAreNotEgos() {
    for (Path partner : new Path[] {FILES.resolve("drive.pt"), FILES.resolve("drive.onnx")}) {
      String file = folder.resolve("partners.rollout").toString();
      CapturedCommand run =
          CapturedCommand.of(
              "record",
              "--env",
              "drive",
              "--map",
              "narrow-1",
              "--checkpoint",
              "scripted:left",
              "--partners",
              partner + ",scripted:right",
              "--set",
              "num_ego_agents=1",
              "--ticks",
              "20",
              "--out",
              file);
      assertEquals(0, run.exitCode(), run.err());
      CapturedCommand replay = CapturedCommand.of("replay", file);
      assertTrue(replay.out().contains("bit for bit"), replay.out() + replay.err());
    }
  }

  @Test
  void whatNeedsALookInsideSaysInOneLineThatThereIsNone() {
    String file = record(script);
    String[][] all = {
      {"credit", file, "--at", "3"},
      {"ablate", file, "--at", "3", "--trial", "1"},
      {"patch", file, "--at", "3", "--from", "1", "--layer", "0"},
      {"neighbours", file, "--at", "3"},
      {"critic", file, "--at", "3"}
    };
    for (String[] arguments : all) {
      CapturedCommand none = CapturedCommand.of(arguments);
      assertEquals(1, none.exitCode(), arguments[0] + none.out());
      assertEquals(1, none.err().lines().count(), none.err());
    }
  }

  @Test
  void tensorsAreListedAndCompared() throws Exception {
    JsonNode all = json("tensors", script.toString(), "--against", script.toString(), "--json");
    assertTrue(all.path("tensors").size() >= 4);
    all.path("tensors")
        .forEach(tensor -> assertEquals(0, tensor.path("largestDifference").asDouble()));
    CapturedCommand words =
        CapturedCommand.of(
            "tensors", script.toString(), "--against", FILES.resolve("plain.pt").toString());
    assertTrue(words.out().contains("only in the other file: body.weight"), words.out());
    String same =
        CapturedCommand.of("tensors", script.toString(), "--against", script.toString()).out();
    assertFalse(same.contains("only "), same);
  }

  @Test
  void aPolicyOfAnotherProgramWithoutMemoryIsToldToHaveNone() throws Exception {
    assertEquals("no_memory", json("remember", record(onnx), "--json").path("conclusion").asText());
  }
}
