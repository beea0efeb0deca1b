package dev.hindsight.trainer.env.airspace;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.StepResults;
import dev.hindsight.trainer.env.StorableState;
import dev.hindsight.trainer.env.TrialTotals;
import dev.hindsight.trainer.env.WorldEditor;
import dev.hindsight.trainer.env.airspace.flight.AirTraffic;
import dev.hindsight.trainer.env.airspace.flight.FlightDynamics;
import dev.hindsight.trainer.env.airspace.geo.Bearings;
import dev.hindsight.trainer.env.airspace.scenario.AircraftCommandExecutor;
import dev.hindsight.trainer.env.airspace.scenario.ScenarioFile;
import dev.hindsight.trainer.env.randomise.EpisodeBucket;
import dev.hindsight.trainer.rollout.FixedArray;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A sector of airspace. Hot loop: steps allocate nothing; one owner thread.
///
/// A step is one decision: the aircraft get the commands of the actions, then the dynamics run for
/// several substeps, with a check of all pairs after each. An aircraft that leaves is gone until
/// the trial ends. When an episode ends, the next begins at once with another scenario.
final class Airspace implements Environment {
  private final AirspaceConfig config;
  private final EnvironmentShape shape;
  private final TrafficGenerator trafficGenerator;
  private final AirspaceColumns columns;
  private final long seed;
  private final StepBuffer buffer;
  private final AirspaceState state;
  private final ConflictMonitor conflictMonitor;
  private final AircraftActions aircraftActions;
  private final AirspaceRewardFunction airspaceRewardFunction;
  private final AirspaceObserver view;
  private final EpisodeBucket bucket;

  /// The wind during a step, m/s.
  private double windEast;

  private double windNorth;
  private final int wind;

  Airspace(
      AirspaceConfig config,
      EnvironmentShape shape,
      TrafficGenerator trafficGenerator,
      AirspaceColumns columns,
      long seed,
      EpisodeBucket bucket) {
    this.config = config;
    this.shape = shape;
    this.trafficGenerator = trafficGenerator;
    this.columns = columns;
    this.seed = seed;
    buffer = new StepBuffer(shape);
    buffer.finalObservation();
    state = new AirspaceState(config.agents(), config.count(), config.trials());
    conflictMonitor = new ConflictMonitor(state.traffic, config.zone());
    aircraftActions =
        new AircraftActions(config, Double.isFinite(trafficGenerator.sector().radius()));
    airspaceRewardFunction =
        new AirspaceRewardFunction(
            config, trafficGenerator.sector(), state, conflictMonitor, buffer);
    view = new AirspaceObserver(config, trafficGenerator.sector(), state, conflictMonitor);
    this.bucket = bucket;
    wind = bucket.index(AirspaceSettings.WIND);
    reset();
  }

  @Override
  public EnvironmentShape shape() {
    return shape;
  }

  @Override
  public StepBuffer buffer() {
    return buffer;
  }

  @Override
  public void reset() {
    state.random = SplitMix64.mix(seed);
    Arrays.fill(state.finished, 0);
    Arrays.fill(state.scores, 0);
    Arrays.fill(state.counts, 0);
    buffer.clearResults();
    beginEpisode();
    show();
  }

  private void beginEpisode() {
    bucket.begin();
    trafficGenerator.place(state);
    state.start.set(state.traffic);
    state.trial = 0;
    state.beginTrial();
  }

  @Override
  public void step(Actions actions) {
    aircraftActions.check(actions);
    airspaceRewardFunction.begin();
    for (int a = 0; a < config.agents(); a++) {
      if (state.traffic.absent[a] == 0) {
        aircraftActions.decode(actions, a, state.last);
        aircraftActions.apply(state.traffic, a, state.last);
      } else {
        Arrays.fill(state.last, 3 * a, 3 * a + 3, 0);
      }
    }
    if (wind >= 0) {
      blow();
    }
    for (int s = 0; s < config.substeps(); s++) {
      give(state.trialTick * config.decision() + s * config.dt());
      FlightDynamics.step(state.traffic, config.dt());
      if (wind >= 0) {
        FlightDynamics.drift(state.traffic, windEast, windNorth, config.dt());
      }
      conflictMonitor.look();
      airspaceRewardFunction.second();
    }
    state.trialTick++;
    if (airspaceRewardFunction.somebodyLeft()) {
      conflictMonitor.look();
    }
    airspaceRewardFunction.reward();
    if (airspaceRewardFunction.over()) {
      endTrial();
      conflictMonitor.look();
    }
    tell();
  }

  /// The wind of an episode blows from one direction with one speed everywhere.
  private void blow() {
    double east = 0;
    double north = 0;
    double squared = 0;
    // A point of the unit disc: StrictMath.sin would allocate.
    for (long draw = 0; squared == 0 || squared >= 1; draw += 2) {
      east = 2 * bucket.uniformOfEpisode(draw) - 1;
      north = 2 * bucket.uniformOfEpisode(draw + 1) - 1;
      squared = east * east + north * north;
    }
    double scale = bucket.value(wind, 0) / Math.sqrt(squared);
    windEast = scale * east;
    windNorth = scale * north;
  }

  /// Gives the commands that a scenario file schedules within the next step.
  private void give(double now) {
    List<ScenarioFile.TimedCommand> orders = trafficGenerator.orders();
    for (int k = 0; k < orders.size(); k++) {
      ScenarioFile.TimedCommand timedCommand = orders.get(k);
      double since = timedCommand.seconds() - now;
      if (since > -config.dt() + 1e-9 && since <= 1e-9) {
        int body = trafficGenerator.callsigns().indexOf(timedCommand.command().callsign());
        AircraftCommandExecutor.execute(state.traffic, body, timedCommand.command());
      }
    }
  }

  private void endTrial() {
    boolean last = state.trial + 1 == config.trials();
    airspaceRewardFunction.end(last);
    if (last) {
      view.write(buffer.finalObservation());
      beginEpisode();
    } else {
      state.trial++;
      state.beginTrial();
    }
  }

  /// Writes the world to the buffer; the results of the last action stay.
  private void show() {
    conflictMonitor.look();
    tell();
  }

  /// As [#show], if all pairs are checked already.
  private void tell() {
    for (int a = 0; a < config.agents(); a++) {
      buffer.removed[a] = state.traffic.absent[a];
    }
    buffer.trial = state.trial;
    buffer.trialTick = state.trialTick;
    view.write(buffer.observation);
  }

  @Override
  public long stateHash() {
    return state.digest();
  }

  @Override
  public Optional<StorableState> storable() {
    return Optional.of(
        StorableState.of(
            config + " " + trafficGenerator.callsigns() + trafficGenerator.orders(),
            stream -> {
              state.transfer(stream);
              buffer.transfer(stream);
            },
            this::show));
  }

  @Override
  public Snapshot snapshot() {
    return new AirspaceSnapshot(config, state, buffer);
  }

  @Override
  public void restore(Snapshot snapshot) {
    if (!(snapshot instanceof AirspaceSnapshot copy) || !copy.fits(config)) {
      throw new IllegalArgumentException("a snapshot of another kind of airspace");
    }
    copy.restore(state, buffer);
    show();
  }

  @Override
  public Optional<WorldEditor> editable() {
    return Optional.of(new AirspaceEditor(trafficGenerator.sector(), state, this::show));
  }

  @Override
  public void writeState(int column, ByteBuffer row) {
    columns.write(column, state, conflictMonitor, row);
  }

  @Override
  public List<FixedArray> fixedArrays() {
    return AirspaceFixed.of(config, trafficGenerator);
  }

  @Override
  public Map<String, Double> totals() {
    double hours = state.counted(AirspaceCounters.FLIGHT_SECONDS) / 3600;
    double losses = state.counted(AirspaceCounters.LOSSES);
    return Map.of(
        "goals", state.counted(AirspaceCounters.EXITS),
        "left", state.counted(AirspaceCounters.LEFT),
        "conflicts", state.counted(AirspaceCounters.CONFLICTS),
        "losses", losses,
        "loss_seconds", state.counted(AirspaceCounters.LOSS_SECONDS),
        "flight_hours", hours,
        "losses_per_flight_hour", hours > 0 ? losses / hours : 0);
  }

  @Override
  public List<TrialTotals> trialTotals() {
    return java.util.stream.IntStream.range(0, config.trials())
        .filter(k -> state.finished[k] > 0)
        .mapToObj(k -> TrialTotals.of(state.scores[k], state.finished[k]))
        .toList();
  }

  /// A copy of the full state and of the last results; observations follow from the state.
  private static final class AirspaceSnapshot implements Environment.Snapshot {
    private final AirspaceConfig config;
    private final AirspaceState state;
    private final StepResults results;

    AirspaceSnapshot(AirspaceConfig config, AirspaceState state, StepBuffer buffer) {
      this.config = config;
      this.state = new AirspaceState(config.agents(), config.count(), config.trials());
      this.state.set(state);
      results = new StepResults(buffer);
    }

    boolean fits(AirspaceConfig other) {
      return config.equals(other);
    }

    void restore(AirspaceState into, StepBuffer buffer) {
      into.set(state);
      results.restore(buffer);
    }
  }

  /// Changes the traffic by hand. What an edit puts into conflict is in conflict at once, and
  /// counts as having begun with the next step.
  ///
  /// @param state changed in place
  /// @param show makes the airspace show itself anew
  private record AirspaceEditor(Sector sector, AirspaceState state, Runnable show)
      implements WorldEditor {
    /// Metres from the middle that limit a sector without an edge.
    private static final double FAR = 1_000_000;

    @Override
    public void place(int agent, float x, float y, float heading) {
      WorldEditor.checkNumbers(agent, x, y, heading);
      AirTraffic t = state.traffic;
      if (t.absent[agent] != 0) {
        throw WorldEditor.inLimbo(agent);
      }
      double edge = Math.min(FAR, sector.radius());
      if (Math.hypot(x, y) > edge) {
        throw Problem.of(
            agent,
            wording("Airspace.is_outside_the_sector", x, y),
            wording("Airspace.give_metres_within_of_the_middle", Math.round(edge)));
      }
      t.latitude[agent] = sector.latitudeOf(y);
      t.longitude[agent] = sector.longitudeOf(x);
      t.heading[agent] = Bearings.full(90 - Math.toDegrees(heading));
      t.commandedHeading[agent] = t.heading[agent];
      show.run();
    }

    @Override
    public void remove(int agent) {
      if (state.traffic.absent[agent] != 0) {
        throw WorldEditor.inLimbo(agent);
      }
      state.become(agent, AirspaceState.TAKEN);
      state.traffic.absent[agent] = 1;
      show.run();
    }

    @Override
    public void bring(int agent) {
      if (state.traffic.absent[agent] == 0) {
        throw WorldEditor.onTheMap(agent);
      }
      state.traffic.set(agent, state.start);
      state.become(agent, AirspaceState.FLYING);
      show.run();
    }
  }
}
