package dev.hindsight.app.selftest;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.HeadlessWindow;
import dev.hindsight.app.recording.DemoPlan;
import dev.hindsight.app.recording.FilmPlan;
import dev.hindsight.app.recording.RecordingPlan;
import dev.hindsight.app.recording.Sample;
import dev.hindsight.app.recording.Samples;
import dev.hindsight.app.selftest.SelfTest.Step;
import dev.hindsight.render.film.FilmReport;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.TorchChecks;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.learn.evaluation.BuiltInPolicyLibrary;
import dev.hindsight.trainer.record.RecordingReport;
import dev.hindsight.trainer.record.Replay;
import dev.hindsight.trainer.rollout.RequestedTicks;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.run.session.RunContext;
import dev.hindsight.trainer.run.session.TrainingEvent;
import dev.hindsight.trainer.run.session.TrainingResult;
import dev.hindsight.trainer.run.session.TrainingRun;
import dev.hindsight.trainer.run.session.TrainingSpec;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The self-test's steps with built-in files: opens a sample and replays it bit for bit, records a
/// built-in checkpoint, draws every pane, makes a film, trains a policy.
public final class ShippedSteps {
  private static final int UPDATES = 10;
  private static final int SKY_TICKS = 20;
  private static final String RECORDED = "recorded.rollout";

  private ShippedSteps() {}

  /// In order. Together they load every native library.
  public static List<Step> all() {
    return List.of(
        new Step("sample", ShippedSteps::sample),
        new Step("record", ShippedSteps::record),
        new Step("panes", ShippedSteps::panes),
        new Step("film", ShippedSteps::film),
        new Step("train", ShippedSteps::train));
  }

  /// The sample whose policy is a transformer: all panels except those about neighbours can show
  /// it.
  private static Sample shipped() {
    return Samples.named("learned");
  }

  private static String sample(Path folder, Progress progress, Cancellation cancellation)
      throws Exception {
    Path file = shipped().in(folder).run(progress, cancellation);
    try (Rollout rollout = Rollouts.open(file)) {
      new Replay(rollout)
          .run(progress, cancellation)
          .firstDifference()
          .ifPresent(difference -> {
            throw new Problem(
                wording("ShippedSteps.it_does_not_replay_here", difference),
                file.getFileName().toString(),
                wording("ShippedSteps.please_report_this_line_simulations"));
          });
      return wording(
          "ShippedSteps.ticks_of_agents_replayed_bit_for",
          shipped().title(),
          rollout.ticks(),
          rollout.manifest().agents());
    }
  }

  private static String record(Path folder, Progress progress, Cancellation cancellation) {
    RecordingPlan plan = shipped().plan();
    RecordingReport report =
        new RecordingPlan(
                plan.environment(),
                plan.map(),
                plan.checkpoint(),
                plan.ticks(),
                "argmax",
                plan.seed(),
                plan.settings(),
                folder.resolve(RECORDED))
            .run(progress, cancellation);
    return wording(
        "ShippedSteps.ticks_goals", plan.checkpoint().orElse(""), report.ticks(), report.goals());
  }

  private static String panes(Path folder, Progress progress, Cancellation cancellation)
      throws Exception {
    Path sky = folder.resolve("sky.rollout");
    DemoPlan.airspace(folder, DemoPlan.CONTROLLER)
        .lasting(SKY_TICKS)
        .writing(sky)
        .run(progress, cancellation);
    List<String> drawn =
        HeadlessWindow.everyPane(
            shipped().file(folder), folder.resolve(RECORDED), List.of(sky), progress, cancellation);
    return wording("ShippedSteps.drawn", drawn.size(), String.join(", ", drawn));
  }

  private static String film(Path folder, Progress progress, Cancellation cancellation)
      throws Exception {
    FilmPlan whole = FilmPlan.whole(folder.resolve(RECORDED), folder.resolve("second.mp4"));
    int frames = framesOfASecond(whole.rollout());
    FilmReport report =
        new FilmPlan(
                whole.rollout(),
                whole.out(),
                RequestedTicks.of(Span.all(frames)),
                whole.width(),
                whole.height(),
                whole.rate(),
                whole.camera(),
                whole.agent(),
                whole.chosen(),
                whole.palette(),
                false)
            .run(progress, cancellation);
    if (report.frames() != frames || Files.size(report.file()) != report.bytes()) {
      throw new IllegalStateException("the film is not as requested: " + report);
    }
    return wording(
        "ShippedSteps.frames_of_x_at_s_kb",
        report.frames(),
        report.width(),
        report.height(),
        report.rate().words(),
        report.bytes() / 1000);
  }

  private static int framesOfASecond(Path file) {
    try (Rollout rollout = Rollouts.open(file)) {
      return (int) Math.round(1 / rollout.manifest().tickSeconds());
    }
  }

  /// Trains in a ledger of its own: this is not one of the user's runs.
  private static String train(Path folder, Progress progress, Cancellation cancellation) {
    TrainingTask.Device device = TrainingTask.Device.CPU;
    TrainingRequest request =
        TrainingRequest.of("darkroom").with(Map.of("updates", Integer.toString(UPDATES)));
    RunContext place =
        new RunContext(
            folder.resolve("runs"),
            new RunLedger(folder.resolve("ledger.jsonl")),
            TorchChecks.all(device),
            new BuiltInPolicyLibrary());
    List<TrainingEvent.Updated> updates = new ArrayList<>();
    TrainingResult result =
        TrainingRun.begin(
                TrainingSpec.of(request, BuiltInAlgorithms.all().getFirst()),
                place,
                event -> {
                  if (event instanceof TrainingEvent.Updated updated) {
                    updates.add(updated);
                  }
                })
            .run(progress, cancellation);
    cancellation.throwIfCancelled();
    if (updates.size() != UPDATES || result.checkpoint().isEmpty()) {
      throw new Problem(
          wording(
              "ShippedSteps.of_updates_were_finished", updates.size(), UPDATES, result.reason()),
          wording("ShippedSteps.the_dark_room"),
          wording("ShippedSteps.see_what_hindsight_preflight_says"));
    }
    return wording("ShippedSteps.updates_of_a_policy_for_the", updates.size(), result.status());
  }
}
