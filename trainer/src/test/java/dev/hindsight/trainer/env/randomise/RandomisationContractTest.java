package dev.hindsight.trainer.env.randomise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.RandomActions;
import dev.hindsight.trainer.env.RandomisedSetting;
import dev.hindsight.trainer.env.RandomisedSetting.Effect;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.record.Replay;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What every environment promises whose settings can differ from episode to episode.
class RandomisationContractTest {
  private static final int TRIALS = 3;
  private static final int STEPS = 400;

  @TempDir Path folder;

  static List<EnvironmentType> all() {
    return BuiltInEnvironments.all().stream().filter(type -> !type.randomised().isEmpty()).toList();
  }

  @ParameterizedTest
  @MethodSource("all")
  void byDefaultNothingIsRandomisedAndRecordingsHaveNoBucket(EnvironmentType type) {
    EnvironmentFactory plain = prepared(type, Map.of());
    assertFalse(plain instanceof RandomisedWorlds);
    assertEquals(-1, plain.create(1).buffer().bucket);
    assertTrue(
        plain.shape().stateColumns().stream()
            .noneMatch(column -> column.spec().name().equals(Buckets.COLUMN)));
  }

  @ParameterizedTest
  @MethodSource("all")
  void settingsHaveNamesAndALineOfHelp(EnvironmentType type) {
    Set<String> names = new HashSet<>();
    for (RandomisedSetting each : type.randomised()) {
      assertTrue(each.name().matches("[a-z][a-z0-9_]*") && names.add(each.name()), each.name());
      assertFalse(each.doc().isBlank() || each.doc().endsWith("."), each.name());
    }
    Problem problem =
        assertThrows(
            Problem.class, () -> prepared(type, Map.of(Buckets.RANDOMISE, "gravity_of_saturn")));
    assertFalse(problem.getMessage().contains("\n"));
  }

  /// What a tick shows of its bucket.
  ///
  /// @param bucket when the action was taken
  /// @param next after it
  /// @param ended whether the action ended the episode of every agent
  private record Shown(int bucket, int next, boolean ended) {}

  @ParameterizedTest
  @MethodSource("all")
  void allTrialsOfAnEpisodeAreOfOneBucketAndEpisodesGetThemAll(EnvironmentType type) {
    List<Shown> shown = shown(type, 5);
    assertTrue(changesOnlyBetweenEpisodes(shown));
    Set<Integer> met = new HashSet<>();
    shown.forEach(each -> met.add(each.next()));
    assertEquals(Set.of(0, 1, 2, 3), met);
    assertEquals(shown, shown(type, 5), "the same seed gives the same buckets");
    assertNotEquals(shown, shown(type, 6));
  }

  /// Planted: a bucket that is drawn in the middle of an episode, as one for every trial would be.
  @ParameterizedTest
  @MethodSource("all")
  void aBucketThatChangesWithinAnEpisodeIsCaught(EnvironmentType type) {
    List<Shown> shown = new ArrayList<>(shown(type, 5));
    for (int t = 0; t < shown.size(); t++) {
      if (!shown.get(t).ended()) {
        Shown was = shown.get(t);
        shown.set(t, new Shown(was.bucket(), (was.bucket() + 1) % 4, false));
        break;
      }
    }
    assertFalse(changesOnlyBetweenEpisodes(shown));
  }

  private static boolean changesOnlyBetweenEpisodes(List<Shown> shown) {
    return shown.stream().allMatch(each -> each.ended() || each.bucket() == each.next());
  }

  private List<Shown> shown(EnvironmentType type, long seed) {
    Map<String, String> settings = new LinkedHashMap<>(type.trialKnobs().of(TRIALS, 5));
    settings.put(Buckets.RANDOMISE, "all");
    EnvironmentFactory factory = prepared(type, settings);
    Environment environment = factory.create(seed);
    List<Shown> all = new ArrayList<>();
    for (Actions actions : RandomActions.rows(factory.shape(), STEPS, 3)) {
      int before = environment.buffer().bucket;
      environment.step(actions);
      StepBuffer after = environment.buffer();
      boolean ended = true;
      for (int agent = 0; agent < factory.shape().agents(); agent++) {
        ended &= after.episodeEnded(agent);
      }
      all.add(new Shown(before, after.bucket, ended));
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("all")
  void sensorsChangeWhatIsObservedAndNeverTheState(EnvironmentType type) {
    for (RandomisedSetting setting : type.randomised()) {
      if (setting.effect().sensed()) {
        String most = setting.name() + ":" + setting.high();
        Pair pair = Pair.run(prepared(type, Map.of()), prepared(type, randomising(most)));
        assertTrue(pair.sameWorld(), setting.name());
        assertFalse(pair.changed.isEmpty(), setting.name() + " does nothing");
        ObservationLayout layout = prepared(type, Map.of()).shape().observation();
        for (int d : pair.changed) {
          String segment = layout.segmentOf(d).orElseThrow().name();
          assertTrue(
              setting.observed().stream()
                  .anyMatch(name ->
                      segment.equals(name)
                          || segment.startsWith(name + "/")
                          || (name.startsWith(segment + ".")
                              && layout.nameOf(d).endsWith(name.substring(segment.length())))),
              setting.name() + " changes " + layout.nameOf(d));
        }
      }
    }
  }

  /// Planted: the same check finds that a setting of the world changes the state.
  @ParameterizedTest
  @MethodSource("all")
  void settingsOfTheWorldChangeItAndTheUsualValueDoesNot(EnvironmentType type) {
    for (RandomisedSetting setting : type.randomised()) {
      if (setting.effect() == Effect.WORLD || setting.effect() == Effect.CHANCE) {
        double far = setting.high() == setting.usual() ? setting.low() : setting.high();
        double most = Double.isInfinite(setting.usual()) ? setting.low() : far;
        Pair changed =
            Pair.run(
                prepared(type, Map.of()), prepared(type, randomising(setting.name() + ":" + most)));
        assertFalse(changed.sameWorld(), setting.name() + " changes nothing");
        Pair usual =
            Pair.run(
                prepared(type, Map.of()),
                prepared(type, randomising(setting.name() + ":" + setting.usual())));
        assertTrue(usual.sameWorld() && usual.changed.isEmpty(), setting.name());
      }
    }
  }

  private static Map<String, String> randomising(String what) {
    return Map.of(Buckets.RANDOMISE, what, Buckets.BUCKETS, "1");
  }

  /// The same actions in a plain and a randomised world.
  private static final class Pair {
    private boolean same = true;

    /// Observed numbers that differ.
    private final Set<Integer> changed = new HashSet<>();

    static Pair run(EnvironmentFactory plain, EnvironmentFactory randomised) {
      Pair pair = new Pair();
      Environment one = plain.create(4);
      Environment other = randomised.create(4);
      for (Actions actions : RandomActions.rows(plain.shape(), STEPS, 9)) {
        one.step(actions);
        other.step(actions);
        pair.compare(one, other);
      }
      return pair;
    }

    private void compare(Environment one, Environment other) {
      for (int c = 0; c < one.shape().stateColumns().size(); c++) {
        same &= row(one, c).equals(row(other, c + 1));
      }
      same &= Arrays.equals(one.buffer().reward, other.buffer().reward);
      same &= Arrays.equals(one.buffer().end, other.buffer().end);
      int size = one.shape().observation().size();
      float[] seen = one.buffer().observation;
      for (int i = 0; i < seen.length; i++) {
        if (seen[i] != other.buffer().observation[i]) {
          changed.add(i % size);
        }
      }
    }

    private static ByteBuffer row(Environment environment, int column) {
      ByteBuffer row = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
      environment.writeState(column, row);
      return row.flip();
    }

    boolean sameWorld() {
      return same;
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void aRecordingHoldsTheBucketsWithTheirNumbersAndReplays(EnvironmentType type)
      throws IOException {
    Map<String, String> settings = new LinkedHashMap<>(type.trialKnobs().of(2, 5));
    settings.put(Buckets.RANDOMISE, "all");
    Path file = SampleRecordings.of(type, settings, 60, folder);
    try (Rollout rollout = Rollouts.open(file)) {
      Channel column = rollout.channel(Buckets.COLUMN).orElseThrow();
      List<Map<String, Double>> described = Buckets.described(column.spec());
      assertEquals(4, described.size());
      assertEquals(
          type.randomised().stream()
              .filter(setting -> setting.effect() != Effect.PARTNER)
              .map(RandomisedSetting::name)
              .toList(),
          List.copyOf(described.getFirst().keySet()));
      Set<Double> met = new HashSet<>();
      for (int t = 0; t < rollout.ticks(); t++) {
        met.add(column.value(t, 0));
      }
      assertTrue(met.size() > 1, met.toString());
      assertEquals(
          Optional.empty(),
          new Replay(rollout).run(Progress.SILENT, new Cancellation()).firstDifference());
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyValueIsInExactlyOneBucket(EnvironmentType type) {
    Buckets buckets = new Buckets(type.randomised(), 7);
    for (int s = 0; s < type.randomised().size(); s++) {
      RandomisedSetting setting = type.randomised().get(s);
      double[] values = new double[7];
      for (int b = 0; b < 7; b++) {
        values[b] = buckets.value(s, b);
      }
      Arrays.sort(values);
      double[] even = new double[7];
      for (int b = 0; b < 7; b++) {
        even[b] = setting.low() + b / 6.0 * (setting.high() - setting.low());
        even[b] = setting.effect() == Effect.DELAY ? Math.rint(even[b]) : even[b];
      }
      assertArrayEquals(even, values, 1e-12);
    }
  }

  private EnvironmentFactory prepared(EnvironmentType type, Map<String, String> settings) {
    return type.prepare(
        type.settings().parse(settings, "test"), SampleRecordings.scenario(type, folder));
  }
}
