package dev.hindsight.app.foreign;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.SettingsText;
import dev.hindsight.trainer.policy.program.PortRole;
import dev.hindsight.trainer.policy.program.ProgramForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// The input of the form that says what flows in and out of a policy.
///
/// @param map a name or a file; empty if the environment takes none
/// @param settings `NAME=VALUE ...`, as typed
/// @param inputs in the order of the program; empty until the file has been looked at
/// @param outputs likewise
/// @param deviation of continuous actions for a policy that gives none, as typed
record PolicyFormState(
    EnvironmentType environment,
    String map,
    String settings,
    List<PortAnswer> inputs,
    List<PortAnswer> outputs,
    ActionBound bound,
    String deviation) {
  PolicyFormState {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /// Nothing is said yet.
  static PolicyFormState begin(PolicyWorld world) {
    StringBuilder settings = new StringBuilder();
    world
        .settings()
        .forEach((name, value) -> settings.append(name).append('=').append(value).append(' '));
    EnvironmentType type = world.environment();
    return new PolicyFormState(
        type,
        world.map().or(() -> type.scenarios().names().stream().findFirst()).orElse(""),
        settings.toString().strip(),
        List.of(),
        List.of(),
        ActionBound.CLIPPED,
        "");
  }

  /// In another environment nothing is said yet.
  PolicyFormState in(EnvironmentType type) {
    return begin(PolicyWorld.usual(type));
  }

  PolicyFormState on(String other) {
    return new PolicyFormState(environment, other, settings, inputs, outputs, bound, deviation);
  }

  PolicyFormState set(String typed) {
    return new PolicyFormState(environment, map, typed, inputs, outputs, bound, deviation);
  }

  PolicyFormState bounded(ActionBound other) {
    return new PolicyFormState(environment, map, settings, inputs, outputs, other, deviation);
  }

  PolicyFormState deviating(String typed) {
    return new PolicyFormState(environment, map, settings, inputs, outputs, bound, typed);
  }

  /// With what a trial made of it.
  PolicyFormState saying(ProgramForm form) {
    return new PolicyFormState(
        environment,
        map,
        settings,
        form.inputs().stream().map(PortAnswer::of).toList(),
        form.outputs().stream().map(PortAnswer::of).toList(),
        form.bound(),
        Double.isNaN(form.deviation()) ? deviation : Double.toString(form.deviation()));
  }

  /// With other outputs.
  PolicyFormState giving(List<PortAnswer> others) {
    return new PolicyFormState(environment, map, settings, inputs, others, bound, deviation);
  }

  /// With another answer about one input.
  PolicyFormState input(int index, UnaryOperator<PortAnswer> change) {
    return new PolicyFormState(
        environment, map, settings, changed(inputs, index, change), outputs, bound, deviation);
  }

  /// With another answer about one output.
  PolicyFormState output(int index, UnaryOperator<PortAnswer> change) {
    return giving(changed(outputs, index, change));
  }

  private static List<PortAnswer> changed(
      List<PortAnswer> answers, int index, UnaryOperator<PortAnswer> change) {
    List<PortAnswer> all = new ArrayList<>(answers);
    all.set(index, change.apply(all.get(index)));
    return all;
  }

  /// Whether the actions are numbers, for which there is more to say.
  boolean continuous() {
    return outputs.stream().anyMatch(answer -> answer.role() == PortRole.MEAN);
  }

  /// The world.
  ///
  /// @throws Problem if the settings are none
  PolicyWorld world() {
    return new PolicyWorld(
        environment,
        Optional.of(map).filter(text -> !text.isBlank()),
        SettingsText.parse(settings, "settings"));
  }

  /// The form as far as it is filled in; empty if nothing is said yet.
  ///
  /// @throws Problem naming what is typed wrong
  Optional<ProgramForm> form() {
    return inputs.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ProgramForm(
                inputs.stream().map(PortAnswer::port).toList(),
                outputs.stream().map(PortAnswer::port).toList(),
                bound,
                continuous() ? number() : Double.NaN));
  }

  private double number() {
    if (deviation.isBlank()) {
      return Double.NaN;
    }
    try {
      double number = Double.parseDouble(deviation.strip());
      if (number > 0 && Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException _) {
      // Reported below.
    }
    throw new Problem(
        wording("PolicyFormState.is_no_deviation", deviation),
        "",
        wording("PolicyFormState.give_a_number"));
  }
}
