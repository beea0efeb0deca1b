package dev.hindsight.inspector.counterfactual;

import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.counterfactual.ScoreEffect;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.BodyNames;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.function.Supplier;
import javafx.scene.control.Button;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;

/// Runs the rest of the episode again without what is switched off, or with the memory wiped, and
/// shows how the scores change. FX thread; the runs take place in the background.
final class RunOnView extends VBox {
  private final PanelContext context;
  private final CounterfactualQueries counterfactualQueries;
  private final Supplier<Ablation> ablation;
  private final WordedChoiceBox<Kind> kind;
  private final WordedChoiceBox<StartChoice> start;
  private final WordedChoiceBox<Integer> draws;
  private final Button run = new Button("Run on");
  private final Button branch = new Button("Add change");
  private final WrappedLabel wrappedLabel = WrappedLabel.plain("what-if.outcome");
  private final LiveTree<Integer> table =
      new LiveTree<>("what-if.scores", "Trial scores before and after");
  private Moment moment;
  private Optional<ScoreEffect> shown = Optional.empty();
  private Optional<Cancellation> running = Optional.empty();

  /// What to run on without.
  enum Kind {
    /// Without the parts that are switched off.
    SWITCHED_OFF,
    /// With the memory wiped at the start of every trial.
    WIPED
  }

  /// Where to run on from.
  private enum StartChoice {
    TICK,
    TRIAL
  }

  private record Proposal(Optional<Edit.Ablate> edit, String problem) {}

  private record Answer(Optional<ScoreEffect> told, String problem) {}

  /// @param ablation the parts chosen to be switched off
  RunOnView(
      PanelContext context,
      CounterfactualQueries counterfactualQueries,
      Supplier<Ablation> ablation) {
    super(4);
    this.context = context;
    this.counterfactualQueries = counterfactualQueries;
    this.ablation = ablation;
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    kind =
        new WordedChoiceBox<>(
            "what-if.kind",
            "What to run on without",
            each -> each == Kind.WIPED ? "Memory wiped at trials" : "Switched off as above");
    start =
        new WordedChoiceBox<>(
            "what-if.start",
            "Where to run on from",
            each -> each == StartChoice.TICK ? "from this tick" : "from this trial's start");
    start.keep(List.of(StartChoice.values()), () -> {});
    draws =
        new WordedChoiceBox<>(
            "what-if.draws",
            "How many runs, each with other random numbers",
            many -> many == 1 ? "once" : many + " times");
    draws.keep(List.of(1, 8, 64), () -> {});
    run.setId("what-if.run");
    run.setOnAction(_ -> press());
    draws.setTooltip(
        new Tooltip(
            "Runs of this one episode with other random numbers; the difference has its"
                + " 95 % interval over them ("
                + Interval.Method.GAFFKE_PAIRED.words()
                + "). It says nothing about other episodes."));
    branch.setId("what-if.branch");
    branch.setTooltip(new Tooltip("Add it to the list of changes for a branch: from this tick on"));
    branch.setOnAction(_ -> propose());
    table.column("Trial", 60, row(trialEffect -> Integer.toString(trialEffect.trial() + 1)));
    table.column("Score with", 90, row(trialEffect -> number(trialEffect.with())));
    table.column("without", 80, row(trialEffect -> number(trialEffect.without())));
    table.column("Difference", 200, row(RunOnView::difference));
    getChildren().addAll(new FlowPane(6, 4, run, kind, start, draws, branch), wrappedLabel, table);
    offer(Kind.WIPED);
    refresh();
  }

  /// Offers kinds of runs.
  void offer(Kind... kinds) {
    if (!kind.getItems().equals(List.of(kinds))) {
      kind.keep(List.of(kinds), () -> {});
    }
    boolean slots = List.of(kinds).contains(Kind.SWITCHED_OFF);
    branch.setVisible(slots);
    branch.setManaged(slots);
  }

  void show(Moment next) {
    if (next.agent() != moment.agent() && running.isEmpty()) {
      shown = Optional.empty();
      wrappedLabel.setText("");
    }
    moment = next;
    refresh();
  }

  /// Proposes to run on from the cursor's tick, whatever was chosen before.
  private void propose() {
    Ablation without = ablation.get();
    if (without.isNone()) {
      wrappedLabel.setText("Choose above what to switch off.");
      return;
    }
    int agent = moment.agent();
    int tick = moment.tick();
    context.background(
        "Switching off",
        (_, cancellation) -> {
          try {
            return new Proposal(
                Optional.of(counterfactualQueries.edit(agent, tick, without, cancellation)), "");
          } catch (Problem problem) {
            return new Proposal(Optional.empty(), problem.getMessage());
          }
        },
        proposal -> {
          proposal.edit.ifPresent(context::propose);
          wrappedLabel.setText(
              proposal.edit.isPresent()
                  ? "Without " + without.words() + ": on the list of changes, in Branches."
                  : proposal.problem);
        });
  }

  private void press() {
    if (running.isPresent()) {
      running.get().cancel();
      return;
    }
    Kind what = kind.chosen().orElse(Kind.WIPED);
    Ablation without = ablation.get();
    if (what == Kind.SWITCHED_OFF && without.isNone()) {
      wrappedLabel.setText("Choose above what to switch off.");
      return;
    }
    int agent = moment.agent();
    int from = from();
    int many = draws.chosen().orElse(1);
    Cancellation stop = new Cancellation();
    running = Optional.of(stop);
    context.background(
        "Running on without",
        (_, cancellation) -> {
          Progress watch = (_, _, _) -> cancellation.throwIfCancelled();
          try {
            return new Answer(
                Optional.of(
                    what == Kind.WIPED
                        ? counterfactualQueries.runOnWiped(agent, from, many, watch, stop)
                        : counterfactualQueries.runOn(agent, from, without, many, watch, stop)),
                "");
          } catch (Problem problem) {
            return new Answer(Optional.empty(), problem.getMessage());
          } catch (CancellationException _) {
            cancellation.throwIfCancelled();
            return new Answer(Optional.empty(), "Stopped.");
          }
        },
        answer -> arrived(answer, agent));
    wrappedLabel.setText("Running on…");
    refresh();
  }

  private int from() {
    TrialIndex trials = context.rollout().trials();
    return start.chosen().orElse(StartChoice.TICK) == StartChoice.TICK || trials.count() == 0
        ? moment.tick()
        : trials.start(trials.stretchAt(moment.tick()));
  }

  /// The user may have selected another agent meanwhile.
  private void arrived(Answer answer, int agent) {
    running = Optional.empty();
    shown = answer.told;
    String whose = agent == moment.agent() ? "" : BodyNames.titled(context.rollout(), agent) + ": ";
    wrappedLabel.setText(whose + answer.told.map(this::words).orElse(answer.problem));
    refresh();
  }

  private void refresh() {
    run.setText(running.isPresent() ? "Stop" : "Run on");
    branch.setDisable(moment.agent() == Moment.NO_AGENT || context.rollout().ticks() == 0);
    run.setDisable(moment.agent() == Moment.NO_AGENT || context.rollout().ticks() == 0);
    List<ScoreEffect.TrialEffect> trials = trials();
    table.setVisible(!trials.isEmpty());
    table.setManaged(!trials.isEmpty());
    if (LiveTree.rows(table, trials.size())) {
      table.tall(trials.size());
    }
    table.refreshCells();
  }

  private List<ScoreEffect.TrialEffect> trials() {
    return shown.map(ScoreEffect::trials).orElse(List.of());
  }

  private Function<Integer, String> row(Function<ScoreEffect.TrialEffect, String> words) {
    return i -> i < trials().size() ? words.apply(trials().get(i)) : "";
  }

  private String words(ScoreEffect change) {
    TrialIndex trials = context.rollout().trials();
    List<String> words = new ArrayList<>();
    change.warning().ifPresent(warning -> words.add("Warning: " + warning));
    words.add(
        "From "
            + TickWords.of(trials, change.from())
            + " without "
            + change.change().words()
            + ": "
            + (change.parts() < 0
                ? "it acts the same"
                : "it first acts differently "
                    + (change.parts() - change.from())
                    + " ticks later"));
    if (trials().isEmpty()) {
      words.add("no trial ends in this run");
    }
    return String.join("; ", words) + ".";
  }

  private static String difference(ScoreEffect.TrialEffect trialEffect) {
    Interval difference = trialEffect.difference();
    return difference.known()
        ? NumberWords.exactGain(difference.mean())
            + " ("
            + NumberWords.exactGain(difference.low())
            + " to "
            + NumberWords.exactGain(difference.high())
            + ")"
        : NumberWords.exactGain(difference.mean());
  }

  private static String number(double value) {
    return NumberWords.exactScore(value);
  }
}
