package dev.hindsight.trainer.learn.foreign;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.policy.program.NumberKind;
import dev.hindsight.trainer.policy.program.Port;
import dev.hindsight.trainer.policy.program.PortRole;
import dev.hindsight.trainer.policy.program.Program;
import dev.hindsight.trainer.policy.program.ProgramForm;
import dev.hindsight.trainer.policy.program.ProgramFormat;
import dev.hindsight.trainer.policy.program.ProgramSlot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// What flows in and out of programs that are written here.
class FormGuessTest {
  private static final int AGENTS = 2;
  private static final int OBSERVED = 5;

  /// Three gears and two gates: six joint actions, five levels.
  private static final ActionSpace FACTORS =
      new ActionSpace.Discrete(
          List.of(
              new ActionSpace.Factor("gear", "", List.of(0f, 1f, 2f)),
              new ActionSpace.Factor("gate", "", List.of(0f, 1f))));

  private record Written(UnaryOperator<List<ProgramArray>> code) implements ProgramRunner {
    @Override
    public List<ProgramArray> run(List<ProgramArray> inputs) {
      return code.apply(inputs);
    }

    /// Of programs that give what flows in.
    @Override
    public float[] gradient(List<ProgramArray> inputs, int input, int output, int number) {
      float[] derivatives = new float[inputs.get(input).values().length];
      derivatives[number] = 1;
      return derivatives;
    }

    @Override
    public void stop() {}

    @Override
    public void close() {}
  }

  private static EnvironmentShape shape(ActionSpace actions) {
    ObservationLayout layout =
        new ObservationLayout(
            List.of(
                new Segment(
                    "seen", 0, List.of(OBSERVED), List.of("a", "b", "c", "d", "e"), List.of())));
    return new EnvironmentShape(AGENTS, layout, actions, 0.1, 1, 9, List.of());
  }

  private static Program program(ProgramSlot... inputs) {
    return new Program(
        ProgramFormat.TORCHSCRIPT,
        Path.of("written.pt"),
        new byte[0],
        List.of(inputs),
        List.of(),
        Map.of(),
        List.of());
  }

  private static ProgramSlot slot(String name, Integer... shape) {
    return new ProgramSlot(name, NumberKind.FLOAT32, List.of(shape));
  }

  private static ProgramArray array(String name, int rows, float... values) {
    return new ProgramArray(
        name, NumberKind.FLOAT32, new long[] {rows, values.length / rows}, values);
  }

  /// Logits for each level, which are what is observed; where the mask says no, a low number.
  private static List<ProgramArray> byLevel(List<ProgramArray> inputs) {
    float[] seen = inputs.get(0).values();
    float[] mask = inputs.get(1).values();
    if (mask.length != seen.length) {
      throw new Problem("the size must match", "", "");
    }
    float[] logits = seen.clone();
    for (int i = 0; i < logits.length; i++) {
      logits[i] = mask[i] == 0 ? -1e9f : logits[i];
    }
    return List.of(array("0", logits.length / OBSERVED, logits));
  }

  @Test
  void aMaskWithAFlagForEachLevelOfEachFactorIsGivenAsOne() {
    for (ProgramSlot mask : List.of(slot("mask"), slot("mask", ProgramSlot.ANY, 5))) {
      Program program = program(slot("obs"), mask);
      EnvironmentShape shape = shape(FACTORS);
      ProgramForm form = FormGuess.of(program, shape, new Written(FormGuessTest::byLevel));
      assertEquals(List.of(ProgramSlot.ANY, 5), form.inputs().get(1).shape());
      // The middle gear and the first gate are illegal for the first agent.
      float[] joint = {0, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1};
      List<ProgramArray> inputs =
          new ProgramFlow(program, form, shape)
              .inputs(AGENTS, new float[AGENTS * OBSERVED], new float[0], joint, new float[AGENTS]);
      assertArrayEquals(new long[] {AGENTS, 5}, inputs.get(1).shape());
      assertArrayEquals(new float[] {1, 0, 1, 0, 1, 1, 1, 1, 1, 1}, inputs.get(1).values());
    }
  }

  /// Means, logarithms of deviations and values that no name tells.
  private static List<ProgramArray> unnamed(List<ProgramArray> inputs) {
    int rows = (int) inputs.get(0).shape()[0];
    List<ProgramArray> outputs = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      float[] values = new float[rows * (i == 2 ? 1 : 2)];
      for (int v = 0; v < values.length; v++) {
        values[v] = inputs.get(0).values()[v / (values.length / rows) * OBSERVED];
      }
      outputs.add(array(Integer.toString(i), rows, values));
    }
    return outputs;
  }

  private static ProgramForm said(Port... outputs) {
    return new ProgramForm(List.of(), List.of(outputs), ActionBound.CLIPPED, Double.NaN);
  }

  @Test
  void whatAUserSaysOfOutputsLeavesToTheInputsWhatTheirNamesSay() {
    Program program = program(slot("obs"));
    EnvironmentShape shape = shape(new ActionSpace.Continuous(List.of("x", "y")));
    Written runner = new Written(FormGuessTest::unnamed);
    assertThrows(Problem.class, () -> FormGuess.of(program, shape, runner));
    ProgramForm form =
        FormGuess.of(
            program,
            said(new Port("0", PortRole.MEAN), new Port("1", PortRole.LOG_DEVIATION)),
            shape,
            runner);
    assertEquals(PortRole.OBSERVATION, form.inputs().getFirst().role());
    assertEquals(
        List.of(PortRole.MEAN, PortRole.LOG_DEVIATION, PortRole.VALUE),
        form.outputs().stream().map(Port::role).toList());

    Problem unknown =
        assertThrows(
            Problem.class,
            () -> FormGuess.of(program, said(new Port("7", PortRole.MEAN)), shape, runner));
    assertEquals("nothing comes out as 7, only 0, 1, 2", unknown.what());
  }

  @Test
  void aMaskThatShutsTheLegalActionsIsFoundOut() {
    Program program = program(slot("obs"), slot("mask", ProgramSlot.ANY, 5));
    Problem found =
        assertThrows(
            Problem.class,
            () ->
                FormGuess.of(
                    program,
                    shape(FACTORS),
                    new Written(
                        inputs -> byLevel(List.of(inputs.get(0), flipped(inputs.get(1)))))));
    assertTrue(found.what().startsWith("the mask is inverted"), found.what());
  }

  private static ProgramArray flipped(ProgramArray mask) {
    float[] values = mask.values().clone();
    for (int i = 0; i < values.length; i++) {
      values[i] = 1 - values[i];
    }
    return new ProgramArray(mask.name(), mask.kind(), mask.shape(), values);
  }

  /// A program whose logits grow at each pass.
  private static ProgramRunner growing(float step) {
    float[] passes = {0};
    return new Written(inputs -> {
      passes[0]++;
      float[] logits = inputs.getFirst().values().clone();
      for (int i = 0; i < logits.length; i++) {
        logits[i] += passes[0] * step;
      }
      return List.of(array("logits", logits.length / OBSERVED, logits));
    });
  }

  @Test
  void aProgramThatKeepsStatisticsInsideIsFoundOut() {
    Problem found =
        assertThrows(
            Problem.class,
            () -> FormGuess.of(program(slot("obs")), shape(FACTORS), growing(1e-5f)));
    assertTrue(found.what().startsWith("it decides otherwise when it sees the same"), found.what());
  }

  @Test
  void aProgramWhoseSumsAreRoundedInAnotherOrderIsNotTakenForOneThatKeepsStatistics() {
    ProgramForm form = FormGuess.of(program(slot("obs")), shape(FACTORS), growing(1e-6f));
    assertEquals(PortRole.LOGITS, form.outputs().getFirst().role());
  }

  @Test
  void aProbabilityOfZeroHasNoDerivative() {
    ProgramRunner runner =
        new Written(inputs -> {
          int rows = inputs.getFirst().values().length / OBSERVED;
          float[] probabilities = new float[6 * rows];
          for (int row = 0; row < rows; row++) {
            probabilities[6 * row] = 1;
          }
          return List.of(array("probabilities", rows, probabilities));
        });
    EnvironmentShape shape = shape(FACTORS);
    Program program = program(slot("obs"));
    ProgramForm form =
        new ProgramForm(
            List.of(new Port("obs", PortRole.OBSERVATION)),
            List.of(new Port("probabilities", PortRole.PROBABILITIES)));
    try (ForeignPolicy policy = new ForeignPolicy(program, form, shape, runner)) {
      // The logit of what is never done is the same number whatever is observed.
      assertArrayEquals(new float[OBSERVED], policy.gradient(new StepBuffer(shape), 0, 1));
    }
  }

  @Test
  void aPictureWithItsPlanesLastIsGivenThemLast() {
    // Two planes of two rows and three columns, first as here, then as the program wants them.
    Segment picture = new Segment("seen", 0, List.of(2, 2, 3), List.of("r", "g"), List.of());
    EnvironmentShape shape =
        new EnvironmentShape(
            AGENTS, new ObservationLayout(List.of(picture)), FACTORS, 0.1, 1, 9, List.of());
    float[] first = {0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15};
    float[] last = {0, 10, 1, 11, 2, 12, 3, 13, 4, 14, 5, 15};
    float[] seen = new float[2 * first.length];
    for (int i = 0; i < seen.length; i++) {
      seen[i] = first[i % first.length] + 100 * (i / first.length);
    }
    for (boolean turned : List.of(true, false)) {
      ProgramSlot slot =
          turned ? slot("obs", ProgramSlot.ANY, 2, 3, 2) : slot("obs", ProgramSlot.ANY, 2, 2, 3);
      ProgramForm form =
          new ProgramForm(
              List.of(new Port("obs", PortRole.OBSERVATION).withShape(slot.shape())), List.of());
      ProgramFlow flow = new ProgramFlow(program(slot), form, shape);
      float[] given =
          flow.inputs(AGENTS, seen, new float[0], new float[AGENTS * 6], new float[AGENTS])
              .getFirst()
              .values();
      float[] wanted = turned ? last : first;
      for (int i = 0; i < given.length; i++) {
        assertEquals(wanted[i % wanted.length] + 100 * (i / wanted.length), given[i]);
      }
      assertArrayEquals(first, flow.inOrder(wanted.clone()));
    }
  }

  @Test
  void theDerivativeOfAJointLogitIsTheSumOfThoseOfItsLevels() {
    // The logit of each level is what is observed there, so its derivative is 1 there.
    ProgramRunner runner =
        new Written(inputs -> List.of(array("logits", AGENTS, inputs.getFirst().values())));
    Program program = program(slot("obs"));
    EnvironmentShape shape = shape(FACTORS);
    ProgramForm form = FormGuess.of(program, shape, runner);
    StepBuffer seen = new StepBuffer(shape);
    try (ForeignPolicy policy = new ForeignPolicy(program, form, shape, runner)) {
      // The last gear and the first gate.
      assertArrayEquals(new float[] {0, 0, 1, 1, 0}, policy.gradient(seen, 1, 4));
    }
  }
}
