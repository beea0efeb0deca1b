package dev.hindsight.trainer.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStatus;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An update that makes no step is reported by another thread while it is stuck.
class StalledRunTest {
  @TempDir private Path folder;

  /// Its second update waits until it is reported as stuck.
  private record Stuck(AlgorithmType type, CountDownLatch reported) implements AlgorithmType {
    @Override
    public String id() {
      return type.id();
    }

    @Override
    public Settings settings() {
      return type.settings();
    }

    @Override
    public Set<String> live() {
      return type.live();
    }

    @Override
    public long updates(SettingValues settings) {
      return type.updates(settings);
    }

    @Override
    public void checkConditions(TrainingTask task, List<String> conditions) {
      type.checkConditions(task, conditions);
    }

    @Override
    public Algorithm open(TrainingTask task) {
      Algorithm inner = type.open(task);
      return (Algorithm)
          Proxy.newProxyInstance(
              Algorithm.class.getClassLoader(),
              new Class<?>[] {Algorithm.class},
              (_, method, arguments) -> {
                if (method.getName().equals("update") && inner.updates() == 1) {
                  assertTrue(reported.await(60, TimeUnit.SECONDS), "never reported");
                }
                try {
                  return method.invoke(inner, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }
  }

  @Test
  void aStuckUpdateIsReportedAndNoLongerWhenItMovesAgain() {
    SmallRun runs = new SmallRun(folder);
    CountDownLatch reported = new CountDownLatch(1);
    List<TrainingEvent> events = new CopyOnWriteArrayList<>();
    TrainingSpec spec =
        TrainingSpec.of(
            SmallRun.request().with(Map.of("stall_seconds", "1")),
            new Stuck(BuiltInAlgorithms.all().getFirst(), reported));
    TrainingResult result =
        TrainingRun.begin(
                spec,
                runs.place(),
                event -> {
                  events.add(event);
                  if (event instanceof TrainingEvent.HealthChanged) {
                    reported.countDown();
                  }
                })
            .run(Progress.SILENT, new Cancellation());

    assertEquals(RunStatus.FINISHED, result.status());
    List<List<HealthAlarm.Kind>> health =
        events.stream()
            .filter(TrainingEvent.HealthChanged.class::isInstance)
            .map(event ->
                ((TrainingEvent.HealthChanged) event)
                    .alarms().stream().map(HealthAlarm::kind).toList())
            .toList();
    assertEquals(List.of(List.of(HealthAlarm.Kind.NO_STEP), List.of()), health);
    RunRecord record = runs.ledger().find(result.run().text());
    List<String> noted = record.changes().stream().map(change -> change.what()).toList();
    assertEquals(List.of("alarm_no_step", "no_alarm_no_step"), noted);
    assertEquals(1, record.changes().getFirst().update());
    assertEquals(List.of(), record.alarms());
  }

  @Test
  void withoutALimitARunHasNoWatchdog() {
    assertEquals(Optional.empty(), patience("0"));
    assertEquals(Optional.of(Duration.ofSeconds(7)), patience("7"));
    TrainingResult result = new SmallRun(folder).run(request("0"));
    assertEquals(RunStatus.FINISHED, result.status());
  }

  private static TrainingRequest request(String seconds) {
    return SmallRun.request().with(Map.of("stall_seconds", seconds));
  }

  private static Optional<Duration> patience(String seconds) {
    return SmallRun.spec(request(seconds)).run().patience();
  }
}
