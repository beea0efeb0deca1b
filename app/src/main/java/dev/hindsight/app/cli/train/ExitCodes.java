package dev.hindsight.app.cli.train;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.learn.TorchChecks;
import dev.hindsight.trainer.run.ledger.Gate;
import dev.hindsight.trainer.run.session.TrainingResult;
import dev.hindsight.trainer.run.session.TrainingRun;
import java.util.List;

/// Exit codes of training, kept apart so that a script can tell why it ended.
public final class ExitCodes {
  /// A preflight gate failed, other than that of the devices.
  public static final int PREFLIGHT = 10;

  /// The first update did not pass.
  public static final int FIRST_UPDATE = 11;

  /// A later update gave something that is not finite; the last checkpoint is good.
  public static final int NOT_FINITE = 12;

  /// The device that was asked for is not there.
  public static final int DEVICES = 42;

  private ExitCodes() {}

  /// How a run ended.
  public static int of(TrainingResult result) {
    return switch (result.status()) {
      case FINISHED, STOPPED -> CommandBase.OK;
      case GATE_FAILED -> of(result.gates());
      case NOT_FINITE -> result.checkpoint().isEmpty() ? FIRST_UPDATE : NOT_FINITE;
      case FAILED, RUNNING, DIED, ELSEWHERE -> CommandBase.FAILED;
    };
  }

  /// How some checks came out: the first that failed decides.
  public static int of(List<Gate> gates) {
    return gates.stream()
        .filter(gate -> gate.verdict() == Gate.Status.FAIL)
        .findFirst()
        .map(gate ->
            switch (gate.name()) {
              case TorchChecks.DEVICES -> DEVICES;
              case TrainingRun.FIRST_UPDATE -> FIRST_UPDATE;
              default -> PREFLIGHT;
            })
        .orElse(CommandBase.OK);
  }
}
