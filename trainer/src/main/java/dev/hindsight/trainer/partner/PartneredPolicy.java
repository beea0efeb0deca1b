package dev.hindsight.trainer.partner;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.MemoryErasure;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.RecordedPartners;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// One policy drives the egos, and one partner of a population, drawn for each episode, all other
/// agents of a world. Each policy acts once per tick, for all worlds that drew it. It allocates
/// nothing per tick; one owner thread.
///
/// Co-players have no value estimate (NaN): partners estimate the returns of different tasks, or
/// none at all. A partner's memory lasts through its episode. To a partner the agents that it does
/// not drive are in limbo; the policy of the egos runs for all agents, as if it drove them.
public final class PartneredPolicy implements Policy {
  private final int[] first;
  private final int[] egos;
  private final Optional<Policy> own;
  private final List<Policy> partners;
  private final PartnerPopulation population;
  private final long[] seed;
  private final long[] episode;
  private final int[] drawn;

  /// `[world]` whether the world is at the first tick of an episode whose number is set already.
  private final boolean[] fresh;

  private final byte[] limbo;
  private final PolicyOutput output;
  private final List<Column> taps;

  /// @param shape of one world, or of several side by side
  /// @param egos of each world; its other agents are co-players
  /// @param own the policy of the egos; empty if there are none. Closed with this
  /// @param partners the opened policies of the population, in its order, each for this shape;
  ///   closed with this
  public PartneredPolicy(
      EnvironmentShape shape,
      List<Integer> egos,
      Optional<Policy> own,
      List<Policy> partners,
      PartnerPopulation population) {
    int worlds = shape.agentsPerWorld().size();
    if (egos.size() != worlds || partners.size() != population.partners().size()) {
      throw new IllegalArgumentException(egos + " egos, " + partners.size() + " partners");
    }
    this.first = new int[worlds + 1];
    for (int w = 0; w < worlds; w++) {
      first[w + 1] = first[w] + shape.agentsPerWorld().get(w);
    }
    this.egos = egos.stream().mapToInt(Integer::intValue).toArray();
    this.own = own;
    this.partners = List.copyOf(partners);
    this.population = population;
    this.seed = new long[worlds];
    this.episode = new long[worlds];
    this.drawn = new int[worlds];
    this.fresh = new boolean[worlds];
    this.limbo = new byte[shape.agents()];
    this.output = new PolicyOutput(shape);
    List<Column> columns = new ArrayList<>();
    columns.add(
        new Column(
            ChannelSpec.perTick(
                RecordedPartners.COLUMN,
                Dtype.I4,
                "1",
                wording("PartneredPolicy.the_partner_that_drives_the")),
            List.of()));
    own.ifPresent(policy -> columns.addAll(policy.taps()));
    this.taps = List.copyOf(columns);
    reset();
  }

  /// Wipes all memory; every world is in the first episode of its seed.
  @Override
  public void reset() {
    own.ifPresent(Policy::reset);
    partners.forEach(Policy::reset);
    for (int w = 0; w < seed.length; w++) {
      begin(w, seed[w], 0);
    }
  }

  @Override
  public boolean stopped() {
    return own.filter(Policy::stopped).isPresent() || partners.stream().anyMatch(Policy::stopped);
  }

  @Override
  public void begin(long ofEnvironment, long number) {
    reset();
    for (int w = 0; w < seed.length; w++) {
      begin(w, ofEnvironment, number);
    }
  }

  /// Says which episode of a world the next tick belongs to; its memory stays.
  ///
  /// @param ofEnvironment the seed of the world
  /// @param number of the episode since the world was created, from 0
  public void begin(int world, long ofEnvironment, long number) {
    seed[world] = ofEnvironment;
    episode[world] = number;
    drawn[world] = population.draw(ofEnvironment, number);
    fresh[world] = true;
  }

  /// The partner in a world at present, an index into the population. Where buckets choose it, it
  /// is known once the policies have acted.
  public int partner(int world) {
    return drawn[world];
  }

  @Override
  public void act(StepBuffer seen, PolicyOutput into) {
    for (int w = 0; w < drawn.length; w++) {
      if (!fresh[w] && over(w, seen)) {
        begin(w, seed[w], episode[w] + 1);
      }
      fresh[w] = false;
      if (!Double.isNaN(seen.partnerShare[w])) {
        drawn[w] = population.at(seen.partnerShare[w]);
      }
    }
    if (own.isPresent()) {
      own.get().act(seen, into);
    }
    System.arraycopy(seen.removed, 0, limbo, 0, limbo.length);
    for (int p = 0; p < partners.size(); p++) {
      Arrays.fill(seen.removed, (byte) 1);
      if (admit(p, seen.removed)) {
        partners.get(p).act(seen, output);
        copy(p, into);
      }
    }
    System.arraycopy(limbo, 0, seen.removed, 0, limbo.length);
  }

  /// Whether the episodes of all co-players of a world ended with the last action.
  private boolean over(int world, StepBuffer seen) {
    for (int row = first[world] + egos[world]; row < first[world + 1]; row++) {
      if (!seen.episodeEnded(row)) {
        return false;
      }
    }
    return first[world] + egos[world] < first[world + 1];
  }

  /// Shows a partner the agents it drives.
  ///
  /// @return whether there are any
  private boolean admit(int partner, byte[] removed) {
    boolean any = false;
    for (int w = 0; w < drawn.length; w++) {
      int from = first[w] + egos[w];
      if (drawn[w] == partner && from < first[w + 1]) {
        System.arraycopy(limbo, from, removed, from, first[w + 1] - from);
        any = true;
      }
    }
    return any;
  }

  private void copy(int partner, PolicyOutput into) {
    int width = output.width;
    for (int w = 0; w < drawn.length; w++) {
      int from = first[w] + egos[w];
      int count = first[w + 1] - from;
      if (drawn[w] == partner) {
        System.arraycopy(output.logits, from * width, into.logits, from * width, count * width);
        if (into.squashed.length > 0) {
          System.arraycopy(output.squashed, from, into.squashed, from, count);
        }
        Arrays.fill(into.value, from, from + count, Float.NaN);
      }
    }
  }

  /// The policy that drives an agent at present.
  private Policy driving(int agent) {
    int w = 0;
    while (first[w + 1] <= agent) {
      w++;
    }
    return agent < first[w] + egos[w] ? own.orElseThrow() : partners.get(drawn[w]);
  }

  @Override
  public void setAblation(int agent, QueryAblation queryAblation) {
    driving(agent).setAblation(agent, queryAblation);
  }

  @Override
  public int remembered(int agent) {
    return driving(agent).remembered(agent);
  }

  @Override
  public void forget(int agent) {
    driving(agent).forget(agent);
  }

  @Override
  public void restartPositions(int agent) {
    driving(agent).restartPositions(agent);
  }

  @Override
  public void erase(int agent, int ago, MemoryErasure how) {
    driving(agent).erase(agent, ago, how);
  }

  /// The partner, then what the egos' policy offers.
  @Override
  public List<Column> taps() {
    return taps;
  }

  @Override
  public void tap(int tap, ByteBuffer row) {
    if (tap == 0) {
      row.putInt(drawn[0]);
    } else {
      own.orElseThrow().tap(tap - 1, row);
    }
  }

  /// The memories of all policies, and each world's episode.
  private record Memories(
      Optional<PolicyMemory> own,
      List<PolicyMemory> partners,
      long[] seed,
      long[] episode,
      int[] drawn,
      boolean[] fresh)
      implements PolicyMemory {
    @Override
    public long bytes() {
      long bytes = own.map(PolicyMemory::bytes).orElse(0L);
      for (PolicyMemory partner : partners) {
        bytes += partner.bytes();
      }
      return bytes;
    }

    @Override
    public long shared() {
      long bytes = own.map(PolicyMemory::shared).orElse(0L);
      for (PolicyMemory partner : partners) {
        bytes += partner.shared();
      }
      return bytes;
    }
  }

  @Override
  public PolicyMemory memory() {
    return new Memories(
        own.map(Policy::memory),
        partners.stream().map(Policy::memory).toList(),
        seed.clone(),
        episode.clone(),
        drawn.clone(),
        fresh.clone());
  }

  @Override
  public void remember(PolicyMemory policyMemory) {
    if (!(policyMemory instanceof Memories memories)
        || memories.partners().size() != partners.size()
        || memories.seed().length != seed.length) {
      throw new IllegalArgumentException("a memory of another policy");
    }
    memories.own().ifPresent(memory -> own.orElseThrow().remember(memory));
    for (int p = 0; p < partners.size(); p++) {
      partners.get(p).remember(memories.partners().get(p));
    }
    for (int w = 0; w < seed.length; w++) {
      begin(w, memories.seed()[w], memories.episode()[w]);
      drawn[w] = memories.drawn()[w];
      fresh[w] = memories.fresh()[w];
    }
  }

  @Override
  public void close() {
    own.ifPresent(Policy::close);
    partners.forEach(Policy::close);
  }
}
