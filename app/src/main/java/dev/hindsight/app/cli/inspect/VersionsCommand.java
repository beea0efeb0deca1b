package dev.hindsight.app.cli.inspect;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.NeedsOption;
import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.counterfactual.AblationEffect;
import dev.hindsight.inspector.version.VersionComparison;
import dev.hindsight.inspector.version.VersionComparison.BehaviourChange;
import dev.hindsight.inspector.version.VersionMeasure;
import dev.hindsight.inspector.version.VersionOutputs;
import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.AgentNumber;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TickAddress;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunVersions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight versions`: several checkpoints on the same recorded observations.
@Command(name = "versions")
public final class VersionsCommand extends CommandBase {
  /// The number of actions listed as text: the most probable ones.
  private static final int LISTED = 3;

  @Parameters(paramLabel = "FILE", descriptionKey = "VersionsCommand.file")
  private Path file;

  @Option(
      names = "--checkpoint",
      paramLabel = "C",
      required = true,
      descriptionKey = "VersionsCommand.checkpoints")
  private List<String> named = List.of();

  @Option(
      names = "--agent",
      paramLabel = "N",
      defaultValue = "0",
      descriptionKey = "VersionsCommand.agent")
  private int agent;

  @Option(names = "--at", paramLabel = "TICK|TRIAL:TICK", descriptionKey = "VersionsCommand.at")
  private Optional<String> at = Optional.empty();

  @NeedsOption("--json")
  @Option(
      names = "--of",
      paramLabel = "NUMBER",
      defaultValue = "probability",
      descriptionKey = "VersionsCommand.measure")
  private String measure;

  @NeedsOption({"--at", "--json"})
  @Option(names = "--against", paramLabel = "K", descriptionKey = "VersionsCommand.against")
  private Optional<Integer> against = Optional.empty();

  @Override
  public Integer call() throws Exception {
    VersionMeasure wanted = measure();
    List<String> checkpoints =
        named.stream()
            .flatMap(text -> RunVersions.each(RunLedger.ofUser(), text).stream())
            .toList();
    if (against.isPresent() && (against.get() < 1 || against.get() > checkpoints.size())) {
      throw new Problem(
          wording("VersionsCommand.there_is_no_version", against.get()),
          "--against",
          wording("VersionsCommand.there_are", checkpoints.size()));
    }
    try (Rollout rollout = noted(RecordingOpener.open(file))) {
      AgentNumber.check(agent, rollout.manifest(), file);
      Optional<Integer> tick =
          at.map(text -> TickAddress.of(text, rollout.trials(), rollout.ticks()));
      Span span = tick.map(Span::at).orElse(Span.all(rollout.ticks()));
      VersionComparison versions =
          done((progress, cancellation) -> {
            List<VersionOutputs> all = new ArrayList<>();
            for (String checkpoint : checkpoints) {
              all.add(VersionOutputs.of(rollout, agent, checkpoint, span, progress, cancellation));
            }
            return new VersionComparison(rollout, agent, all);
          });
      int reference = against.map(number -> number - 1).orElse(VersionComparison.BEFORE);
      result(
          json(rollout, versions, tick, wanted, reference),
          tick.map(each -> wordsAt(rollout, versions, each, reference))
              .orElseGet(() -> words(rollout, versions)));
    }
    return OK;
  }

  private VersionMeasure measure() {
    return Arrays.stream(VersionMeasure.values())
        .filter(each -> each.id().equals(measure))
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                wording("VersionsCommand.there_is_no_number", measure),
                "--of",
                wording(
                    "VersionsCommand.choose_from",
                    Arrays.stream(VersionMeasure.values())
                        .map(VersionMeasure::id)
                        .collect(Collectors.joining(", ")))));
  }

  /// @param tick the only tick, if one was requested
  /// @param ticks number of ticks compared
  /// @param taken the recorded action at the only tick
  /// @param firstChange the earliest change of behaviour between neighbouring versions
  /// @param divergences mean KL from the version of the row to that of the column, nats
  /// @param matrix a row for each version, a number for each tick
  private record VersionsJson(
      String rollout,
      int agent,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Integer> tick,
      int ticks,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Integer> taken,
      List<VersionJson> versions,
      List<ChangeJson> changes,
      Optional<ChangeJson> firstChange,
      double[][] divergences,
      String of,
      float[][] matrix) {}

  /// Numbers are means over the ticks outside limbo.
  ///
  /// @param acted whether it is the policy that acted, by its digest, or by its update and outputs
  /// @param differenceFromRecorded largest difference of a logit
  /// @param probabilities of every action at the only tick
  /// @param attentionByTrial weights at the only tick
  private record VersionJson(
      String checkpoint,
      String sha256,
      boolean acted,
      double differenceFromRecorded,
      double probability,
      double value,
      double entropy,
      double kl,
      double lookBack,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Integer> preferred,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<double[]> probabilities,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<float[]> attentionByTrial,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Integer> mostAttentionOn) {}

  /// @param from number of the first version, from 1
  /// @param to number of the second
  /// @param firstTick the first tick at which they prefer different actions; null if nowhere
  /// @param otherActions number of such ticks
  private record ChangeJson(
      int from,
      int to,
      Optional<Integer> firstTick,
      int otherActions,
      int ticks,
      double meanKl,
      double largestKl,
      int largestKlAt) {
    static ChangeJson of(BehaviourChange change) {
      return new ChangeJson(
          change.from() + 1,
          change.to() + 1,
          change.first() < 0 ? Optional.empty() : Optional.of(change.first()),
          change.others(),
          change.ticks(),
          change.mean(),
          change.largest(),
          change.largestAt());
    }
  }

  private VersionsJson json(
      Rollout rollout,
      VersionComparison versions,
      Optional<Integer> tick,
      VersionMeasure wanted,
      int reference) {
    return new VersionsJson(
        file.toString(),
        agent,
        tick,
        versions.span().ticks(),
        tick.map(versions::taken).filter(taken -> taken >= 0),
        IntStream.range(0, versions.versions().size())
            .mapToObj(version -> json(rollout, versions, tick, version, reference))
            .toList(),
        versions.changes().stream().map(ChangeJson::of).toList(),
        versions.firstChange().map(ChangeJson::of),
        versions.divergences(),
        wanted.id(),
        versions.matrix(wanted, reference));
  }

  private static VersionJson json(
      Rollout rollout,
      VersionComparison versions,
      Optional<Integer> tick,
      int version,
      int reference) {
    VersionOutputs outputs = versions.versions().get(version);
    ToDoubleFunction<VersionMeasure> mean = measure -> mean(versions, measure, reference, version);
    boolean chooses = !versions.continuous();
    return new VersionJson(
        outputs.checkpoint(),
        outputs.sha256(),
        versions.acted(outputs),
        versions.fromRecorded(version),
        mean.applyAsDouble(VersionMeasure.PROBABILITY),
        mean.applyAsDouble(VersionMeasure.VALUE),
        mean.applyAsDouble(VersionMeasure.ENTROPY),
        mean.applyAsDouble(VersionMeasure.DIVERGENCE),
        mean.applyAsDouble(VersionMeasure.LOOK_BACK),
        tick.filter(_ -> chooses)
            .flatMap(each -> Categorical.preferred(versions.logits(version, each))),
        tick.filter(_ -> chooses)
            .map(each -> Categorical.probabilities(versions.logits(version, each))),
        tick.flatMap(outputs::byTrial),
        tick.map(outputs::heaviest).filter(seen -> seen >= 0 && seen < rollout.ticks()));
  }

  private static double mean(
      VersionComparison versions, VersionMeasure measure, int reference, int version) {
    return IntStream.range(versions.span().from(), versions.span().to())
        .mapToDouble(tick -> versions.at(measure, reference, version, tick))
        .filter(number -> !Double.isNaN(number))
        .average()
        .orElse(Double.NaN);
  }

  private static String words(Rollout rollout, VersionComparison versions) {
    StringBuilder words = new StringBuilder();
    words.append(
        wording(
            "VersionsCommand.agent_ticks_versions",
            versions.agent(),
            versions.span().ticks(),
            versions.versions().size()));
    for (int version = 0; version < versions.versions().size(); version++) {
      words.append(named(versions, version));
      words.append(
          wording(
              "VersionsCommand.mean",
              recorded(versions, mean(versions, VersionMeasure.PROBABILITY, -1, version)),
              number(mean(versions, VersionMeasure.VALUE, -1, version)),
              number(mean(versions, VersionMeasure.ENTROPY, -1, version))));
    }
    for (BehaviourChange change : versions.changes()) {
      words.append(
          change.first() < 0
              ? wording(
                  "VersionsCommand.prefer_the_same_actions",
                  change.from() + 1,
                  change.to() + 1,
                  number(change.mean()))
              : wording(
                  "VersionsCommand.another_action_is_preferred",
                  change.from() + 1,
                  change.to() + 1,
                  change.others(),
                  change.ticks(),
                  TickWords.of(rollout.trials(), change.first()),
                  number(change.mean()),
                  number(change.largest()),
                  TickWords.of(rollout.trials(), Math.max(0, change.largestAt()))));
    }
    return words.toString();
  }

  private static String wordsAt(
      Rollout rollout, VersionComparison versions, int tick, int reference) {
    StringBuilder words = new StringBuilder();
    words.append(
        wording(
            "VersionsCommand.tick_agent",
            TickWords.of(rollout.trials(), tick),
            versions.agent(),
            !versions.acted(tick)
                ? wording("VersionsCommand.in_limbo")
                : versions.taken(tick) < 0
                    ? wording("VersionsCommand.numbers")
                    : AblationEffect.name(rollout, versions.taken(tick))));
    for (int version = 0; version < versions.versions().size() && versions.acted(tick); version++) {
      words.append(named(versions, version));
      words.append(
          wording(
              "VersionsCommand.at_this_tick",
              recorded(versions, versions.at(VersionMeasure.PROBABILITY, reference, version, tick)),
              number(versions.at(VersionMeasure.VALUE, reference, version, tick)),
              number(versions.at(VersionMeasure.ENTROPY, reference, version, tick)),
              number(versions.at(VersionMeasure.DIVERGENCE, reference, version, tick))));
      VersionOutputs outputs = versions.versions().get(version);
      if (!versions.continuous()) {
        words.append(
            wording(
                "VersionsCommand.most_probable",
                mostProbable(rollout, versions.logits(version, tick))));
      }
      if (outputs.heaviest(tick) >= 0) {
        words.append(
            wording(
                "VersionsCommand.attention",
                NumberWords.percent(
                    versions.at(VersionMeasure.LOOK_BACK, reference, version, tick)),
                TickWords.of(rollout.trials(), outputs.heaviest(tick)),
                NumberWords.percent(outputs.heaviestWeight(tick))));
      }
    }
    return words.toString();
  }

  private static String mostProbable(Rollout rollout, float[] logits) {
    double[] probabilities = Categorical.probabilities(logits);
    return IntStream.range(0, probabilities.length)
        .boxed()
        .sorted(Comparator.comparingDouble(action -> -probabilities[action]))
        .limit(LISTED)
        .map(action ->
            AblationEffect.name(rollout, action) + " " + NumberWords.percent(probabilities[action]))
        .collect(Collectors.joining(", "));
  }

  private static String named(VersionComparison versions, int version) {
    VersionOutputs outputs = versions.versions().get(version);
    double apart = versions.fromRecorded(version);
    String acted =
        !versions.acted(outputs)
            ? ""
            : apart == 0
                ? wording("VersionsCommand.it_acted_and_repeats")
                : wording("VersionsCommand.it_acted", number(apart));
    return "\n" + (version + 1) + " " + outputs.checkpoint() + acted;
  }

  /// The probability of the recorded action, or its density if actions are continuous.
  private static String recorded(VersionComparison versions, double number) {
    return versions.continuous()
        ? wording("VersionsCommand.density_of_the_recorded_action", number(number))
        : wording(
            "VersionsCommand.recorded_action",
            Double.isNaN(number) ? NumberWords.NONE : NumberWords.percent(number));
  }

  private static String number(double number) {
    return Double.isNaN(number) ? NumberWords.NONE : NumberWords.significant(number, 3);
  }
}
