package dev.hindsight.trainer.fault;

import dev.hindsight.trainer.attention.Ablation.Fill;
import dev.hindsight.trainer.attention.AblationText;
import dev.hindsight.trainer.fleet.FleetAddress;
import dev.hindsight.trainer.partner.PartnerPopulation;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.foreign.LoggedMetrics;
import dev.hindsight.trainer.run.ledger.FleetLog;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLabel;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.ScalarEvents;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The data of runs, ours and those of other programs.
final class RunTargets {
  private static final String RUN =
      "{\"run\":\"darkroom-20261121-193015\",\"time\":\"2026-11-21T19:30:15Z\",";

  static final List<FuzzTarget> ALL =
      List.of(
          FuzzTarget.ofFile(
              "event-file", "events.out.tfevents.1.x", RunTargets::events, LoggedMetrics::read),
          FuzzTarget.ofTextFile(
              "log-csv",
              "progress.csv",
              LoggedMetrics::read,
              "rollout/ep_rew_mean,time/total_timesteps,time/time_elapsed\n20.5,2048,3\n,4096,6\n",
              "#{\"t_start\": 1700000000.5, \"env_id\": \"x\"}\nr,l,t\n1.5,10,0.5\n2.5,30,1.5\n"),
          FuzzTarget.ofTextFile(
              "log-json",
              "log.jsonl",
              LoggedMetrics::read,
              "{\"step\":5,\"loss\":{\"policy\":0.5},\"_timestamp\":100}\n{\"step\":9,\"loss\":{\"policy\":0.25},\"_timestamp\":107,\"note\":\"x\"}\n"),
          FuzzTarget.ofTextFile(
              "run-ledger",
              "ledger.jsonl",
              file -> {
                RunLedger ledger = new RunLedger(file);
                ledger
                    .runs()
                    .forEach(run -> {
                      var _ = run.alarms();
                      var _ = run.settings();
                      var _ = run.status();
                    });
              },
              RUN
                  + "\"kind\":\"begun\",\"folder\":\"/tmp/x\",\"home\":\"/tmp\",\"environment\":\"darkroom\",\"request\":{\"environment\":\"darkroom\",\"settings\":{\"a\":\"1\"},\"seed\":1}}\n"
                  + RUN
                  + "\"kind\":\"advanced\",\"progress\":{\"updates\":1,\"seconds\":2,\"agentSteps\":3}}\n"
                  + RUN
                  + "\"kind\":\"changed\",\"what\":\"learning_rate_factor\",\"value\":2,\"update\":3}\n"
                  + RUN
                  + "\"kind\":\"ended\",\"end\":\"finished\"}\n"
                  + RUN
                  + "\"kind\":\"deleted\"}\n"),
          FuzzTarget.ofTextFile(
              "metrics",
              "metrics.jsonl",
              MetricsLog::read,
              "{\"update\":1,\"agentSteps\":2,\"environmentSteps\":3,\"trialScores\":[0.5],\"metrics\":{\"a\":1.5,\"b\":null}}\n"),
          FuzzTarget.ofTextFile(
              "metrics-continued",
              "metrics.jsonl",
              file -> MetricsLog.open(file, 1).close(),
              "{\"update\":1,\"agentSteps\":2,\"environmentSteps\":3,\"trialScores\":[0.5],\"metrics\":{\"a\":1.5}}\n{\"update\":2}\n"),
          FuzzTarget.ofTextFile(
              "fleet-log",
              "fleet.jsonl",
              FleetLog::read,
              "{\"update\":2,\"version\":3,\"workers\":[{\"id\":1,\"state\":\"busy\"}],\"lags\":[0,1]}\n"),
          FuzzTarget.ofTextFile(
              "run-label",
              "darkroom-20261121-193015/label.json",
              file -> RunLabel.of(new RunFolder(file.resolveSibling(""))),
              "{\"name\":\"mine\",\"tags\":[\"a\",\"b\"],\"note\":\"n\"}"),
          FuzzTarget.ofText(
              "fleet-address", text -> FleetAddress.parse(text, "--join"), "a:1", "[::1]:25520"),
          FuzzTarget.ofText(
              "ablation",
              text -> AblationText.read(text.lines().toList(), Fill.ZERO),
              "head 1.2\ntrial 2\nticks 3-9\nslots 4\nlimbo"),
          FuzzTarget.ofText(
              "partners", PartnerPopulation::parse, "scripted:timid=1,x.safetensors", "a=2,b=0.5"),
          FuzzTarget.ofTextFile(
              "partners-file",
              "x.json",
              file -> PartnerPopulation.parse(file.toString()),
              "{\"scripted\": 1, \"x.safetensors\": 2.5}",
              "[\"scripted\", \"b\"]"));

  private RunTargets() {}

  private static List<byte[]> events() throws Exception {
    Path place = FuzzScratch.held().resolve("events");
    try (ScalarEvents events = ScalarEvents.begin(place, 0)) {
      for (int update = 1; update <= 3; update++) {
        events.add(
            new UpdateReport(update, 1, 1, List.of(), Map.of("losses/a", update / 8.0)),
            new RunProgress(update, 9, 10L * update, 5, 1, Optional.empty(), 1, List.of()));
      }
    }
    try (Stream<Path> files = Files.list(place)) {
      return List.of(Files.readAllBytes(files.findFirst().orElseThrow()));
    }
  }
}
