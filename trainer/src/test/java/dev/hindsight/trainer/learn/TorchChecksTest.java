package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.run.TrainingTask.Device;
import dev.hindsight.trainer.run.ledger.Gate;
import dev.hindsight.trainer.run.session.GateCheck;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class TorchChecksTest {
  @Test
  void onTheProcessorAllPassButWhatIsForGpus() {
    List<Gate> gates = TorchChecks.all(Device.CPU).stream().map(GateCheck::run).toList();
    assertEquals(
        List.of(
            "PASS engine", "PASS devices", "SKIP gpu-kind", "PASS convolution", "SKIP gpu-kernel"),
        gates.stream()
            // With one processor there is nothing to add up.
            .filter(gate -> !gate.name().equals(TorchChecks.REDUCE))
            .map(gate -> gate.verdict() + " " + gate.name())
            .toList());
  }

  @Test
  void aGpuThatIsNotThereFails() {
    Assumptions.assumeTrue(TorchEngine.gpus() == 0, "there is a GPU");
    List<String> failed =
        TorchChecks.all(Device.GPU).stream()
            .map(GateCheck::run)
            .filter(gate -> gate.verdict() == Gate.Status.FAIL)
            .map(Gate::name)
            .toList();
    assertEquals(List.of("devices", "convolution", "gpu-kernel"), failed);
  }
}
