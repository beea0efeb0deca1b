package dev.hindsight.trainer.learn.foreign;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.ActionMask;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.parity.Arithmetic;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.InputGradients;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.program.Port;
import dev.hindsight.trainer.policy.program.PortRole;
import dev.hindsight.trainer.policy.program.Program;
import dev.hindsight.trainer.policy.program.ProgramForm;
import dev.hindsight.trainer.policy.program.ProgramFormat;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Policies that PyTorch saved act here as they do there, and forms that say something else than
/// the policy does are found out. `make.py` beside the files made them and the numbers.
class ForeignPolicyTest {
  private static final int AGENTS = 3;
  private static final int OBSERVED = 5;
  private static final int ACTIONS = 4;
  private static final float CLOSE = 1e-5f;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain.pt",
        "plain.onnx",
        "recurrent.pt",
        "recurrent.onnx",
        "wide.pt",
        "masked.pt",
        "masked.onnx",
        "probabilities.pt",
        "gaussian.pt",
        "gaussian.onnx",
        "counting.pt"
      })
  void itDecidesAsInPython(String name) throws IOException {
    assertEquals(0, worst(copy(name), numbers(files())), CLOSE);
  }

  @Test
  void filesMadeNowDecideAsInPython() throws IOException, InterruptedException {
    String python = System.getProperty("hindsight.python", "python3");
    Process made =
        new ProcessBuilder(python, files().resolve("make.py").toString(), folder.toString(), "7")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    assumeTrue(
        made.waitFor() == 0,
        "no torch and onnx for " + python + " (-Dhindsight.python=): nothing was made");
    for (String name : List.of("plain.pt", "plain.onnx", "recurrent.pt", "recurrent.onnx")) {
      assertEquals(0, worst(folder.resolve(name), numbers(folder)), CLOSE, name);
    }
  }

  @Test
  void theSameTicksAgainGiveTheSameBits() throws IOException {
    for (String name : List.of("recurrent.pt", "recurrent.onnx")) {
      try (OpenedPolicy opened = BuiltInPolicies.open(copy(name).toString(), shape(false))) {
        Policy policy = opened.policy();
        PolicyOutput output = new PolicyOutput(shape(false));
        StepBuffer seen = seen(numbers(files()), 0);
        policy.act(seen, output);
        PolicyMemory memory = policy.memory();
        policy.act(seen, output);
        float[] first = output.logits.clone();
        for (int i = 0; i < 5; i++) {
          policy.act(seen, output);
        }
        assertFalse(Arrays.equals(first, output.logits), "it remembers nothing");
        policy.remember(memory);
        policy.act(seen, output);
        assertArrayEquals(first, output.logits);
      }
    }
  }

  @Test
  void theMemoryOfAnAgentEndsWithItsEpisodeAndNoOther() throws IOException {
    try (OpenedPolicy opened =
        BuiltInPolicies.open(copy("recurrent.pt").toString(), shape(false))) {
      PolicyOutput output = new PolicyOutput(shape(false));
      StepBuffer seen = seen(numbers(files()), 0);
      opened.policy().act(seen, output);
      float[] first = output.logits.clone();
      opened.policy().act(seen, output);
      float[] second = output.logits.clone();
      opened.policy().reset();
      opened.policy().act(seen, output);
      seen.terminal[1] = 1;
      opened.policy().act(seen, output);
      for (int i = 0; i < ACTIONS; i++) {
        assertEquals(second[i], output.logits[i]);
        assertEquals(first[ACTIONS + i], output.logits[ACTIONS + i]);
      }
    }
  }

  @Test
  void swappedStatesAreFoundByTheirNamesAndByTheNumbers() throws IOException {
    Path file = copy("recurrent.onnx");
    List<Port> inputs =
        List.of(
            new Port("obs", PortRole.OBSERVATION),
            new Port("h", PortRole.STATE).withShape(List.of(1, -1, 3)).following("c_out"),
            new Port("c", PortRole.STATE).withShape(List.of(1, -1, 3)).following("h_out"));
    new ProgramForm(inputs, recurrentOutputs("h_out", "c_out")).keep(file);
    assertRefused(file, shape(false), "swapped");

    Program program = Checkpoints.read(file).program().orElseThrow();
    List<Port> plain = inputs.stream().map(port -> port.following("")).toList();
    float[] right = secondTick(program, plain, recurrentOutputs("h_out", "c_out"));
    float[] planted = secondTick(program, plain, swappedBehindTheNames());
    assertTrue(Math.abs(right[0] - planted[0]) > CLOSE, "a swap changes no number");
  }

  private static List<Port> recurrentOutputs(String first, String second) {
    return List.of(
        new Port("logits", PortRole.LOGITS),
        new Port("value", PortRole.VALUE),
        new Port(first, PortRole.STATE),
        new Port(second, PortRole.STATE));
  }

  /// The outputs under names that say nothing, the first for the second.
  private static List<Port> swappedBehindTheNames() {
    return recurrentOutputs("x", "y");
  }

  private static float[] secondTick(Program program, List<Port> inputs, List<Port> outputs)
      throws IOException {
    boolean swap = outputs.getLast().name().equals("y");
    List<Port> paired = new ArrayList<>(inputs);
    if (swap) {
      paired.set(1, inputs.get(1).following("y"));
      paired.set(2, inputs.get(2).following("x"));
    }
    EnvironmentShape shape = shape(false);
    PolicyOutput output = new PolicyOutput(shape);
    ProgramForm form = new ProgramForm(paired, outputs);
    try (Policy policy = new ForeignPolicy(program, form, shape, new OnnxRunner(program))) {
      policy.act(seen(numbers(files()), 0), output);
      policy.act(seen(numbers(files()), 1), output);
    }
    return output.logits;
  }

  @Test
  void probabilitiesGivenAsLogitsAreFound() throws IOException {
    Path file = copy("probabilities.pt");
    new ProgramForm(
            List.of(new Port("obs", PortRole.OBSERVATION)),
            List.of(new Port("0", PortRole.LOGITS), new Port("1", PortRole.VALUE)))
        .keep(file);
    assertRefused(file, shape(false), "probabilities, not logits");
    new ProgramForm(
            List.of(new Port("obs", PortRole.OBSERVATION)),
            List.of(new Port("0", PortRole.PROBABILITIES), new Port("1", PortRole.VALUE)))
        .keep(file);
    BuiltInPolicies.open(file.toString(), shape(false)).close();

    Path logits = copy("plain.pt");
    new ProgramForm(
            List.of(new Port("obs", PortRole.OBSERVATION)),
            List.of(new Port("0", PortRole.PROBABILITIES), new Port("1", PortRole.VALUE)))
        .keep(logits);
    assertRefused(logits, shape(false), "do not add up to 1");
  }

  /// What a program with a broken weight puts out.
  private record BrokenRunner(ProgramRunner whole, float number) implements ProgramRunner {
    @Override
    public List<ProgramArray> run(List<ProgramArray> inputs) {
      List<ProgramArray> outputs = whole.run(inputs);
      outputs.getFirst().values()[1] = number;
      return outputs;
    }

    @Override
    public float[] gradient(List<ProgramArray> inputs, int input, int output, int number) {
      return whole.gradient(inputs, input, output, number);
    }

    @Override
    public void stop() {
      whole.stop();
    }

    @Override
    public void close() {
      whole.close();
    }
  }

  @Test
  void outputsThatAreNotFiniteAreRefused() throws IOException {
    Program program = Checkpoints.read(copy("plain.onnx")).program().orElseThrow();
    ProgramForm form =
        new ProgramForm(
            List.of(new Port("obs", PortRole.OBSERVATION)),
            List.of(new Port("logits", PortRole.LOGITS), new Port("value", PortRole.VALUE)));
    for (float number : new float[] {Float.NaN, Float.POSITIVE_INFINITY}) {
      try (ProgramRunner broken = new BrokenRunner(new OnnxRunner(program), number)) {
        Problem problem =
            assertThrows(Problem.class, () -> FormCheck.check(program, form, shape(false), broken));
        assertEquals("its output logits is " + number + " for finite observations", problem.what());
      }
    }
    try (ProgramRunner closing =
        new BrokenRunner(new OnnxRunner(program), Float.NEGATIVE_INFINITY)) {
      FormCheck.check(program, form, shape(false), closing);
    }
  }

  @Test
  void whatAnAgentInLimboGetsNeedNotBeFinite() throws IOException {
    try (OpenedPolicy opened = BuiltInPolicies.open(copy("plain.onnx").toString(), shape(false))) {
      PolicyOutput output = new PolicyOutput(shape(false));
      StepBuffer seen = seen(numbers(files()), 0);
      seen.observation[0] = Float.NaN;
      seen.removed[0] = 1;
      opened.policy().act(seen, output);
      assertTrue(Float.isFinite(output.logits[ACTIONS]), "the next agent");
      seen.removed[0] = 0;
      assertThrows(Problem.class, () -> opened.policy().act(seen, output));
    }
  }

  @Test
  void aProgramIsRecognisedWhereTheFormsOfANetworkAreAskedFor() throws IOException {
    for (String name : List.of("plain.onnx", "plain.pt")) {
      Path file = copy(name);
      assertTrue(BuiltInPolicies.forms(file, shape(false), Arithmetic.PLAIN).isEmpty());
      assertTrue(BuiltInPolicies.edges(file, shape(false), Arithmetic.PLAIN).isEmpty());
    }
  }

  @Test
  void agentsTakenForTicksAreFound() throws IOException {
    assertRefused(copy("batch-as-time.pt"), shape(false), "taken for ticks");
  }

  @Test
  void aMaskThatIsIgnoredIsFound() throws IOException {
    assertRefused(copy("mask-ignored.pt"), shape(true), "mask changes nothing");
  }

  @Test
  void randomNumbersAreRefused() throws IOException {
    assertRefused(copy("noisy.pt"), shape(false), "randn_like");
    assertRefused(copy("noisy.onnx"), shape(false), "RandomNormalLike");
  }

  @Test
  void weightsOfAnotherTypeAreRefusedWithWhatToDo() throws IOException {
    Path file = copy("double.pt");
    Problem problem =
        assertThrows(
            Problem.class, () -> BuiltInPolicies.open(file.toString(), shape(false)).close());
    assertTrue(problem.getMessage().endsWith("policy.float()"), problem.getMessage());
  }

  @Test
  void anotherWorldIsRefusedInOneLine() throws IOException {
    EnvironmentShape wide = shape(OBSERVED + 1, false);
    for (String name : List.of("plain.pt", "plain.onnx", "recurrent.pt", "gaussian.pt")) {
      Path file = copy(name);
      Problem problem =
          assertThrows(
              Problem.class, () -> BuiltInPolicies.open(file.toString(), wide).close(), name);
      assertFalse(problem.getMessage().contains("\n"), problem.getMessage());
    }
    assertRefused(copy("gaussian.pt"), shape(false), "joint");
  }

  @Test
  void aFormIsKeptAndReadAgain() throws IOException {
    Path file = copy("masked.onnx");
    Program program = Checkpoints.read(file).program().orElseThrow();
    ForeignType type =
        new ForeignType(
            ProgramFormat.ONNX,
            () -> {
              throw new IllegalStateException();
            });
    ProgramForm form = type.form(program, shape(true));
    form.keep(file);
    assertEquals(form, ProgramForm.of(file).orElseThrow());
    assertEquals(PortRole.MASK, form.inputs().get(1).role());
    Files.writeString(
        ProgramForm.beside(file), "{\"inputs\": [{\"name\": \"obs\", \"role\": \"x\"}]}");
    assertRefused(file, shape(true), "no role 'x'");
    for (String wrong :
        List.of("\"bound\": \"Tanh\"", "\"deviation\": -1", "\"deviation\": 1e999")) {
      Files.writeString(ProgramForm.beside(file), "{%s}".formatted(wrong));
      assertRefused(file, shape(true), wrong.startsWith("\"b") ? "no bound" : "not a deviation");
    }
    Files.writeString(ProgramForm.beside(file), "[");
    assertRefused(file, shape(true), "does not say");
  }

  @Test
  void derivativesAgreeWithDifferences() throws IOException {
    try (OpenedPolicy opened =
        BuiltInPolicies.open(copy("recurrent.pt").toString(), shape(false))) {
      Policy policy = opened.policy();
      PolicyOutput output = new PolicyOutput(shape(false));
      StepBuffer seen = seen(numbers(files()), 0);
      policy.act(seen, output);
      float[] gradient = ((InputGradients) policy).gradient(seen, 1, 2);
      float[] values = ((InputGradients) policy).gradient(seen, 1, -1);
      assertEquals(OBSERVED, gradient.length);
      for (int d = 0; d < OBSERVED; d++) {
        float step = 1e-2f;
        seen.observation[OBSERVED + d] += step;
        policy.actOnce(seen, output);
        float above = output.logits[ACTIONS + 2];
        float valueAbove = output.value[1];
        seen.observation[OBSERVED + d] -= 2 * step;
        policy.actOnce(seen, output);
        seen.observation[OBSERVED + d] += step;
        assertEquals((above - output.logits[ACTIONS + 2]) / (2 * step), gradient[d], 1e-3);
        assertEquals((valueAbove - output.value[1]) / (2 * step), values[d], 1e-3);
      }
      assertNotEquals(0, gradient[0]);
    }
  }

  @Test
  void derivativesOfMeansAndOfProbabilitiesAgreeWithDifferences() throws IOException {
    for (String name : List.of("gaussian.pt", "probabilities.pt")) {
      EnvironmentShape shape = name.startsWith("gaussian") ? continuous() : shape(false);
      try (OpenedPolicy opened = BuiltInPolicies.open(copy(name).toString(), shape)) {
        Policy policy = opened.policy();
        StepBuffer seen = seen(numbers(files()), 0, shape);
        PolicyOutput output = new PolicyOutput(shape);
        int slopes = 0;
        for (int agent = 0, number = 1; agent < AGENTS; agent++, number += output.width) {
          float[] gradient = ((InputGradients) policy).gradient(seen, agent, 1);
          float step = 1e-2f;
          for (int d = 0; d < OBSERVED; d++) {
            seen.observation[agent * OBSERVED + d] += step;
            policy.actOnce(seen, output);
            float above = output.logits[number];
            seen.observation[agent * OBSERVED + d] -= 2 * step;
            policy.actOnce(seen, output);
            seen.observation[agent * OBSERVED + d] += step;
            assertEquals((above - output.logits[number]) / (2 * step), gradient[d], 1e-3, name);
          }
          slopes += Arrays.equals(new float[OBSERVED], gradient) ? 0 : agent;
        }
        assertTrue(slopes > 0, name);
      }
    }
  }

  private void assertRefused(Path file, EnvironmentShape shape, String part) {
    Problem problem =
        assertThrows(Problem.class, () -> BuiltInPolicies.open(file.toString(), shape).close());
    assertTrue(problem.getMessage().contains(part), problem.getMessage());
    assertFalse(problem.getMessage().contains("\n"), problem.getMessage());
  }

  private static double worst(Path file, JsonNode numbers) {
    String name = file.getFileName().toString().replaceFirst("\\..*", "");
    boolean continuous = name.equals("gaussian");
    EnvironmentShape shape = continuous ? continuous() : shape(name.startsWith("mask"));
    PolicyOutput output = new PolicyOutput(shape);
    JsonNode ticks = numbers.path("policies").path(name);
    double worst = 0;
    try (OpenedPolicy opened = BuiltInPolicies.open(file.toString(), shape)) {
      for (int tick = 0; tick < ticks.size(); tick++) {
        StepBuffer seen = seen(numbers, tick, shape);
        opened.policy().act(seen, output);
        JsonNode wanted = ticks.get(tick);
        for (int i = 0; i < AGENTS * ACTIONS; i++) {
          double right;
          if (continuous) {
            int agent = i / 4;
            int of = i % 2;
            double number = wanted.get(i % 4 / 2).get(2 * agent + of).asDouble();
            right = i % 4 < 2 ? number : Math.exp(number);
          } else {
            right = wanted.get(0).get(i).asDouble();
            right = name.equals("probabilities") ? Math.log(right) : right;
          }
          worst = Math.max(worst, Math.abs(right - output.logits[i]));
        }
        for (int agent = 0; agent < AGENTS && !continuous; agent++) {
          double value = wanted.get(1).get(agent).asDouble();
          worst = Math.max(worst, Math.abs(value - output.value[agent]));
        }
      }
    }
    assertEquals(6, ticks.size());
    return worst;
  }

  private static StepBuffer seen(JsonNode numbers, int tick) {
    return seen(numbers, tick, shape(false));
  }

  private static StepBuffer seen(JsonNode numbers, int tick, EnvironmentShape shape) {
    StepBuffer seen = new StepBuffer(shape);
    for (int i = 0; i < seen.observation.length; i++) {
      seen.observation[i] =
          (float) numbers.path("observations").get(tick * AGENTS * OBSERVED + i).asDouble();
    }
    for (int i = 0; i < seen.actionMask.length; i++) {
      seen.actionMask[i] = (byte) numbers.path("mask").get(i).asInt();
    }
    return seen;
  }

  private static JsonNode numbers(Path from) throws IOException {
    return JsonMapper.builder().build().readTree(Files.readString(from.resolve("numbers.json")));
  }

  private Path copy(String name) throws IOException {
    Path copy = folder.resolve(name);
    Files.deleteIfExists(copy);
    Files.deleteIfExists(ProgramForm.beside(copy));
    return Files.copy(files().resolve(name), copy);
  }

  private static Path files() {
    try {
      Path script =
          Path.of(
              Objects.requireNonNull(
                      ProgramForm.class.getResource(
                          "/dev/hindsight/trainer/policy/program/make.py"))
                  .toURI());
      return script.resolveSibling("");
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  static EnvironmentShape shape(boolean masks) {
    return shape(OBSERVED, masks);
  }

  private static EnvironmentShape shape(int observed, boolean masks) {
    EnvironmentShape shape =
        of(
            observed,
            new ActionSpace.Discrete(
                List.of(new ActionSpace.Factor("move", "", List.of(0f, 1f, 2f, 3f)))));
    return masks ? shape.with(ActionMask.APPLIES) : shape;
  }

  private static EnvironmentShape continuous() {
    return of(OBSERVED, new ActionSpace.Continuous(List.of("x", "y")));
  }

  private static EnvironmentShape of(int observed, ActionSpace actions) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < observed; i++) {
      names.add("n" + i);
    }
    ObservationLayout layout =
        new ObservationLayout(
            List.of(new ObservationLayout.Segment("all", 0, List.of(observed), names)));
    return new EnvironmentShape(AGENTS, layout, actions, 0.1, 1, 100, List.of());
  }
}
