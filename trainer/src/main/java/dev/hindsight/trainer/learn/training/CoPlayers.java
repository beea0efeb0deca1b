package dev.hindsight.trainer.learn.training;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.learn.PartnerPolicies;
import dev.hindsight.trainer.partner.PartnerPopulation;
import dev.hindsight.trainer.partner.PartneredPolicy;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.util.Collections;
import java.util.Optional;

/// The agents that do not learn: in each environment and episode a partner drawn from a population
/// controls them. Each partner acts in one batched forward pass for all environments that drew it.
/// One owner thread.
public final class CoPlayers implements AutoCloseable {
  /// Separates their random numbers from those of the learning agents.
  private static final long SALT = 0x632be59bd9b4e019L;

  private final VectorEnvironment vectorEnvironment;
  private final Optional<PartneredPolicy> driver;
  private final PolicyOutput output;
  private final Actions actions;
  private final float[] logProb;
  private ActionSelector selector;

  /// @param population as [PartnerPopulation#parse] reads it; empty if there are no co-players
  /// @throws Problem if there is a policy but no co-player
  public static CoPlayers of(VectorEnvironment vectorEnvironment, Optional<String> population) {
    return new CoPlayers(
        vectorEnvironment,
        population.map(text ->
            PartnerPolicies.find(PartnerPopulation.parse(text))
                .open(
                    vectorEnvironment.partnerShape(),
                    Collections.nCopies(vectorEnvironment.count(), 0),
                    Optional.empty())));
  }

  /// @param driver closed with this
  public CoPlayers(VectorEnvironment vectorEnvironment, Optional<PartneredPolicy> driver) {
    this.vectorEnvironment = vectorEnvironment;
    this.driver = driver;
    this.output = new PolicyOutput(vectorEnvironment.partnerShape());
    this.actions = new Actions(vectorEnvironment.partnerShape());
    this.logProb = new float[vectorEnvironment.partnerShape().agents()];
    this.selector = selector(0);
  }

  /// Wipes all memory. Each environment keeps the partner of its episode.
  public void begin(long seed) {
    selector = selector(seed ^ SALT);
    if (driver.isPresent()) {
      driver.get().reset();
      for (int e = 0; e < vectorEnvironment.count(); e++) {
        driver.get().begin(e, vectorEnvironment.seed(e), vectorEnvironment.episode(e));
      }
    }
  }

  private ActionSelector selector(long seed) {
    return new ActionSelector(new ActionSelection.Sample(), vectorEnvironment.partnerShape(), seed);
  }

  /// Chooses the actions of all co-players for a tick, from the last observations.
  public void choose(int tick) {
    if (driver.isPresent()) {
      try {
        driver.get().act(vectorEnvironment.partners, output);
        selector.choose(vectorEnvironment.partners, output, tick, actions, logProb);
      } catch (Problem problem) {
        throw problem.named(row -> wording("CoPlayers.co_player", row));
      }
    }
  }

  /// Their actions, in the order of the vector environment.
  public Actions actions() {
    return actions;
  }

  /// The partner that drives the co-players of an environment, an index into the population.
  public int partner(int e) {
    return driver.orElseThrow().partner(e);
  }

  @Override
  public void close() {
    driver.ifPresent(PartneredPolicy::close);
  }
}
