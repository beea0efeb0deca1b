package dev.hindsight.app.cli.inspect;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.NeedsOption;
import dev.hindsight.app.cli.console.SettingOption;
import dev.hindsight.app.foreign.PolicyProgram;
import dev.hindsight.app.foreign.PolicyWorld;
import dev.hindsight.app.foreign.PortAnswer;
import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.policy.program.Port;
import dev.hindsight.trainer.policy.program.Program;
import dev.hindsight.trainer.policy.program.ProgramForm;
import dev.hindsight.trainer.policy.program.ProgramSlot;
import dev.hindsight.trainer.text.OneLine;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight policy`: what flows in and out of a policy that another program saved.
@Command(name = "policy")
public final class PolicyCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", descriptionKey = "PolicyCommand.file")
  private Path file;

  @Option(names = "--env", descriptionKey = "PolicyCommand.environment")
  private Optional<String> environment = Optional.empty();

  @NeedsOption("--env")
  @Option(names = "--map", paramLabel = "FILE|NAME", descriptionKey = "PolicyCommand.map")
  private Optional<String> map = Optional.empty();

  @Mixin
  @NeedsOption("--env")
  private SettingOption settings;

  @NeedsOption("--env")
  @Option(names = "--input", paramLabel = "NAME=ROLE", descriptionKey = "PolicyCommand.input")
  private List<String> inputs = List.of();

  @NeedsOption("--env")
  @Option(names = "--output", paramLabel = "NAME=ROLE", descriptionKey = "PolicyCommand.output")
  private List<String> outputs = List.of();

  @NeedsOption("--env")
  @Option(names = "--deviation", paramLabel = "D", descriptionKey = "PolicyCommand.deviation")
  private Optional<Double> deviation = Optional.empty();

  @NeedsOption("--env")
  @Option(names = "--tanh", descriptionKey = "PolicyCommand.tanh")
  private boolean tanh;

  @NeedsOption("--env")
  @Option(names = "--keep", descriptionKey = "PolicyCommand.keep")
  private boolean keep;

  /// @param format `torchscript` or `onnx`
  /// @param form what the arrays mean; null without an environment
  private record PolicyJson(
      String file,
      String sha256,
      String format,
      List<ProgramSlot> inputs,
      List<ProgramSlot> outputs,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<FormJson> form) {}

  private record FormJson(List<Port> inputs, List<Port> outputs) {}

  @Override
  public Integer call() {
    PolicyProgram policy = PolicyProgram.read(file);
    Program program = policy.program();
    Optional<ProgramForm> form = environment.map(id -> form(policy, shape(id)));
    StringBuilder words =
        new StringBuilder(OneLine.of(file.toString()) + ": " + program.format().title());
    program
        .inputs()
        .forEach(slot ->
            words.append(wording("PolicyCommand.in", slot.name(), slot.kind().id(), shape(slot))));
    program
        .outputs()
        .forEach(slot ->
            words.append(wording("PolicyCommand.out", slot.name(), slot.kind().id(), shape(slot))));
    form.ifPresent(known -> {
      words.append(wording("PolicyCommand.it_acts_in", environment.orElseThrow(), known.summary()));
      if (keep) {
        known.keep(file);
        words.append(wording("PolicyCommand.kept", ProgramForm.beside(file)));
      }
    });
    console()
        .result(
            format(),
            new PolicyJson(
                file.toString(),
                policy.sha256(),
                program.format().id(),
                program.inputs(),
                program.outputs(),
                form.map(known -> new FormJson(known.inputs(), known.outputs()))),
            words.toString());
    return OK;
  }

  private static String shape(ProgramSlot slot) {
    return slot.shape().isEmpty()
        ? wording("PolicyCommand.any_shape")
        : slot.shape().toString().replace("-1", "*");
  }

  private EnvironmentShape shape(String id) {
    return new PolicyWorld(BuiltInEnvironments.named(id), map, settings.values()).shape();
  }

  private ProgramForm form(PolicyProgram policy, EnvironmentShape shape) {
    if (inputs.isEmpty() && outputs.isEmpty() && deviation.isEmpty() && !tanh) {
      return policy.form(shape);
    }
    deviation
        .filter(number -> !(number > 0 && Double.isFinite(number)))
        .ifPresent(number -> {
          throw new Problem(
              wording("PolicyFormState.is_no_deviation", number.toString()),
              "--deviation",
              wording("PolicyFormState.give_a_number"));
        });
    if ((tanh || deviation.isPresent()) && shape.actions() instanceof ActionSpace.Discrete) {
      throw new Problem(
          wording("PolicyCommand.the_actions_are_no_numbers"),
          "--tanh, --deviation",
          wording("PolicyCommand.leave_them_out"));
    }
    ActionBound bound = tanh ? ActionBound.TANH : ActionBound.CLIPPED;
    List<Port> into = ports(inputs, policy.program().inputs());
    List<Port> from = ports(outputs, policy.program().outputs());
    return policy.form(new ProgramForm(into, from, bound, deviation.orElse(Double.NaN)), shape);
  }

  /// What the options say of some arrays, which the file has if it lists them.
  private static List<Port> ports(List<String> texts, List<ProgramSlot> slots) {
    List<Port> named = texts.stream().map(text -> PortAnswer.parse(text).port()).toList();
    if (slots.isEmpty()) {
      return named;
    }
    List<String> known = slots.stream().map(ProgramSlot::name).toList();
    named.stream()
        .map(Port::name)
        .filter(name -> !known.contains(name))
        .findFirst()
        .ifPresent(name -> {
          throw new Problem(
              wording("PolicyCommand.there_is_no_array", name),
              "--input, --output",
              wording("PolicyCommand.there_are", String.join(", ", known)));
        });
    return named;
  }
}
