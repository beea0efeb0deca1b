package dev.hindsight.trainer.learn;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.partner.PartnerPopulation;
import dev.hindsight.trainer.partner.PartneredPolicy;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.RecordedPartners;
import dev.hindsight.trainer.rollout.RecordedPartners.RecordedPartner;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.study.EvaluatedPartners;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The policies of a population, found and read once for all uses. Immutable, for any thread.
///
/// @param population whose order they have
/// @param policies one for each partner
public record PartnerPolicies(PartnerPopulation population, List<ResolvedPolicy> policies) {
  /// Copies the list.
  public PartnerPolicies {
    policies = List.copyOf(policies);
  }

  /// Finds every policy of a population.
  ///
  /// @throws Problem naming the one that does not exist
  public static PartnerPolicies find(PartnerPopulation population) {
    return new PartnerPolicies(
        population, population.names().stream().map(BuiltInPolicies::find).toList());
  }

  /// Opens all partners beside the policy of the egos.
  ///
  /// @param shape of one world, or of several side by side
  /// @param egos of each world
  /// @param own drives the egos, and is closed with the result; empty if the shape has none
  /// @throws Problem if a partner does not fit the environment, or no agent is left for it
  public PartneredPolicy open(EnvironmentShape shape, List<Integer> egos, Optional<Policy> own) {
    List<Policy> opened = new ArrayList<>();
    try {
      checkSeats(egos.stream().mapToInt(Integer::intValue).sum(), shape.agents());
      policies.forEach(policy -> opened.add(policy.open(shape).policy()));
      return new PartneredPolicy(shape, egos, own, opened, population);
    } catch (Throwable e) {
      opened.forEach(Policy::close);
      own.ifPresent(Policy::close);
      throw e;
    }
  }

  /// Checks, before anything is opened, that the worlds leave agents for the partners.
  ///
  /// @throws Problem if every agent of all worlds is an ego
  public void checkSeats(List<EnvironmentFactory> worlds) {
    checkSeats(
        worlds.stream().mapToInt(EnvironmentFactory::egos).sum(),
        worlds.stream().mapToInt(world -> world.shape().agents()).sum());
  }

  private void checkSeats(int egos, int agents) {
    if (egos == agents) {
      throw new Problem(
          wording("CoPlayers.every_agent_is_an_ego_no"),
          population.text(),
          wording("CoPlayers.train_with_fewer_egos_drive_num"));
    }
  }

  /// The co-players of an evaluation.
  public EvaluatedPartners evaluated() {
    return new EvaluatedPartners(
        population, (own, shape, egos) -> open(shape, egos, Optional.of(own)));
  }

  /// The partners as a recording describes them.
  ///
  /// @param egos number of agents that the recorded policy drives
  public RecordedPartners recorded(int egos) {
    List<RecordedPartner> all = new ArrayList<>();
    for (int p = 0; p < policies.size(); p++) {
      PartnerPopulation.Partner partner = population.partners().get(p);
      ResolvedPolicy policy = policies.get(p);
      all.add(
          new RecordedPartner(
              partner.name(),
              partner.weight(),
              new Manifest.PolicyInfo(
                  policy.type().id(),
                  policy.weights().sha256(),
                  policy.weights().name(),
                  BuiltInPolicies.path(partner.name()),
                  "")));
    }
    return new RecordedPartners(egos, all);
  }

  /// Puts the partners of a recording beside the policy that drove its egos.
  ///
  /// @param own drove the egos; closed with the result
  /// @param finder opens a policy of the recording
  /// @return the given policy, if it drove all agents
  static Policy beside(Policy own, Rollout rollout, EnvironmentShape shape, Finder finder) {
    Optional<RecordedPartners> recorded = RecordedPartners.of(rollout.manifest());
    if (recorded.isEmpty()) {
      return own;
    }
    List<Policy> opened = new ArrayList<>();
    try {
      recorded.get().partners().forEach(one -> opened.add(finder.open(one.policy())));
      PartneredPolicy policy =
          new PartneredPolicy(
              shape,
              List.of(recorded.get().egos()),
              Optional.of(own),
              opened,
              PartnerPopulation.of(recorded.get(), RecordedPartner::name));
      policy.begin(rollout.manifest().seed(), 0);
      return policy;
    } catch (Throwable e) {
      opened.forEach(Policy::close);
      own.close();
      throw e;
    }
  }

  /// Opens policies that recordings name.
  interface Finder {
    /// @throws Problem if its checkpoint is not found here
    Policy open(Manifest.PolicyInfo info);
  }
}
