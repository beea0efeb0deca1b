package dev.hindsight.trainer.learn.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.program.NumberKind;
import dev.hindsight.trainer.policy.program.Port;
import dev.hindsight.trainer.policy.program.PortRole;
import dev.hindsight.trainer.policy.program.Program;
import dev.hindsight.trainer.policy.program.Program.HiddenSize;
import dev.hindsight.trainer.policy.program.ProgramForm;
import dev.hindsight.trainer.policy.program.ProgramFormat;
import dev.hindsight.trainer.policy.program.ProgramSlot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Reads from names and shapes what flows in and out of a program, tries it, and asks where they do
/// not say.
final class FormGuess {
  private static final int ANY = ProgramSlot.ANY;

  private final Program program;
  private final EnvironmentShape shape;
  private final ProgramRunner runner;
  private final ProgramForm said;
  private final int fixedRows;

  FormGuess(Program program, EnvironmentShape shape, ProgramRunner runner) {
    this(program, new ProgramForm(List.of(), List.of()), shape, runner);
  }

  /// @param said what a user says of some arrays; names and shapes say the rest
  private FormGuess(
      Program program, ProgramForm said, EnvironmentShape shape, ProgramRunner runner) {
    this.program = program;
    this.said = said;
    this.shape = shape;
    this.runner = runner;
    fixedRows =
        program.inputs().stream()
            .filter(slot -> slot.shape().size() == 2 && !isState(slot))
            .map(slot -> slot.shape().getFirst())
            .findFirst()
            .orElse(ANY);
  }

  private static boolean isState(ProgramSlot slot) {
    return Names.input(slot.name()).equals(Optional.of(PortRole.STATE));
  }

  /// The form of a program, checked.
  ///
  /// @throws Problem if names and shapes leave more than one meaning, or none that works
  static ProgramForm of(Program program, EnvironmentShape shape, ProgramRunner runner) {
    return new FormGuess(program, shape, runner).form();
  }

  /// As [#of(Program, EnvironmentShape, ProgramRunner)], where a user says what some arrays are.
  static ProgramForm of(
      Program program, ProgramForm said, EnvironmentShape shape, ProgramRunner runner) {
    return new FormGuess(program, said, shape, runner).form();
  }

  private static Optional<Port> named(List<Port> ports, String name) {
    return ports.stream().filter(port -> port.name().equals(name)).findFirst();
  }

  private ProgramForm form() {
    Optional<Problem> first = Optional.empty();
    for (List<Port> inputs : candidates(inputs())) {
      try {
        List<Port> outputs =
            outputs(
                trial(inputs),
                inputs,
                unclear -> {
                  if (said.outputs().isEmpty()) {
                    throw unclear;
                  }
                  return PortRole.IGNORED;
                });
        checkSaid(outputs);
        ProgramForm form =
            new ProgramForm(paired(inputs, outputs), outputs, said.bound(), said.deviation());
        FormCheck.check(program, form, shape, runner);
        return form;
      } catch (Problem e) {
        first = Optional.of(first.orElse(e));
      }
    }
    throw first.orElseThrow();
  }

  private void checkSaid(List<Port> outputs) {
    for (Port port : said.outputs()) {
      if (named(outputs, port.name()).isEmpty()) {
        throw unclear(
            wording(
                "FormGuess.nothing_comes_out_as",
                port.name(),
                String.join(", ", outputs.stream().map(Port::name).toList())));
      }
    }
  }

  private List<Port> inputs() {
    List<Integer> open = new ArrayList<>();
    List<Port> ports = named(open);
    boolean observes =
        ports.stream().filter(port -> port.role() == PortRole.OBSERVATION).count() > open.size();
    if (open.size() > 1 || (open.size() == 1 && observes)) {
      throw unclear(
          wording(
              "FormGuess.what_flows_into",
              String.join(", ", open.stream().map(i -> ports.get(i).name()).toList())));
    }
    return ports;
  }

  /// What the names of the inputs say; an observation where they say nothing.
  ///
  /// @param open receives the indexes of those whose names say nothing
  List<Port> named(List<Integer> open) {
    List<Port> ports = new ArrayList<>();
    for (ProgramSlot slot : program.inputs()) {
      Optional<Port> told = named(said.inputs(), slot.name());
      if (told.isPresent()) {
        boolean bare = told.get().shape().isEmpty() && !slot.shape().isEmpty();
        ports.add(bare ? told.get().withShape(agentsOnly(slot)) : told.get());
        continue;
      }
      Optional<PortRole> role = Names.input(slot.name());
      boolean segment = shape.observation().named(slot.name()).isPresent();
      if (role.isEmpty() && !segment) {
        open.add(ports.size());
      }
      List<Integer> sizes = slot.shape().isEmpty() ? List.of() : agentsOnly(slot);
      Port port = new Port(slot.name(), role.orElse(PortRole.OBSERVATION)).withShape(sizes);
      ports.add(role.isEmpty() && segment ? port.reading(slot.name()) : port);
    }
    // What is called a state may be what is observed, unless that has a name of its own.
    boolean observes =
        program.inputs().stream()
            .anyMatch(slot ->
                named(said.inputs(), slot.name())
                    .map(Port::role)
                    .or(() -> Names.input(slot.name()))
                    .equals(Optional.of(PortRole.OBSERVATION)));
    for (int i : observes ? List.copyOf(open) : List.<Integer>of()) {
      if (Names.mayBeState(ports.get(i).name())) {
        ports.set(i, ports.get(i).with(PortRole.STATE));
        open.remove(Integer.valueOf(i));
      }
    }
    List<Integer> carried = open.stream().filter(i -> comesOut(ports.get(i).name())).toList();
    if (observes || carried.size() < open.size()) {
      carried.forEach(i -> ports.set(i, ports.get(i).with(PortRole.STATE)));
      open.removeAll(carried);
    }
    return ports;
  }

  /// Whether something comes out under the same name whose meaning the name does not say.
  private boolean comesOut(String name) {
    return program.outputs().stream()
        .map(ProgramSlot::name)
        .anyMatch(out -> Names.sameState(name, out) && Names.output(out).isEmpty());
  }

  /// The declared sizes with the axis of agents open: the only open one, or, where all are fixed,
  /// the first whose length is the number of rows of the observation, or else the first.
  private List<Integer> agentsOnly(ProgramSlot slot) {
    List<Integer> sizes = new ArrayList<>(slot.shape());
    if (!sizes.contains(ANY)) {
      sizes.set(Math.max(0, sizes.indexOf(fixedRows)), ANY);
    }
    return sizes.stream().filter(size -> size == ANY).count() == 1 ? sizes : List.of();
  }

  /// All that an undeclared shape of a state may be, the likeliest first, each with masks as floats
  /// and as truth values.
  private List<List<Port>> candidates(List<Port> ports) {
    List<List<Port>> all = new ArrayList<>();
    boolean open =
        ports.stream().anyMatch(port -> port.role() == PortRole.STATE && port.shape().isEmpty());
    List<HiddenSize> sizes = program.hidden().stream().distinct().toList();
    if (open && sizes.isEmpty()) {
      throw unclear(wording("FormGuess.the_shape_of_a_state"));
    }
    List<List<Integer>> shapes = open ? stateShapes(sizes) : List.of(List.<Integer>of());
    boolean flags =
        ports.stream()
            .anyMatch(port ->
                program.format() == ProgramFormat.TORCHSCRIPT
                    && (port.role() == PortRole.MASK || port.role() == PortRole.DONE));
    for (List<Integer> state : shapes) {
      for (List<Integer> mask : maskShapes()) {
        List<Port> floats =
            ports.stream()
                .map(port ->
                    switch (port.shape().isEmpty() ? port.role() : PortRole.IGNORED) {
                      case STATE -> port.withShape(state);
                      case MASK -> port.withShape(mask);
                      default -> port;
                    })
                .toList();
        all.add(floats);
        if (flags) {
          all.add(
              floats.stream()
                  .map(port ->
                      port.role() == PortRole.MASK || port.role() == PortRole.DONE
                          ? port.of(NumberKind.BOOL)
                          : port)
                  .toList());
        }
      }
    }
    return all.stream().distinct().toList();
  }

  /// What an undeclared shape of a mask may be: a flag for each joint action, or for each level of
  /// each factor.
  private List<List<Integer>> maskShapes() {
    return shape.actions() instanceof ActionSpace.Discrete discrete
            && FactorLevels.tellApart(discrete)
        ? List.of(List.of(), List.of(ANY, discrete.levels()))
        : List.of(List.<Integer>of());
  }

  /// What the states of some recurrent layers may look like. Layers of the same size have states of
  /// the same shape, which is tried once.
  static List<List<Integer>> stateShapes(List<HiddenSize> sizes) {
    return sizes.stream().flatMap(size -> stateShapes(size).stream()).distinct().toList();
  }

  /// What the state of a recurrent layer may look like, the likeliest first: one array for each of
  /// its states, then both states of an LSTM in one array, stacked or side by side.
  static List<List<Integer>> stateShapes(HiddenSize size) {
    int layers = size.layers();
    int numbers = size.numbers();
    List<List<Integer>> shapes = new ArrayList<>();
    if (layers > 0) {
      shapes.add(List.of(layers, ANY, numbers));
      shapes.add(List.of(ANY, layers, numbers));
    }
    shapes.add(List.of(ANY, numbers));
    if (layers > 0) {
      shapes.add(List.of(2, layers, ANY, numbers));
      shapes.add(List.of(ANY, 2, layers, numbers));
      shapes.add(List.of(2, ANY, layers, numbers));
      shapes.add(List.of(layers, 2, ANY, numbers));
      shapes.add(List.of(ANY, layers, 2, numbers));
      shapes.add(List.of(layers, ANY, 2 * numbers));
      shapes.add(List.of(ANY, layers, 2 * numbers));
    }
    if (layers > 1) {
      shapes.add(List.of(2 * layers, ANY, numbers));
      shapes.add(List.of(ANY, 2 * layers, numbers));
    }
    shapes.add(List.of(2, ANY, numbers));
    shapes.add(List.of(ANY, 2, numbers));
    shapes.add(List.of(ANY, 2 * numbers));
    return shapes;
  }

  /// What names and shapes say of what came out of a trial.
  ///
  /// @param unclear gives the role of what they say nothing of, or throws
  List<Port> outputs(
      List<ProgramArray> results, List<Port> inputs, Function<Problem, PortRole> unclear) {
    List<Port> ports = new ArrayList<>();
    boolean named = program.outputs().size() == results.size();
    for (int i = 0; i < results.size(); i++) {
      String own = results.get(i).name();
      boolean unnamed = own.equals(Integer.toString(i));
      String name = named && unnamed ? program.outputs().get(i).name() : own;
      ports.add(new Port(name, role(name, inputs).orElse(PortRole.IGNORED)));
    }
    for (int i = 0; i < ports.size(); i++) {
      if (role(ports.get(i).name(), inputs).isEmpty()) {
        ports.set(i, ports.get(i).with(byShape(results, i, ports, inputs, unclear)));
      }
    }
    return ports;
  }

  /// The role of an output, if the user, its own name or that of a state says it.
  private Optional<PortRole> role(String name, List<Port> inputs) {
    boolean follows =
        inputs.stream()
            .anyMatch(port -> port.role() == PortRole.STATE && Names.sameState(port.name(), name));
    return named(said.outputs(), name)
        .map(Port::role)
        .or(() -> Names.output(name))
        .or(() -> follows ? Optional.of(PortRole.STATE) : Optional.empty());
  }

  /// The inputs, in which states whose outputs are in another order are paired by their names.
  private static List<Port> paired(List<Port> inputs, List<Port> outputs) {
    List<Port> from = outputs.stream().filter(port -> port.role() == PortRole.STATE).toList();
    List<Port> into = inputs.stream().filter(port -> port.role() == PortRole.STATE).toList();
    List<Optional<String>> following = into.stream().map(port -> follower(port, from)).toList();
    List<String> names = from.stream().map(Port::name).toList();
    if (following.stream().allMatch(Optional::isPresent)
        && following.stream().distinct().count() == from.size()
        && !following.stream().map(Optional::orElseThrow).toList().equals(names)) {
      return inputs.stream()
          .map(port ->
              into.contains(port)
                  ? port.following(following.get(into.indexOf(port)).orElseThrow())
                  : port)
          .toList();
    }
    boolean crossed =
        from.size() == 2
            && into.size() == 2
            && Names.otherState(into.get(0).name(), from.get(0).name())
            && Names.otherState(into.get(1).name(), from.get(1).name());
    if (!crossed) {
      return inputs;
    }
    return inputs.stream()
        .map(port ->
            into.contains(port) ? port.following(from.get(1 - into.indexOf(port)).name()) : port)
        .toList();
  }

  /// The only output that has the name of a state.
  private static Optional<String> follower(Port state, List<Port> outputs) {
    List<String> names =
        outputs.stream()
            .map(Port::name)
            .filter(name -> Names.sameState(state.name(), name))
            .toList();
    return names.size() == 1 ? Optional.of(names.getFirst()) : Optional.empty();
  }

  /// What comes out if zeros flow in.
  ///
  /// @throws Problem if it does not run so
  List<ProgramArray> trial(List<Port> inputs) {
    List<Port> states = inputs.stream().filter(port -> port.role() == PortRole.STATE).toList();
    ProgramFlow flow = new ProgramFlow(program, new ProgramForm(inputs, states), shape);
    int rows = flow.oneByOne() ? 1 : Math.max(2, shape.agents());
    float[] mask = new float[rows * shape.actions().jointActions()];
    Arrays.fill(mask, 1);
    return runner.run(
        flow.inputs(
            rows,
            new float[rows * shape.observation().size()],
            new float[rows * flow.stateLength()],
            mask,
            new float[rows]));
  }

  private PortRole byShape(
      List<ProgramArray> results,
      int which,
      List<Port> ports,
      List<Port> inputs,
      Function<Problem, PortRole> unclear) {
    long[] sizes = results.get(which).shape();
    int width = new PolicyOutput(shape).width;
    boolean decides =
        ports.stream()
            .map(Port::role)
            .anyMatch(role ->
                role == PortRole.LOGITS || role == PortRole.PROBABILITIES || role == PortRole.MEAN);
    boolean values = ports.stream().anyMatch(port -> port.role() == PortRole.VALUE);
    long states = inputs.stream().filter(port -> port.role() == PortRole.STATE).count();
    long known = ports.stream().filter(port -> port.role() == PortRole.STATE).count();
    boolean one = sizes.length == 1 || (sizes.length == 2 && sizes[1] == 1);
    if (known < states && (sizes.length >= 3 || (decides && (values || !one)))) {
      return PortRole.STATE;
    }
    if (shape.actions().jointActions() > 1
        && !decides
        && sizes.length == 2
        && !one
        && fits(sizes[1], width)) {
      return isDistribution(results.get(which)) ? PortRole.PROBABILITIES : PortRole.LOGITS;
    }
    if (one && !values && (decides || width > 1)) {
      return PortRole.VALUE;
    }
    return unclear.apply(
        unclear(
            wording(
                "FormGuess.what_comes_out_as",
                ports.get(which).name(),
                Arrays.toString(sizes),
                width)));
  }

  private static boolean isDistribution(ProgramArray array) {
    int width = Math.toIntExact(array.shape()[1]);
    double sum = 0;
    for (int i = 0; i < array.values().length; i++) {
      if (array.values()[i] < 0) {
        return false;
      }
      sum += array.values()[i];
    }
    double rows = (double) array.values().length / width;
    return Math.abs(sum - rows) < rows * FormCheck.closeness(array.kind());
  }

  private boolean fits(long size, int width) {
    return size == width
        || (shape.actions() instanceof ActionSpace.Discrete discrete && size == discrete.levels());
  }

  private Problem unclear(String what) {
    return new Problem(
        what,
        program.file().toString(),
        wording("FormGuess.say_it_with", ProgramForm.beside(program.file()).getFileName()));
  }
}
