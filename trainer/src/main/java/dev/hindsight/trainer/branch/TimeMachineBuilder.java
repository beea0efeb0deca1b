package dev.hindsight.trainer.branch;

import dev.hindsight.trainer.action.IllegalLogit;
import dev.hindsight.trainer.branch.ReplayAgreement.AgentTick;
import dev.hindsight.trainer.branch.ReplayAgreement.PolicyAgreement;
import dev.hindsight.trainer.branch.ReplayAgreement.PolicyStatus;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.Edits;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.record.AblationSchedule;
import dev.hindsight.trainer.record.ChosenActionCheck;
import dev.hindsight.trainer.record.ChosenActionCheck.ActionMismatch;
import dev.hindsight.trainer.record.MemoryRecomputation;
import dev.hindsight.trainer.record.PolicySource;
import dev.hindsight.trainer.record.RecordedObservations;
import dev.hindsight.trainer.record.ReplayReport.Difference;
import dev.hindsight.trainer.record.ReplayedWorld;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Integrity;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/// Simulates a recording once and keeps what it takes to go back to any of its ticks. It compares
/// the world with the recording as it goes, runs the policy on all observations, and draws the
/// actions again; this is the control of every branch. Takes as long as the recording took; runs on
/// the caller's thread.
///
/// @param recipe of the recording
/// @param policies where checkpoints are looked up
/// @param budget bytes for copies of the policy's memory
public record TimeMachineBuilder(SimulationRecipe recipe, PolicySource policies, long budget)
    implements Job<TimeMachine> {
  /// The default budget. An episode of 804 ticks of 64 agents with a transformer of width 256 and
  /// two layers takes 220 MB.
  public static final long BUDGET = 512L << 20;

  /// Ticks between copies of the world. Simulating from the nearest copy takes a few hundredths of
  /// a second at most.
  private static final int WORLD_STRIDE = 32;

  private static final int MOST_WORLDS = 1024;

  /// Stops at the first tick whose state differs from the recording.
  ///
  /// @throws dev.hindsight.trainer.Problem if the checkpoint is not found
  @Override
  public TimeMachine run(Progress progress, Cancellation cancellation) {
    Rollout rollout = recipe.rollout();
    EnvironmentShape shape = recipe.factory().shape();
    ReplayedWorld replayedWorld = new ReplayedWorld(recipe);
    NavigableMap<Integer, Environment.Snapshot> worlds = new TreeMap<>();
    MemorySnapshots shelf = new MemorySnapshots(budget);
    int stride = Math.max(WORLD_STRIDE, rollout.ticks() / MOST_WORLDS);
    RecordedObservations rows = new RecordedObservations(rollout, shape);
    PolicyOutput output = new PolicyOutput(shape);
    AblationSchedule ablationSchedule = new AblationSchedule(recipe.edits(), rollout);
    PolicyOutputCheck check = new PolicyOutputCheck(rollout, output);
    ChosenActionCheck choices = new ChosenActionCheck(recipe);
    Optional<Integrity.Fault> fault =
        Integrity.whole(rollout, Progress.SILENT, cancellation).gravest();
    Optional<Difference> difference = replayedWorld.fixed();
    Optional<ActionMismatch> choice = Optional.empty();
    OptionalInt lost = OptionalInt.empty();
    try (Acting acting = new Acting(policies.recorded(rollout, shape))) {
      acting.policy.ifPresent(policy -> policy.begin(rollout.manifest().seed(), 0));
      for (int tick = 0; tick < rollout.ticks() && lost.isEmpty(); tick++) {
        cancellation.throwIfCancelled();
        if (tick % stride == 0) {
          worlds.put(tick, replayedWorld.environment().snapshot());
        }
        if (shelf.isDue(tick)) {
          int now = tick;
          acting.policy.ifPresent(policy -> shelf.put(now, policy.memory()));
        }
        takeOver(acting, tick, shape, cancellation);
        if (acting.policy.isPresent()) {
          Policy policy = acting.policy.get();
          recipe.edits().memory(tick, policy, shape.agents());
          StepBuffer seen = rows.at(tick);
          ablationSchedule.put(tick, policy, seen);
          policy.act(seen, output);
          check.compare(tick);
        }
        if (choice.isEmpty() && (acting.policy.isPresent() || !choices.needsPolicy())) {
          choice = choices.compare(tick, rows.at(tick), output);
        }
        ReplayedWorld.TickComparison tickComparison = replayedWorld.compare();
        difference = difference.or(tickComparison::difference);
        lost = tickComparison.same() ? lost : OptionalInt.of(tick);
        progress.report(tick + 1L, rollout.ticks(), "ticks");
      }
      if (lost.isEmpty()) {
        difference = difference.or(replayedWorld::last);
      }
      ReplayAgreement replayAgreement =
          new ReplayAgreement(
              rollout.ticks(), difference, lost, check.result(), choice, fault, recipe.code());
      return new TimeMachine(recipe, worlds, shelf.kept(), replayAgreement, shelf.bytes());
    }
  }

  /// Switches to another policy that has processed all earlier ticks as if it had acted.
  private void takeOver(
      Acting acting, int tick, EnvironmentShape shape, Cancellation cancellation) {
    Optional<Edit.PolicyChange> next = recipe.edits().checkpoint(tick);
    if (next.isPresent()) {
      Policy policy = policies.named(next.get(), recipe.rollout(), shape);
      acting.become(policy);
      new MemoryRecomputation(recipe.rollout(), shape)
          .replay(policy, tick, Edits.NONE, cancellation);
    }
  }

  /// The policy that acts at present.
  private static final class Acting implements AutoCloseable {
    private Optional<Policy> policy;

    private Acting(Optional<Policy> policy) {
      this.policy = policy;
    }

    private void become(Policy next) {
      close();
      policy = Optional.of(next);
    }

    @Override
    public void close() {
      policy.ifPresent(Policy::close);
    }
  }

  /// Keeps copies of a policy's memory within a budget: at first one per tick; when they take too
  /// much, one every second, fourth, ... tick. One owner thread.
  ///
  /// Data shared by the copies cannot be thinned out. If that alone exceeds the budget, no copies
  /// are kept, and reaching a tick means running its episode again.
  private static final class MemorySnapshots {
    private final long budget;
    private final NavigableMap<Integer, PolicyMemory> kept = new TreeMap<>();
    private int stride = 1;
    private long own;
    private long shared;
    private boolean full;

    MemorySnapshots(long budget) {
      this.budget = budget;
    }

    /// Whether to copy the memory at this tick.
    boolean isDue(int tick) {
      return !full && tick % stride == 0;
    }

    void put(int tick, PolicyMemory policyMemory) {
      kept.put(tick, policyMemory);
      own += policyMemory.bytes();
      shared += policyMemory.shared();
      if (shared > budget) {
        kept.clear();
        own = 0;
        shared = 0;
        full = true;
      }
      while (own + shared > budget && kept.size() > 1) {
        thin();
      }
    }

    private void thin() {
      stride *= 2;
      kept.entrySet()
          .removeIf(entry -> {
            boolean dropped = entry.getKey() % stride != 0;
            own -= dropped ? entry.getValue().bytes() : 0;
            return dropped;
          });
    }

    NavigableMap<Integer, PolicyMemory> kept() {
      return kept;
    }

    long bytes() {
      return own + shared;
    }
  }

  /// Compares the policy's outputs with the recorded ones, bit for bit and within rounding. One
  /// owner thread.
  private static final class PolicyOutputCheck {
    private final PolicyOutput output;
    private final Optional<Channel> logits;
    private final Optional<Channel> value;
    private final float[] stored;
    private Optional<AgentTick> first = Optional.empty();
    private Optional<AgentTick> beyond = Optional.empty();
    private double furthest;
    private boolean compared;

    /// @param output that the policy writes to
    PolicyOutputCheck(Rollout rollout, PolicyOutput output) {
      this.output = output;
      logits = column(rollout, "logits", output.logits.length);
      value = column(rollout, "value", output.value.length);
      stored = new float[Math.max(output.logits.length, output.value.length)];
    }

    private static Optional<Channel> column(Rollout rollout, String name, int length) {
      return rollout.channel(name).filter(channel -> channel.rowLength() == length);
    }

    void compare(int tick) {
      logits.ifPresent(channel -> compare(channel, tick, output.logits, output.width));
      value.ifPresent(channel -> compare(channel, tick, output.value, 1));
    }

    private void compare(Channel channel, int tick, float[] here, int width) {
      compared = true;
      channel.read(tick, 0, stored, here.length);
      for (int i = 0; i < here.length; i++) {
        if (Float.floatToIntBits(stored[i]) != Float.floatToIntBits(here[i])) {
          AgentTick agentTick = new AgentTick(tick, i / width);
          double apart = IllegalLogit.apart(here[i], stored[i]);
          first = first.or(() -> Optional.of(agentTick));
          furthest = Math.max(furthest, apart);
          if (beyond.isEmpty()
              && apart > ReplayAgreement.TOLERANCE * largest(agentTick.agent(), width)) {
            beyond = Optional.of(agentTick);
          }
        }
      }
    }

    /// An agent's largest output, at least 1, without logits that forbid an action: next to these
    /// no difference would count.
    private double largest(int agent, int width) {
      double largest = 1;
      for (int i = agent * width; i < (agent + 1) * width; i++) {
        largest = Math.max(largest, IllegalLogit.size(stored[i]));
      }
      return largest;
    }

    PolicyAgreement result() {
      return new PolicyAgreement(
          compared ? PolicyStatus.COMPARED : PolicyStatus.NONE, first, beyond, furthest);
    }
  }
}
