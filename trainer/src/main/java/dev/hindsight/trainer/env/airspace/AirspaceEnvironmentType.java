package dev.hindsight.trainer.env.airspace;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hindsight.trainer.NamedFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionAxes;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.AgentGroup;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.NeutralAction;
import dev.hindsight.trainer.env.RandomisedSetting;
import dev.hindsight.trainer.env.RecordedTicks;
import dev.hindsight.trainer.env.RecordingRules;
import dev.hindsight.trainer.env.RewardRule;
import dev.hindsight.trainer.env.Scenarios;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.env.TrainingPreset;
import dev.hindsight.trainer.env.TrialKnobs;
import dev.hindsight.trainer.env.airspace.flight.Airspeed;
import dev.hindsight.trainer.env.airspace.geo.AviationUnits;
import dev.hindsight.trainer.env.airspace.geo.FlatEarth;
import dev.hindsight.trainer.env.airspace.geo.GeoPosition;
import dev.hindsight.trainer.env.airspace.radar.RadarSketch;
import dev.hindsight.trainer.env.airspace.scenario.IntruderPlacement;
import dev.hindsight.trainer.env.airspace.scenario.ScenarioFile;
import dev.hindsight.trainer.env.randomise.Buckets;
import dev.hindsight.trainer.env.randomise.EpisodeBucket;
import dev.hindsight.trainer.env.randomise.RandomisedWorlds;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.scene.Sketch;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// Aircraft in a sector of airspace that must keep apart on the way to their exits. See
/// `docs/airspace.md`.
public final class AirspaceEnvironmentType implements EnvironmentType {
  /// What its actions can cause.
  static final List<EventKind> EVENTS =
      List.of(EventKind.GOAL, EventKind.LEFT_ELSEWHERE, EventKind.CONFLICT, EventKind.LOSS);

  private static final String FILE = "file";
  private static final String HORIZONTAL = "horizontal";

  @Override
  public String id() {
    return "airspace";
  }

  @Override
  public String title() {
    return "Airspace";
  }

  @Override
  public String codeVersion() {
    return "2";
  }

  @Override
  public Settings settings() {
    return AirspaceSettings.ALL;
  }

  @Override
  public List<RandomisedSetting> randomised() {
    return AirspaceSettings.RANDOMISED;
  }

  @Override
  public List<TrainingPreset> presets() {
    return AirspaceSettings.PRESETS;
  }

  @Override
  public Scenarios scenarios() {
    return new ScenarioFiles();
  }

  @Override
  public TrialKnobs trialKnobs() {
    return new TrialKnobs(
        AirspaceSettings.TRIALS, AirspaceSettings.STEPS, Map.of(), AirspaceSettings.STEPS, 400);
  }

  @Override
  public EnvironmentFactory prepare(SettingValues settings, Optional<Path> scenario) {
    return RandomisedWorlds.of(
        worlds(settings, scenario), Buckets.of(settings, AirspaceSettings.RANDOMISED));
  }

  private static AirspaceFactory worlds(SettingValues settings, Optional<Path> scenario) {
    SettingValues values = unfold(settings, scenario.isPresent());
    String kind = values.choice(AirspaceSettings.GENERATOR);
    if (kind.equals(FILE) && scenario.isEmpty()) {
      throw new Problem(
          wording("AirspaceEnvironmentType.no_file_is_given"),
          AirspaceSettings.GENERATOR,
          wording("AirspaceEnvironmentType.give_map_file_scn"));
    }
    if (scenario.isPresent()) {
      boolean horizontal = kind.equals(HORIZONTAL);
      FileTrafficGenerator generator =
          read(values, scenario.get(), horizontal ? 1 : Integer.MAX_VALUE);
      AirspaceConfig config = AirspaceConfig.of(values, generator.agents(), generator.others());
      return new AirspaceFactory(values, config, generator);
    }
    int aircraft = values.whole(AirspaceSettings.AIRCRAFT);
    Sector sector =
        new Sector(52, 4, values.real(AirspaceSettings.RADIUS) * AviationUnits.NAUTICAL_MILE);
    AirspaceConfig config =
        kind.equals(HORIZONTAL)
            ? AirspaceConfig.of(values, 1, HorizontalTrafficGenerator.INTRUDERS)
            : AirspaceConfig.of(values, aircraft, 0);
    TrafficGenerator trafficGenerator =
        switch (kind) {
          case HORIZONTAL ->
              new HorizontalTrafficGenerator(config, new Sector(52, 4, Double.POSITIVE_INFINITY));
          case "crossing" -> new CrossingTrafficGenerator(config, aircraft, sector);
          default -> new RandomTrafficGenerator(config, aircraft, sector);
        };
    return new AirspaceFactory(values, config, trafficGenerator);
  }

  private static FileTrafficGenerator read(SettingValues values, Path file, int controlled) {
    ScenarioFile read = ScenarioFile.read(file);
    boolean refuse = values.choice(AirspaceSettings.UNREAD).equals("refuse");
    if (refuse && !read.unread().isEmpty()) {
      throw new Problem(
          wording("AirspaceEnvironmentType.it_holds_commands_that_are_not", shortened(read)),
          file.toString(),
          wording("AirspaceEnvironmentType.take_them_out_or_set_list", AirspaceSettings.UNREAD));
    }
    return FileTrafficGenerator.of(read, controlled, file.toString());
  }

  private static String shortened(ScenarioFile read) {
    int shown = Math.min(5, read.unread().size());
    String first =
        String.join(", ", read.unread().subList(0, shown).stream().map(Object::toString).toList());
    return shown < read.unread().size()
        ? wording("AirspaceEnvironmentType.and_more", first, read.unread().size() - shown)
        : first;
  }

  /// Derives settings: a file determines the aircraft; one against five takes the reference's step
  /// and decision.
  private static SettingValues unfold(SettingValues values, boolean file) {
    Map<String, JsonNode> unfolded = new LinkedHashMap<>(values.values());
    boolean horizontal = values.choice(AirspaceSettings.GENERATOR).equals(HORIZONTAL);
    if (file && !horizontal) {
      unfolded.replace(AirspaceSettings.GENERATOR, TextNode.valueOf(FILE));
    }
    if (horizontal) {
      unfolded.replace(AirspaceSettings.AIRCRAFT, LongNode.valueOf(1));
      unfolded.replace(AirspaceSettings.ACTIONS, TextNode.valueOf("continuous"));
      presume(unfolded, values, AirspaceSettings.DT, 5);
      presume(unfolded, values, AirspaceSettings.DECISION, 50);
    }
    return new SettingValues(unfolded, values.chosen());
  }

  private static void presume(
      Map<String, JsonNode> unfolded, SettingValues values, String name, double value) {
    if (!values.chosen().contains(name)) {
      unfolded.replace(name, DoubleNode.valueOf(value));
    }
  }

  @Override
  public List<EventKind> events() {
    return List.of(EventKind.GOAL, EventKind.CONFLICT, EventKind.LOSS);
  }

  @Override
  public RecordingRules recordingRules(Map<String, JsonNode> config) {
    double zone = number(config, AirspaceSettings.ZONE_RADIUS).orElse(Double.POSITIVE_INFINITY);
    OptionalDouble decision = number(config, AirspaceSettings.DECISION);
    return new RecordingRules(
        RecordingRules.TrialEnd.ALL_GONE,
        OptionalInt.empty(),
        Optional.of(new RecordingRules.Scoring("loss", EventKind.LOSS.bit())),
        RecordingRules.Payments.NONE,
        false,
        Optional.empty(),
        decision.isPresent()
            ? Optional.of(
                new RecordingRules.Knob(AirspaceSettings.DECISION, decision.getAsDouble()))
            : Optional.empty(),
        number(config, AirspaceSettings.DT),
        OptionalDouble.of(zone * AviationUnits.NAUTICAL_MILE),
        OptionalDouble.empty(),
        Map.of(),
        false);
  }

  private static OptionalDouble number(Map<String, JsonNode> config, String knob) {
    JsonNode value = config.get(knob);
    return value != null && value.isNumber()
        ? OptionalDouble.of(value.asDouble())
        : OptionalDouble.empty();
  }

  @Override
  public Optional<RewardRule> rewardRule(RecordedTicks recording) {
    return Optional.of(new AirspaceRewardRule(recording));
  }

  /// Turns are positive to the right, as on a compass, and come before speeds and levels.
  @Override
  public ActionAxes actionAxes(ActionSpace space) {
    return switch (space) {
      case ActionSpace.Discrete _ -> ActionAxes.of(space);
      case ActionSpace.Continuous continuous ->
          continuous.names().size() == 3
              ? new ActionAxes(OptionalInt.of(1), OptionalInt.of(0), false, OptionalInt.of(2))
              : new ActionAxes(OptionalInt.empty(), OptionalInt.of(0), false, OptionalInt.empty());
    };
  }

  @Override
  public Sketch sketch() {
    return new RadarSketch();
  }

  /// The user's scenario files; none ship, because the generators need none.
  private static final class ScenarioFiles implements Scenarios {
    @Override
    public List<String> names() {
      return List.of();
    }

    @Override
    public List<String> endings() {
      return List.of(".scn");
    }

    @Override
    public Path resolve(String nameOrPath) {
      return NamedFile.regular(nameOrPath)
          .orElseThrow(() ->
              new Problem(
                  wording("AirspaceEnvironmentType.there_is_no_such_scenario_file"),
                  nameOrPath,
                  wording("AirspaceEnvironmentType.give_a_scn_file")));
    }
  }

  /// Makes airspaces of one configuration.
  private static final class AirspaceFactory implements RandomisedWorlds.Worlds {
    private final SettingValues effective;
    private final AirspaceConfig config;
    private final TrafficGenerator trafficGenerator;
    private final AirspaceColumns columns;
    private final EnvironmentShape shape;

    AirspaceFactory(
        SettingValues effective, AirspaceConfig config, TrafficGenerator trafficGenerator) {
      this.effective = effective;
      this.config = config;
      this.trafficGenerator = trafficGenerator;
      columns = new AirspaceColumns(config, trafficGenerator.sector());
      EnvironmentShape inTrials =
          new EnvironmentShape(
                  config.agents(),
                  AirspaceLayout.of(config),
                  AircraftActions.space(config),
                  config.decision(),
                  config.trials(),
                  config.steps(),
                  columns.all())
              .with(new NeutralAction(AircraftActions.NEUTRAL))
              .with(AirspaceRewardFunction.PARTS)
              .withGroups(groups(effective, config.agents()))
              .withEvents(EVENTS);
      shape = config.trials() == 1 ? inTrials.withTimeLimit() : inTrials;
    }

    /// Pairs of consecutive aircraft; the last of an odd number decides for itself.
    private static List<AgentGroup> groups(SettingValues values, int agents) {
      return values.choice(AirspaceSettings.GROUPS).equals(AirspaceSettings.PAIRS)
          ? IntStream.range(0, agents / 2)
              .mapToObj(i -> new AgentGroup("pair-" + i, List.of(2 * i, 2 * i + 1)))
              .toList()
          : List.of();
    }

    @Override
    public EnvironmentShape shape() {
      return shape;
    }

    @Override
    public SettingValues effective() {
      return effective;
    }

    @Override
    public Environment create(long seed, EpisodeBucket bucket) {
      return new Airspace(config, shape, trafficGenerator, columns, seed, bucket);
    }
  }

  /// One aircraft at sea level flying north to a waypoint 100 to 150 km away, and five uncontrolled
  /// ones placed to cross its path.
  ///
  /// @param sector one that no aircraft leaves
  private record HorizontalTrafficGenerator(AirspaceConfig config, Sector sector)
      implements TrafficGenerator {
    static final int INTRUDERS = 5;
    private static final double SPEED = 150;

    @Override
    public int agents() {
      return 1;
    }

    @Override
    public int others() {
      return INTRUDERS;
    }

    @Override
    public void place(AirspaceState state) {
      GeoPosition own = new GeoPosition(sector.latitude(), sector.longitude());
      state.traffic.put(0, config.envelope(), own.latitude(), own.longitude(), 0, 0, SPEED);
      double miles = (100 + 50 * state.draw()) * 1000 / AviationUnits.NAUTICAL_MILE;
      GeoPosition exit = FlatEarth.towards(own, 0, miles);
      state.exitLatitude[0] = exit.latitude();
      state.exitLongitude[0] = exit.longitude();
      for (int i = 1; i <= INTRUDERS; i++) {
        IntruderPlacement placed =
            IntruderPlacement.of(
                new IntruderPlacement.Target(own, 0, 0, Airspeed.trueSpeed(SPEED, 0)),
                new IntruderPlacement.Meeting(
                    45 + 270 * state.draw(),
                    5 * state.draw(),
                    100 + 900 * state.draw(),
                    config.zone().radius()));
        state.exitLatitude[i] = Double.NaN;
        state.exitLongitude[i] = Double.NaN;
        state.traffic.put(
            i,
            config.envelope(),
            placed.latitude(),
            placed.longitude(),
            placed.heading(),
            placed.altitude(),
            placed.calibrated());
      }
    }
  }

  /// Two streams of traffic, eastbound and northbound, that cross in the middle; a few lanes each,
  /// on random levels. Hot: allocates nothing.
  ///
  /// @param agents how many
  private record CrossingTrafficGenerator(AirspaceConfig config, int agents, Sector sector)
      implements TrafficGenerator {
    private static final double SLOWEST = 210;
    private static final double FASTEST = 235;

    /// Initial length of a stream as a fraction of the radius.
    private static final double LENGTH = 0.55;

    /// Checks that there is room.
    CrossingTrafficGenerator {
      double half = (lanes(config, agents, sector) - 1) * gap(config) / 2;
      if (half > 0.6 * sector.radius()) {
        throw new Problem(
            wording("CrossingTrafficGenerator.aircraft_have_no_room_in_two", agents),
            AirspaceSettings.AIRCRAFT,
            wording("CrossingTrafficGenerator.give_a_larger_radius_fewer_aircraft"));
      }
    }

    private static double gap(AirspaceConfig config) {
      return Math.max(1852, 1.2 * config.spacing());
    }

    private static int perLane(AirspaceConfig config, Sector sector) {
      return (int) (LENGTH * sector.radius() / gap(config)) + 1;
    }

    private static int lanes(AirspaceConfig config, int agents, Sector sector) {
      return Math.ceilDiv(Math.ceilDiv(agents, 2), perLane(config, sector));
    }

    @Override
    public void place(AirspaceState state) {
      double gap = gap(config);
      int perLane = perLane(config, sector);
      int lanes = lanes(config, agents, sector);
      for (int i = 0; i < agents; i++) {
        int k = i / 2;
        int lane = k / perLane;
        double aside = (lane - (lanes - 1) / 2.0) * gap + 0.1 * gap * (state.draw() - 0.5);
        double edge = Math.sqrt(sector.radius() * sector.radius() - aside * aside);
        double along = -0.95 * edge + (k % perLane) * gap + 0.1 * gap * state.draw();
        boolean east = i % 2 == 0;
        RandomTrafficGenerator.put(
            config,
            sector,
            state,
            i,
            east ? along : aside,
            east ? aside : along,
            east ? edge : aside,
            east ? aside : edge,
            config.lowest() + AirspaceConfig.LEVEL * (int) (config.levels() * state.draw()),
            SLOWEST + (FASTEST - SLOWEST) * state.draw());
      }
    }
  }
}
