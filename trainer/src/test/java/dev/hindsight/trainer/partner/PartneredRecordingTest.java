package dev.hindsight.trainer.partner;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.branch.TimeMachine;
import dev.hindsight.trainer.branch.TimeMachineBuilder;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.env.randomise.Buckets;
import dev.hindsight.trainer.learn.RecordedPolicySource;
import dev.hindsight.trainer.record.Continuation;
import dev.hindsight.trainer.record.Replay;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.RecordedPartners;
import dev.hindsight.trainer.rollout.RecordedPartners.RecordedPartner;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartneredRecordingTest {
  private static final String THREE = "scripted:left=1,scripted:right=1,drive-near=1";
  private static final int EPISODE = 2 * PartneredRecordings.TRIAL;

  @TempDir Path folder;

  @Test
  void itSaysWhichPartnerDroveInEachEpisode() throws IOException {
    try (Rollout rollout = recorded(6 * EPISODE)) {
      RecordedPartners partners = RecordedPartners.of(rollout.manifest()).orElseThrow();
      assertEquals(1, partners.egos());
      PartnerPopulation population = PartnerPopulation.of(partners, RecordedPartner::name);
      assertEquals(PartnerPopulation.parse(THREE), population);
      Set<String> met = new HashSet<>();
      int episode = -1;
      for (int stretch = 0; stretch < rollout.trials().count(); stretch++) {
        episode += rollout.trials().trial(stretch) == 0 ? 1 : 0;
        String drawn = population.names().get(population.draw(4, episode));
        for (int t = rollout.trials().start(stretch); t < rollout.trials().end(stretch); t++) {
          assertEquals(Optional.of(drawn), partners.at(rollout, t));
          assertEquals(drawn, RecordedPartners.driver(rollout, t, 1));
          assertEquals("transformer", RecordedPartners.driver(rollout, t, 0));
        }
        met.add(drawn);
      }
      assertTrue(met.size() > 1, "only " + met);
    }
  }

  @Test
  void theWorldReplaysAndTheReopenedPoliciesChooseTheSame() throws IOException {
    try (Rollout rollout = recorded(3 * EPISODE)) {
      assertEquals(
          Optional.empty(),
          new Replay(rollout).run(Progress.SILENT, new Cancellation()).firstDifference());
      TimeMachine machine = machine(rollout);
      assertEquals(
          Optional.empty(),
          machine.agreement().first(),
          machine.agreement().words(AgentNames.NONE));
    }
  }

  /// Later episodes included, whose partners a branch draws without having seen the earlier ones.
  @Test
  void aBranchWithoutEditsIsTheRecordingToItsEnd() throws IOException {
    try (Rollout rollout = recorded(4 * EPISODE)) {
      assertBranches(rollout, machine(rollout), 1, EPISODE - 3, EPISODE + 50, 3 * EPISODE);
    }
  }

  private void assertBranches(Rollout rollout, TimeMachine machine, int... ticks)
      throws IOException {
    for (int at : ticks) {
      Path out = folder.resolve("branch-" + at + ".rollout");
      new Continuation(
              machine.recipe(),
              at,
              List.of(),
              new RecordedPolicySource(ledger()),
              machine,
              Map.of(),
              out)
          .run(Progress.SILENT, new Cancellation());
      try (Rollout branch = Rollouts.open(out)) {
        for (String column : List.of("action", "partner", "observation", "state_hash")) {
          assertSame(rollout, branch, column);
        }
      }
    }
  }

  private static final Map<String, String> BUCKETS =
      Map.of(Buckets.RANDOMISE, "partner,mass", Buckets.BUCKETS, "3");

  @Test
  void whereBucketsChooseThePartnerTheBucketOfEveryTickTellsIt() throws IOException {
    try (Rollout rollout = recorded(20 * EPISODE, BUCKETS)) {
      Channel bucket = rollout.channel(Buckets.COLUMN).orElseThrow();
      Channel partner = rollout.channel(RecordedPartners.COLUMN).orElseThrow();
      List<Double> shares = Buckets.describedPartnerShares(bucket.spec());
      PartnerPopulation population = PartnerPopulation.parse(THREE);
      Map<Long, Long> partnerOf = new TreeMap<>();
      for (int t = 0; t < rollout.ticks(); t++) {
        long id = bucket.integer(t, 0);
        assertEquals(population.at(shares.get((int) id)), partner.integer(t, 0), "tick " + t);
        partnerOf.put(id, partner.integer(t, 0));
      }
      assertEquals(3, new HashSet<>(partnerOf.values()).size(), partnerOf.toString());
    }
  }

  @Test
  void recordingsWhoseBucketsChooseThePartnerReplayAndBranchBitForBit() throws IOException {
    try (Rollout rollout = recorded(4 * EPISODE, BUCKETS)) {
      assertEquals(
          Optional.empty(),
          new Replay(rollout).run(Progress.SILENT, new Cancellation()).firstDifference());
      TimeMachine machine = machine(rollout);
      assertEquals(
          Optional.empty(),
          machine.agreement().first(),
          machine.agreement().words(AgentNames.NONE));
      assertBranches(rollout, machine, 1, EPISODE + 50, 3 * EPISODE);
    }
  }

  @Test
  void bucketsThatLeaveAPartnerOutAreRefused() {
    Map<String, String> two = Map.of(Buckets.RANDOMISE, "partner", Buckets.BUCKETS, "2");
    EnvironmentFactory factory = drive(two);
    Problem without =
        assertThrows(
            Problem.class, () -> PartnerPopulation.check(Optional.empty(), List.of(factory)));
    assertTrue(without.getMessage().contains("there are no partners"), without.getMessage());
    Problem missing =
        assertThrows(
            Problem.class,
            () ->
                PartnerPopulation.check(
                    Optional.of(PartnerPopulation.parse(THREE)), List.of(factory)));
    assertTrue(missing.getMessage().contains("scripted:right"), missing.getMessage());
    PartnerPopulation.check(
        Optional.of(PartnerPopulation.parse(THREE)), List.of(drive(BUCKETS), drive(Map.of())));
    PartnerPopulation.check(Optional.empty(), List.of(drive(Map.of(Buckets.RANDOMISE, "all"))));
  }

  private static EnvironmentFactory drive(Map<String, String> settings) {
    EnvironmentType type = BuiltInEnvironments.named("drive");
    return type.prepare(
        type.settings().parse(settings, "test"), Optional.of(BuiltInMaps.resolve("narrow-1")));
  }

  private static void assertSame(Rollout one, Rollout other, String column) {
    Channel left = one.channel(column).orElseThrow();
    Channel right = other.channel(column).orElseThrow();
    assertEquals(one.ticks(), other.ticks());
    float[] expected = new float[left.rowLength()];
    float[] actual = new float[right.rowLength()];
    for (int tick = 0; tick < one.ticks(); tick++) {
      left.read(tick, 0, expected, expected.length);
      right.read(tick, 0, actual, actual.length);
      assertArrayEquals(expected, actual, column + " at tick " + tick);
    }
  }

  private Rollout recorded(int ticks, Map<String, String> settings) throws IOException {
    return Rollouts.open(PartneredRecordings.record(folder, "drive-near", THREE, ticks, settings));
  }

  private Rollout recorded(int ticks) throws IOException {
    return Rollouts.open(PartneredRecordings.record(folder, "drive-near", THREE, ticks));
  }

  private TimeMachine machine(Rollout rollout) {
    return new TimeMachineBuilder(
            SimulationRecipe.of(rollout),
            new RecordedPolicySource(ledger()),
            TimeMachineBuilder.BUDGET)
        .run(Progress.SILENT, new Cancellation());
  }

  private RunLedger ledger() {
    return new RunLedger(folder.resolve("ledger.jsonl"));
  }
}
