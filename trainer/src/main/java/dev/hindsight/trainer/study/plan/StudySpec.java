package dev.hindsight.trainer.study.plan;

import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What a study trains and how it evaluates: every arm with every seed.
///
/// @param name of the study
/// @param environment id of the environment
/// @param preset settings to start from; if empty, the environment's default
/// @param algorithm id; if empty, the default
/// @param device where to compute
/// @param maps training maps; if empty, those of the preset
/// @param settings of all arms, as text
/// @param arms at least one; names are unique
/// @param seeds training seeds, at least one, without repetitions
/// @param evaluation how every finished run is evaluated
public record StudySpec(
    String name,
    String environment,
    Optional<String> preset,
    Optional<String> algorithm,
    TrainingTask.Device device,
    List<String> maps,
    Map<String, String> settings,
    List<Arm> arms,
    List<Long> seeds,
    HeldOut evaluation) {
  /// Copies the collections, keeping the order.
  public StudySpec {
    maps = List.copyOf(maps);
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    arms = List.copyOf(arms);
    seeds = List.copyOf(seeds);
  }

  /// Settings, and the partner that the runs train with.
  ///
  /// @param name of the settings
  /// @param partner the co-player; empty if there is none
  /// @param settings that differ from those of all arms
  public record Arm(String name, Optional<String> partner, Map<String, String> settings) {
    /// Copies the map, keeping the order.
    public Arm {
      settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }

    /// Its name in reports: `memory`, or `memory / drive-near` with a partner.
    public String title() {
      return partner.map(with -> name + " / " + with).orElse(name);
    }
  }

  /// The evaluation of every run, with the same worlds for all.
  ///
  /// @param episodes number of episodes
  /// @param seed of the evaluation; its worlds are not those of a training run with the same seed
  /// @param maps if empty, the maps that the run was trained on
  /// @param partners co-players, as text; if empty, those of training
  /// @param settings of the environment; unset ones default to those of training
  /// @param actions `sample` or `argmax`
  /// @param wipeMemory whether the policies' memory is wiped at every trial
  /// @param best whether the best checkpoint is evaluated, and not the latest
  public record HeldOut(
      int episodes,
      long seed,
      List<String> maps,
      Optional<String> partners,
      Map<String, String> settings,
      String actions,
      boolean wipeMemory,
      boolean best) {
    /// Copies the collections, keeping the order.
    public HeldOut {
      maps = List.copyOf(maps);
      settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }
  }

  /// One run of the study.
  ///
  /// @param arm what it trains
  /// @param seed of training
  public record PlannedRun(Arm arm, long seed) {
    /// Its folder in the study's folder: `memory-seed-0`.
    public String key() {
      return folderName(arm.title()) + "-seed-" + seed;
    }
  }

  /// A name that every file system takes.
  static String folderName(String title) {
    return title
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9.]+", "-")
        .replaceAll("^[-.]+|[-.]+$", "");
  }

  /// All runs: seed by seed, so that every arm has a run before any has two.
  public List<PlannedRun> runs() {
    List<PlannedRun> runs = new ArrayList<>();
    for (long seed : seeds) {
      arms.forEach(arm -> runs.add(new PlannedRun(arm, seed)));
    }
    return runs;
  }

  /// The request that starts a run.
  public TrainingRequest request(PlannedRun run) {
    Map<String, String> all = new LinkedHashMap<>(settings);
    all.putAll(run.arm().settings());
    return new TrainingRequest(
        environment,
        preset,
        maps,
        all,
        run.seed(),
        device,
        Optional.empty(),
        run.arm().partner(),
        algorithm);
  }

  /// What decides a run's result, by name, for comparing it with that of a run begun earlier.
  public Map<String, String> fingerprint(PlannedRun run) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("environment", environment);
    preset.ifPresent(id -> all.put("preset", id));
    algorithm.ifPresent(id -> all.put("algorithm", id));
    all.put("device", device.name().toLowerCase(Locale.ROOT));
    all.put("maps", String.join(", ", maps));
    run.arm().partner().ifPresent(partner -> all.put("partner", partner));
    request(run).settings().forEach((key, value) -> all.put("settings." + key, value));
    return all;
  }
}
