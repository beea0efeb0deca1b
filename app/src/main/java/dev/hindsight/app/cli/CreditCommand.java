package dev.hindsight.app.cli;

import dev.hindsight.inspector.attention.AttentionLibrary;
import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.counterfactual.Grouping;
import dev.hindsight.inspector.counterfactual.Interrogation;
import dev.hindsight.inspector.counterfactual.MemoryCredit;
import dev.hindsight.inspector.counterfactual.Question;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.Span;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight credit`: what each earlier moment was worth to one query.
@Command(
    name = "credit",
    description = "What each earlier moment was worth to a policy at a tick: leave one out.")
final class CreditCommand extends CommandBase {
  private static final int MOST = 10;

  @Parameters(paramLabel = "FILE", description = "A rollout with observations.")
  private Path file;

  @Option(
      names = "--agent",
      paramLabel = "A",
      defaultValue = "0",
      description = "Whose memory. Default: 0.")
  private int agent;

  @Option(names = "--at", paramLabel = "T", required = true, description = "The tick of the query.")
  private int tick;

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
      names = "--checkpoint",
      paramLabel = "FILE",
      description = "The checkpoint it was recorded with. Default: it is looked for.")
  private Optional<Path> checkpoint = Optional.empty();

  @Override
  public Integer call() {
    try (Rollout rollout = Rollouts.open(file)) {
      AttentionLibrary library = new AttentionLibrary(rollout);
      checkpoint.ifPresent(library::choose);
      try (Interrogation interrogation = new Interrogation(rollout, library)) {
        MemoryCredit credit =
            interrogation.credit(
                agent,
                tick,
                grouping,
                mean ? Ablation.Fill.MEAN : Ablation.Fill.ZERO,
                new Cancellation());
        console().result(format(), fields(credit), words(credit, rollout.trials()));
      }
    }
    return OK;
  }

  private Map<String, Object> fields(MemoryCredit credit) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("rollout", file.toString());
    fields.put("agent", credit.agent());
    fields.put("tick", credit.tick());
    fields.put("of", question.name().toLowerCase(Locale.ROOT));
    fields.put("fill", credit.fill().name().toLowerCase(Locale.ROOT));
    List<Map<String, Object>> moments = new ArrayList<>();
    for (int i = 0; i < credit.groups().size(); i++) {
      Map<String, Object> moment = new LinkedHashMap<>();
      moment.put("from", credit.groups().get(i).from());
      moment.put("to", credit.groups().get(i).to() - 1);
      moment.put("openSlots", credit.open()[i]);
      moment.put("worth", Results.finite(credit.worth(question)[i]));
      moments.add(moment);
    }
    fields.put("moments", moments);
    return fields;
  }

  private String words(MemoryCredit credit, TrialIndex trials) {
    StringBuilder words = new StringBuilder();
    words.append(
        String.format(
            Locale.ROOT,
            "%s, agent %d: worth of %d earlier moments (%s) to %s",
            TickWords.of(trials, credit.tick()),
            credit.agent(),
            credit.groups().size(),
            grouping.words(),
            question.words().toLowerCase(Locale.ROOT)));
    double[] worth = credit.worth(question);
    IntStream.range(0, worth.length)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> -Math.abs(worth[i])))
        .limit(MOST)
        .forEach(i ->
            words.append(
                String.format(
                    Locale.ROOT,
                    "%n  %s: %+.4f %s",
                    name(credit.groups().get(i), trials),
                    worth[i],
                    question.unit())));
    return words.toString();
  }

  private static String name(Span group, TrialIndex trials) {
    String first = TickWords.of(trials, group.from());
    return group.ticks() == 1 ? first : first + " and the " + (group.ticks() - 1) + " after it";
  }
}
