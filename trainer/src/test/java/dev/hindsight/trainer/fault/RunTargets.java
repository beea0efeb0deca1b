package dev.hindsight.trainer.fault;

import dev.hindsight.trainer.UserFolder;
import dev.hindsight.trainer.attention.Ablation.Fill;
import dev.hindsight.trainer.attention.AblationText;
import dev.hindsight.trainer.env.SettingsText;
import dev.hindsight.trainer.fleet.FleetAddress;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.partner.PartnerPopulation;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.foreign.LoggedHistory;
import dev.hindsight.trainer.run.foreign.LoggedMetrics;
import dev.hindsight.trainer.run.ledger.FleetLog;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLabel;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunQueue;
import dev.hindsight.trainer.run.ledger.ScalarEvents;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.run.ledger.WorstEpisode;
import dev.hindsight.trainer.run.session.RunGap;
import dev.hindsight.trainer.run.session.TrainingSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
              """
              {"step":5,"loss":{"policy":0.5},"_timestamp":100}
              {"step":9,"loss":{"policy":0.25},"_timestamp":107,"note":"x"}
              """),
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
              """
              {"update":1,"agentSteps":2,"environmentSteps":3,"trialScores":[0.5],"metrics":{"a":1.5}}
              {"update":2}
              """),
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
          FuzzTarget.ofTextFile(
              "run-queue",
              "queue.json",
              file -> new RunQueue(file).runs().forEach(run -> Objects.requireNonNull(run)),
              "{\"next\": 3, \"runs\": [{\"number\": 1, \"run\": \"darkroom-20261121-193015\"},"
                  + " {\"number\": 2, \"request\": {\"environment\": \"darkroom\", \"settings\":"
                  + " {\"a\": \"1\"}, \"seed\": 1, \"device\": \"cpu\"}}]}"),
          FuzzTarget.ofTextFile(
              "worst-episode",
              "run/buckets/bucket-0.json",
              file ->
                  WorstEpisode.read(new RunFolder(file.resolveSibling("..").normalize()), 0)
                      .ifPresent(worst -> {
                        int ticks = worst.history().ticks();
                        var _ = worst.history().until(ticks);
                      }),
              "{\"bucket\": 0, \"episodeReturn\": 1.5, \"update\": 3, \"history\":"
                  + " {\"environment\": 1, \"seed\": 5, \"agents\": 2, \"numbers\": 0, \"actions\":"
                  + " [0, 1, 2, 3], \"updates\": [1, 2]}}"),
          FuzzTarget.ofTextFile(
              "gap-rows",
              "run/gaps.jsonl",
              file ->
                  RunGap.read(new RunFolder(file.resolveSibling("")))
                      .forEach(row -> Objects.requireNonNull(row.gaps().toString())),
              "{\"epoch\": 1, \"version\": 2, \"suite\": \"s\", \"gaps\": {\"a\": 0.5}, \"mean\":"
                  + " 0.5}\n"),
          FuzzTarget.ofTextFile(
              "logged-history",
              "run/history.jsonl",
              file -> {
                LoggedHistory history = LoggedHistory.read(file.resolveSibling(""));
                history
                    .texts()
                    .values()
                    .forEach(all -> all.forEach(one -> Objects.requireNonNull(one.text())));
              },
              """
              {"tag": "a", "step": 1, "quantiles": [0, 1, 2, 3, 4, 5, 6, 7, 8]}
              {"tag": "b", "step": 2, "text": "words"}
              """),
          FuzzTarget.ofText(
              "training-request",
              RunTargets::request,
              "darkroom ppo num_envs=8 updates=3 size=3",
              "drive ppo learning_rate=1e-3 stop_when=\"eval_score > 0.5\" eval_every=2"
                  + " randomise=\"\"",
              "spread sac capacity=20000 group_mode=dtde",
              "darkroom ppo randomise=slip buckets=4"),
          FuzzTarget.ofText(
              "user-folders",
              text -> {
                String value = text.replace("\0", "");
                for (String system : List.of("Linux", "Windows 11", "Mac OS X")) {
                  Path place =
                      new UserFolder("p", "V", Path.of("x"))
                          .locate(system, Path.of("/home/u"), Map.of("V", value, "APPDATA", value));
                  Objects.requireNonNull(place.toString());
                }
              },
              "/tmp/a",
              "relative"),
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

  /// Environment, algorithm, then settings.
  private static void request(String text) {
    String[] words = text.split(" ", 3);
    if (words.length < 3) {
      return;
    }
    TrainingRequest request =
        TrainingRequest.of(words[0])
            .by(words[1])
            .with(SettingsText.parse(words[2], "--set"))
            .withSeed(1);
    var _ = TrainingSpec.of(request, BuiltInAlgorithms.named(words[1])).effective();
  }

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
