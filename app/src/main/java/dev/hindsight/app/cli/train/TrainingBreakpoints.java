package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hindsight.app.cli.console.Console;
import dev.hindsight.app.cli.console.OutputFormat;
import dev.hindsight.app.recording.TrainingEpisodePlan;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.session.TrainingCommand;
import dev.hindsight.trainer.run.session.TrainingEvent;
import dev.hindsight.trainer.run.session.TrainingRun;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// Ends a run at the tick at which a condition begins to hold, with a recording that leads up to
/// it. Runs on the run's thread, which waits for it.
final class TrainingBreakpoints implements Consumer<TrainingEvent> {
  private final Console console;
  private final OutputFormat format;
  private final Consumer<TrainingEvent> next;
  private Optional<TrainingRun> run = Optional.empty();
  private Optional<Problem> wrong = Optional.empty();

  /// @param next receives every event too
  TrainingBreakpoints(Console console, OutputFormat format, Consumer<TrainingEvent> next) {
    this.console = console;
    this.format = format;
    this.next = next;
  }

  /// Stops this run at a breakpoint.
  void follow(TrainingRun begun) {
    run = Optional.of(begun);
  }

  /// @throws Problem if a condition was none
  void check() {
    if (wrong.isPresent()) {
      throw wrong.get();
    }
  }

  @Override
  public void accept(TrainingEvent event) {
    next.accept(event);
    if (event instanceof TrainingEvent.Armed armed) {
      wrong = armed.wrong();
      wrong.ifPresent(problem -> stop(problem.getMessage()));
    } else if (event instanceof TrainingEvent.Hit hit) {
      stop(wording("TrainingBreakpoints.condition_met_in_update", hit.hit().words(), hit.update()));
      tell(hit);
    } else if (event instanceof TrainingEvent.Reached reached) {
      stop(
          wording(
              "TrainingBreakpoints.condition_met_after_update",
              reached.condition(),
              reached.update()));
      console.result(
          format,
          new EvaluationHitJson("reached", reached.condition(), reached.update()),
          wording("TrainingBreakpoints.after_update", reached.update(), reached.condition()));
    }
  }

  private record EvaluationHitJson(String event, String condition, long update) {}

  private void stop(String reason) {
    run.ifPresent(begun -> begun.command(new TrainingCommand.Stop(reason)));
  }

  /// @param called the name of the agent
  private record TrainingHitJson(
      String event,
      String condition,
      long update,
      int environment,
      int agent,
      String called,
      int tick,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> recording) {}

  private void tell(TrainingEvent.Hit hit) {
    Optional<Path> recording = hit.policy().map(policy -> record(hit, policy));
    console.result(
        format,
        new TrainingHitJson(
            "hit",
            hit.hit().condition(),
            hit.update(),
            hit.hit().history().environment(),
            hit.hit().agent(),
            hit.hit().title(),
            hit.hit().tick(),
            recording.map(Path::toString)),
        wording(
            "TrainingBreakpoints.update",
            hit.update(),
            hit.hit().words(),
            recording.map(file -> wording("TrainingBreakpoints.recorded_in", file)).orElse("")));
  }

  private static Path record(TrainingEvent.Hit hit, Path policy) {
    Path out =
        policy.resolveSibling(policy.getFileName().toString().replace(".safetensors", ".rollout"));
    try {
      return TrainingEpisodePlan.replay(hit.hit().history(), policy, out)
          .run(Progress.SILENT, new Cancellation());
    } catch (Problem problem) {
      throw problem;
    } catch (Exception e) {
      throw new Problem(
          wording("TrainingBreakpoints.it_cannot_be_recorded"),
          out.toString(),
          String.valueOf(e.getMessage()),
          e);
    }
  }
}
