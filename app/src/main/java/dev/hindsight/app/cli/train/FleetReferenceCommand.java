package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.replay.ReplayText;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.evaluation.BuiltInPolicyLibrary;
import dev.hindsight.trainer.partner.PartnerPopulation;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.run.session.CanonicalSuite;
import dev.hindsight.trainer.study.ReferenceGap;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight fleet reference`: plays a suite with a policy and writes its returns as the reference
/// numbers that a training compares itself with.
@Command(name = "reference")
public final class FleetReferenceCommand extends CommandBase {
  @Option(
      names = "--checkpoint",
      paramLabel = "FILE|NAME",
      required = true,
      descriptionKey = "FleetReferenceCommand.checkpoint")
  private String checkpoint;

  @Option(
      names = "--suite",
      paramLabel = "FILE",
      required = true,
      descriptionKey = "FleetReferenceCommand.suite")
  private Path suite;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      descriptionKey = "FleetReferenceCommand.out")
  private Path out;

  private record ReferenceJson(String file, String suite, Map<String, Double> reference) {}

  @Override
  public Integer call() {
    Checkpoint policy = Checkpoints.read(BuiltInPolicies.file(checkpoint));
    CheckpointOrigin origin =
        CheckpointOrigin.of(policy)
            .orElseThrow(() ->
                new Problem(
                    wording("TrainingEpisodePlan.it_does_not_name_its_training"),
                    checkpoint,
                    wording("TrainingEpisodePlan.choose_a_checkpoint_that_hindsight")));
    EnvironmentType type = BuiltInEnvironments.named(origin.environment().id());
    CanonicalSuite worlds =
        CanonicalSuite.of(
            type,
            suite,
            origin.environment().config(),
            origin.partners().map(PartnerPopulation::parse));
    Map<String, Double> played = new BuiltInPolicyLibrary().evaluate(policy, worlds);
    Map<String, Double> returns = new LinkedHashMap<>();
    worlds.scenarios().forEach(name -> returns.put(name, Objects.requireNonNull(played.get(name))));
    ReferenceGap reference = new ReferenceGap(named(), returns);
    reference.write(out);
    StringBuilder words = new StringBuilder();
    returns.forEach((name, number) ->
        words.append(wording("FleetReferenceCommand.line", ReplayText.number(number), name)));
    words.append(wording("FleetReferenceCommand.written", out));
    console()
        .result(
            format(),
            new ReferenceJson(out.toString(), reference.suite(), returns),
            words.toString().stripTrailing());
    return OK;
  }

  /// The suite's file as the reference names it: by name alone if both are in one folder.
  private String named() {
    Path here = suite.toAbsolutePath().normalize();
    boolean beside = Objects.equals(here.getParent(), out.toAbsolutePath().normalize().getParent());
    return beside ? String.valueOf(here.getFileName()) : here.toString();
  }
}
