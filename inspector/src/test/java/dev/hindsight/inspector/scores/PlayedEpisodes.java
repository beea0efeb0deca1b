package dev.hindsight.inspector.scores;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/// A factory that records every environment it has made: its seed and its actions.
final class PlayedEpisodes implements EnvironmentFactory {
  private final EnvironmentFactory factory;
  private final List<PlayedEpisode> all = new ArrayList<>();

  PlayedEpisodes(EnvironmentFactory factory) {
    this.factory = factory;
  }

  /// The history of an environment.
  ///
  /// @param actions joint actions of all agents, tick by tick
  record PlayedEpisode(long seed, List<int[]> actions) {
    /// Repeats the actions.
    Policy again() {
      return new Policy() {
        private int tick;

        @Override
        public void reset() {
          tick = 0;
        }

        @Override
        public void act(StepBuffer seen, PolicyOutput output) {
          java.util.Arrays.fill(output.logits, 0);
          int[] joint = actions.get(Math.min(tick++, actions.size() - 1));
          for (int agent = 0; agent < joint.length; agent++) {
            output.logits[agent * output.width + joint[agent]] = 1;
          }
        }

        @Override
        public void close() {
          tick = 0;
        }
      };
    }
  }

  /// The environments with any actions, in the order they were made.
  List<PlayedEpisode> played() {
    return all.stream().filter(playedEpisode -> !playedEpisode.actions.isEmpty()).toList();
  }

  @Override
  public EnvironmentShape shape() {
    return factory.shape();
  }

  @Override
  public int egos() {
    return factory.egos();
  }

  @Override
  public SettingValues effective() {
    return factory.effective();
  }

  @Override
  public Environment create(long seed) {
    Environment real = factory.create(seed);
    PlayedEpisode playedEpisode = new PlayedEpisode(seed, new ArrayList<>());
    all.add(playedEpisode);
    return (Environment)
        Proxy.newProxyInstance(
            Environment.class.getClassLoader(),
            new Class<?>[] {Environment.class},
            (_, method, arguments) -> {
              if (method.getName().equals("step") && arguments[0] instanceof Actions actions) {
                playedEpisode.actions.add(actions.joint.clone());
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException failure) {
                throw failure.getCause();
              }
            });
  }
}
