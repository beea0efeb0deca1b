package dev.hindsight.trainer.fleet;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.StepBuffer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// A world that fails at chosen steps, counted over all environments of the factory.
final class FaultyWorld implements EnvironmentFactory {
  private final EnvironmentFactory world;
  private final Fault fault;
  private final Set<Integer> at;
  private final AtomicInteger steps = new AtomicInteger();
  private final List<Long> seeds = new CopyOnWriteArrayList<>();

  enum Fault {
    THROWS,
    NAN_REWARD,
    NAN_OBSERVATION,
    OTHER_SHAPE,
    HANGS
  }

  FaultyWorld(EnvironmentFactory world, Fault fault, Set<Integer> at) {
    this.world = world;
    this.fault = fault;
    this.at = at;
  }

  /// Seeds of all environments in the order in which they were created.
  List<Long> seeds() {
    return List.copyOf(seeds);
  }

  @Override
  public EnvironmentShape shape() {
    return world.shape();
  }

  @Override
  public SettingValues effective() {
    return world.effective();
  }

  @Override
  public Environment create(long seed) {
    seeds.add(seed);
    Environment right = world.create(seed);
    StepBuffer[] shown = {right.buffer()};
    return (Environment)
        Proxy.newProxyInstance(
            FaultyWorld.class.getClassLoader(),
            new Class<?>[] {Environment.class},
            (_, method, arguments) ->
                switch (method.getName()) {
                  case "step" -> {
                    Object result = call(right, method, arguments);
                    if (at.contains(steps.incrementAndGet())) {
                      fail(right, shown);
                    }
                    yield result;
                  }
                  case "buffer" -> shown[0];
                  default -> call(right, method, arguments);
                });
  }

  private void fail(Environment right, StepBuffer[] shown) throws InterruptedException {
    switch (fault) {
      case THROWS -> throw new IllegalStateException("the simulator broke");
      case NAN_REWARD -> right.buffer().reward[0] = Float.NaN;
      case NAN_OBSERVATION -> right.buffer().observation[0] = Float.NaN;
      case OTHER_SHAPE ->
          shown[0] = new StepBuffer(right.shape().agents(), right.shape().observation().size() + 1);
      case HANGS -> new CountDownLatch(1).await(3, TimeUnit.SECONDS);
    }
  }

  private static Object call(Object on, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
