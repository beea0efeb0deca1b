package dev.hindsight.trainer.learn.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import dev.hindsight.trainer.policy.program.Port;
import dev.hindsight.trainer.policy.program.PortRole;
import dev.hindsight.trainer.policy.program.Program;
import dev.hindsight.trainer.policy.program.Program.HiddenSize;
import dev.hindsight.trainer.policy.program.ProgramForm;
import dev.hindsight.trainer.policy.program.ScriptGuard;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Memories of every usual shape are found by their names, their sizes and a trial, and work as in
/// Python. `memories/make.py` made the files and the numbers.
class MemoryShapesTest {
  private static final int AGENTS = 3;
  private static final int OBSERVED = 5;
  private static final int ACTIONS = 4;
  private static final float CLOSE = 1e-5f;
  private static final EnvironmentShape SHAPE = ForeignPolicyTest.shape(false);

  /// The shape of the memory of each policy; -1 is the axis of the agents.
  private static final Map<String, List<Integer>> SHAPES =
      Map.of(
          "stacked", List.of(2, 1, -1, 3),
          "stacked-2", List.of(2, 2, -1, 3),
          "stacked-last", List.of(-1, 2, 2, 3),
          "side-by-side", List.of(1, -1, 6),
          "pair-2", List.of(2, -1, 3),
          "cell", List.of(2, -1, 3),
          "gru-2", List.of(2, -1, 3),
          "gru-first", List.of(-1, 2, 3));

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "stacked, stacked-scripted.pt",
    "stacked, stacked.onnx",
    "stacked-2, stacked-2-traced.pt",
    "stacked-last, stacked-last-traced.pt",
    "stacked-last, stacked-last-fixed.onnx",
    "side-by-side, side-by-side-traced.pt",
    "pair-2, pair-2-traced.pt",
    "cell, cell-traced.pt",
    "gru-2, gru-2.onnx",
    "gru-first, gru-first-traced.pt"
  })
  void aMemoryIsFoundAndDecidesAsInPython(String policy, String name) throws IOException {
    Path file = Files.copy(files().resolve(name), folder.resolve(name));
    decidesAsInPython(policy, file, numbers(files()));

    form(file).keep(file);
    decidesAsInPython(policy, file, numbers(files()));
  }

  @Test
  @Tag("nightly")
  void memoriesMadeNowDecideAsInPython() throws IOException, InterruptedException {
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
    for (String policy : SHAPES.keySet()) {
      for (String end : List.of("-scripted.pt", "-traced.pt", ".onnx", "-fixed.onnx")) {
        decidesAsInPython(policy, folder.resolve(policy + end), numbers(folder));
      }
    }
  }

  /// Without [ScriptGuard], PyTorch compares no shapes here, and the process ends.
  @ParameterizedTest
  @ValueSource(strings = {"pair-2-traced.pt", "stacked-2-traced.pt", "stacked-last-traced.pt"})
  void aWrongShapeIsAnErrorAndNoCrash(String name) throws IOException {
    Program program = program(files().resolve(name));
    ForeignType type =
        BuiltInPolicies.foreign(Checkpoints.read(files().resolve(name))).orElseThrow();
    int wrong = 0;
    for (List<Integer> sizes : FormGuess.stateShapes(new HiddenSize(2, 3))) {
      ProgramForm right = type.form(program, SHAPE);
      ProgramForm form =
          new ProgramForm(
              right.inputs().stream()
                  .map(port -> port.role() == PortRole.STATE ? port.withShape(sizes) : port)
                  .toList(),
              right.outputs());
      Optional<Problem> problem = type.review(program, form, SHAPE).problem();
      assertEquals(form.equals(right), problem.isEmpty(), name + " " + sizes + " " + problem);
      problem.ifPresent(said -> assertFalse(said.getMessage().contains("\n"), said.getMessage()));
      wrong += problem.isPresent() ? 1 : 0;
    }
    assertTrue(wrong > 10, wrong + " wrong shapes");
  }

  @Test
  void onlyCallsOfWhichEverythingIsKnownAreGuarded() {
    String packed =
        "x, h, c = torch.lstm(data, batch_sizes, hx, weights, True, 1, 0., False, False)";
    assertEquals(packed, ScriptGuard.guarded(packed));
    String open = "x, h, c = torch.lstm(x, [h, c], w, b, layers, 0., False, False, False)";
    assertEquals(open, ScriptGuard.guarded(open));
    assertEquals("return torch.lstm(", ScriptGuard.guarded("return torch.lstm("));
    String both =
        ScriptGuard.guarded("torch.lstm(x, _0, _1, True, 3, 0., False, True, True) + rest");
    assertTrue(
        both.contains("(_0)[1], [6, torch.size(x, 0), torch.floordiv(torch.size((_1)[1], 0), 4)]"),
        both);
    assertTrue(both.endsWith(", _1, True, 3, 0., False, True, True) + rest"), both);
  }

  private static void decidesAsInPython(String policy, Path file, JsonNode numbers)
      throws IOException {
    Port memory = form(file).inputs().getLast();
    String where = String.valueOf(file.getFileName());
    assertEquals(PortRole.STATE, memory.role(), where);
    assertEquals(SHAPES.get(policy), memory.shape(), where);
    JsonNode ticks = numbers.path("policies").path(policy);
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
          assertEquals(right, output.logits[i], CLOSE, where + ", tick " + tick);
        }
        for (int agent = 0; agent < AGENTS; agent++) {
          double right = ticks.get(tick).get(1).get(agent).asDouble();
          assertEquals(right, output.value[agent], CLOSE, where + ", tick " + tick);
        }
      }
    }
  }

  private static Program program(Path file) {
    return Checkpoints.read(file).program().orElseThrow();
  }

  private static ProgramForm form(Path file) {
    Checkpoint checkpoint = Checkpoints.read(file);
    return BuiltInPolicies.foreign(checkpoint)
        .orElseThrow()
        .form(checkpoint.program().orElseThrow(), SHAPE);
  }

  private static JsonNode numbers(Path from) throws IOException {
    return JsonMapper.builder().build().readTree(Files.readString(from.resolve("numbers.json")));
  }

  private static Path files() {
    try {
      return Path.of(
              Objects.requireNonNull(
                      ProgramForm.class.getResource(
                          "/dev/hindsight/trainer/policy/program/memories/make.py"))
                  .toURI())
          .resolveSibling("");
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
