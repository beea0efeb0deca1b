package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.RandomActions;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Airspaces for tests.
final class TestAirspaces {
  private TestAirspaces() {}

  /// @param settings `name=value`
  static EnvironmentFactory factory(String... settings) {
    Map<String, String> typed = new LinkedHashMap<>();
    for (String setting : settings) {
      typed.put(setting.split("=", 2)[0], setting.split("=", 2)[1]);
    }
    AirspaceEnvironmentType type = new AirspaceEnvironmentType();
    return type.prepare(type.settings().parse(typed, "test"), Optional.empty());
  }

  static Environment of(long seed, String... settings) {
    return factory(settings).create(seed);
  }

  /// Actions that give no commands.
  static Actions neutral(Environment environment) {
    Actions actions = new Actions(environment.shape());
    Arrays.fill(actions.joint, 22);
    return actions;
  }

  /// Some ticks of random actions: a digest of all states and results on the way.
  static long run(Environment environment, int ticks, long seed) {
    Actions[] rows = RandomActions.rows(environment.shape(), 101, seed);
    long digest = 0;
    for (int t = 0; t < ticks; t++) {
      environment.step(rows[t % rows.length]);
      digest = SplitMix64.mix(digest ^ environment.stateHash());
      digest = SplitMix64.mix(digest ^ Arrays.hashCode(environment.buffer().observation));
      digest = SplitMix64.mix(digest ^ Arrays.hashCode(environment.buffer().reward));
      digest = SplitMix64.mix(digest ^ Arrays.hashCode(environment.buffer().event));
    }
    return digest;
  }
}
