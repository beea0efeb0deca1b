package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.testfx.api.FxToolkit;

class WarmUpTest {
  /// Failures in it are not reported; the window would only start later.
  @Test
  void everyStepCanBeTakenOnAnyThread() throws TimeoutException {
    FxToolkit.registerPrimaryStage();
    try (WarmUp warmUp = new WarmUp()) {
      warmUp.toolkitStarted();
      warmUp.composed();
      assertEquals(Optional.empty(), warmUp.run());
    }
  }

  @Test
  @Timeout(30)
  void oneThatWaitsForAWindowThatDoesNotComeEndsWithTheProgram() {
    try (WarmUp warmUp = new WarmUp()) {
      warmUp.begin();
    }
  }
}
