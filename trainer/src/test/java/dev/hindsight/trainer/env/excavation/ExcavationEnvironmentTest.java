package dev.hindsight.trainer.env.excavation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryCacheFolder;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.env.excavation.maps.ExcavationMap;
import dev.hindsight.trainer.env.excavation.maps.SiteFolder;
import dev.hindsight.trainer.env.excavation.maps.SiteGenerator;
import dev.hindsight.trainer.env.excavation.maps.SiteKind;
import dev.hindsight.trainer.env.excavation.observation.ExcavationSegments;
import dev.hindsight.trainer.env.excavation.reward.RewardComponent;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.outcome.EpisodeProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExcavationEnvironmentTest {
  private static final int WAIT = 7;

  private static EnvironmentFactory factory(String... settings) {
    Map<String, String> typed = new LinkedHashMap<>(Map.of("sites", "16"));
    for (int i = 0; i < settings.length; i += 2) {
      typed.put(settings[i], settings[i + 1]);
    }
    return new ExcavationEnvironmentType()
        .prepare(ExcavationSettings.ALL.parse(typed, "test"), Optional.empty());
  }

  private static StepBuffer step(Environment environment, int action) {
    Actions actions = new Actions(environment.shape());
    actions.joint[0] = action;
    environment.step(actions);
    return environment.buffer();
  }

  private static float[] segment(Environment environment, String name) {
    return segment(environment, name, environment.buffer().observation);
  }

  private static float[] segment(Environment environment, String name, float[] observation) {
    return environment.shape().observation().segments().stream()
        .filter(segment -> segment.name().equals(name))
        .map(s -> Arrays.copyOfRange(observation, s.offset(), s.offset() + s.length()))
        .findFirst()
        .orElseThrow();
  }

  private static float figure(Environment environment, String name) {
    for (int f = 0; f < environment.shape().figures().size(); f++) {
      if (environment.shape().figures().get(f).name().equals(name)) {
        return environment.buffer().figures[f][0];
      }
    }
    throw new IllegalArgumentException(name);
  }

  @Test
  void aTimeLimitIsATimeoutWithTheObservationBeforeTheReset() {
    Environment environment = factory("max_steps", "5").create(1);
    for (int i = 0; i < 4; i++) {
      assertFalse(step(environment, WAIT).episodeEnded(0));
    }
    StepBuffer seen = step(environment, WAIT);
    assertEquals(EpisodeEnd.TIMEOUT.code(), seen.end[0]);
    assertEquals(0, seen.terminal[0]);
    assertEquals(1, segment(environment, "episode_progress", seen.finalObservation())[0]);
    assertEquals(0, segment(environment, "episode_progress")[0]);
    assertEquals(WAIT, segment(environment, "previous_actions", seen.finalObservation())[0]);
    assertEquals(-1, segment(environment, "previous_actions")[0]);
    assertEquals(1, figure(environment, "timeout"));
    assertEquals(0, figure(environment, "success"));
    assertEquals(0, figure(environment, "reward_terminal"));
  }

  @Test
  void aFinishedDigIsATrueEndThatPaysTheTerminalReward() {
    Environment environment = factory().create(3);
    SplittableRandom random = new SplittableRandom(5);
    StepBuffer seen = environment.buffer();
    for (int i = 0; i < 20_000 && seen.terminal[0] == 0; i++) {
      seen = step(environment, random.nextInt(8));
    }
    assertEquals(EpisodeEnd.TASK_DONE.code(), seen.end[0]);
    assertEquals(1, seen.trialScore[0]);
    assertEquals(1, figure(environment, "success"));
    assertEquals(0, figure(environment, "timeout"));
    assertTrue(figure(environment, "reward_terminal") > 0);
    assertEquals(1, figure(environment, "dug"));
    float[] load = segment(environment, "agents", seen.finalObservation());
    assertEquals(0, load[5]);
  }

  @Test
  void inTrialsTheSiteAndTheStartStayAndALateTrialFails() {
    Environment environment = factory("max_steps", "3", "trials", "2").create(2);
    float[] first = environment.buffer().observation.clone();
    step(environment, 0);
    step(environment, 4);
    StepBuffer seen = step(environment, WAIT);
    assertEquals(1, seen.trialEnded[0]);
    assertEquals(0, seen.end[0]);
    assertArrayEquals(first, seen.observation);
    for (int i = 0; i < 3; i++) {
      seen = step(environment, WAIT);
    }
    assertEquals(EpisodeEnd.TASK_FAILED.code(), seen.end[0]);
    assertEquals(1, seen.terminal[0]);
  }

  @Test
  void componentsOfTheRewardAddUpToIt() {
    Environment environment = factory().create(8);
    SplittableRandom random = new SplittableRandom(6);
    for (int i = 0; i < 3000; i++) {
      StepBuffer seen = step(environment, random.nextInt(8));
      float sum = 0;
      for (RewardComponent component : RewardComponent.values()) {
        if (!component.explains()) {
          sum += figure(environment, ExcavationFigures.REWARD + component.id());
        }
      }
      assertEquals(seen.reward[0], sum, 1e-5);
    }
  }

  @Test
  void staggeredStartsSpreadTheFirstTimeLimitsAndNoOthers() {
    EnvironmentFactory staggered = factory("staggered_starts", "true", "max_steps", "40");
    Set<Integer> lengths = new HashSet<>();
    for (int seed = 0; seed < 20; seed++) {
      Environment environment = staggered.create(seed);
      lengths.add(waitForTheEnd(environment));
      assertEquals(40, waitForTheEnd(environment));
    }
    assertTrue(lengths.size() > 8, lengths + " are the first lengths");
    assertTrue(lengths.stream().allMatch(length -> length >= 1 && length <= 40));
    assertEquals(40, waitForTheEnd(factory("max_steps", "40").create(4)));
  }

  @Test
  void theProgressOfAStaggeredEpisodeIsTheOneItObserves() {
    EnvironmentFactory factory = factory("staggered_starts", "true", "max_steps", "40");
    int at = 0;
    while (!factory.shape().observation().nameOf(at).startsWith("episode_progress")) {
      at++;
    }
    for (int seed = 0; seed < 20; seed++) {
      Environment environment = factory.create(seed);
      for (int step = 0; step < 50; step++) {
        StepBuffer seen = environment.buffer();
        float progress = EpisodeProgress.of(seen.trial, seen.startAge + seen.trialTick, 1, 40);
        assertEquals(seen.observation[at], progress, 1e-6, seed + " at " + step);
        step(environment, WAIT);
      }
    }
  }

  private static int waitForTheEnd(Environment environment) {
    int steps = 1;
    while (!step(environment, WAIT).episodeEnded(0)) {
      steps++;
    }
    return steps;
  }

  @Test
  void theHeldOutSitesAreNoneOfTheTrainingSites() {
    Set<String> training = maps(factory("levels", "ring"));
    Set<String> heldOut = maps(factory("levels", "ring", "site_set", "held_out"));
    assertEquals(16, training.size());
    assertEquals(16, heldOut.size());
    heldOut.retainAll(training);
    assertEquals(Set.of(), heldOut);
  }

  @Test
  void heldOutSitesAreThoseOfTheLastLevelFromTheFirstEpisodeOn() {
    Set<String> last = maps(factory("levels", "trench", "site_set", "held_out"));
    assertEquals(last, maps(factory("levels", "pit,trench", "site_set", "held_out")));
    assertEquals(
        maps(factory("levels", "pit")),
        maps(factory("levels", "pit,trench")),
        "training begins at the first level");
  }

  /// The target maps that episodes begin with.
  private static Set<String> maps(EnvironmentFactory factory) {
    Set<String> maps = new HashSet<>();
    int tiles = 32 * 32;
    for (int seed = 0; seed < 200; seed++) {
      float[] planes = segment(factory.create(seed), ExcavationSegments.MAPS);
      maps.add(Arrays.toString(Arrays.copyOfRange(planes, 3 * tiles, 5 * tiles)));
    }
    return maps;
  }

  @Test
  void theCurriculumIsPartOfTheCopiedState() {
    EnvironmentFactory factory =
        factory("levels", "pit, trench", "promotion", "1", "demotion", "2", "max_steps", "60");
    Environment environment = factory.create(3);
    SplittableRandom random = new SplittableRandom(9);
    int goals = 0;
    for (int i = 0; i < 20_000 && goals == 0; i++) {
      goals += step(environment, random.nextInt(8)).terminal[0];
    }
    assertEquals(1, goals);
    Environment copy = factory.create(77);
    copy.restore(environment.snapshot());
    assertEquals(environment.stateHash(), copy.stateHash());
    // After two failures the world is back at the first level.
    for (Environment each : new Environment[] {environment, copy}) {
      waitForTheEnd(each);
      waitForTheEnd(each);
    }
    assertEquals(environment.stateHash(), copy.stateHash());
    assertArrayEquals(environment.buffer().observation, copy.buffer().observation);
    Environment fresh = factory.create(77);
    waitForTheEnd(fresh);
    waitForTheEnd(fresh);
    assertNotEquals(fresh.stateHash(), copy.stateHash());
  }

  @Test
  void anUnknownKindOfSiteIsRefusedByName() {
    Problem problem = assertThrows(Problem.class, () -> factory("levels", "pit, crater"));
    assertTrue(problem.what().contains("crater"), problem.what());
    assertTrue(problem.toString().contains("relocation"), problem.toString());
  }

  /// Successful digs of a random machine, and whether an edge ever paid.
  private int[] digs(String... settings) {
    EnvironmentFactory factory = factory(settings);
    Environment environment = factory.create(4);
    Actions actions = new Actions(factory.shape());
    int edge =
        ExcavationFigures.ALL.stream()
            .map(StepFigure::name)
            .toList()
            .indexOf("reward_" + RewardComponent.DIG_EDGE_BONUS.id());
    SplittableRandom random = new SplittableRandom(8);
    int paid = 0;
    for (int t = 0; t < 6000; t++) {
      actions.joint[0] = random.nextInt(8);
      environment.step(actions);
      paid += environment.buffer().figures[edge][0] > 0 ? 1 : 0;
    }
    return new int[] {environment.totals().getOrDefault("digs", -1.0).intValue(), paid};
  }

  @Test
  void theBorderMayBeDugFromAnywhereUnlessItsAlignmentIsEnforced() {
    int[] free = digs();
    int[] enforced = digs("enforce_border_alignment", "true");
    assertFalse(factory().effective().flag("enforce_border_alignment"));
    assertEquals(0, free[1], "no bonus for edges");
    assertTrue(enforced[1] > 0, "a bonus for edges");
    assertTrue(enforced[0] < free[0], enforced[0] + " digs along edges, " + free[0] + " in all");
  }

  @Test
  void onlyTheCriticSeesTheEdgeAndTheProgressIfTheSettingSaysSo() {
    assertEquals(List.of(), criticOnly(factory()));
    assertEquals(
        List.of(ExcavationSegments.EDGE_FEATURES, ExcavationSegments.EPISODE_PROGRESS),
        criticOnly(factory("critic_only", "true")));
    assertArrayEquals(
        factory().create(1).buffer().observation,
        factory("critic_only", "true").create(1).buffer().observation);
  }

  private static List<String> criticOnly(EnvironmentFactory factory) {
    return factory.shape().observation().segments().stream()
        .filter(Segment::criticOnly)
        .map(Segment::name)
        .toList();
  }

  @Test
  void everyFigureHasANameOfItsOwn() {
    assertEquals(
        ExcavationFigures.ALL.size(),
        ExcavationFigures.ALL.stream().map(StepFigure::name).distinct().count());
  }

  @Test
  void aFolderOfSitesIsDugInsteadOfGeneratedOnes(@TempDir Path folder) throws IOException {
    ExcavationMap trench = SiteGenerator.generate(SiteKind.TRENCH, 40, 3);
    Path sites = folder.resolve("sites");
    SiteFolder.write(sites, List.of(trench, SiteGenerator.generate(SiteKind.RING, 40, 4)));
    EnvironmentType type = new ExcavationEnvironmentType();
    EnvironmentFactory factory;
    try (TemporaryCacheFolder _ = new TemporaryCacheFolder(folder.resolve("cache"))) {
      Path pack = type.scenarios().resolve(sites.toString());
      assertArrayEquals(
          Files.readAllBytes(pack),
          Files.readAllBytes(type.scenarios().resolve(sites.toString())),
          "the same files give the same bytes");
      factory = type.prepare(ExcavationSettings.ALL.parse(Map.of(), "test"), Optional.of(pack));
    }
    assertEquals(40, factory.effective().whole("size"));
    assertEquals(2, factory.effective().whole("sites"));
    Set<String> targets = new HashSet<>();
    for (int seed = 0; seed < 20; seed++) {
      float[] planes = segment(factory.create(seed), ExcavationSegments.MAPS);
      targets.add(Arrays.toString(Arrays.copyOfRange(planes, 3 * 1600, 4 * 1600)));
    }
    assertEquals(2, targets.size());
    float[] target = new float[1600];
    for (int i = 0; i < target.length; i++) {
      target[i] = trench.target()[i];
    }
    assertTrue(targets.contains(Arrays.toString(target)));
  }

  @Test
  void sitesOfDifferentSizesAndFilesThatAreNoSitesAreRefused(@TempDir Path folder)
      throws IOException {
    EnvironmentType type = new ExcavationEnvironmentType();
    Path text = Files.writeString(folder.resolve("x.zip"), "no archive");
    assertThrows(
        Problem.class,
        () -> type.prepare(ExcavationSettings.ALL.parse(Map.of(), "test"), Optional.of(text)));
    assertThrows(Problem.class, () -> type.scenarios().resolve("no/such/folder"));
    SiteFolder.write(
        folder,
        List.of(
            SiteGenerator.generate(SiteKind.PIT, 32, 3),
            SiteGenerator.generate(SiteKind.PIT, 40, 4)));
    Problem problem =
        assertThrows(Problem.class, () -> type.scenarios().resolve(folder.toString()));
    assertTrue(problem.what().contains("40"), problem.what());
    // Where others made the ZIP file, it is refused as well.
    Path pack = Files.createTempFile(folder, "pack", ".zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(pack))) {
      for (String layer : List.of("images", "occupancy", "dumpability")) {
        for (int number = 1; number <= 2; number++) {
          String name = layer + "/img_" + number + ".npy";
          zip.putNextEntry(new ZipEntry(name));
          Files.copy(folder.resolve(name), zip);
        }
      }
    }
    Problem packed =
        assertThrows(
            Problem.class,
            () -> type.prepare(ExcavationSettings.ALL.parse(Map.of(), "test"), Optional.of(pack)));
    assertTrue(packed.what().contains("40"), packed.what());
  }
}
