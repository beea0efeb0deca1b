package dev.hindsight.inspector.verdict;

import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.counterfactual.MemoryControl;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/// Runs the controls in the background, a batch of episodes under one control at a time, and
/// concludes anew whenever all of them have run a batch. FX thread.
final class MemoryVerdictRunner {
  private final PanelContext context;
  private final Runnable onChange;
  private final List<ControlScores> done = new ArrayList<>();
  private final List<ControlScores> batch = new ArrayList<>();
  private Optional<MemoryVerdict> verdict = Optional.empty();
  private Optional<Cancellation> running = Optional.empty();
  private Optional<Path> checkpoint = Optional.empty();
  private String problem = "";
  private int draws;
  private int begun;

  private record Answer(Optional<ControlScores> scores, String problem) {}

  /// @param onChange a batch is done, or nothing runs any more
  MemoryVerdictRunner(PanelContext context, Runnable onChange) {
    this.context = context;
    this.onChange = onChange;
  }

  /// Begins anew.
  ///
  /// @param episodes in all; those of the recording at least
  void start(int episodes) {
    done.clear();
    batch.clear();
    verdict = Optional.empty();
    problem = "";
    draws = MemoryExperiment.draws(context.rollout(), episodes);
    begun = 0;
    running = Optional.of(new Cancellation());
    next();
  }

  /// Runs nothing more; what is concluded so far stays.
  void stop() {
    running.ifPresent(Cancellation::cancel);
  }

  /// Runs with another checkpoint from now on.
  void choose(Path file) {
    checkpoint = Optional.of(file);
  }

  Optional<Path> checkpoint() {
    return checkpoint;
  }

  boolean busy() {
    return running.isPresent();
  }

  /// Share of the runs that are done.
  double progress() {
    double batches = Math.max(1, Math.ceilDiv(draws, ControlScores.BATCH));
    double full = Math.ceilDiv(begun, ControlScores.BATCH);
    return (full + (double) batch.size() / MemoryControl.values().length) / batches;
  }

  Optional<MemoryVerdict> verdict() {
    return verdict;
  }

  /// Why it could not be run; empty where it could.
  String problem() {
    return problem;
  }

  private void next() {
    Cancellation stop = running.orElseThrow();
    Rollout rollout = context.rollout();
    MemoryControl control = List.of(MemoryControl.values()).get(batch.size());
    Optional<Path> file = checkpoint;
    int from = begun;
    int to = Math.min(draws, from + ControlScores.BATCH);
    context.background(
        "Running again: " + control.words(),
        (_, cancellation) -> {
          try {
            // Whichever comes first: the panel is closed, or its user stops.
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
    problem = answer.problem;
    if (answer.scores.isEmpty()) {
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
    verdict = Optional.of(MemoryVerdict.of(done, context.rollout().manifest().trials().count()));
  }
}
