package dev.hindsight.trainer.learn.training;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.util.Optional;

/// The agents that do not learn: a fixed policy controls all of them, in all environments, in one
/// batched forward pass. One owner thread.
public final class CoPlayers implements AutoCloseable {
  /// Separates their random numbers from those of the learning agents.
  private static final long SALT = 0x632be59bd9b4e019L;

  private final VectorEnvironment vectorEnvironment;
  private final Optional<OpenedPolicy> driver;
  private final PolicyOutput output;
  private final Actions actions;
  private final float[] logProb;
  private ActionSelector selector;

  /// @param nameOrPath of the policy; empty if there are no co-players
  /// @throws Problem if there is a policy but no co-player
  public static CoPlayers of(VectorEnvironment vectorEnvironment, Optional<String> nameOrPath) {
    if (nameOrPath.isPresent() && vectorEnvironment.partnerShape().agents() == 0) {
      throw new Problem(
          wording("CoPlayers.every_agent_is_an_ego_no"),
          nameOrPath.get(),
          wording("CoPlayers.train_with_fewer_egos_drive_num"));
    }
    return new CoPlayers(
        vectorEnvironment,
        nameOrPath.map(name -> BuiltInPolicies.open(name, vectorEnvironment.partnerShape())));
  }

  /// @param driver closed with this
  public CoPlayers(VectorEnvironment vectorEnvironment, Optional<OpenedPolicy> driver) {
    this.vectorEnvironment = vectorEnvironment;
    this.driver = driver;
    this.output = new PolicyOutput(vectorEnvironment.partnerShape());
    this.actions = new Actions(vectorEnvironment.partnerShape());
    this.logProb = new float[vectorEnvironment.partnerShape().agents()];
    this.selector = selector(0);
  }

  /// Wipes all memory.
  public void begin(long seed) {
    selector = selector(seed ^ SALT);
    driver.ifPresent(opened -> opened.policy().reset());
  }

  private ActionSelector selector(long seed) {
    return new ActionSelector(new ActionSelection.Sample(), vectorEnvironment.partnerShape(), seed);
  }

  /// Chooses the actions of all co-players for a tick, from the last observations.
  public void choose(int tick) {
    if (driver.isPresent()) {
      try {
        driver.get().policy().act(vectorEnvironment.partners, output);
        selector.choose(output, tick, actions, logProb);
      } catch (Problem problem) {
        throw problem.named(row -> wording("CoPlayers.co_player", row));
      }
    }
  }

  /// Their actions, in the order of the vector environment.
  public int[] actions() {
    return actions.joint;
  }

  @Override
  public void close() {
    driver.ifPresent(OpenedPolicy::close);
  }
}
