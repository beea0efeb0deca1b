package dev.hindsight.trainer.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PartneredPolicyTest {
  private static final PartnerPopulation TWO = PartnerPopulation.parse("a,b");

  /// Two worlds of one ego and two co-players each.
  private static final EnvironmentShape WORLDS =
      new EnvironmentShape(
              3,
              new ObservationLayout(List.of(new Segment("x", 0, List.of(1), List.of()))),
              new ActionSpace.Continuous(List.of("force")),
              0.1,
              4,
              5,
              List.of())
          .sideBySide(List.of(3, 3));

  /// Puts out its number for every agent, and remembers how many ticks of its episode each agent
  /// was there.
  private static final class Counting implements Policy {
    private final float number;
    final int[] lived = new int[6];
    final List<byte[]> limbo = new ArrayList<>();

    Counting(float number) {
      this.number = number;
    }

    @Override
    public void reset() {
      Arrays.fill(lived, 0);
    }

    @Override
    public void act(StepBuffer seen, PolicyOutput output) {
      limbo.add(seen.removed.clone());
      Arrays.fill(output.logits, number);
      Arrays.fill(output.value, number);
      for (int agent = 0; agent < lived.length; agent++) {
        lived[agent] = (seen.terminal[agent] != 0 ? 0 : lived[agent]) + 1 - seen.removed[agent];
      }
    }

    private record Lived(int[] ticks) implements PolicyMemory {
      @Override
      public long bytes() {
        return ticks.length * 4L;
      }
    }

    @Override
    public PolicyMemory memory() {
      return new Lived(lived.clone());
    }

    @Override
    public void remember(PolicyMemory policyMemory) {
      System.arraycopy(((Lived) policyMemory).ticks(), 0, lived, 0, lived.length);
    }

    @Override
    public void close() {}
  }

  private final Counting own = new Counting(9);
  private final List<Counting> partners = List.of(new Counting(0), new Counting(1));
  private final PartneredPolicy policy =
      new PartneredPolicy(WORLDS, List.of(1, 1), Optional.of(own), List.copyOf(partners), TWO);
  private final StepBuffer seen = new StepBuffer(WORLDS);
  private final PolicyOutput output = new PolicyOutput(WORLDS);

  private void act() {
    policy.act(seen, output);
    Arrays.fill(seen.terminal, (byte) 0);
  }

  private void endEpisode(int world) {
    Arrays.fill(seen.terminal, 3 * world, 3 * world + 3, (byte) 1);
  }

  @Test
  void thePolicyDrivesTheEgosAndThePartnerAllOthers() {
    act();
    for (int world = 0; world < 2; world++) {
      float drawn = policy.partner(world);
      assertEquals(9, output.value[3 * world]);
      assertEquals(Float.NaN, output.value[3 * world + 1]);
      assertEquals(9, output.logits[6 * world]);
      assertEquals(drawn, output.logits[6 * world + 2]);
      assertEquals(drawn, output.logits[6 * world + 4]);
    }
  }

  @Test
  void aPartnerStaysThroughAllTrialsAndOnlyANewEpisodeDrawsAgain() {
    policy.begin(0, 11, 0);
    List<Integer> drawn = new ArrayList<>();
    List<Integer> expected = new ArrayList<>();
    for (int episode = 0; episode < 20; episode++) {
      for (int trial = 0; trial < 4; trial++) {
        for (int tick = 0; tick < 5; tick++) {
          act();
          drawn.add(policy.partner(0));
          expected.add(TWO.draw(11, episode));
        }
        Arrays.fill(seen.trialEnded, (byte) 1);
        Arrays.fill(seen.truncation, (byte) 1);
      }
      endEpisode(0);
    }
    assertEquals(expected, drawn);
    assertEquals(2, new HashSet<>(drawn).size());
  }

  @Test
  void aWipeOfTheEgosMemoryDrawsNoOtherPartner() {
    policy.begin(0, 11, 0);
    act();
    for (int tick = 0; tick < 50; tick++) {
      seen.terminal[0] = 1;
      act();
      assertEquals(TWO.draw(11, 0), policy.partner(0));
    }
  }

  @Test
  void toAPartnerTheAgentsOfAnotherAreInLimbo() {
    long a = seedThatDraws(0);
    long b = seedThatDraws(1);
    policy.begin(0, a, 0);
    policy.begin(1, b, 0);
    seen.removed[2] = 1;
    act();
    assertEquals(List.of(1, 0, 1, 1, 1, 1), bytes(partners.get(0).limbo.getFirst()));
    assertEquals(List.of(1, 1, 1, 1, 0, 0), bytes(partners.get(1).limbo.getFirst()));
    assertEquals(List.of(0, 0, 1, 0, 0, 0), bytes(own.limbo.getFirst()));
    assertEquals(List.of(0, 0, 1, 0, 0, 0), bytes(seen.removed));
  }

  @Test
  void aPartnerThatNoWorldDrewDoesNotAct() {
    policy.begin(0, seedThatDraws(0), 0);
    policy.begin(1, seedThatDraws(0), 0);
    act();
    assertEquals(1, partners.get(0).limbo.size());
    assertEquals(0, partners.get(1).limbo.size());
  }

  @Test
  void aPartnersMemoryLastsThroughItsEpisodeAndNoLonger() {
    policy.begin(0, 11, 0);
    policy.begin(1, 11, 0);
    for (int episode = 0; episode < 6; episode++) {
      for (int tick = 0; tick < 7; tick++) {
        act();
        assertEquals(tick + 1, partners.get(policy.partner(0)).lived[1]);
      }
      endEpisode(0);
      endEpisode(1);
    }
  }

  @Test
  void anyEpisodeCanBeBegunWithTheEarlierOnesUnseen() {
    policy.begin(0, 11, 0);
    for (int episode = 0; episode < 30; episode++) {
      act();
      int there = policy.partner(0);
      PartneredPolicy late =
          new PartneredPolicy(
              WORLDS,
              List.of(1, 1),
              Optional.of(new Counting(9)),
              List.of(new Counting(0), new Counting(1)),
              TWO);
      late.begin(11, episode);
      late.act(new StepBuffer(WORLDS), new PolicyOutput(WORLDS));
      assertEquals(there, late.partner(0));
      endEpisode(0);
    }
  }

  @Test
  void aCopyOfItsMemoryBringsBackThePartner() {
    policy.begin(0, 11, 0);
    policy.begin(1, 12, 3);
    act();
    endEpisode(0);
    act();
    PolicyMemory copy = policy.memory();
    int first = policy.partner(0);
    int second = policy.partner(1);
    for (int episode = 0; episode < 9; episode++) {
      endEpisode(0);
      endEpisode(1);
      act();
    }
    policy.remember(copy);
    assertEquals(first, policy.partner(0));
    assertEquals(second, policy.partner(1));
    act();
    assertEquals(first, policy.partner(0));
    assertTrue(copy.bytes() > 0);
  }

  @Test
  void whereBucketsChooseThePartnerItFollowsThemAndNotTheSeed() {
    policy.begin(0, 11, 0);
    policy.begin(1, 11, 0);
    for (int episode = 0; episode < 9; episode++) {
      seen.partnerShare[0] = episode % 3 / 2.0;
      act();
      assertEquals(episode % 3 == 0 ? 0 : 1, policy.partner(0));
      assertEquals(TWO.draw(11, episode), policy.partner(1));
      PolicyMemory copy = policy.memory();
      seen.partnerShare[0] = 0;
      act();
      policy.remember(copy);
      assertEquals(episode % 3 == 0 ? 0 : 1, policy.partner(0));
      endEpisode(0);
      endEpisode(1);
    }
  }

  @Test
  void theFirstTapIsThePartner() {
    policy.begin(0, 11, 0);
    act();
    assertEquals("partner", policy.taps().getFirst().spec().name());
    ByteBuffer row = ByteBuffer.allocate(4);
    policy.tap(0, row);
    assertEquals(policy.partner(0), row.getInt(0));
  }

  private static long seedThatDraws(int partner) {
    long seed = 0;
    while (TWO.draw(seed, 0) != partner) {
      seed++;
    }
    return seed;
  }

  private static List<Integer> bytes(byte[] flags) {
    List<Integer> all = new ArrayList<>();
    for (byte flag : flags) {
      all.add((int) flag);
    }
    return all;
  }
}
