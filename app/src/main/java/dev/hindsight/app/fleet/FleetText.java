package dev.hindsight.app.fleet;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.run.FleetState;
import dev.hindsight.trainer.run.FleetState.WorkerStatus;

/// Words about workers.
final class FleetText {
  private static final double MINUTE = 60;

  private FleetText() {}

  /// "worker 3".
  static String worker(int worker) {
    return wording("FleetText.worker", worker + 1);
  }

  static String host(WorkerStatus worker) {
    return worker.host().isEmpty() ? wording("FleetText.this_process") : worker.host();
  }

  /// "collecting", "collecting, stale".
  static String phase(WorkerStatus worker, FleetState state) {
    String words =
        switch (worker.phase()) {
          case STARTING -> wording("FleetText.starting");
          case COLLECTING -> wording("FleetText.collecting");
          case WAITING -> wording("FleetText.waiting");
          case DRAINING -> wording("FleetText.draining");
        };
    return state.stale(worker) ? wording("FleetText.stale", words) : words;
  }

  static String speed(double stepsPerSecond) {
    return stepsPerSecond > 0 ? NumberWords.count(Math.round(stepsPerSecond)) : NumberWords.NONE;
  }

  static String memory(WorkerStatus worker) {
    return worker.memoryLimit() > 0 && worker.memoryLimit() < Long.MAX_VALUE
        ? wording(
            "FleetText.share",
            NumberWords.bytes(worker.memory()),
            NumberWords.percent((double) worker.memory() / worker.memoryLimit()))
        : NumberWords.bytes(worker.memory());
  }

  /// Whole seconds up to a minute, then minutes: a cell that changes four times a second cannot be
  /// read.
  static String ago(double seconds) {
    return seconds < MINUTE
        ? wording("FleetText.seconds", (long) seconds)
        : wording("FleetText.minutes", (long) (seconds / MINUTE));
  }

  static String end(String kind) {
    return switch (kind) {
      case "task_done" -> wording("FleetText.task_done");
      case "task_failed" -> wording("FleetText.task_failed");
      case "timeout" -> wording("FleetText.timeout");
      case "crash" -> wording("FleetText.crash");
      case "replaced" -> wording("FleetText.replaced");
      case "infra_crash" -> wording("FleetText.infra_crash");
      default -> kind;
    };
  }
}
