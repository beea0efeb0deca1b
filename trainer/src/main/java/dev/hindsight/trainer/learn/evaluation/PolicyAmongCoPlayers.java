package dev.hindsight.trainer.learn.evaluation;

import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Two policies as one: the first agents of each world belong to one, all others to the other. One
/// owner thread; a tick allocates nothing.
final class PolicyAmongCoPlayers implements Policy {
  private final Share egos;
  private final Share others;

  /// @param shape of several worlds side by side
  /// @param egos of each world, as far as it has so many agents
  PolicyAmongCoPlayers(
      EnvironmentShape shape,
      int egos,
      Function<EnvironmentShape, Policy> own,
      Function<EnvironmentShape, Policy> coPlayer) {
    List<Integer> first = new ArrayList<>();
    List<Integer> rest = new ArrayList<>();
    List<Integer> firstCrews = new ArrayList<>();
    List<Integer> restCrews = new ArrayList<>();
    int from = 0;
    for (int crew : shape.crews()) {
      int mine = Math.min(egos, crew);
      IntStream.range(from, from + mine).forEach(first::add);
      IntStream.range(from + mine, from + crew).forEach(rest::add);
      firstCrews.add(mine);
      restCrews.add(crew - mine);
      from += crew;
    }
    this.egos = new Share(shape.sideBySide(firstCrews), first, own);
    this.others = new Share(shape.sideBySide(restCrews), rest, coPlayer);
  }

  @Override
  public void reset() {
    egos.policy.reset();
    others.policy.reset();
  }

  @Override
  public void act(StepBuffer seen, PolicyOutput output) {
    egos.act(seen, output);
    others.act(seen, output);
  }

  @Override
  public void close() {
    egos.policy.close();
    others.policy.close();
  }

  /// The agents of one of the policies.
  private static final class Share {
    private final int[] agents;
    private final Policy policy;
    private final StepBuffer seen;
    private final PolicyOutput output;
    private final int numbers;

    Share(EnvironmentShape shape, List<Integer> agents, Function<EnvironmentShape, Policy> opener) {
      this.agents = agents.stream().mapToInt(Integer::intValue).toArray();
      this.policy = opener.apply(shape);
      this.numbers = shape.observation().size();
      this.seen = new StepBuffer(shape.agents(), numbers);
      this.output = new PolicyOutput(shape);
    }

    void act(StepBuffer all, PolicyOutput into) {
      seen.trial = all.trial;
      seen.trialTick = all.trialTick;
      for (int i = 0; i < agents.length; i++) {
        int agent = agents[i];
        System.arraycopy(all.observation, agent * numbers, seen.observation, i * numbers, numbers);
        seen.reward[i] = all.reward[agent];
        seen.terminal[i] = all.terminal[agent];
        seen.truncation[i] = all.truncation[agent];
        seen.trialEnded[i] = all.trialEnded[agent];
        seen.removed[i] = all.removed[agent];
      }
      policy.act(seen, output);
      for (int i = 0; i < agents.length; i++) {
        int width = output.width;
        System.arraycopy(output.logits, i * width, into.logits, agents[i] * width, width);
        into.value[agents[i]] = output.value[i];
      }
    }
  }
}
