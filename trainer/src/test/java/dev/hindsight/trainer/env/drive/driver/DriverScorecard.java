package dev.hindsight.trainer.env.drive.driver;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.drive.DriveEnvironmentType;
import dev.hindsight.trainer.env.drive.map.DriveMaps;
import dev.hindsight.trainer.env.drive.map.generate.ScenarioGenerator;
import dev.hindsight.trainer.env.drive.map.generate.ScenarioKind;
import dev.hindsight.trainer.env.drive.map.generate.ScenarioSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// How well the scripted driver drives, over generated scenarios of each kind: mean results of an
/// agent in a trial. It makes the table of docs/measurements/drive-policy.md.
///
/// The driver has no memory and all trials start alike, so one trial is enough.
public final class DriverScorecard {
  /// The dynamics that are driven unless others are asked for.
  static final String CLASSIC = "classic";

  /// The dynamics whose actions change accelerations.
  static final String JERK = "jerk";

  private static final int SEEDS = 8;
  private static final List<Integer> VEHICLES = List.of(4, 8, 12, 16);

  private DriverScorecard() {}

  /// What happened, and to how many.
  record Score(int agents, double goals, double collisions, double offroad) {
    Score plus(Score other) {
      return new Score(
          agents + other.agents,
          goals + other.goals,
          collisions + other.collisions,
          offroad + other.offroad);
    }

    String row(String name) {
      return String.format(
          Locale.ROOT,
          "| %s | %d | %.3f | %.3f | %.3f |",
          name,
          agents,
          goals / agents,
          collisions / agents,
          offroad / agents);
    }
  }

  /// Prints the table.
  ///
  /// @param args `dynamics_model`, then kinds; none for all
  public static void main(String[] args) throws IOException {
    Score total = new Score(0, 0, 0, 0);
    System.out.println("| kind | agents | goals | collisions | offroad |");
    System.out.println("|---|---|---|---|---|");
    String dynamics = args.length == 0 ? CLASSIC : args[0];
    List<ScenarioKind> kinds =
        args.length < 2
            ? List.of(ScenarioKind.values())
            : Arrays.stream(args).skip(1).map(ScenarioKind::named).toList();
    for (ScenarioKind kind : kinds) {
      Score score = new Score(0, 0, 0, 0);
      for (int vehicles : VEHICLES) {
        for (int seed = 1; seed <= SEEDS; seed++) {
          score = score.plus(of(ScenarioSpec.of(kind, vehicles, seed), dynamics));
        }
      }
      System.out.println(score.row("`" + kind.word() + "`"));
      total = total.plus(score);
    }
    System.out.println(total.row("all"));
  }

  /// One trial of a generated scenario.
  static Score of(ScenarioSpec spec, String dynamics) throws IOException {
    return driven(environment(spec, dynamics));
  }

  /// One trial of a map that ships.
  static Score shipped(String map, String dynamics) {
    return driven(environment(new DriveEnvironmentType().scenarios().resolve(map), dynamics));
  }

  private static Score driven(Environment environment) {
    ScriptedTrial.drive(environment);
    Map<String, Double> totals = environment.totals();
    return new Score(
        environment.shape().agents(),
        totals.getOrDefault("goals", 0.0),
        totals.getOrDefault("collisions", 0.0),
        totals.getOrDefault("offroad", 0.0));
  }

  /// A generated scenario, one trial long.
  static Environment environment(ScenarioSpec spec, String dynamics) throws IOException {
    Path map = Files.createTempFile("scorecard", ".bin");
    try {
      DriveMaps.write(ScenarioGenerator.generate(spec), map);
      return environment(map, dynamics);
    } finally {
      Files.delete(map);
    }
  }

  private static Environment environment(Path map, String dynamics) {
    Map<String, String> typed =
        Map.of(
            "dynamics_model",
            dynamics,
            "goal_behavior",
            "trial",
            "k_scenarios",
            "1",
            "scenario_length",
            Integer.toString(ScenarioGenerator.TICKS));
    DriveEnvironmentType type = new DriveEnvironmentType();
    return type.prepare(type.settings().parse(typed, "scorecard"), Optional.of(map)).create(0);
  }
}
