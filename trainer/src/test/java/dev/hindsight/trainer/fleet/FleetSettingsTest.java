package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.learn.ppo.PpoType;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The address at which workers join.
class FleetSettingsTest {
  private static SettingValues with(String bind, String workers) {
    return new PpoType()
        .settings()
        .parse(
            Map.of(FleetSettings.BIND, bind, FleetSettings.WORKERS, workers), "test");
  }

  @Test
  void noAddressMeansThisProcess() {
    assertEquals(Optional.empty(), FleetSettings.bind(with("", "0")));
    assertEquals(Optional.empty(), FleetSettings.bind(with("  ", "2")));
    assertDoesNotThrow(() -> FleetSettings.checkPlace(with("", "2")));
  }

  @Test
  void anAddressIsAHostAndAPortAndNoNameIsLookedUp() {
    InetSocketAddress address = FleetSettings.bind(with("[::1]:7700", "2")).orElseThrow();

    assertEquals("[::1]", address.getHostString());
    assertEquals(7700, address.getPort());
    assertTrue(address.isUnresolved());
  }

  @ParameterizedTest
  @ValueSource(strings = {"nowhere", ":7700", "host:", "host:0", "host:65536", "host:-1", "host:x"})
  void whatIsNoAddressIsRefused(String text) {
    Problem problem = assertThrows(Problem.class, () -> FleetSettings.bind(with(text, "2")));

    assertTrue(problem.getMessage().contains("is not an address"), problem::getMessage);
  }

  @Test
  void anAddressWithoutWorkersIsRefused() {
    Problem problem =
        assertThrows(Problem.class, () -> FleetSettings.bind(with("host:7700", "0")));

    assertTrue(problem.getMessage().contains(FleetSettings.WORKERS), problem::getMessage);
  }

  @Test
  void aRunThatWouldNeedOtherProcessesIsRefusedBeforeItBegins() {
    assertThrows(Problem.class, () -> FleetSettings.checkPlace(with("host:7700", "2")));
  }
}
