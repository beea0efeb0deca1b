package dev.hindsight.trainer.learn.foreign;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.policy.program.Port;
import dev.hindsight.trainer.policy.program.PortRole;
import dev.hindsight.trainer.policy.program.Program;
import dev.hindsight.trainer.policy.program.ProgramForm;
import dev.hindsight.trainer.policy.program.ProgramSlot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A form while a user fills it in: a first one from whatever names and shapes say, and after every
/// answer what comes out and what is wrong. Unlike [FormGuess] it never gives up.
final class FormDraft {
  private final Program program;
  private final EnvironmentShape shape;
  private final ProgramRunner runner;
  private final FormGuess guess;

  FormDraft(Program program, EnvironmentShape shape, ProgramRunner runner) {
    this.program = program;
    this.shape = shape;
    this.runner = runner;
    guess = new FormGuess(program, shape, runner);
  }

  /// The kept form, or what names and shapes say, or as much of it as they do say.
  FormReview first() {
    Optional<Problem> unclear;
    try {
      Optional<ProgramForm> kept = ProgramForm.of(program.file());
      return review(kept.isPresent() ? kept.get() : FormGuess.of(program, shape, runner));
    } catch (Problem e) {
      unclear = Optional.of(e);
    }
    FormReview draft = review(new ProgramForm(inputs(), List.of()));
    return new FormReview(draft.form(), draft.results(), unclear);
  }

  /// Tries a form. Outputs that it does not name are added as names and shapes suggest.
  FormReview review(ProgramForm form) {
    List<List<Integer>> results = List.of();
    ProgramForm whole = form;
    try {
      List<ProgramArray> arrays = guess.trial(form.inputs());
      results = arrays.stream().map(array -> sizes(array.shape())).toList();
      whole = with(form, outputs(form, arrays));
      FormCheck.check(program, whole, shape, runner);
      return new FormReview(whole, results, Optional.empty());
    } catch (Problem e) {
      ProgramForm named = whole.outputs().isEmpty() ? with(whole, declaredOutputs()) : whole;
      return new FormReview(named, results, Optional.of(e));
    }
  }

  private static ProgramForm with(ProgramForm form, List<Port> outputs) {
    return new ProgramForm(form.inputs(), outputs, form.bound(), form.deviation());
  }

  private static List<Integer> sizes(long[] sizes) {
    return Arrays.stream(sizes).mapToObj(Math::toIntExact).toList();
  }

  /// What is already said stays; the rest is suggested.
  private List<Port> outputs(ProgramForm form, List<ProgramArray> arrays) {
    if (form.outputs().size() == arrays.size()) {
      return form.outputs();
    }
    List<Port> suggested = guess.outputs(arrays, form.inputs(), _ -> PortRole.IGNORED);
    List<Port> ports = new ArrayList<>();
    for (Port port : suggested) {
      ports.add(
          form.outputs().stream()
              .filter(said -> said.name().equals(port.name()))
              .findFirst()
              .orElse(port));
    }
    return ports;
  }

  private List<Port> declaredOutputs() {
    return program.outputs().stream()
        .map(slot -> new Port(slot.name(), Names.output(slot.name()).orElse(PortRole.IGNORED)))
        .toList();
  }

  private List<Port> inputs() {
    List<Integer> open = new ArrayList<>();
    List<Port> ports = new ArrayList<>(guess.named(open));
    boolean observes =
        ports.stream().filter(port -> port.role() == PortRole.OBSERVATION).count() > open.size();
    for (int i = 0; i < ports.size(); i++) {
      Port port = ports.get(i);
      if (open.contains(i)) {
        port = port.with(suggested(program.inputs().get(i), observes));
        observes |= port.role() == PortRole.OBSERVATION;
      }
      ports.set(i, port);
    }
    return program.hidden().isEmpty() ? ports : shaped(ports);
  }

  /// The inputs, with the first shape of states with which the program runs.
  private List<Port> shaped(List<Port> ports) {
    List<List<Port>> candidates =
        FormGuess.stateShapes(program.hidden()).stream()
            .map(sizes -> ports.stream().map(port -> shaped(port, sizes)).toList())
            .toList();
    return candidates.stream().filter(this::runs).findFirst().orElse(candidates.getFirst());
  }

  private static Port shaped(Port port, List<Integer> sizes) {
    boolean bare = port.role() == PortRole.STATE && port.shape().isEmpty();
    return bare ? port.withShape(sizes) : port;
  }

  private boolean runs(List<Port> ports) {
    try {
      return !guess.trial(ports).isEmpty();
    } catch (Problem _) {
      return false;
    }
  }

  /// What an array may be whose name says nothing.
  private PortRole suggested(ProgramSlot slot, boolean observes) {
    int size = slot.shape().isEmpty() ? ProgramSlot.ANY : slot.shape().getLast();
    boolean wide = slot.shape().size() == 2 && size == shape.observation().size();
    if (!observes && (size == ProgramSlot.ANY || wide)) {
      return PortRole.OBSERVATION;
    }
    return program.hidden().isEmpty() && slot.shape().size() < 3
        ? PortRole.IGNORED
        : PortRole.STATE;
  }
}
