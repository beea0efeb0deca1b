package dev.hindsight.trainer.env.courier;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.Scenarios;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.env.TrialKnobs;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RecordingRequest.Until;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.scene.PoseSketch;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes [CourierWorld]s. It is in no list.
public final class CourierEnvironmentType implements EnvironmentType {
  @Override
  public String id() {
    return "courier";
  }

  @Override
  public String title() {
    return "Courier";
  }

  @Override
  public String codeVersion() {
    return "1";
  }

  @Override
  public Settings settings() {
    return new Settings(
        List.of(
            new Setting.Whole("agents", 2, 1, 100, "agents", "number of couriers"),
            new Setting.Whole("trials", 1, 1, 1, "trials", "always one"),
            new Setting.Whole(
                "timeout", CourierWorld.TICKS, 1, CourierWorld.TICKS, "ticks", "time limit")));
  }

  @Override
  public Scenarios scenarios() {
    return Scenarios.none(title());
  }

  @Override
  public TrialKnobs trialKnobs() {
    return new TrialKnobs("trials", "timeout", Map.of(), "timeout", CourierWorld.TICKS);
  }

  @Override
  public List<EventKind> events() {
    return CourierEvents.ALL;
  }

  @Override
  public EnvironmentFactory prepare(SettingValues settings, Optional<Path> scenario) {
    int agents = settings.whole("agents");
    return new EnvironmentFactory() {
      @Override
      public EnvironmentShape shape() {
        return CourierWorld.shape(agents);
      }

      @Override
      public SettingValues effective() {
        return settings;
      }

      @Override
      public Environment create(long seed) {
        return new CourierWorld(agents);
      }
    };
  }

  @Override
  public Sketch sketch() {
    return new PoseSketch();
  }

  /// A configuration with two couriers.
  public EnvironmentFactory factory() {
    return prepare(settings().parse(Map.of(), "test"), Optional.empty());
  }

  /// Records two couriers that act at random, for several episodes.
  public Path record(Path file) throws IOException {
    new RolloutRecorder(
            new RecordingRequest(
                this,
                factory(),
                Optional.empty(),
                Optional.empty(),
                new ActionSelection.Random(),
                20 * CourierWorld.TICKS,
                Until.ALL_TICKS,
                7,
                file))
        .run(Progress.SILENT, new Cancellation());
    return file;
  }
}
