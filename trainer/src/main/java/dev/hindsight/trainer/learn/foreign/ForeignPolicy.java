package dev.hindsight.trainer.learn.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.InputGradients;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.program.PortRole;
import dev.hindsight.trainer.policy.program.Program;
import dev.hindsight.trainer.policy.program.ProgramForm;
import java.util.Arrays;
import java.util.List;

/// A policy of another program that acts: one pass per tick for all agents, or one for each where
/// the file fixes its number of rows at 1. Its states are kept here, by agent. One owner thread.
final class ForeignPolicy implements Policy, InputGradients {
  private final ProgramRunner runner;
  private final ProgramFlow flow;
  private final ProgramForm form;
  private final int agents;
  private final int observed;
  private final int legal;
  private final int chunk;
  private final boolean oneByOne;
  private float[] states;
  private float[] fresh;
  private final float[] mask;
  private boolean closed;

  /// What a foreign policy remembers.
  ///
  /// @param states `[A * S]`
  /// @param fresh `[A]` 1 where an episode begins with the next observation
  private record ForeignMemory(float[] states, float[] fresh) implements PolicyMemory {
    @Override
    public long bytes() {
      return (long) Float.BYTES * (states.length + fresh.length);
    }
  }

  /// @param runner closed with this
  ForeignPolicy(Program program, ProgramForm form, EnvironmentShape shape, ProgramRunner runner) {
    this.runner = runner;
    this.form = form;
    flow = new ProgramFlow(program, form, shape);
    agents = shape.agents();
    observed = shape.observation().size();
    legal = shape.actions().jointActions();
    oneByOne = flow.oneByOne();
    chunk = oneByOne ? 1 : agents;
    states = new float[agents * flow.stateLength()];
    fresh = new float[agents];
    mask = new float[agents * legal];
    Arrays.fill(fresh, 1);
  }

  @Override
  public void reset() {
    Arrays.fill(states, 0);
    Arrays.fill(fresh, 1);
  }

  @Override
  public void act(StepBuffer seen, PolicyOutput output) {
    wipeEnded(seen);
    readMask(seen);
    int length = flow.stateLength();
    for (int first = 0; first < agents; first += chunk) {
      float[] before = part(states, first, length);
      var outputs =
          runner.run(
              flow.inputs(
                  chunk,
                  part(seen.observation, first, observed),
                  before,
                  part(mask, first, legal),
                  part(fresh, first, 1)));
      flow.decide(outputs, chunk, first, output);
      flow.states(outputs, chunk, before);
      System.arraycopy(before, 0, states, first * length, before.length);
    }
    Arrays.fill(fresh, 0);
    check(seen, output);
  }

  @Override
  public boolean stopped() {
    return runner.givenUp();
  }

  private void readMask(StepBuffer seen) {
    Arrays.fill(mask, 1);
    if (seen.actionMask.length == mask.length) {
      for (int i = 0; i < mask.length; i++) {
        mask[i] = seen.actionMask[i];
      }
    }
  }

  private float[] part(float[] all, int first, int each) {
    return agents == chunk
        ? all.clone()
        : Arrays.copyOfRange(all, first * each, (first + chunk) * each);
  }

  private void wipeEnded(StepBuffer seen) {
    for (int agent = 0; agent < agents; agent++) {
      if (seen.episodeEnded(agent)) {
        wipe(agent);
      }
    }
  }

  private void wipe(int agent) {
    int length = flow.stateLength();
    Arrays.fill(states, agent * length, (agent + 1) * length, 0);
    fresh[agent] = 1;
  }

  private void check(StepBuffer seen, PolicyOutput output) {
    for (int i = 0; i < output.logits.length; i++) {
      // Nobody takes the action of an agent in limbo.
      boolean taken = seen.removed[i / output.width] == 0;
      if (taken && !Float.isFinite(output.logits[i])) {
        throw Problem.of(
            i / output.width,
            wording("DriveLstmPolicy.tick_of_trial", seen.trialTick, seen.trial + 1),
            wording("ForeignPolicy.output_is", i % output.width, output.logits[i]),
            wording("ForeignPolicy.take_an_earlier_policy"));
      }
    }
  }

  @Override
  public PolicyMemory memory() {
    return new ForeignMemory(states.clone(), fresh.clone());
  }

  @Override
  public void remember(PolicyMemory policyMemory) {
    if (!(policyMemory instanceof ForeignMemory memory)
        || memory.states().length != states.length
        || memory.fresh().length != fresh.length) {
      throw new IllegalArgumentException("a memory of another policy");
    }
    states = memory.states().clone();
    fresh = memory.fresh().clone();
  }

  @Override
  public void forget(int agent) {
    if (states.length == 0) {
      Policy.super.forget(agent);
    }
    wipe(agent);
  }

  @Override
  public float[] gradient(StepBuffer seen, int agent, int number) {
    PolicyMemory before = memory();
    wipeEnded(seen);
    try {
      return slopes(seen, agent, number);
    } finally {
      remember(before);
    }
  }

  private float[] slopes(StepBuffer seen, int agent, int number) {
    int length = flow.stateLength();
    readMask(seen);
    int first = oneByOne ? agent : 0;
    int row = agent - first;
    int output = output(number < 0 ? PortRole.VALUE : PortRole.LOGITS);
    List<ProgramArray> inputs =
        flow.inputs(
            chunk,
            part(seen.observation, first, observed),
            part(states, first, length),
            part(mask, first, legal),
            part(fresh, first, 1));
    float[] results = runner.run(inputs).get(output).values();
    int width = results.length / chunk;
    float[] slopes = new float[observed];
    for (int term : flow.terms(Math.max(0, number), width)) {
      int at = row * width + term;
      float[] all = runner.gradient(inputs, flow.observationInput(), output, at);
      if (all.length != chunk * observed) {
        throw flow.flaw(wording("ForeignPolicy.it_takes_the_observation_in_parts"));
      }
      // The logit is the logarithm of a probability; that of 0 is one number, whatever is observed.
      boolean probability = form.outputs().get(output).role() == PortRole.PROBABILITIES;
      float scale = !probability ? 1 : results[at] == 0 ? 0 : 1 / results[at];
      for (int i = 0; i < observed; i++) {
        slopes[i] += scale * all[row * observed + i];
      }
    }
    return flow.inOrder(slopes);
  }

  private int output(PortRole role) {
    for (int i = 0; i < form.outputs().size(); i++) {
      PortRole own = form.outputs().get(i).role();
      if (own == role
          || (role == PortRole.LOGITS && (own == PortRole.MEAN || own == PortRole.PROBABILITIES))) {
        return i;
      }
    }
    throw flow.flaw(wording("ForeignPolicy.it_gives_no", role.id()));
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      runner.close();
    }
  }
}
