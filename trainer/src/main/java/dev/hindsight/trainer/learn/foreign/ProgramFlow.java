package dev.hindsight.trainer.learn.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.action.IllegalLogit;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.observation.PictureAxes;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.program.NumberKind;
import dev.hindsight.trainer.policy.program.Port;
import dev.hindsight.trainer.policy.program.PortRole;
import dev.hindsight.trainer.policy.program.Program;
import dev.hindsight.trainer.policy.program.ProgramForm;
import dev.hindsight.trainer.policy.program.ProgramSlot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What flows into a program at a tick and what comes out, for some agents. Stateless.
///
/// D numbers of an observation, S numbers of all states of an agent. The states of an agent lie one
/// after the other, each without its axis of agents.
final class ProgramFlow {
  private final Program program;
  private final ProgramForm form;
  private final EnvironmentShape shape;
  private final int width;
  private final int legal;
  private final FactorLevels levels;
  private final List<Integer> stateInputs = new ArrayList<>();
  private final int[] stateOutputs;
  private final int[] stateStart;

  /// @throws Problem if the form does not fit the program or the environment
  ProgramFlow(Program program, ProgramForm form, EnvironmentShape shape) {
    this.program = program;
    this.form = form;
    this.shape = shape;
    width = new PolicyOutput(shape).width;
    legal = shape.actions().jointActions();
    levels = new FactorLevels(shape.actions());
    if (form.inputs().size() != program.inputs().size()) {
      throw flaw(
          wording(
              "ProgramFlow.it_takes_and_the_form_names",
              program.inputs().size(),
              form.inputs().size()));
    }
    int start = 0;
    List<Integer> starts = new ArrayList<>();
    for (int i = 0; i < form.inputs().size(); i++) {
      if (form.inputs().get(i).role() == PortRole.STATE) {
        stateInputs.add(i);
        starts.add(start);
        start += length(form.inputs().get(i));
      }
    }
    starts.add(start);
    stateStart = starts.stream().mapToInt(Integer::intValue).toArray();
    stateOutputs = new int[stateInputs.size()];
    pairStates();
    checkAgents();
  }

  private void checkAgents() {
    boolean observes = form.inputs().stream().anyMatch(port -> port.role() == PortRole.OBSERVATION);
    int rows = observes ? fixedRows() : ProgramSlot.ANY;
    if (rows > 1 && rows != shape.agents()) {
      throw new Problem(
          wording("ProgramFlow.it_acts_for", rows, shape.agents()),
          program.file().toString(),
          wording("ProgramFlow.save_it_with_an_open_axis"));
    }
  }

  private void pairStates() {
    List<Integer> results = new ArrayList<>();
    for (int i = 0; i < form.outputs().size(); i++) {
      if (form.outputs().get(i).role() == PortRole.STATE) {
        results.add(i);
      }
    }
    if (results.size() != stateInputs.size()) {
      throw flaw(
          wording("ProgramFlow.it_takes_states_and_gives", stateInputs.size(), results.size()));
    }
    for (int s = 0; s < stateOutputs.length; s++) {
      Port port = form.inputs().get(stateInputs.get(s));
      stateOutputs[s] =
          port.from().isEmpty()
              ? results.get(s)
              : results.stream()
                  .filter(i -> form.outputs().get(i).name().equals(port.from()))
                  .findFirst()
                  .orElseThrow(() ->
                      flaw(wording("ProgramFlow.no_state_comes_out", port.from(), port.name())));
      String from = form.outputs().get(stateOutputs[s]).name();
      if (Names.otherState(port.name(), from)) {
        throw flaw(wording("ProgramFlow.the_states_are_swapped", port.name(), from));
      }
    }
    if (Arrays.stream(stateOutputs).distinct().count() != stateOutputs.length) {
      throw flaw(wording("ProgramFlow.one_output_is_two_states"));
    }
  }

  /// S.
  int stateLength() {
    return stateStart[stateInputs.size()];
  }

  /// Whether the program wants to know which actions are legal.
  boolean takesMask() {
    return form.inputs().stream().anyMatch(port -> port.role() == PortRole.MASK);
  }

  /// Index of the only input with the whole observation, or of the first part of it.
  int observationInput() {
    for (int i = 0; i < form.inputs().size(); i++) {
      if (form.inputs().get(i).role() == PortRole.OBSERVATION) {
        return i;
      }
    }
    throw flaw(wording("ProgramFlow.it_takes_no_observation"));
  }

  /// Whether the program runs for one agent at a time: the file fixes its first axis at 1.
  boolean oneByOne() {
    return fixedRows() == 1;
  }

  /// The number of agents for which the file lets the program run, [ProgramSlot#ANY] for any.
  int fixedRows() {
    ProgramSlot slot = program.inputs().get(observationInput());
    return slot.shape().isEmpty() ? ProgramSlot.ANY : slot.shape().getFirst();
  }

  /// The inputs for some agents.
  ///
  /// @param observation `[rows * D]`
  /// @param states `[rows * S]`
  /// @param mask `[rows * n]`, 1 for a legal action
  /// @param fresh `[rows]`, 1 where an episode begins
  List<ProgramArray> inputs(
      int rows, float[] observation, float[] states, float[] mask, float[] fresh) {
    List<ProgramArray> arrays = new ArrayList<>();
    int state = 0;
    for (int i = 0; i < form.inputs().size(); i++) {
      Port port = form.inputs().get(i);
      float[] values =
          switch (port.role()) {
            case OBSERVATION -> segment(port, rows, observation);
            case MASK -> mask(port, rows, mask);
            case DONE -> fresh;
            case STATE -> gather(port, rows, states, stateStart[state++]);
            default -> new float[rows * length(port)];
          };
      arrays.add(new ProgramArray(port.name(), kind(i), sizes(port, rows, values.length), values));
    }
    return arrays;
  }

  /// The mask in the layout of the program: a flag for each joint action, or for each level of each
  /// factor one after the other, which is legal if an action with it is.
  private float[] mask(Port port, int rows, float[] joint) {
    if (port.shape().isEmpty() || !levels.fit(length(port), 1)) {
      return joint;
    }
    float[] flags = new float[rows * levels.count()];
    for (int row = 0; row < rows; row++) {
      for (int action = 0; action < legal; action++) {
        for (int level : levels.of(action)) {
          int at = row * levels.count() + level;
          flags[at] = Math.max(flags[at], joint[row * legal + action]);
        }
      }
    }
    return flags;
  }

  /// Which numbers of an agent in an output add up to one of its logits; not to be changed.
  ///
  /// @param numbers of an agent in the output
  int[] terms(int logit, int numbers) {
    return levels.fit(numbers, 1) ? levels.of(logit) : new int[] {logit};
  }

  /// Makes a level of one factor illegal, with all its actions, so that a mask of either layout
  /// changes.
  ///
  /// @param mask `[rows * n]`
  void close(float[] mask, int row) {
    if (shape.actions() instanceof ActionSpace.Discrete discrete) {
      int factor = 0;
      for (int f = 1; f < discrete.factors().size(); f++) {
        int size = discrete.factors().get(f).levels().size();
        factor = size > discrete.factors().get(factor).levels().size() ? f : factor;
      }
      int closed = row % discrete.factors().get(factor).levels().size();
      for (int action = 0; action < legal; action++) {
        if (discrete.level(action, factor) == closed) {
          mask[row * legal + action] = 0;
        }
      }
    }
  }

  private NumberKind kind(int input) {
    String type = form.inputs().get(input).type();
    return Arrays.stream(NumberKind.values())
        .filter(kind -> kind.id().equals(type))
        .findFirst()
        .orElse(program.inputs().get(input).kind());
  }

  private float[] segment(Port port, int rows, float[] observation) {
    int size = shape.observation().size();
    Optional<Segment> taken = taken(port);
    Optional<PictureAxes> turned = turned(port, taken);
    if (port.segment().isEmpty() && turned.isEmpty()) {
      return observation;
    }
    Segment segment = taken.orElseThrow();
    int length = segment.length();
    float[] values = new float[rows * length];
    for (int i = 0; i < values.length; i++) {
      int number = i % length;
      int to = turned.isPresent() ? turned.get().last(number) : number;
      values[i - number + to] = observation[i / length * size + segment.offset() + number];
    }
    return values;
  }

  /// The segment that an input takes: the one that it names, or the only one.
  private Optional<Segment> taken(Port port) {
    List<Segment> all = shape.observation().segments();
    return port.segment().isEmpty()
        ? all.stream().findFirst().filter(_ -> all.size() == 1)
        : shape
            .observation()
            .named(port.segment())
            .or(() -> {
              throw flaw(wording("ProgramFlow.there_is_no_segment", port.segment()));
            });
  }

  /// The axes of a picture whose planes an input wants last, as many libraries have them; an
  /// observation has them first.
  private static Optional<PictureAxes> turned(Port port, Optional<Segment> taken) {
    if (port.shape().size() != 4) {
      return Optional.empty();
    }
    List<Integer> own = new ArrayList<>(port.shape());
    own.remove(/* index */ axis(port));
    return taken
        .flatMap(PictureAxes::of)
        .filter(axes -> !own.equals(axes.planesFirst()) && own.equals(axes.planesLast()));
  }

  /// Derivatives of one agent by an input, in the order of the observation.
  float[] inOrder(float[] derivatives) {
    Port port = form.inputs().get(observationInput());
    Optional<PictureAxes> turned = turned(port, taken(port));
    float[] ordered = derivatives.clone();
    for (int i = 0; turned.isPresent() && i < ordered.length; i++) {
      ordered[i] = derivatives[turned.get().last(i)];
    }
    return ordered;
  }

  private static int axis(Port port) {
    return Math.max(0, port.shape().indexOf(ProgramSlot.ANY));
  }

  /// Numbers per agent; 1 if the form gives no shape.
  private static int length(Port port) {
    int length = 1;
    for (int i = 0; i < port.shape().size(); i++) {
      if (i != axis(port)) {
        length = Math.multiplyExact(length, Math.max(1, port.shape().get(i)));
      }
    }
    return length;
  }

  private long[] sizes(Port port, int rows, int count) {
    if (port.shape().isEmpty()) {
      return port.role() == PortRole.DONE || port.role() == PortRole.IGNORED
          ? new long[] {rows}
          : new long[] {rows, count / rows};
    }
    long[] sizes = new long[port.shape().size()];
    long product = 1;
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = i == axis(port) ? rows : port.shape().get(i);
      product *= sizes[i];
    }
    if (product != count) {
      throw flaw(
          wording("ProgramFlow.does_not_fit", port.name(), Arrays.toString(sizes), count / rows));
    }
    return sizes;
  }

  /// `[outer, rows, inner]` from `[rows][outer * inner]`.
  private float[] gather(Port port, int rows, float[] states, int start) {
    int length = length(port);
    int inner = inner(port);
    float[] values = new float[rows * length];
    for (int row = 0; row < rows; row++) {
      for (int i = 0; i < length; i++) {
        values[(i / inner * rows + row) * inner + i % inner] =
            states[row * stateLength() + start + i];
      }
    }
    return values;
  }

  private static int inner(Port port) {
    int inner = 1;
    for (int i = axis(port) + 1; i < port.shape().size(); i++) {
      inner *= port.shape().get(i);
    }
    return inner;
  }

  /// Takes the states out of the outputs.
  ///
  /// @param states `[rows * S]` receives them
  void states(List<ProgramArray> outputs, int rows, float[] states) {
    for (int s = 0; s < stateOutputs.length; s++) {
      Port port = form.inputs().get(stateInputs.get(s));
      ProgramArray output = outputs.get(stateOutputs[s]);
      int length = length(port);
      int inner = inner(port);
      if (output.values().length != rows * length) {
        throw flaw(
            wording(
                "ProgramFlow.comes_out_with_numbers",
                form.outputs().get(stateOutputs[s]).name(),
                output.values().length,
                rows * length));
      }
      for (int row = 0; row < rows; row++) {
        for (int i = 0; i < length; i++) {
          states[row * stateLength() + stateStart[s] + i] =
              output.values()[(i / inner * rows + row) * inner + i % inner];
        }
      }
    }
  }

  /// Writes what the policy decides for some agents.
  ///
  /// @param first agent of the rows
  void decide(List<ProgramArray> outputs, int rows, int first, PolicyOutput to) {
    Arrays.fill(to.value, first, first + rows, Float.NaN);
    if (outputs.size() != form.outputs().size()) {
      throw flaw(
          wording(
              "ProgramFlow.it_gives_and_the_form_names", outputs.size(), form.outputs().size()));
    }
    boolean decided = false;
    boolean deviates = false;
    for (int i = 0; i < outputs.size(); i++) {
      Port port = form.outputs().get(i);
      float[] values = outputs.get(i).values();
      switch (port.role()) {
        case LOGITS, PROBABILITIES -> {
          logits(port, values, rows, first, to);
          decided = true;
        }
        case MEAN -> {
          half(port, values, rows, first, 0, to);
          decided = true;
        }
        case DEVIATION -> {
          half(port, values, rows, first, 1, to);
          deviates = true;
        }
        case LOG_DEVIATION -> {
          float[] deviations = new float[values.length];
          for (int v = 0; v < values.length; v++) {
            deviations[v] = (float) Math.exp(values[v]);
          }
          half(port, deviations, rows, first, 1, to);
          deviates = true;
        }
        case VALUE -> {
          checkCount(port, values.length, rows, 1);
          System.arraycopy(values, 0, to.value, first, rows);
        }
        default -> {}
      }
    }
    finish(decided, deviates, rows, first, to);
  }

  private void finish(boolean decided, boolean deviates, int rows, int first, PolicyOutput to) {
    if (!decided) {
      throw flaw(wording("ProgramFlow.no_output_says_what_to_do"));
    }
    if (legal > 0) {
      return;
    }
    int half = width / 2;
    for (int row = first; row < first + rows && !deviates; row++) {
      if (Double.isNaN(form.deviation())) {
        throw flaw(wording("ProgramFlow.no_output_is_the_deviation"));
      }
      Arrays.fill(to.logits, row * width + half, (row + 1) * width, (float) form.deviation());
    }
    Arrays.fill(
        to.squashed, first, first + rows, (byte) (form.bound() == ActionBound.TANH ? 1 : 0));
  }

  private void half(Port port, float[] values, int rows, int first, int which, PolicyOutput to) {
    int half = width / 2;
    if (legal > 0) {
      throw flaw(wording("ProgramFlow.the_actions_here_are_joint", port.name()));
    }
    boolean shared = which == 1 && values.length == half && rows > 1;
    if (!shared) {
      checkCount(port, values.length, rows, half);
    }
    for (int row = 0; row < rows; row++) {
      System.arraycopy(
          values, shared ? 0 : row * half, to.logits, (first + row) * width + which * half, half);
    }
  }

  private void logits(Port port, float[] values, int rows, int first, PolicyOutput to) {
    if (!(shape.actions() instanceof ActionSpace.Discrete)) {
      throw flaw(wording("ProgramFlow.the_actions_here_are_continuous", port.name()));
    }
    boolean factored = port.role() == PortRole.LOGITS && levels.fit(values.length, rows);
    if (!factored) {
      checkCount(port, values.length, rows, width);
    }
    for (int row = 0; row < rows; row++) {
      for (int action = 0; action < width; action++) {
        float logit = factored ? sum(values, row, action) : values[row * width + action];
        if (port.role() == PortRole.PROBABILITIES) {
          logit = (float) Math.log(logit);
        }
        to.logits[(first + row) * width + action] =
            logit == Float.NEGATIVE_INFINITY || logit < IllegalLogit.FILL
                ? IllegalLogit.FILL
                : logit;
      }
    }
  }

  /// The logit of a joint action whose factors are independent.
  private float sum(float[] values, int row, int action) {
    float logit = 0;
    for (int level : levels.of(action)) {
      logit += values[row * levels.count() + level];
    }
    return logit;
  }

  private void checkCount(Port port, int count, int rows, int each) {
    if (count != rows * each) {
      throw flaw(
          wording(
              "ProgramFlow.has_numbers_and_this_environment",
              port.name(),
              NumberWords.significant(rows == 0 ? 0 : (double) count / rows, 3),
              each));
    }
  }

  /// A problem of this program and its form.
  Problem flaw(String what) {
    return new Problem(
        what,
        program.file().toString(),
        wording("ProgramFlow.say_what_flows", ProgramForm.beside(program.file()).getFileName()));
  }
}
