package dev.hindsight.app.cli.counterfactual;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.counterfactual.RecordedOutput;
import dev.hindsight.inspector.occlusion.PreferredAction;
import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.CheckpointFinder;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.learn.RecordedPolicySource;
import dev.hindsight.trainer.record.Occlusion;
import dev.hindsight.trainer.record.Occlusion.PartEffect;
import dev.hindsight.trainer.record.TeacherForcing;
import dev.hindsight.trainer.rollout.AgentNumber;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TickAddress;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.run.ledger.RunLedger;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight occlude`: what a policy would do had it not seen a part of its observation.
@Command(name = "occlude")
public final class OccludeCommand extends CommandBase {
  private static final int LISTED = 20;

  @Parameters(paramLabel = "FILE", descriptionKey = "OccludeCommand.file")
  private Path file;

  @Option(
      names = "--at",
      paramLabel = "TICK|TRIAL:TICK",
      required = true,
      descriptionKey = "OccludeCommand.at")
  private String at;

  @Option(
      names = "--agent",
      paramLabel = "N",
      defaultValue = "0",
      descriptionKey = "OccludeCommand.agent")
  private int agent;

  @Option(names = "--by", paramLabel = "mean|TICK", descriptionKey = "OccludeCommand.by")
  private String by = "mean";

  @Option(names = "--segment", paramLabel = "NAME", descriptionKey = "OccludeCommand.segment")
  private Optional<String> segment = Optional.empty();

  @Option(names = "--gradient", descriptionKey = "OccludeCommand.gradient")
  private boolean gradient;

  @Option(names = "--checkpoint", paramLabel = "C", descriptionKey = "OccludeCommand.checkpoint")
  private Optional<String> checkpoint = Optional.empty();

  /// @param part name of the part
  /// @param changed largest change of one of its numbers
  /// @param kl `KL(seen || without)`, nats
  /// @param preferred most probable action without it; absent for continuous actions
  /// @param preferredNumbers the means of continuous actions without it, bounded
  private record PartJson(
      String part,
      double changed,
      double kl,
      double valueChange,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Integer> preferred,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<float[]> preferredNumbers) {}

  /// @param gradient derivatives of the preferred action's logit by every observed number
  /// @param valueGradient derivatives of the value
  /// @param warning what the user should read first
  private record OcclusionJson(
      String rollout,
      int agent,
      int tick,
      String by,
      double value,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Integer> preferred,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<float[]> preferredNumbers,
      List<PartJson> parts,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<float[]> gradient,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<float[]> valueGradient,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> warning) {}

  @Override
  public Integer call() throws Exception {
    try (Rollout rollout = noted(RecordingOpener.open(file))) {
      AgentNumber.check(agent, rollout.manifest(), file);
      int tick = TickAddress.of(at, rollout.trials(), rollout.ticks());
      Optional<Integer> other =
          by.equals("mean")
              ? Optional.empty()
              : Optional.of(TickAddress.of(by, rollout.trials(), rollout.ticks()));
      Occlusion occlusion = new Occlusion(agent, tick, other, segment);
      try (OpenedPolicy opened =
          BuiltInPolicies.open(acting(rollout), TeacherForcing.shapeOf(rollout))) {
        Occlusion.Effect effect =
            done((progress, cancellation) ->
                occlusion.apply(rollout, opened.policy(), progress, cancellation));
        Optional<float[]> byInput = Optional.empty();
        Optional<float[]> valueByInput = Optional.empty();
        if (gradient) {
          byInput =
              Optional.of(
                  done((progress, cancellation) ->
                      occlusion.gradient(
                          rollout,
                          opened.policy(),
                          Math.max(0, effect.preferred()),
                          progress,
                          cancellation)));
          if (!Float.isNaN(effect.seen().value())) {
            valueByInput =
                Optional.of(
                    done((progress, cancellation) ->
                        occlusion.gradient(rollout, opened.policy(), -1, progress, cancellation)));
          }
        }
        report(rollout, tick, effect, byInput, valueByInput);
      }
    }
    return OK;
  }

  private String acting(Rollout rollout) {
    return checkpoint.orElseGet(() ->
        new RecordedPolicySource(RunLedger.ofUser())
            .name(rollout)
            .orElseThrow(() -> PatchCommand.unnamed(CheckpointFinder.missing(rollout))));
  }

  private void report(
      Rollout rollout,
      int tick,
      Occlusion.Effect effect,
      Optional<float[]> byInput,
      Optional<float[]> valueByInput) {
    boolean joint = effect.preferred() >= 0;
    List<PartJson> parts =
        effect.parts().stream()
            .map(part ->
                new PartJson(
                    part.part().name(),
                    part.changed(),
                    part.divergence(),
                    part.valueChange(),
                    joint ? Categorical.preferred(part.without().logits()) : Optional.empty(),
                    numbers(part.without())))
            .toList();
    Optional<String> warning = RecordedOutput.warning(rollout, agent, tick, effect.seen().logits());
    OcclusionJson json =
        new OcclusionJson(
            file.toString(),
            agent,
            tick,
            by,
            effect.seen().value(),
            joint ? Categorical.preferred(effect.seen().logits()) : Optional.empty(),
            numbers(effect.seen()),
            parts,
            byInput,
            valueByInput,
            warning);
    StringBuilder words = new StringBuilder();
    warning.ifPresent(each -> words.append(wording("OccludeCommand.warning", each)));
    words.append(
        wording(
            "OccludeCommand.at_the_policy_prefers",
            TickWords.of(rollout.trials(), tick),
            agent,
            PreferredAction.words(rollout, effect.seen()),
            number(effect.seen().value())));
    effect.parts().stream().limit(LISTED).forEach(part -> words.append(line(rollout, part)));
    if (effect.parts().size() > LISTED) {
      words.append(wording("OccludeCommand.and_more", effect.parts().size() - LISTED));
    }
    byInput.ifPresent(numbers ->
        words.append(
            switch (TeacherForcing.shapeOf(rollout).actions()) {
              case ActionSpace.Discrete _ ->
                  wording("OccludeCommand.the_steepest", steepest(rollout, numbers));
              case ActionSpace.Continuous continuous ->
                  wording(
                      "OccludeCommand.the_mean_is_steepest",
                      continuous.names().getFirst(),
                      steepest(rollout, numbers));
            }));
    result(json, words.toString());
  }

  private static String line(Rollout rollout, PartEffect part) {
    return wording(
        "OccludeCommand.without",
        part.part().name(),
        number(part.divergence()),
        number(part.valueChange()),
        PreferredAction.words(rollout, part.without()));
  }

  private static Optional<float[]> numbers(Occlusion.Decision decision) {
    return Optional.of(decision.numbers()).filter(numbers -> numbers.length > 0);
  }

  private static String steepest(Rollout rollout, float[] gradient) {
    int best = 0;
    for (int d = 1; d < gradient.length; d++) {
      best = Math.abs(gradient[d]) > Math.abs(gradient[best]) ? d : best;
    }
    return TeacherForcing.shapeOf(rollout).observation().nameOf(best)
        + " "
        + number(gradient[best]);
  }

  private static String number(double value) {
    return Double.isNaN(value) ? NumberWords.NONE : NumberWords.significant(value, 3);
  }
}
