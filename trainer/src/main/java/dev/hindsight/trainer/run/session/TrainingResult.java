package dev.hindsight.trainer.run.session;

import dev.hindsight.trainer.run.FleetBooks;
import dev.hindsight.trainer.run.ledger.Gate;
import dev.hindsight.trainer.run.ledger.RunId;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// How a run ended.
///
/// @param status FINISHED, STOPPED, GATE_FAILED, NOT_FINITE or FAILED
/// @param checkpoint the newest good one; empty if no update was completed
/// @param progress at the end
/// @param gates all results, in order
/// @param reason why it ended, in one line; empty if it finished its last update
/// @param alarms what was wrong at the end, although every number was finite
/// @param fleet the books of its workers; empty if it had none
/// @param farFromReference whether it stopped because its policy is far from reference numbers
public record TrainingResult(
    RunId run,
    RunStatus status,
    Optional<Path> checkpoint,
    RunProgress progress,
    List<Gate> gates,
    String reason,
    List<HealthAlarm> alarms,
    Optional<FleetBooks> fleet,
    boolean farFromReference) {
  /// Copies the lists.
  public TrainingResult {
    gates = List.copyOf(gates);
    alarms = List.copyOf(alarms);
  }
}
