package dev.hindsight.trainer.fleet;

import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.ppo.PpoType;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.FleetBooks;
import dev.hindsight.trainer.run.FleetState;
import dev.hindsight.trainer.run.TaskOrigin;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.session.TrainingEvent;
import dev.hindsight.trainer.run.session.TrainingResult;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// A short training in dark rooms, whose workers may be in other processes, and such a worker.
final class FleetRun {
  private FleetRun() {}

  /// A worker, as `hindsight fleet worker`: arguments are the learner's address and the folder of
  /// the keys.
  static final class WorkerMain {
    private WorkerMain() {}

    public static void main(String[] arguments) {
      new FleetWorker(
              FleetAddress.parse(arguments[0], "test"),
              arguments.length > 2
                  ? Optional.of(FleetAddress.parse(arguments[2], "test"))
                  : Optional.empty(),
              Path.of(arguments[1]),
              TrainingTask.Device.CPU,
              arguments.length > 3
                  ? Duration.ofSeconds(Long.parseLong(arguments[3]))
                  : FleetWorker.USUAL_PATIENCE)
          .run(event -> System.out.println(event), new Cancellation());
      System.exit(0);
    }
  }

  /// A learner, as `hindsight fleet learner` or, if its folder holds a run, `hindsight resume`:
  /// arguments are the folder and settings. It says how many workers were lost so far whenever
  /// another update is on the disk, and at the end how the run ended.
  static final class LearnerMain {
    private LearnerMain() {}

    public static void main(String[] arguments) {
      List<String> given = List.of(arguments).subList(1, arguments.length);
      String[] settings =
          given.stream().filter(each -> !each.startsWith(HALT)).toArray(String[]::new);
      Set<String> halts =
          given.stream()
              .filter(each -> each.startsWith(HALT))
              .map(each -> each.substring(HALT.length()))
              .collect(Collectors.toSet());
      TrainingResult result =
          new FleetStoredRun(Path.of(arguments[0])).train(new Updates(halts)::hear, settings);
      System.out.println(
          "ended %s after %d %s"
              .formatted(
                  result.status(), result.progress().updates(), result.fleet().orElseThrow()));
      System.exit(0);
    }

    /// Ends like a killed process at an event that [Updates#name] names.
    static final String HALT = "halt=";

    /// Says what every update finds.
    private static final class Updates {
      private final Set<String> halts;
      private long last;

      Updates(Set<String> halts) {
        this.halts = halts;
      }

      private static String name(TrainingEvent event) {
        return switch (event) {
          case TrainingEvent.Updated done -> "updated-" + done.report().update();
          case TrainingEvent.FleetChanged(FleetState now) -> "fleet-" + now.update();
          case TrainingEvent.Ended _ -> "ended";
          default -> "";
        };
      }

      void hear(TrainingEvent event) {
        if (halts.contains(name(event))) {
          System.out.println("halts");
          System.out.flush();
          Runtime.getRuntime().halt(137);
        }
        if (event instanceof TrainingEvent.FleetChanged(FleetState now) && now.update() > last) {
          last = now.update();
          System.out.println("update " + last + " failures " + now.books().failures() + " end");
        }
      }
    }
  }

  /// A task that workers in other processes can make again.
  static TrainingTask task(String... settings) {
    EnvironmentType room = BuiltInEnvironments.named("darkroom");
    var world = room.settings().parse(Map.of(), "test");
    Map<String, String> typed =
        new HashMap<>(
            Map.of(
                "policy", "mlp",
                "rows", "segments",
                "num_envs", "6",
                "hidden_size", "8",
                "bptt_horizon", "7",
                "resample_frequency", "21",
                "minibatches", "2",
                "update_epochs", "1",
                "updates", "12",
                "fleet_workers", "2"));
    // No wait is too long on a busy machine, so that the books have no waits.
    typed.put("learner_queue_timeout_sec", "3600");
    for (String one : settings) {
      typed.put(one.substring(0, one.indexOf('=')), one.substring(one.indexOf('=') + 1));
    }
    return new TrainingTask(
        List.of(room.prepare(world, Optional.empty())),
        new PpoType().settings().parse(typed, "test"),
        5,
        TrainingTask.Device.CPU,
        Optional.empty(),
        Optional.of(new TaskOrigin("darkroom", world, List.of())));
  }

  /// What a run was like.
  ///
  /// @param weights at the end
  /// @param books at the end
  record Outcome(float[] weights, FleetBooks books) {}

  static Outcome train(TrainingTask task) {
    try (Algorithm algorithm = new PpoType().open(task)) {
      while (algorithm.updates() < algorithm.updatesInAll()) {
        algorithm.update();
      }
      return outcome(algorithm);
    }
  }

  static Outcome outcome(Algorithm algorithm) {
    return new Outcome(weights(algorithm), algorithm.books().orElseThrow());
  }

  private static float[] weights(Algorithm algorithm) {
    float[] all = new float[0];
    for (Tensor tensor : algorithm.weights()) {
      int from = all.length;
      all = Arrays.copyOf(all, from + tensor.values().length);
      System.arraycopy(tensor.values(), 0, all, from, tensor.values().length);
    }
    return all;
  }
}
