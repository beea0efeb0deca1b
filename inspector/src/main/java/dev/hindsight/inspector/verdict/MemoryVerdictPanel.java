package dev.hindsight.inspector.verdict;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.counterfactual.ControlledEpisodes;
import dev.hindsight.trainer.counterfactual.MemoryControl;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.text.Sentences;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;

/// Shows the conclusion, a row for each control, and why they differ. FX thread; episodes run in
/// the background.
public final class MemoryVerdictPanel implements Panel {
  private static final int OWN = 0;

  private final PanelContext context;
  private final MemoryVerdictRunner runner;
  private final Button run = new Button(wording("MemoryVerdictPanel.run"));
  private final Button checkpoint = new Button(wording("MemoryVerdictPanel.checkpoint"));
  private final WordedChoiceBox<Integer> episodes;
  private final ProgressBar bar = new ProgressBar(0);
  private final WrappedLabel wrappedLabel = WrappedLabel.of("remember.sentence");
  private final WrappedLabel wrong = WrappedLabel.wrong("remember.wrong");
  private final WrappedLabel reasons = WrappedLabel.muted("remember.reasons");
  private final WrappedLabel method = WrappedLabel.muted("remember.method");
  private final LiveTree<Integer> table =
      new LiveTree<>(
          "remember.table", wording("MemoryVerdictPanel.scores_by_trial_under_each_control"));
  private final PanelBox node;
  private int ticks;
  private boolean complete;

  /// Opens it on the recording of a context.
  public MemoryVerdictPanel(PanelContext context) {
    this.context = context;
    runner = new MemoryVerdictRunner(context, this::fill);
    run.setId("remember.run");
    run.setOnAction(_ -> press());
    checkpoint.setId("remember.checkpoint");
    checkpoint.setTooltip(
        new Tooltip(wording("MemoryVerdictPanel.run_with_a_checkpoint_other_than")));
    checkpoint.setOnAction(_ ->
        context
            .files()
            .open(
                wording("MemoryVerdictPanel.checkpoint_of_the_policy_that_acted"),
                List.of(FileDialogs.Kind.CHECKPOINTS))
            .ifPresent(this::choose));
    episodes =
        new WordedChoiceBox<>(
            "remember.episodes",
            wording("MemoryVerdictPanel.how_many_episodes_those_of_the"),
            MemoryVerdictPanel::words);
    episodes.keep(List.of(OWN, 16, 64, 256), () -> {});
    bar.setMaxWidth(Double.MAX_VALUE);
    bar.setAccessibleText(wording("MemoryVerdictPanel.completed_runs"));
    table.column("Run", 250, row(MemoryVerdictPanel::named));
    int trials = context.rollout().manifest().trials().count();
    for (int k = 0; k < trials; k++) {
      int trial = k;
      table.column(wording("MemoryVerdictPanel.trial", k + 1), 68, row(each -> score(each, trial)));
    }
    table.column("Gain", 168, row(each -> each.gain().map(MemoryVerdictPanel::ends).orElse("")));
    table.column(
        wording("MemoryVerdictPanel.last_trial_changes_by"),
        186,
        row(each -> each.change().map(MemoryVerdictPanel::ends).orElse("")));
    table.copying(row(MemoryVerdictPanel::copied));
    table.tall(5);
    method.setText(
        wording(
            "MemoryVerdictPanel.in_parentheses_95_interval_over", Interval.OF_DIFFERENCES.words()));
    FlowPane tools = new FlowPane(6, 6, run, episodes, checkpoint);
    node = new PanelBox(tools, bar, wrappedLabel, wrong, table, method, reasons).yielding(table);
    fill();
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public boolean empty() {
    return runner.verdict().isEmpty();
  }

  @Override
  public void show(Moment moment) {
    // A result about whole episodes is the same at every tick, but a recording may still grow.
    Rollout rollout = moment.rollout();
    if (rollout.ticks() != ticks || rollout.complete() != complete) {
      ticks = rollout.ticks();
      complete = rollout.complete();
      fill();
    }
  }

  @Override
  public void close() {
    runner.stop();
  }

  private static String words(int many) {
    return many == OWN
        ? wording("MemoryVerdictPanel.as_recorded")
        : wording("MemoryVerdictPanel.episodes", many);
  }

  private void press() {
    if (runner.busy()) {
      runner.stop();
    } else {
      runner.start(episodes.chosen().orElse(OWN));
    }
  }

  /// Uses a checkpoint from now on.
  void choose(Path file) {
    runner.choose(file);
    fill();
  }

  private void fill() {
    Optional<MemoryVerdict> verdict = runner.verdict();
    run.setText(
        runner.busy() ? wording("MemoryVerdictPanel.stop") : wording("MemoryVerdictPanel.run"));
    run.setDisable(context.rollout().ticks() == 0);
    episodes.setDisable(runner.busy());
    bar.setVisible(runner.busy());
    bar.setManaged(runner.busy());
    bar.setProgress(runner.progress());
    wrappedLabel.setText(verdict.map(MemoryVerdict::sentence).orElseGet(this::before));
    wrong.setText(runner.problem());
    reasons.setText(verdict.map(MemoryVerdictPanel::lines).orElse(""));
    boolean there = verdict.isPresent();
    shown(table, there);
    shown(reasons, there);
    shown(method, verdict.filter(known -> known.episodes() > 1).isPresent());
    LiveTree.rows(table, verdict.map(known -> known.rows().size()).orElse(0));
    table.refreshCells();
  }

  private static String lines(MemoryVerdict known) {
    return Stream.concat(
            known.rows().stream()
                .flatMap(each ->
                    each.missing().stream()
                        .map(why ->
                            wording(
                                "MemoryVerdictPanel.does_not_apply", each.control().words(), why))),
            known.reasons().stream())
        .map(line -> "• " + Sentences.capitalised(line))
        .collect(Collectors.joining("\n"));
  }

  private static void shown(Node part, boolean there) {
    part.setVisible(there);
    part.setManaged(there);
  }

  private String before() {
    if (runner.busy()) {
      return wording("MemoryVerdictPanel.running_the_episodes_again");
    }
    int own = ControlledEpisodes.recorded(context.rollout());
    if (own == 0) {
      return wording("MemoryVerdictPanel.the_recording_holds_no_episode");
    }
    return wording(
        "MemoryVerdictPanel.runs_the_of_the_recording_again",
        own == 1 ? "episode" : wording("MemoryVerdictPanel.episodes", own),
        runner
            .checkpoint()
            .map(file -> wording("MemoryVerdictPanel.checkpoint_2", file.getFileName()))
            .orElse(""));
  }

  private Function<Integer, String> row(Function<MemoryVerdict.Row, String> words) {
    return i ->
        runner
            .verdict()
            .filter(known -> i < known.rows().size())
            .map(known -> words.apply(known.rows().get(i)))
            .orElse("");
  }

  private static String named(MemoryVerdict.Row row) {
    return row.control().words()
        + (row.missing().isPresent() ? wording("MemoryVerdictPanel.does_not_apply_2") : "");
  }

  private static String score(MemoryVerdict.Row row, int trial) {
    return row.missing().isPresent()
        ? ""
        : row.scores().get(trial).map(score -> NumberWords.score(score.mean())).orElse("–");
  }

  private static String ends(Interval interval) {
    return interval.known()
        ? wording(
            "MemoryVerdictPanel.to",
            NumberWords.scoreDifference(interval.mean()),
            NumberWords.scoreDifference(interval.low()),
            NumberWords.scoreDifference(interval.high()))
        : NumberWords.scoreDifference(interval.mean());
  }

  private static String copied(MemoryVerdict.Row row) {
    return row.control().words()
        + row.missing().map(why -> wording("MemoryVerdictPanel.does_not_apply_3", why)).orElse("")
        + row.gain()
            .map(gain -> wording("MemoryVerdictPanel.gain", MemoryVerdict.words(gain)))
            .orElse("")
        + row.change()
            .map(it ->
                wording("MemoryVerdictPanel.last_trial_changes_by_2", MemoryVerdict.words(it)))
            .orElse("");
  }

  /// Runs the controls in the background, one batch of episodes under one control at a time, and
  /// updates the verdict whenever all controls have run a batch. FX thread.
  private static final class MemoryVerdictRunner {
    private final PanelContext context;
    private final Runnable onChange;
    private final List<ControlScores> done = new ArrayList<>();
    private final List<ControlScores> batch = new ArrayList<>();
    private Optional<MemoryVerdict> verdict = Optional.empty();
    private Optional<Cancellation> running = Optional.empty();
    private Optional<Path> checkpoint = Optional.empty();

    /// The checkpoint of all runs since the start.
    private Optional<Path> used = Optional.empty();

    private String problem = "";
    private int draws;
    private int begun;

    private record Answer(Optional<ControlScores> scores, String problem) {}

    /// @param onChange runs when a batch is done, and when all runs have ended
    MemoryVerdictRunner(PanelContext context, Runnable onChange) {
      this.context = context;
      this.onChange = onChange;
    }

    /// Starts over.
    ///
    /// @param episodes number of episodes in all; at least those of the recording
    void start(int episodes) {
      clear();
      draws = MemoryExperiment.draws(context.rollout(), episodes);
      used = checkpoint;
      running = Optional.of(new Cancellation());
      next();
    }

    /// Stops the runs; keeps the verdict so far.
    void stop() {
      running.ifPresent(Cancellation::cancel);
    }

    /// Uses another checkpoint from now on: stops the runs of the one before and drops its verdict.
    void choose(Path file) {
      stop();
      clear();
      checkpoint = Optional.of(file);
    }

    private void clear() {
      done.clear();
      batch.clear();
      verdict = Optional.empty();
      problem = "";
      begun = 0;
    }

    Optional<Path> checkpoint() {
      return checkpoint;
    }

    boolean busy() {
      return running.isPresent();
    }

    /// The share of the runs that are done.
    double progress() {
      double batches = Math.max(1, Math.ceilDiv(draws, ControlScores.BATCH));
      double full = Math.ceilDiv(begun, ControlScores.BATCH);
      return (full + (double) batch.size() / MemoryControl.values().length) / batches;
    }

    Optional<MemoryVerdict> verdict() {
      return verdict;
    }

    /// Why it could not run; empty if it could.
    String problem() {
      return problem;
    }

    private void next() {
      Cancellation stop = running.orElseThrow();
      Rollout rollout = context.rollout();
      MemoryControl control = List.of(MemoryControl.values()).get(batch.size());
      Optional<Path> file = used;
      int from = begun;
      int to = Math.min(draws, from + ControlScores.BATCH);
      context.background(
          wording("MemoryVerdictPanel.running_again", control.words()),
          (_, cancellation) -> {
            try {
              // Whichever comes first: the panel closes, or the user stops the runs.
              cancellation.throwIfCancelled();
              return new Answer(
                  Optional.of(ControlScores.run(rollout, file, control, from, to, stop)), "");
            } catch (Problem wrong) {
              return new Answer(Optional.empty(), wrong.getMessage());
            } catch (CancellationException _) {
              cancellation.throwIfCancelled();
              return new Answer(Optional.empty(), "");
            }
          },
          this::arrived);
      onChange.run();
    }

    private void arrived(Answer answer) {
      boolean stopped = running.orElseThrow().isCancelled();
      problem = stopped ? "" : answer.problem;
      if (stopped || answer.scores.isEmpty()) {
        running = Optional.empty();
        onChange.run();
        return;
      }
      batch.add(answer.scores.get());
      if (batch.size() == MemoryControl.values().length) {
        conclude();
      }
      if (begun >= draws) {
        running = Optional.empty();
        onChange.run();
      } else {
        next();
      }
    }

    private void conclude() {
      for (int i = 0; i < batch.size(); i++) {
        if (done.size() <= i) {
          done.add(batch.get(i));
        } else {
          done.set(i, done.get(i).and(batch.get(i)));
        }
      }
      batch.clear();
      begun = Math.min(draws, begun + ControlScores.BATCH);
      verdict = Optional.of(MemoryExperiment.conclude(context.rollout(), done));
    }
  }
}
