package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.fleet.keys.FleetKeys;
import dev.hindsight.trainer.learn.ppo.PpoType;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The address at which workers join.
class FleetSettingsTest {
  private static FleetSettings with(String bind, String workers) {
    return FleetSettings.of(
        new PpoType()
            .settings()
            .parse(Map.of(FleetSettings.BIND, bind, FleetSettings.WORKERS, workers), "test"));
  }

  @Test
  void noAddressMeansThisProcess() {
    assertEquals(Optional.empty(), with("", "0").listening());
    assertEquals(Optional.empty(), with("  ", "2").listening());
    assertDoesNotThrow(() -> with("", "2").check(8));
  }

  @Test
  void anAddressIsAHostAndAPortAndItsKeysAreTheUsualOnes() {
    FleetSettings settings = with("[::1]:7700", "2");

    assertEquals(Optional.of(new FleetAddress("::1", 7700)), settings.listening());
    assertEquals(FleetKeys.usualFolder(), settings.keys());
    assertDoesNotThrow(() -> settings.check(8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"nowhere", ":7700", "host:", "host:65536", "host:-1", "host:x"})
  void whatIsNoAddressIsRefused(String text) {
    Problem problem = assertThrows(Problem.class, () -> with(text, "2"));

    assertTrue(problem.getMessage().contains("is not an address"), problem::getMessage);
  }

  @Test
  void anAddressWithoutWorkersIsRefused() {
    FleetSettings settings = with("host:7700", "0");

    Problem problem = assertThrows(Problem.class, () -> settings.check(8));

    assertTrue(problem.getMessage().contains(FleetSettings.BIND), problem::getMessage);
  }
}
