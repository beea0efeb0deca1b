package dev.hindsight.trainer.learn.evaluation;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.WorldEditor;
import dev.hindsight.trainer.rollout.FixedArray;
import dev.hindsight.trainer.run.session.PolicyScores;
import dev.hindsight.trainer.scene.AgentNames;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Measures the episodes of an evaluation: return, length, and the environments' own counts. One
/// owner thread.
final class EpisodeMeter {
  private final List<Measured> episodes = new ArrayList<>();

  /// A factory whose environments are measured.
  EnvironmentFactory measured(EnvironmentFactory factory) {
    return new MeasuredFactory(factory, episodes);
  }

  /// A world of an episode.
  ///
  /// @param egos the first agents, which the evaluated policy drives
  record World(long seed, int egos) {}

  /// The worlds of the episodes that were begun last, in order.
  List<World> latest(int count) {
    return episodes.subList(episodes.size() - count, episodes.size()).stream()
        .map(episode -> new World(episode.seed, episode.egos))
        .toList();
  }

  /// Means by name: return and length over the egos' episodes, counts over the environments.
  Map<String, Double> means() {
    Map<String, Double> sums = new LinkedHashMap<>();
    double returns = 0;
    double lengths = 0;
    long agents = 0;
    for (Measured episode : episodes) {
      for (int agent = 0; agent < episode.egos; agent++) {
        returns += episode.returns[agent];
        lengths += episode.lengths[agent];
        agents++;
      }
      episode.totals().forEach((name, value) -> sums.merge(name, value, Double::sum));
    }
    Map<String, Double> means = new LinkedHashMap<>();
    means.put(PolicyScores.RETURN, returns / Math.max(1, agents));
    means.put(PolicyScores.LENGTH, lengths / Math.max(1, agents));
    sums.forEach((name, sum) -> means.put(name, sum / episodes.size()));
    return means;
  }

  private record MeasuredFactory(EnvironmentFactory factory, List<Measured> episodes)
      implements EnvironmentFactory {
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
      Measured measured = new Measured(factory.create(seed), seed, factory.egos());
      episodes.add(measured);
      return measured;
    }
  }

  /// An environment that adds up the rewards of its agents until their episodes end. [#step]
  /// allocates nothing.
  private static final class Measured implements Environment {
    private final Environment environment;
    private final long seed;
    private final int egos;
    private final double[] returns;
    private final int[] lengths;
    private final boolean[] live;
    private final boolean[] ended;

    Measured(Environment environment, long seed, int egos) {
      int agents = environment.shape().agents();
      this.environment = environment;
      this.seed = seed;
      this.egos = egos;
      this.returns = new double[agents];
      this.lengths = new int[agents];
      this.live = new boolean[agents];
      this.ended = new boolean[agents];
    }

    @Override
    public void step(Actions actions) {
      StepBuffer buffer = environment.buffer();
      for (int agent = 0; agent < live.length; agent++) {
        live[agent] = !ended[agent] && buffer.removed[agent] == 0;
      }
      environment.step(actions);
      for (int agent = 0; agent < live.length; agent++) {
        if (live[agent]) {
          returns[agent] += buffer.reward[agent];
          lengths[agent]++;
        }
        ended[agent] |= buffer.terminal[agent] != 0;
      }
    }

    @Override
    public EnvironmentShape shape() {
      return environment.shape();
    }

    @Override
    public StepBuffer buffer() {
      return environment.buffer();
    }

    @Override
    public void reset() {
      environment.reset();
    }

    @Override
    public long stateHash() {
      return environment.stateHash();
    }

    @Override
    public Snapshot snapshot() {
      return environment.snapshot();
    }

    @Override
    public void restore(Snapshot snapshot) {
      environment.restore(snapshot);
    }

    @Override
    public Optional<WorldEditor> editable() {
      return environment.editable();
    }

    @Override
    public void writeState(int column, ByteBuffer row) {
      environment.writeState(column, row);
    }

    @Override
    public List<FixedArray> fixedArrays() {
      return environment.fixedArrays();
    }

    @Override
    public AgentNames agentNames() {
      return environment.agentNames();
    }

    @Override
    public Map<String, Double> totals() {
      return environment.totals();
    }

    @Override
    public List<Double> trialScores() {
      return environment.trialScores();
    }
  }
}
