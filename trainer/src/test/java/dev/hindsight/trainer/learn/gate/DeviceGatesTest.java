package dev.hindsight.trainer.learn.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.trainer.learn.TorchEngine;
import dev.hindsight.trainer.run.TrainingTask.Device;
import dev.hindsight.trainer.run.ledger.Gate;
import dev.hindsight.trainer.run.session.GateCheck;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DeviceGatesTest {
  static List<GateCheck> onTheProcessor() {
    return DeviceGates.ofProcessor(DeviceGates.SEED);
  }

  static List<GateCheck> withAnotherSeed() {
    return DeviceGates.ofProcessor(DeviceGates.SEED + 1);
  }

  /// The processor agrees with itself to the last bit.
  @ParameterizedTest
  @MethodSource("onTheProcessor")
  void theSameUpdateTwiceHasTheSameGradients(GateCheck check) {
    Gate gate = check.run();
    assertEquals(Gate.Status.PASS, gate.verdict(), gate.toString());
    assertTrue(gate.detail().contains("to 0 of"), gate.toString());
  }

  @ParameterizedTest
  @MethodSource("withAnotherSeed")
  void otherGradientsDoNotPass(GateCheck check) {
    Gate gate = check.run();
    assertEquals(Gate.Status.FAIL, gate.verdict(), gate.toString());
    assertTrue(gate.detail().contains("of their norm"), gate.toString());
  }

  @Test
  void aGpuLearnsWhatTheProcessorLearns() {
    assumeTrue(TorchEngine.gpus() > 0, "there is no GPU here");
    for (GateCheck check : DeviceGates.all(Device.GPU)) {
      Gate gate = check.run();
      assertEquals(Gate.Status.PASS, gate.verdict(), gate.toString());
    }
  }
}
