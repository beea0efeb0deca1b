package dev.hindsight.app;

import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.LedgerEntry;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunId;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStart;
import dev.hindsight.trainer.run.ledger.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/// Runs in the user's ledger that never trained: their curves are made up.
public final class SyntheticRuns {
  private static final Instant BEGUN = Instant.parse("2026-11-20T08:00:00Z");
  private static final long UPDATES = 200;

  private final Path home;
  private int count;

  /// @param home the folder of their folders
  public SyntheticRuns(Path home) {
    this.home = home;
  }

  /// Adds a run.
  ///
  /// @param rate its learning rate; a higher one learns faster
  /// @param updates completed ones, of 200
  public RunRecord add(long seed, double rate, long updates) throws IOException {
    RunId id = new RunId(String.format(java.util.Locale.ROOT, "darkroom-20261120-08%02d00", count));
    Instant begun = BEGUN.plusSeconds(60L * count++);
    RunFolder folder = new RunFolder(home.resolve(id.text()));
    Files.createDirectories(folder.path());
    List<UpdateReport> reports = reports(seed, rate, updates);
    try (MetricsLog log = MetricsLog.open(folder.metrics(), 0)) {
      reports.forEach(log::append);
    }
    RunLedger ledger = RunLedger.ofUser();
    ledger.append(new LedgerEntry.Begun(id, begun, start(seed, rate, folder)));
    RunProgress progress =
        new RunProgress(
            updates,
            UPDATES,
            updates * 1000,
            updates * 1000,
            updates * 3.0,
            Optional.of(0.9),
            1,
            reports.getLast().trialScores());
    ledger.append(
        new LedgerEntry.Ended(
            id,
            begun.plusSeconds(30),
            updates == UPDATES ? RunStatus.FINISHED : RunStatus.STOPPED,
            updates == UPDATES ? "" : "stopped by the user",
            progress));
    return ledger.find(id.text());
  }

  public static RunStart start(long seed, double rate, RunFolder folder) {
    Map<String, String> effective = new LinkedHashMap<>();
    effective.put("env.size", "5");
    effective.put("env.trials", "4");
    effective.put("ppo.learning_rate", Double.toString(rate));
    effective.put("ppo.updates", Long.toString(UPDATES));
    return new RunStart(
        "darkroom",
        "5x5",
        "ppo",
        List.of(),
        Map.of(),
        Map.of("learning_rate", Double.toString(rate)),
        effective,
        Map.of(),
        seed,
        TrainingTask.Device.CPU,
        "0.1.0",
        "",
        "",
        "",
        "",
        folder.path(),
        UPDATES);
  }

  /// Scores that rise from 0.2 towards 0.9, the later trials further; a value loss that falls and
  /// is 0 in every tenth update; an evaluation every ten updates.
  public static List<UpdateReport> reports(long seed, double rate, long updates) {
    SplittableRandom random = new SplittableRandom(seed);
    List<UpdateReport> reports = new ArrayList<>();
    for (long update = 1; update <= updates; update++) {
      double learned = 1 - Math.exp(-update * rate * 10);
      List<Double> scores = new ArrayList<>();
      for (int trial = 0; trial < 4; trial++) {
        double score = 0.2 + 0.17 * (trial + 1) * learned;
        scores.add(Math.clamp(score + random.nextGaussian() * 0.05, 0, 1));
      }
      Map<String, Double> metrics = new LinkedHashMap<>();
      metrics.put("losses/policy_loss", random.nextGaussian() * 0.01);
      metrics.put("losses/value_loss", update % 10 == 0 ? 0 : Math.exp(-update * rate * 20));
      metrics.put("losses/entropy", 1.6 - learned);
      metrics.put("losses/approx_kl", 0.01 + 0.005 * random.nextDouble());
      metrics.put("episode/return", 4 * learned + random.nextGaussian() * 0.2);
      metrics.put("episode/length", 40 - 20 * learned);
      metrics.put("environment/goals", 1 + 2.5 * learned);
      metrics.put("performance/update", 3.0);
      if (update % 10 == 0) {
        for (int trial = 0; trial < 4; trial++) {
          metrics.put("evaluation/trial_" + (trial + 1) + "_score", scores.get(trial));
        }
      }
      reports.add(new UpdateReport(update, 1000, 1000, scores, metrics));
    }
    return reports;
  }
}
