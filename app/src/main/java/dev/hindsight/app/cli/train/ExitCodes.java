package dev.hindsight.app.cli.train;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.learn.TorchChecks;
import dev.hindsight.trainer.run.ledger.Gate;
import dev.hindsight.trainer.run.session.TrainingResult;
import dev.hindsight.trainer.run.session.TrainingRun;
import java.util.List;

/// Exit codes of training, one for each way it can end, for scripts.
public final class ExitCodes {
  /// A preflight gate failed, except those for devices.
  public static final int PREFLIGHT = 10;

  /// Update 1 failed: there is no checkpoint.
  public static final int FIRST_UPDATE = 11;

  /// A later update produced a number that is not finite; the last checkpoint is usable.
  public static final int NOT_FINITE = 12;

  /// The run stopped because its policy is far from reference numbers: adjust and resume it.
  public static final int FAR_FROM_REFERENCE = 13;

  /// The requested device does not exist.
  public static final int DEVICES = 42;

  /// The GPU is not of the required kind.
  public static final int KIND = 43;

  private ExitCodes() {}

  /// The exit code of a run.
  public static int of(TrainingResult result) {
    return switch (result.status()) {
      case FINISHED -> CommandBase.OK;
      case STOPPED -> result.farFromReference() ? FAR_FROM_REFERENCE : CommandBase.OK;
      case GATE_FAILED -> of(result.gates());
      case NOT_FINITE -> result.checkpoint().isEmpty() ? FIRST_UPDATE : NOT_FINITE;
      case FAILED, RUNNING, DIED, ELSEWHERE -> CommandBase.FAILED;
    };
  }

  /// The exit code of some gates: that of the first one that failed.
  public static int of(List<Gate> gates) {
    return gates.stream()
        .filter(gate -> gate.verdict() == Gate.Status.FAIL)
        .findFirst()
        .map(gate ->
            switch (gate.name()) {
              case TorchChecks.DEVICES -> DEVICES;
              case TorchChecks.KIND -> KIND;
              case TrainingRun.FIRST_UPDATE -> FIRST_UPDATE;
              default -> PREFLIGHT;
            })
        .orElse(CommandBase.OK);
  }
}
