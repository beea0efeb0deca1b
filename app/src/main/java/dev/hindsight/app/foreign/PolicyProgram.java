package dev.hindsight.app.foreign;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.foreign.ForeignType;
import dev.hindsight.trainer.learn.foreign.FormReview;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.program.Program;
import dev.hindsight.trainer.policy.program.ProgramForm;
import java.nio.file.Path;
import java.util.Optional;

/// A policy that another program saved with its code, read and found harmless. Its methods run it:
/// for a background thread.
///
/// @param sha256 of the file
public record PolicyProgram(Path file, String sha256, Program program, ForeignType type) {
  /// Reads a policy.
  ///
  /// @throws Problem if it is none, is refused, or has weights alone
  public static PolicyProgram read(Path file) {
    Checkpoint checkpoint = Checkpoints.read(file);
    Program program =
        checkpoint
            .program()
            .orElseThrow(() ->
                new Problem(
                    wording("PolicyProgram.it_holds_weights_alone"),
                    file.toString(),
                    wording("PolicyProgram.weights_need_no_form")));
    ForeignType type = BuiltInPolicies.foreign(checkpoint).orElseThrow();
    return new PolicyProgram(file, checkpoint.sha256(), program, type);
  }

  /// The form with which it acts if no user says more.
  ///
  /// @throws Problem if names and shapes do not say enough
  public ProgramForm form(EnvironmentShape shape) {
    return type.form(program, shape);
  }

  /// The form with what a user says of some arrays; names and shapes say the rest.
  ///
  /// @throws Problem if they do not say enough, or what is said does not fit
  public ProgramForm form(ProgramForm said, EnvironmentShape shape) {
    return type.form(program, said, shape);
  }

  /// Tries a form that may not be complete.
  ///
  /// @param asked what a user has said so far; empty for what the file says
  public FormReview review(Optional<ProgramForm> asked, EnvironmentShape shape) {
    return asked
        .map(form -> type.review(program, form, shape))
        .orElseGet(() -> type.review(program, shape));
  }
}
