package dev.hindsight.trainer.learn.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyType;
import dev.hindsight.trainer.policy.TensorMismatches;
import dev.hindsight.trainer.policy.program.Program;
import dev.hindsight.trainer.policy.program.ProgramForm;
import dev.hindsight.trainer.policy.program.ProgramFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Policies that another program saved with their code, for any environment whose observation fits.
public final class ForeignType implements PolicyType {
  private final ProgramFormat format;
  private final Supplier<NDManager> scope;

  /// @param scope opens a scope of PyTorch
  public ForeignType(ProgramFormat format, Supplier<NDManager> scope) {
    this.format = format;
    this.scope = scope;
  }

  @Override
  public String id() {
    return format.id();
  }

  @Override
  public boolean remembers() {
    return true;
  }

  @Override
  public TensorMismatches mismatches(Checkpoint checkpoint) {
    boolean fits = checkpoint.program().map(program -> program.format() == format).orElse(false);
    return new TensorMismatches(
        fits ? List.of() : List.of(wording("ForeignType.code", format.title())),
        List.copyOf(checkpoint.tensors().keySet()),
        List.of());
  }

  @Override
  public Policy open(Checkpoint checkpoint, EnvironmentShape shape) {
    Program program = checkpoint.program().orElseThrow();
    WatchedRunner watched = watched(program, runner(program));
    try {
      return new ForeignPolicy(program, form(program, shape, watched), shape, watched);
    } catch (Throwable e) {
      watched.close();
      throw e;
    }
  }

  /// What flows in and out of a program in an environment, checked: the form beside the file, or
  /// else what names and shapes say.
  ///
  /// @throws dev.hindsight.trainer.Problem if they do not say, or if it does not work
  public ProgramForm form(Program program, EnvironmentShape shape) {
    try (ProgramRunner runner = watched(program, runner(program))) {
      return form(program, shape, runner);
    }
  }

  /// What flows in and out of a program, checked: what a user says of some arrays, and of the
  /// others what names and shapes say.
  ///
  /// @param said named arrays, as many as the user says something of
  /// @throws dev.hindsight.trainer.Problem if they do not say, or if it does not work
  public ProgramForm form(Program program, ProgramForm said, EnvironmentShape shape) {
    try (ProgramRunner runner = watched(program, runner(program))) {
      return FormGuess.of(program, said, shape, runner);
    }
  }

  /// A first form of a program, however little names and shapes say, and what is wrong with it.
  ///
  /// @throws dev.hindsight.trainer.Problem if the program does not load
  public FormReview review(Program program, EnvironmentShape shape) {
    try (ProgramRunner runner = runner(program)) {
      return new FormDraft(program, shape, runner).first();
    }
  }

  /// What is wrong with a form that a user is filling in, and what comes out with it.
  ///
  /// @throws dev.hindsight.trainer.Problem if the program does not load
  public FormReview review(Program program, ProgramForm form, EnvironmentShape shape) {
    try (ProgramRunner runner = runner(program)) {
      return new FormDraft(program, shape, runner).review(form);
    }
  }

  private static ProgramForm form(Program program, EnvironmentShape shape, ProgramRunner runner) {
    Optional<ProgramForm> kept = ProgramForm.of(program.file());
    if (kept.isEmpty()) {
      return FormGuess.of(program, shape, runner);
    }
    FormCheck.check(program, kept.get(), shape, runner);
    return kept.get();
  }

  private static WatchedRunner watched(Program program, ProgramRunner runner) {
    return new WatchedRunner(
        runner, WatchedRunner.USUAL, program.file().toString(), ResidentMemory::bytes);
  }

  private ProgramRunner runner(Program program) {
    return switch (format) {
      case TORCHSCRIPT -> new ScriptRunner(scope.get(), program);
      case ONNX -> new OnnxRunner(program);
    };
  }
}
