package dev.hindsight.app.cli;

import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.counterfactual.Grouping;
import dev.hindsight.inspector.counterfactual.Interrogation;
import dev.hindsight.inspector.counterfactual.MemoryCredit;
import dev.hindsight.inspector.counterfactual.Question;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.counterfactual.ScoreCredit;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.BodyNames;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `hindsight credit`: what each earlier moment was worth to one query.
@Command(
    name = "credit",
    description = "What each earlier moment was worth to a policy at a tick: leave one out.")
final class CreditCommand extends CommandBase {
  private static final int MOST = 10;

  @Mixin private QueryOptions query;

  @Option(
      names = "--per",
      paramLabel = "tick|ten_ticks|trial",
      defaultValue = "tick",
      description = "How finely moments are told apart. Default: tick.")
  private Grouping grouping;

  @Option(
      names = "--of",
      paramLabel = "action|logit|value|policy",
      defaultValue = "action",
      description =
          "What is measured: the log-probability of the action taken, its logit, the value, or how"
              + " far the whole policy moves. Default: action.")
  private Question question;

  @Option(
      names = "--mean",
      description = "Replace a moment by the mean of all, instead of taking it away.")
  private boolean mean;

  @Option(
      names = "--score",
      description =
          "Worth to the score of the tick's trial: it is lived again without each moment before"
              + " it.")
  private boolean score;

  @Override
  public Integer call() {
    query.ask((rollout, interrogation) -> {
      Told told = score ? scored(interrogation) : asked(rollout, interrogation);
      console()
          .result(
              format(),
              fields(told),
              words(told, rollout.trials(), BodyNames.titled(rollout, query.agent())));
    });
    return OK;
  }

  /// @param what is measured, for people
  /// @param warning what to read first
  private record Told(
      List<Span> groups, double[] worth, String what, String unit, Optional<String> warning) {}

  private Ablation.Fill fill() {
    return mean ? Ablation.Fill.MEAN : Ablation.Fill.ZERO;
  }

  private Told asked(Rollout rollout, Interrogation interrogation) {
    MemoryCredit credit =
        interrogation.credit(query.agent(), query.tick(), grouping, fill(), new Cancellation());
    return new Told(
        credit.groups(),
        credit.worth(question),
        question.words().toLowerCase(Locale.ROOT),
        question.unit(),
        interrogation
            .effect(query.agent(), query.tick(), Ablation.NONE, new Cancellation())
            .warning(rollout));
  }

  private Told scored(Interrogation interrogation) {
    ScoreCredit credit =
        interrogation.scoreCredit(
            query.agent(),
            query.tick(),
            grouping,
            fill(),
            query.draws(),
            console().progress(),
            new Cancellation());
    return new Told(
        credit.groups(),
        credit.worths(),
        String.format(
            Locale.ROOT,
            "the score of trial %d, %s with everything",
            credit.trial() + 1,
            NumberWords.exactScore(credit.with())),
        "",
        credit.control().warning());
  }

  private Map<String, Object> fields(Told told) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("rollout", query.file().toString());
    fields.put("agent", query.agent());
    fields.put("tick", query.tick());
    fields.put("of", score ? "score" : question.name().toLowerCase(Locale.ROOT));
    told.warning.ifPresent(warning -> fields.put("warning", warning));
    fields.put("fill", fill().name().toLowerCase(Locale.ROOT));
    List<Map<String, Object>> moments = new ArrayList<>();
    for (int i = 0; i < told.groups.size(); i++) {
      Map<String, Object> moment = new LinkedHashMap<>();
      moment.put("from", told.groups.get(i).from());
      moment.put("to", told.groups.get(i).to() - 1);
      moment.put("worth", Results.finite(told.worth[i]));
      moments.add(moment);
    }
    fields.put("moments", moments);
    return fields;
  }

  private String words(Told told, TrialIndex trials, String who) {
    StringBuilder words = new StringBuilder();
    told.warning.ifPresent(warning -> words.append("warning: ").append(warning).append('\n'));
    words.append(
        String.format(
            Locale.ROOT,
            "%s, %s: worth of %d earlier moments (%s) to %s",
            TickWords.of(trials, query.tick()),
            who,
            told.groups.size(),
            grouping.words(),
            told.what));
    if (told.groups.isEmpty()) {
      return words
          .append(
              score
                  ? ". Nothing is remembered when that trial begins: give a tick of a later one."
                  : ". Memory begins anew at this tick: give a later one.")
          .toString();
    }
    if (Arrays.stream(told.worth).allMatch(worth -> worth == 0)) {
      return words
          .append(". None is worth anything: without any one of them all stays the same.")
          .toString();
    }
    IntStream.range(0, told.worth.length)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> -Math.abs(told.worth[i])))
        .limit(MOST)
        .forEach(i ->
            words.append(
                String.format(
                    Locale.ROOT,
                    "%n  %s: %s %s",
                    name(told.groups.get(i), trials),
                    NumberWords.credit(told.worth[i]),
                    told.unit)));
    return words.toString();
  }

  private static String name(Span group, TrialIndex trials) {
    String first = TickWords.of(trials, group.from());
    return group.ticks() == 1 ? first : first + " and the " + (group.ticks() - 1) + " after it";
  }
}
