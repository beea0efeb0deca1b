package dev.hindsight.inspector.counterfactual;

import static dev.hindsight.inspector.text.InspectorText.wording;

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
  private final Button run = new Button(wording("RunOnView.run_on"));
  private final Button branch = new Button(wording("RunOnView.add_change"));
  private final WrappedLabel wrappedLabel = WrappedLabel.plain("what-if.outcome");
  private final LiveTree<Integer> table =
      new LiveTree<>("what-if.scores", wording("RunOnView.trial_scores_before_and_after"));
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

  private record Answer(Optional<ScoreEffect> effect, String problem) {}

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
            wording("RunOnView.what_to_run_on_without"),
            each ->
                each == Kind.WIPED
                    ? wording("RunOnView.memory_wiped_at_trials")
                    : wording("RunOnView.switched_off_as_above"));
    start =
        new WordedChoiceBox<>(
            "what-if.start",
            wording("RunOnView.where_to_run_on_from"),
            each ->
                each == StartChoice.TICK
                    ? wording("RunOnView.from_this_tick")
                    : wording("RunOnView.from_this_trials_start"));
    start.keep(List.of(StartChoice.values()), () -> {});
    draws =
        new WordedChoiceBox<>(
            "what-if.draws",
            wording("RunOnView.how_many_runs_each_with_other"),
            many -> many == 1 ? "once" : wording("RunOnView.times", many));
    draws.keep(List.of(1, 8, 64), () -> {});
    run.setId("what-if.run");
    run.setOnAction(_ -> press());
    draws.setTooltip(
        new Tooltip(
            wording("RunOnView.runs_of_this_one_episode_with", Interval.OF_DIFFERENCES.words())));
    branch.setId("what-if.branch");
    branch.setTooltip(new Tooltip(wording("RunOnView.add_it_to_the_list_of")));
    branch.setOnAction(_ -> propose());
    table.column("Trial", 60, row(trialEffect -> Integer.toString(trialEffect.trial() + 1)));
    table.column(
        wording("RunOnView.score_with"), 90, row(trialEffect -> number(trialEffect.with())));
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
      wrappedLabel.setText(wording("RunOnView.choose_above_what_to_switch_off"));
      return;
    }
    int agent = moment.agent();
    int tick = moment.tick();
    context.background(
        wording("RunOnView.switching_off"),
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
                  ? wording("RunOnView.without_on_the_list_of_changes", without.words())
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
      wrappedLabel.setText(wording("RunOnView.choose_above_what_to_switch_off"));
      return;
    }
    int agent = moment.agent();
    int from = from();
    int many = draws.chosen().orElse(1);
    Cancellation stop = new Cancellation();
    running = Optional.of(stop);
    // Results of other choices would stand below what says that these are being computed.
    shown = Optional.empty();
    context.background(
        wording("RunOnView.running_on_without"),
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
    wrappedLabel.setText(wording("RunOnView.running_on"));
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
    shown = answer.effect;
    String whose = agent == moment.agent() ? "" : BodyNames.titled(context.rollout(), agent) + ": ";
    wrappedLabel.setText(whose + answer.effect.map(this::words).orElse(answer.problem));
    refresh();
  }

  private void refresh() {
    run.setText(running.isPresent() ? wording("RunOnView.stop") : wording("RunOnView.run_on"));
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
    change.warning().ifPresent(warning -> words.add(wording("RunOnView.warning", warning)));
    words.add(
        wording(
            "RunOnView.from_without",
            TickWords.of(trials, change.from()),
            change.change().words(),
            change.parts() < 0
                ? wording("RunOnView.it_acts_the_same")
                : wording(
                    "RunOnView.it_first_acts_differently_ticks", change.parts() - change.from())));
    if (trials().isEmpty()) {
      words.add(wording("RunOnView.no_trial_ends_in_this_run"));
    }
    return String.join("; ", words) + ".";
  }

  private static String difference(ScoreEffect.TrialEffect trialEffect) {
    Interval difference = trialEffect.difference();
    return difference.known()
        ? wording(
            "RunOnView.to",
            NumberWords.exactScoreDifference(difference.mean()),
            NumberWords.exactScoreDifference(difference.low()),
            NumberWords.exactScoreDifference(difference.high()))
        : NumberWords.exactScoreDifference(difference.mean());
  }

  private static String number(double value) {
    return NumberWords.exactScore(value);
  }
}
