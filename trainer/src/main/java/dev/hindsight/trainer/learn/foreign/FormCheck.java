package dev.hindsight.trainer.learn.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.program.NumberKind;
import dev.hindsight.trainer.policy.program.Port;
import dev.hindsight.trainer.policy.program.PortRole;
import dev.hindsight.trainer.policy.program.Program;
import dev.hindsight.trainer.policy.program.ProgramForm;
import java.util.Arrays;
import java.util.List;

/// Checks by forward passes on random observations that a form says what a program does: that
/// shapes fit, that numbers are finite, that the same comes out again, that agents do not look at
/// each other, that a mask closes what it calls illegal, and that logits are no probabilities.
final class FormCheck {
  private static final float CLOSE = 1e-4f;

  /// How far apart one computation may come out twice: threads and the place of numbers in memory
  /// decide in which order sums are rounded.
  private static final float ROUNDED = 1e-5f;

  /// Probabilities with 11 bits each add up to 1 within half a unit of their last places.
  private static final float CLOSE_HALF = 2e-3f;

  /// Programs fill the logits of illegal actions with numbers far below those of any network.
  private static final float SHUT = 1e3f;

  private final Program program;
  private final ProgramForm form;
  private final EnvironmentShape shape;
  private final ProgramRunner runner;
  private final ProgramFlow flow;
  private final int rows;
  private final int observed;
  private final int legal;

  private FormCheck(
      Program program, ProgramForm form, EnvironmentShape shape, ProgramRunner runner) {
    this.program = program;
    this.form = form;
    this.shape = shape;
    this.runner = runner;
    flow = new ProgramFlow(program, form, shape);
    rows = flow.oneByOne() ? 1 : Math.max(2, shape.agents());
    observed = shape.observation().size();
    legal = shape.actions().jointActions();
  }

  /// Checks a form.
  ///
  /// @throws Problem saying in one line what does not fit
  static void check(
      Program program, ProgramForm form, EnvironmentShape shape, ProgramRunner runner) {
    new FormCheck(program, form, shape, runner).check();
  }

  /// One pass and what came of it.
  private record Pass(List<ProgramArray> outputs, PolicyOutput decided, float[] states) {}

  private void check() {
    float[] observation = numbers(rows * observed, 1);
    float[] states = numbers(rows * flow.stateLength(), 2);
    float[] mask = new float[rows * legal];
    Arrays.fill(mask, 1);
    Pass pass = run(observation, states, mask);
    for (int i = 0; i < form.outputs().size(); i++) {
      finite(form.outputs().get(i), pass.outputs().get(i));
    }
    for (int i = 0; i < form.outputs().size(); i++) {
      distribution(i, pass.outputs().get(i));
    }
    repeats(pass, observation, states, mask);
    if (rows > 1) {
      independence(pass, observation, states, mask);
    }
    if (flow.takesMask() && legal > 1) {
      masks(pass, observation, states, mask);
    }
  }

  private Pass run(float[] observation, float[] states, float[] mask) {
    List<ProgramArray> outputs =
        runner.run(flow.inputs(rows, observation, states, mask, new float[rows]));
    PolicyOutput decided =
        new PolicyOutput(rows == shape.agents() ? shape : shape.sideBySide(List.of(rows)));
    float[] next = new float[states.length];
    flow.decide(outputs, rows, 0, decided);
    flow.states(outputs, rows, next);
    return new Pass(outputs, decided, next);
  }

  /// How far the sum of probabilities may be from 1.
  static float closeness(NumberKind kind) {
    return kind == NumberKind.FLOAT16 ? CLOSE_HALF : CLOSE;
  }

  /// Finite observations give finite numbers, but for logits of what is never done.
  private void finite(Port port, ProgramArray array) {
    if (port.role() == PortRole.IGNORED) {
      return;
    }
    for (float value : array.values()) {
      boolean closed = port.role() == PortRole.LOGITS && value == Float.NEGATIVE_INFINITY;
      if (!Float.isFinite(value) && !closed) {
        throw new Problem(
            wording("FormCheck.puts_out_for_finite_observations", port.name(), value),
            program.file().toString(),
            wording("FormCheck.check_its_weights"));
      }
    }
  }

  private void distribution(int output, ProgramArray array) {
    float[] values = array.values();
    PortRole role = form.outputs().get(output).role();
    if ((role != PortRole.LOGITS && role != PortRole.PROBABILITIES) || values.length < 2 * rows) {
      return;
    }
    boolean sums = true;
    int width = values.length / rows;
    for (int row = 0; row < rows; row++) {
      float sum = 0;
      for (int i = row * width; i < (row + 1) * width; i++) {
        sum += values[i];
        sums &= values[i] >= 0 && values[i] <= 1;
      }
      sums &= Math.abs(sum - 1) < closeness(array.kind());
    }
    String name = form.outputs().get(output).name();
    if (sums && role == PortRole.LOGITS) {
      throw flow.flaw(wording("FormCheck.are_probabilities_not_logits", name));
    }
    if (!sums && role == PortRole.PROBABILITIES) {
      throw flow.flaw(wording("FormCheck.are_no_probabilities", name));
    }
  }

  /// The same once more: what a program keeps inside itself (a state, running statistics, random
  /// numbers) belongs to no agent, ends with no episode and comes back in no replay.
  private void repeats(Pass before, float[] observation, float[] states, float[] mask) {
    Pass again = run(observation, states, mask);
    for (int row = 0; row < rows; row++) {
      if (!same(before, again, row, ROUNDED)) {
        throw new Problem(
            wording("FormCheck.it_does_not_repeat"),
            program.file().toString(),
            wording("FormCheck.export_it_in_eval_mode"));
      }
    }
  }

  /// Changes what one agent sees and remembers: no other may decide otherwise.
  private void independence(Pass before, float[] observation, float[] states, float[] mask) {
    float[] seen = observation.clone();
    float[] remembered = states.clone();
    System.arraycopy(numbers(observed, 3), 0, seen, observed, observed);
    int length = flow.stateLength();
    System.arraycopy(numbers(length, 4), 0, remembered, length, length);
    Pass after = run(seen, remembered, mask);
    for (int row = 0; row < rows; row++) {
      if (row != 1 && !same(before, after, row, CLOSE)) {
        throw flow.flaw(wording("FormCheck.agents_look_at_each_other", row, 1));
      }
    }
  }

  private boolean same(Pass one, Pass other, int row, float close) {
    return same(one.decided().logits, other.decided().logits, row, close)
        && same(one.decided().value, other.decided().value, row, close)
        && same(one.states(), other.states(), row, close);
  }

  private boolean same(float[] one, float[] other, int row, float close) {
    int width = one.length / rows;
    for (int i = row * width; i < (row + 1) * width; i++) {
      if (Math.abs(one[i] - other[i]) > close * Math.max(1, Math.abs(one[i]))) {
        return false;
      }
    }
    return true;
  }

  private void masks(Pass free, float[] observation, float[] states, float[] mask) {
    float[] closed = mask.clone();
    for (int row = 0; row < rows; row++) {
      flow.close(closed, row);
    }
    Pass masked = run(observation, states, closed);
    inverted(masked.decided().logits, closed);
    for (int row = 0; row < rows; row++) {
      if (!same(free.decided().logits, masked.decided().logits, row, CLOSE)) {
        return;
      }
    }
    throw flow.flaw(wording("FormCheck.the_mask_changes_nothing"));
  }

  /// A program that takes 1 for an illegal action shuts exactly the legal ones.
  ///
  /// @param mask `[rows * n]`, 1 for a legal action; not all of a row
  private void inverted(float[] logits, float[] mask) {
    int width = logits.length / rows;
    for (int row = 0; row < rows; row++) {
      float illegal = Float.NEGATIVE_INFINITY;
      float open = Float.NEGATIVE_INFINITY;
      for (int action = 0; action < legal; action++) {
        float logit = logits[row * width + action];
        if (mask[row * legal + action] == 0) {
          illegal = Math.max(illegal, logit);
        } else {
          open = Math.max(open, logit);
        }
      }
      if (illegal - open > SHUT || open < -SHUT * SHUT) {
        throw new Problem(
            wording("FormCheck.the_mask_is_inverted"),
            program.file().toString(),
            wording("FormCheck.export_it_with_legal_as_1"));
      }
    }
  }

  /// Numbers in `[0, 1)`, which even a table of codes can take; always the same.
  private static float[] numbers(int count, int which) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      long bits = SplitMix64.mix(1000003L * which + i);
      numbers[i] = (float) (bits >>> 40) / (1 << 24);
    }
    return numbers;
  }

  @Override
  public String toString() {
    return program.file() + ": " + form.summary();
  }
}
