package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.SeedOption;
import dev.hindsight.app.cli.console.SettingOption;
import dev.hindsight.app.training.RunLauncher;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.fleet.CollectionTimes;
import dev.hindsight.trainer.fleet.FleetForecast;
import dev.hindsight.trainer.fleet.FleetModel;
import dev.hindsight.trainer.fleet.FleetSettings;
import dev.hindsight.trainer.fleet.FleetSimulation;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.run.session.TrainingSpec;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.GracefulShutdown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `hindsight fleet simulate`: measures a run on this machine, and simulates it with more workers.
@Command(name = "simulate")
public final class FleetSimulateCommand extends CommandBase {
  private static final double MEGA = 1e6;
  private static final double GIBI = 1 << 30;
  private static final double USUAL_MEGABYTES = 125;
  private static final double USUAL_MILLIS = 1;
  private static final int MOST_WORKERS = 100_000;
  private static final int FEWEST_UPDATES = 4;
  private static final int MOST_UPDATES = 100_000;

  /// A quarter of the environments tells how much of a batch does not depend on their number.
  private static final int FEWER = 4;

  private static final String ENVIRONMENTS = "environments";

  /// What can be given instead of measured; all but the last two are needed to measure nothing.
  private static final List<String> NEEDED =
      List.of(ENVIRONMENTS, "collect", "learn", "steps", "bytes", "weights");

  private static final List<String> OPTIONAL = List.of("fixed", "spread");

  @Option(
      names = "--workers",
      paramLabel = "N",
      split = ",",
      defaultValue = "1,2,4,10,100,1000",
      descriptionKey = "FleetSimulateCommand.workers")
  private List<Integer> workers = List.of();

  @Option(
      names = "--env",
      paramLabel = "E",
      defaultValue = "darkroom",
      descriptionKey = "FleetSimulateCommand.environment")
  private String environment;

  @Option(
      names = "--envs-per-worker",
      paramLabel = "N",
      descriptionKey = "FleetSimulateCommand.environments_of_each")
  private Optional<Integer> each = Optional.empty();

  @Option(
      names = "--bandwidth",
      paramLabel = "MB/s",
      descriptionKey = "FleetSimulateCommand.bandwidth")
  private Optional<Double> bandwidth = Optional.empty();

  @Option(names = "--latency", paramLabel = "MS", descriptionKey = "FleetSimulateCommand.latency")
  private Optional<Double> latency = Optional.empty();

  @Option(
      names = "--cores",
      paramLabel = "N",
      defaultValue = "0",
      descriptionKey = "FleetSimulateCommand.cores")
  private int cores;

  @Option(
      names = "--memory",
      paramLabel = "GiB",
      defaultValue = "16",
      descriptionKey = "FleetSimulateCommand.memory")
  private double memory;

  @Option(
      names = "--updates",
      paramLabel = "N",
      defaultValue = "200",
      descriptionKey = "FleetSimulateCommand.updates")
  private int updates;

  @Option(
      names = "--measure",
      paramLabel = "N",
      defaultValue = "8",
      descriptionKey = "FleetSimulateCommand.measure")
  private int measured;

  @Option(
      names = "--given",
      paramLabel = "KEY=VALUE",
      split = ",",
      descriptionKey = "FleetSimulateCommand.given")
  private Map<String, Double> given = new LinkedHashMap<>();

  @Option(names = "--check", descriptionKey = "FleetSimulateCommand.check")
  private boolean checked;

  @Mixin private SeedOption seed;

  @Mixin private SettingOption settings;

  @Override
  public Integer call() {
    if (workers.isEmpty()) {
      throw outOfRange("--workers", "", fromTo(1, MOST_WORKERS));
    }
    workers.forEach(count -> requireFromTo("--workers", count, 1, MOST_WORKERS));
    each.ifPresent(count -> requireFromTo("--envs-per-worker", count, 1, MOST_WORKERS));
    bandwidth.ifPresent(value -> requireAbove0("--bandwidth", value));
    latency.ifPresent(value -> requireAtLeast("--latency", value, 0));
    requireAtLeast("--cores", cores, 0);
    requireAbove0("--memory", memory);
    requireFromTo("--updates", updates, FEWEST_UPDATES, MOST_UPDATES);
    requireAtLeast("--measure", measured, 1);
    if (checked && cores == 0) {
      throw new Problem(
          wording("FleetSimulateCommand.a_check_needs_cores"),
          "--cores",
          wording("FleetSimulateCommand.give_the_shared_cores"));
    }
    if (cores > 0 && (bandwidth.isPresent() || latency.isPresent())) {
      throw new Problem(
          wording("FleetSimulateCommand.shared_cores_have_no_network"),
          bandwidth.isPresent() ? "--bandwidth" : "--latency",
          wording("FleetSimulateCommand.leave_it_out_or_cores"));
    }
    settings.leave(FleetSettings.WORKERS, "--workers");
    requireKnown(given.keySet());
    given.forEach((name, value) -> requireAtLeast("--given " + name, value, 0));
    return GracefulShutdown.awaiting(cancellation -> {
      FleetMeasurement base = base(cancellation);
      List<FleetForecast> all = new ArrayList<>();
      for (int count : workers) {
        cancellation.throwIfCancelled();
        int environments =
            each.map(own -> own * count).orElseGet(() -> Math.max(count, base.environments()));
        all.add(new FleetSimulation(model(base, count, environments), updates, seed.value()).run());
      }
      List<CheckedFleet> checks = checked ? checks(cancellation) : List.of();
      console().result(format(), new FleetsJson(base, all, checks), words(base, all, checks));
      return OK;
    });
  }

  private static void requireFromTo(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw outOfRange(option, Integer.toString(value), fromTo(least, most));
    }
  }

  private static String fromTo(int least, int most) {
    return wording(
        "FleetSimulateCommand.use_from_to", NumberWords.count(least), NumberWords.count(most));
  }

  private static void requireAtLeast(String option, double value, int least) {
    if (!(value >= least && Double.isFinite(value))) {
      throw outOfRange(option, text(value), wording("FleetSimulateCommand.use_or_more", least));
    }
  }

  private static void requireAbove0(String option, double value) {
    if (!(value > 0)) {
      throw outOfRange(option, text(value), wording("FleetSimulateCommand.use_above_0"));
    }
  }

  private static void requireKnown(Set<String> names) {
    List<String> known = Stream.concat(NEEDED.stream(), OPTIONAL.stream()).toList();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new Problem(
            wording("FleetSimulateCommand.there_is_no_such_number", name),
            "--given",
            wording("FleetSimulateCommand.choose_one_of", String.join(", ", known)));
      }
    }
  }

  private static String text(double value) {
    return value == Math.rint(value) && Double.isFinite(value)
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  private static Problem outOfRange(String option, String value, String remedy) {
    return new Problem(wording("FleetSimulateCommand.is_out_of_range", value), option, remedy);
  }

  /// What the simulation is fed with.
  ///
  /// @param environments of the measured run
  /// @param collect seconds of an update before it learns
  /// @param fixed the part of it that does not depend on the number of environments
  /// @param spread of these seconds, relative to their mean
  /// @param learn seconds that an update learns
  /// @param steps agent steps of an update
  /// @param bytes of a batch of all environments
  /// @param weights bytes of the weights
  /// @param roundsAhead of the run
  private record FleetMeasurement(
      int environments,
      double collect,
      double fixed,
      double spread,
      double learn,
      double steps,
      double bytes,
      double weights,
      int roundsAhead) {}

  private record FleetsJson(
      FleetMeasurement measured, List<FleetForecast> fleets, List<CheckedFleet> checks) {}

  /// A fleet of this process as measured, and as simulated from a measurement without workers just
  /// before it.
  private record CheckedFleet(
      int workers,
      double measuredSeconds,
      double simulatedSeconds,
      double measuredLearnerBusy,
      double simulatedLearnerBusy,
      double withoutWorkers) {}

  private List<CheckedFleet> checks(Cancellation cancellation) {
    List<CheckedFleet> all = new ArrayList<>();
    for (int count : workers) {
      FleetMeasurement base = base(cancellation);
      TrainingSpec spec = spec(Map.of(FleetSettings.WORKERS, Integer.toString(count)));
      CollectionTimes with =
          CollectionTimes.measure(spec.algorithm(), spec.task(), measured, cancellation);
      FleetForecast simulated =
          new FleetSimulation(model(base, count, base.environments()), updates, seed.value()).run();
      all.add(
          new CheckedFleet(
              count,
              with.secondsPerUpdate(),
              simulated.secondsPerUpdate(),
              with.learn() / with.secondsPerUpdate(),
              simulated.learnerBusy(),
              base.collect() + base.learn()));
    }
    return all;
  }

  private FleetMeasurement base(Cancellation cancellation) {
    TrainingSpec spec = spec(Map.of());
    int ahead = FleetSettings.of(spec.task().settings()).roundsAhead();
    if (given.keySet().containsAll(NEEDED)) {
      return measurement(new CollectionTimes(1, 0, 0, 0, 0, 0, 0), 0, ahead);
    }
    CollectionTimes many =
        CollectionTimes.measure(spec.algorithm(), spec.task(), measured, cancellation);
    double fixed = 0;
    int fewer = many.environments() / FEWER;
    if (fewer >= 1) {
      TrainingTask small = spec(Map.of("num_envs", Integer.toString(fewer))).task();
      fixed = many.fixed(CollectionTimes.measure(spec.algorithm(), small, measured, cancellation));
    }
    return measurement(many, fixed, ahead);
  }

  private FleetMeasurement measurement(CollectionTimes times, double fixed, int ahead) {
    double collect = given.getOrDefault("collect", times.collect());
    return new FleetMeasurement(
        Math.max(1, given.getOrDefault(ENVIRONMENTS, (double) times.environments()).intValue()),
        collect,
        Math.min(collect, given.getOrDefault("fixed", fixed)),
        given.getOrDefault("spread", times.spread()),
        given.getOrDefault("learn", times.learn()),
        given.getOrDefault("steps", times.steps()),
        given.getOrDefault("bytes", times.bytes()),
        given.getOrDefault("weights", times.weightBytes()),
        ahead);
  }

  private TrainingSpec spec(Map<String, String> more) {
    return RunLauncher.checked(
        TrainingRequest.of(environment)
            .with(settings.values())
            .with(Map.of(FleetSettings.WORKERS, "0"))
            .with(more)
            .withSeed(seed.value())
            .by("ppo"));
  }

  private FleetModel model(FleetMeasurement base, int count, int environments) {
    double all = base.environments();
    return new FleetModel(
        count,
        environments,
        base.roundsAhead(),
        base.fixed(),
        (base.collect() - base.fixed()) / all,
        base.spread(),
        base.learn() / all,
        base.steps() / all,
        base.bytes() / all,
        base.weights(),
        cores > 0 ? Double.POSITIVE_INFINITY : bandwidth.orElse(USUAL_MEGABYTES) * MEGA,
        cores > 0 ? 0 : latency.orElse(USUAL_MILLIS) / 1e3,
        cores,
        memory * GIBI);
  }

  private static String words(
      FleetMeasurement base, List<FleetForecast> all, List<CheckedFleet> checks) {
    StringBuilder text =
        new StringBuilder(
            wording(
                "FleetSimulateCommand.measured",
                base.environments(),
                NumberWords.significant(base.collect(), 3),
                NumberWords.significant(base.fixed(), 3),
                NumberWords.percent(base.spread()),
                NumberWords.significant(base.learn(), 3),
                NumberWords.count(Math.round(base.steps())),
                NumberWords.bytes(Math.round(base.bytes())),
                NumberWords.bytes(Math.round(base.weights()))));
    for (FleetForecast one : all) {
      text.append('\n')
          .append(
              wording(
                  "FleetSimulateCommand.fleet",
                  NumberWords.count(one.workers()),
                  NumberWords.count(one.environments()),
                  NumberWords.rate(one.stepsPerSecond()),
                  NumberWords.percent(one.learnerBusy()),
                  NumberWords.percent(one.workersIdle()),
                  NumberWords.percent(one.networkBusy()),
                  NumberWords.bytes(Math.round(one.bytesPerSecond())),
                  NumberWords.bytes(Math.round(one.memory())),
                  bound(one.bound())));
    }
    for (CheckedFleet one : checks) {
      text.append('\n')
          .append(
              wording(
                  "FleetSimulateCommand.checked",
                  one.workers(),
                  NumberWords.significant(one.measuredSeconds(), 3),
                  NumberWords.significant(one.simulatedSeconds(), 3),
                  NumberWords.percent(one.measuredLearnerBusy()),
                  NumberWords.percent(one.simulatedLearnerBusy()),
                  NumberWords.significant(one.withoutWorkers(), 3)));
    }
    return text.toString();
  }

  private static String bound(FleetForecast.Bound bound) {
    return switch (bound) {
      case MEMORY -> wording("FleetSimulateCommand.memory_binds");
      case CORES -> wording("FleetSimulateCommand.cores_bind");
      case LEARNER -> wording("FleetSimulateCommand.learner_binds");
      case NETWORK -> wording("FleetSimulateCommand.network_binds");
      case WORKERS -> wording("FleetSimulateCommand.workers_bind");
    };
  }
}
