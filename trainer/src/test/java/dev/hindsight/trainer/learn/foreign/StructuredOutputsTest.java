package dev.hindsight.trainer.learn.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.gym.ClientPython;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.program.ProgramForm;
import dev.hindsight.trainer.policy.program.ProgramSlot;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Policies that give dictionaries and named tuples, whose memories come out in another order, or
/// whose numbers have 16 bits, decide as in Python. `structures/make.py` made the files and the
/// numbers.
class StructuredOutputsTest {
  private static final int AGENTS = 3;
  private static final int OBSERVED = 5;
  private static final int ACTIONS = 4;
  private static final EnvironmentShape SHAPE = ForeignPolicyTest.shape(false);
  private static final List<String> FILES =
      List.of(
          "dictionary.pt",
          "dictionary-traced.pt",
          "built.pt",
          "built-traced.pt",
          "named.pt",
          "mixed.pt",
          "mixed-traced.pt",
          "cells.onnx",
          "carried.onnx",
          "half.onnx",
          "half-probabilities.onnx");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dictionary.pt",
        "dictionary-traced.pt",
        "built.pt",
        "named.pt",
        "mixed.pt",
        "cells.onnx",
        "carried.onnx",
        "half.onnx",
        "half-probabilities.onnx"
      })
  void itDecidesAsInPython(String name) throws IOException {
    Path file = Files.copy(files().resolve(name), folder.resolve(name));
    decidesAsInPython(file, numbers(files()));

    form(file).keep(file);
    decidesAsInPython(file, numbers(files()));
  }

  @Test
  @Tag("nightly")
  void policiesMadeNowDecideAsInPython() throws IOException, InterruptedException {
    Optional<Path> python = ClientPython.with("torch", "onnx");
    assumeTrue(
        python.isPresent(), "skipped: no Python with torch and onnx (HINDSIGHT_PYTHON) is here");
    Process made =
        new ProcessBuilder(
                python.get().toString(),
                files().resolve("make.py").toString(),
                folder.toString(),
                "7")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    assertEquals(0, made.waitFor(), () -> folder.resolve("log").toString());
    for (String name : FILES) {
      decidesAsInPython(folder.resolve(name), numbers(folder));
    }
  }

  @Test
  void whatComesOutHasTheNamesOfTheCode() {
    assertEquals(List.of("logits", "value", "h", "c"), declared("dictionary.pt"));
    assertEquals(List.of("logits", "value", "h", "c"), declared("dictionary-traced.pt"));
    assertEquals(List.of("value", "hidden", "cell", "logits"), declared("built.pt"));
    assertEquals(List.of("value", "c", "h", "logits"), declared("named.pt"));
    assertEquals(List.of("value", "logits", "h0", "c0"), declared("mixed.pt"));
    assertEquals(List.of(), declared("lists.pt"));
  }

  @Test
  void aDictionaryOfListsIsRefusedInOneLine() throws IOException {
    Path file = Files.copy(files().resolve("lists.pt"), folder.resolve("lists.pt"));
    Problem problem =
        assertThrows(Problem.class, () -> BuiltInPolicies.open(file.toString(), SHAPE).close());
    assertTrue(problem.getMessage().contains("Only one level of map"), problem.getMessage());
    assertFalse(problem.getMessage().contains("\n"), problem.getMessage());
  }

  @Test
  void aFileForThreeAgentsIsRefusedForOtherNumbersOfThem() {
    Path file = files().resolveSibling("memories").resolve("stacked-last-fixed.onnx");
    BuiltInPolicies.open(file.toString(), SHAPE).close();
    Problem problem =
        assertThrows(
            Problem.class,
            () -> BuiltInPolicies.open(file.toString(), SHAPE.sideBySide(List.of(1))).close());
    assertTrue(problem.getMessage().contains("exactly 3 agents"), problem.getMessage());
  }

  private static void decidesAsInPython(Path file, JsonNode numbers) {
    String name = file.getFileName().toString();
    String policy = name.replaceFirst("(-traced)?\\..*", "");
    JsonNode ticks = numbers.path("policies").path(policy);
    // Two computations in 16 bits may round differently.
    float close = policy.startsWith("half") ? 4e-3f : 1e-5f;
    assertEquals(6, ticks.size());
    PolicyOutput output = new PolicyOutput(SHAPE);
    try (OpenedPolicy opened = BuiltInPolicies.open(file.toString(), SHAPE)) {
      for (int tick = 0; tick < ticks.size(); tick++) {
        StepBuffer seen = new StepBuffer(SHAPE);
        for (int i = 0; i < AGENTS * OBSERVED; i++) {
          JsonNode number = numbers.path("observations").get(tick * AGENTS * OBSERVED + i);
          seen.observation[i] = (float) number.asDouble();
        }
        opened.policy().act(seen, output);
        for (int i = 0; i < AGENTS * ACTIONS; i++) {
          double right = ticks.get(tick).get(0).get(i).asDouble();
          assertEquals(right, output.logits[i], close, name + ", tick " + tick);
        }
        for (int agent = 0; agent < AGENTS; agent++) {
          double right = ticks.get(tick).get(1).get(agent).asDouble(Double.NaN);
          assertEquals(right, output.value[agent], close, name + ", tick " + tick);
        }
      }
    }
  }

  private static ProgramForm form(Path file) {
    Checkpoint checkpoint = Checkpoints.read(file);
    return BuiltInPolicies.foreign(checkpoint)
        .orElseThrow()
        .form(checkpoint.program().orElseThrow(), SHAPE);
  }

  private static List<String> declared(String name) {
    return Checkpoints.read(files().resolve(name)).program().orElseThrow().outputs().stream()
        .map(ProgramSlot::name)
        .toList();
  }

  private static JsonNode numbers(Path from) throws IOException {
    return JsonMapper.builder().build().readTree(Files.readString(from.resolve("numbers.json")));
  }

  private static Path files() {
    try {
      return Path.of(
              Objects.requireNonNull(
                      ProgramForm.class.getResource(
                          "/dev/hindsight/trainer/policy/program/structures/make.py"))
                  .toURI())
          .resolveSibling("");
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
