package dev.hindsight.trainer.fleet;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.StorableState;
import dev.hindsight.trainer.env.TrialTotals;
import dev.hindsight.trainer.env.WorldEditor;
import dev.hindsight.trainer.fleet.WorkerPulse.WorkerFailure;
import dev.hindsight.trainer.rollout.FixedArray;
import dev.hindsight.trainer.scene.AgentNames;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A worker's environment: the same world, but a number that is not finite or an observation of
/// another size ends the worker at once, before anything can learn from it. Hot loop: [#step]
/// allocates nothing. One owner thread.
final class CheckedEnvironment implements Environment {
  private final Environment environment;
  private final WorkerPulse pulse;
  private final int numbers;

  /// Whether an agent's episode has begun.
  private final boolean[] begun;

  private CheckedEnvironment(Environment environment, WorkerPulse pulse) {
    this.environment = environment;
    this.pulse = pulse;
    this.numbers = environment.shape().observation().size();
    this.begun = new boolean[environment.shape().agents()];
    check();
  }

  /// Wraps the environments that a factory creates.
  static EnvironmentFactory wrapping(EnvironmentFactory factory, WorkerPulse pulse) {
    return new EnvironmentFactory() {
      @Override
      public EnvironmentShape shape() {
        return factory.shape();
      }

      @Override
      public int egos() {
        return factory.egos();
      }

      @Override
      public Map<String, Integer> namedActions() {
        return factory.namedActions();
      }

      @Override
      public SettingValues effective() {
        return factory.effective();
      }

      @Override
      public Environment create(long seed) {
        return new CheckedEnvironment(factory.create(seed), pulse);
      }
    };
  }

  @Override
  public void step(Actions actions) {
    pulse.check();
    StepBuffer seen = environment.buffer();
    int live = 0;
    int starts = 0;
    for (int agent = 0; agent < begun.length; agent++) {
      if (seen.removed[agent] == 0) {
        live++;
        starts += begun[agent] ? 0 : 1;
        begun[agent] = true;
      }
    }
    environment.step(actions);
    pulse.beat(live, starts);
    check();
    StepBuffer after = environment.buffer();
    for (int agent = 0; agent < begun.length; agent++) {
      begun[agent] &= !after.episodeEnded(agent);
    }
  }

  private void check() {
    StepBuffer seen = environment.buffer();
    int agents = seen.removed.length;
    if (seen.observation.length != agents * numbers) {
      throw new WorkerFailure(
          wording(
              "CheckedEnvironment.observation_of_another_size",
              seen.observation.length / agents,
              numbers));
    }
    for (int agent = 0; agent < agents; agent++) {
      if (seen.removed[agent] != 0) {
        continue;
      }
      if (!Float.isFinite(seen.reward[agent])) {
        throw new WorkerFailure(wording("CheckedEnvironment.a_reward_is", seen.reward[agent]));
      }
      for (int d = agent * numbers; d < (agent + 1) * numbers; d++) {
        if (!Float.isFinite(seen.observation[d])) {
          throw new WorkerFailure(
              wording("CheckedEnvironment.an_observed_number_is", seen.observation[d]));
        }
      }
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
  public Optional<StorableState> storable() {
    return environment.storable();
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
  public List<TrialTotals> trialTotals() {
    return environment.trialTotals();
  }
}
