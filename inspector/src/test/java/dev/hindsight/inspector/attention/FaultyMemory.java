package dev.hindsight.inspector.attention;

import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;

/// A policy that receives wrong information about its memory: plants faults in acting.
public final class FaultyMemory implements Policy {
  /// The planted fault.
  public enum MemoryFault {
    NONE,
    WIPED_AT_TRUNCATIONS,
    NOT_WIPED_AT_TERMINALS,
    LIMBO_OPEN
  }

  private final Policy policy;
  private final MemoryFault memoryFault;
  private final StepBuffer altered;

  /// @param policy closed with this
  public FaultyMemory(Policy policy, EnvironmentShape shape, MemoryFault memoryFault) {
    this.policy = policy;
    this.memoryFault = memoryFault;
    this.altered = new StepBuffer(shape.agents(), shape.observation().size());
  }

  @Override
  public void reset() {
    policy.reset();
  }

  @Override
  public void act(StepBuffer seen, PolicyOutput output) {
    System.arraycopy(seen.observation, 0, altered.observation, 0, seen.observation.length);
    for (int agent = 0; agent < seen.terminal.length; agent++) {
      altered.terminal[agent] =
          switch (memoryFault) {
            case NONE, LIMBO_OPEN -> seen.terminal[agent];
            case WIPED_AT_TRUNCATIONS -> (byte) (seen.terminal[agent] | seen.truncation[agent]);
            case NOT_WIPED_AT_TERMINALS -> 0;
          };
      altered.removed[agent] = memoryFault == MemoryFault.LIMBO_OPEN ? 0 : seen.removed[agent];
    }
    policy.act(altered, output);
  }

  @Override
  public void close() {
    policy.close();
  }
}
