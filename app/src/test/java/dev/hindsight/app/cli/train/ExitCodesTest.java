package dev.hindsight.app.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.learn.TorchChecks;
import dev.hindsight.trainer.run.ledger.Gate;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExitCodesTest {
  private static Gate gate(String name, Gate.Status status) {
    return new Gate(name, status, "");
  }

  @Test
  void theFirstGateThatFailsGivesTheCode() {
    Gate kind = gate(TorchChecks.KIND, Gate.Status.FAIL);
    Gate devices = gate(TorchChecks.DEVICES, Gate.Status.FAIL);
    Gate convolution = gate(TorchChecks.CONVOLUTION, Gate.Status.FAIL);
    assertEquals(43, ExitCodes.of(List.of(kind)));
    assertEquals(42, ExitCodes.of(List.of(devices, kind)));
    assertEquals(43, ExitCodes.of(List.of(kind, convolution)));
    assertEquals(10, ExitCodes.of(List.of(convolution)));
    assertEquals(0, ExitCodes.of(List.of(gate(TorchChecks.KIND, Gate.Status.SKIP))));
  }
}
