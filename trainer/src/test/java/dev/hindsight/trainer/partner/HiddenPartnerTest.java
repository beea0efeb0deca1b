package dev.hindsight.trainer.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Nothing in an observation tells which partner drives before the partner does something that
/// another would not.
class HiddenPartnerTest {
  private static final String LEFT = "scripted:left";
  private static final String RIGHT = "scripted:right";

  @TempDir Path folder;

  @Test
  void observationsAreTheSameUntilThePartnersMoveDifferently() throws IOException {
    Rollout left = recorded(LEFT, UnaryOperator.identity());
    Rollout right = recorded(RIGHT, UnaryOperator.identity());
    try (left;
        right) {
      int apart = firstApart(left, right, "pose").orElseThrow();
      assertTrue(apart > 10, "the partners differ at tick " + apart);
      assertTrue(leak(left, right).isEmpty());
    }
  }

  @Test
  void aTypeThatLeaksIntoAnObservationIsNamedAtItsFirstTick() throws IOException {
    // Planted: in the world of one type, an unused number of the ego's observation shows it.
    Rollout left = recorded(LEFT, UnaryOperator.identity());
    Rollout right = recorded(RIGHT, HiddenPartnerTest::leaking);
    try (left;
        right) {
      assertEquals(OptionalInt.of(0), leak(left, right));
    }
  }

  /// The first tick at which observations differ although both worlds have been the same so far.
  private static OptionalInt leak(Rollout one, Rollout other) {
    int apart = firstApart(one, other, "pose").orElse(one.ticks());
    OptionalInt seen = firstApart(one, other, "observation");
    return seen.isPresent() && seen.getAsInt() < apart ? seen : OptionalInt.empty();
  }

  private static OptionalInt firstApart(Rollout one, Rollout other, String column) {
    Channel left = one.channel(column).orElseThrow();
    Channel right = other.channel(column).orElseThrow();
    for (int tick = 0; tick < one.ticks(); tick++) {
      for (int i = 0; i < left.rowLength(); i++) {
        if (left.value(tick, i) != right.value(tick, i)) {
          return OptionalInt.of(tick);
        }
      }
    }
    return OptionalInt.empty();
  }

  private Rollout recorded(String partner, UnaryOperator<EnvironmentFactory> change)
      throws IOException {
    return Rollouts.open(
        PartneredRecordings.record(folder, LEFT, partner, PartneredRecordings.TRIAL, change));
  }

  /// A factory of worlds that write into the last number of the ego's observation.
  private static EnvironmentFactory leaking(EnvironmentFactory honest) {
    return proxy(
        EnvironmentFactory.class,
        honest,
        result -> result instanceof Environment world ? leaking(world) : result);
  }

  private static Environment leaking(Environment world) {
    int last = world.shape().observation().size() - 1;
    world.buffer().observation[last] = 1;
    return proxy(
        Environment.class,
        world,
        result -> {
          world.buffer().observation[last] = 1;
          return result;
        });
  }

  /// Calls the original, then something with its result.
  private static <T> T proxy(Class<T> type, T original, UnaryOperator<Object> after) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              try {
                Object result = method.invoke(original, arguments);
                // A method without a result, such as a step, has an effect all the same.
                Object shown = after.apply(result == null ? original : result);
                return result == null ? null : shown;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
