package dev.hindsight.app.cli.counterfactual;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.counterfactual.RecordedOutput;
import dev.hindsight.inspector.patch.LaterEffect;
import dev.hindsight.inspector.version.VersionComparison;
import dev.hindsight.inspector.version.VersionOutputs;
import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.CheckpointFinder;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.record.ActivationPatch;
import dev.hindsight.trainer.record.TeacherForcing;
import dev.hindsight.trainer.rollout.AgentNumber;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TickAddress;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.run.ledger.RunLedger;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight patch`: the activations of one tick put into another.
@Command(name = "patch")
public final class PatchCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", descriptionKey = "PatchCommand.file")
  private Path file;

  @Option(
      names = "--from",
      paramLabel = "TICK|TRIAL:TICK",
      required = true,
      descriptionKey = "PatchCommand.from")
  private String from;

  @Option(
      names = "--at",
      paramLabel = "TICK|TRIAL:TICK",
      required = true,
      descriptionKey = "PatchCommand.at")
  private String at;

  @Option(
      names = "--layer",
      paramLabel = "L",
      split = ",",
      required = true,
      descriptionKey = "PatchCommand.layers")
  private List<Integer> layers = List.of();

  @Option(
      names = "--agent",
      paramLabel = "N",
      defaultValue = "0",
      descriptionKey = "PatchCommand.agent")
  private int agent;

  @Option(names = "--checkpoint", paramLabel = "C", descriptionKey = "PatchCommand.checkpoint")
  private Optional<String> checkpoint = Optional.empty();

  @Override
  public Integer call() throws Exception {
    try (Rollout rollout = noted(RecordingOpener.open(file))) {
      AgentNumber.check(agent, rollout.manifest(), file);
      int source = TickAddress.of(from, rollout.trials(), rollout.ticks());
      int tick = TickAddress.of(at, rollout.trials(), rollout.ticks());
      Span span = new Span(Math.min(source, tick), rollout.ticks());
      ActivationPatch patch =
          new ActivationPatch(
              agent,
              layers.stream()
                  .map(layer -> new ActivationPatch.Place(source, tick, layer))
                  .toList());
      ActivationPatch.Effect effect;
      try (OpenedPolicy opened =
          BuiltInPolicies.open(acting(rollout), TeacherForcing.shapeOf(rollout))) {
        effect =
            done((progress, cancellation) ->
                patch.apply(rollout, rollout, opened.policy(), span, progress, cancellation));
      }
      report(rollout, LaterEffect.compare(rollout, agent, effect), source, tick);
    }
    return OK;
  }

  private String acting(Rollout rollout) {
    return checkpoint.orElseGet(() ->
        CheckpointFinder.find(rollout, RunLedger.ofUser())
            .map(Path::toString)
            .orElseThrow(() -> unnamed(CheckpointFinder.missing(rollout))));
  }

  /// The problem that a recording has no checkpoint, for a command that takes one.
  static Problem unnamed(Problem missing) {
    return new Problem(
        missing.what(), missing.where(), wording("PatchCommand.name_one_with_checkpoint"));
  }

  /// @param from tick the activations come from
  /// @param preferredWithout most probable action, nothing patched; absent where actions are
  ///   numbers
  /// @param numbersWithout means of the numbers, bounded, nothing patched; absent for choices
  /// @param kl `KL(without || with)` at the tick, nats
  /// @param klToSource `KL(source || with)` at the tick, nats: 0 if it now puts out what the source
  ///   tick did
  /// @param laterOtherActions number of later ticks with another preferred action
  /// @param laterFirst the first of them; null if there is none
  /// @param laterMeanKl mean KL over the later ticks of the episode outside limbo, nats
  /// @param warning what the user should read first
  private record PatchJson(
      String rollout,
      int agent,
      int from,
      int tick,
      List<Integer> layers,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Integer> preferredWithout,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Integer> preferredWith,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<float[]> numbersWithout,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<float[]> numbersWith,
      float valueWithout,
      float valueWith,
      double kl,
      double klToSource,
      int laterTicks,
      int laterOtherActions,
      Optional<Integer> laterFirst,
      double laterMeanKl,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> warning) {}

  private static Optional<Integer> preferred(VersionComparison both, int version, int tick) {
    return both.continuous() ? Optional.empty() : Categorical.preferred(both.logits(version, tick));
  }

  private static Optional<float[]> means(VersionComparison both, int version, int tick) {
    return both.continuous() ? Optional.of(both.means(version, tick)) : Optional.empty();
  }

  private void report(Rollout rollout, VersionComparison both, int source, int tick) {
    LaterEffect later = LaterEffect.of(both, tick);
    VersionOutputs without = both.versions().getFirst();
    VersionOutputs with = both.versions().getLast();
    double toSource =
        both.divergence(
            both.drawnFrom(without.logits(source), tick), both.drawnFrom(with.logits(tick), tick));
    Optional<String> warning = RecordedOutput.warning(rollout, agent, tick, without.logits(tick));
    PatchJson result =
        new PatchJson(
            file.toString(),
            agent,
            source,
            tick,
            layers,
            preferred(both, 0, tick),
            preferred(both, 1, tick),
            means(both, 0, tick),
            means(both, 1, tick),
            without.value(tick),
            with.value(tick),
            both.divergence(0, 1, tick),
            toSource,
            later.ticks(),
            later.others(),
            later.first(),
            later.meanKl(),
            warning);
    result(
        result,
        warning.map(each -> wording("PatchCommand.warning", each)).orElse("")
            + wording(
                "PatchCommand.at_with_the_activations_of",
                TickWords.of(rollout.trials(), tick),
                agent,
                TickWords.of(rollout.trials(), source),
                both.preferredWords(0, tick),
                both.preferredWords(1, tick),
                NumberWords.logit(result.valueWithout),
                NumberWords.logit(result.valueWith),
                NumberWords.significant(result.kl, 3),
                NumberWords.significant(toSource, 3))
            + (later.ticks() == 0
                ? wording("PatchCommand.no_later_tick")
                : wording(
                    "PatchCommand.later_another_action",
                    later.others(),
                    later.ticks(),
                    NumberWords.significant(later.meanKl(), 3))));
  }
}
