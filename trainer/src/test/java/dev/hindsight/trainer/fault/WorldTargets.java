package dev.hindsight.trainer.fault;

import dev.hindsight.trainer.env.SettingsText;
import dev.hindsight.trainer.env.airspace.cases.DetectionCase;
import dev.hindsight.trainer.env.airspace.cases.FlightCase;
import dev.hindsight.trainer.env.airspace.scenario.ScenarioFile;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.drive.map.DriveMaps;
import dev.hindsight.trainer.env.excavation.cases.EpisodeCase;
import dev.hindsight.trainer.env.excavation.maps.SitePack;
import dev.hindsight.trainer.group.GroupingCases;
import dev.hindsight.trainer.study.ReferenceGap;
import dev.hindsight.trainer.study.Suite;
import dev.hindsight.trainer.study.plan.StoredStudy;
import dev.hindsight.trainer.study.plan.StudyFile;
import dev.hindsight.trainer.study.plan.StudyScores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Maps, scenarios, cases, studies and settings.
final class WorldTargets {
  private static final String ASSETS = "/dev/hindsight/assets/";
  private static final String ROAD =
      "{\"name\":\"m\",\"objects\":[{\"type\":\"vehicle\",\"id\":1,\"position\":[{\"x\":1,\"y\":2,\"z\":0}],"
          + "\"velocity\":[{\"x\":1,\"y\":0}],\"heading\":[0.5],\"valid\":[true],\"length\":4,\"width\":2,"
          + "\"height\":1.5,\"goalPosition\":{\"x\":9,\"y\":2,\"z\":0}}],\"roads\":[{\"type\":\"lane\",\"id\":3,"
          + "\"geometry\":[{\"x\":0,\"y\":0,\"z\":0},{\"x\":9,\"y\":0,\"z\":0}]},{\"type\":\"road_edge\",\"id\":4,"
          + "\"geometry\":[{\"x\":0,\"y\":4,\"z\":0},{\"x\":9,\"y\":4,\"z\":0}]}],\"tl_states\":{}}";

  static final List<FuzzTarget> ALL =
      List.of(
          new FuzzTarget(
              "drive-map",
              () -> List.of(PolicyTargets.resource(ASSETS + "maps/straight-1.bin")),
              bytes -> DriveMaps.read(bytes, "x.bin")),
          FuzzTarget.ofText(
              "drive-map-json", text -> DriveMaps.read(FuzzTarget.utf8(text), "x.json"), ROAD),
          FuzzTarget.ofFile(
              "drive-world",
              "x.bin",
              () ->
                  List.of(
                      PolicyTargets.resource(ASSETS + "maps/straight-1.bin"),
                      FuzzTarget.utf8(ROAD)),
              file -> prepared("drive", file)),
          FuzzTarget.ofTextFile(
              "scenario",
              "x.scn",
              ScenarioFile::read,
              """
              # two
              00:00:00.00>CRE KL001 A320 52.5 4.25 90 FL300 280
              00:00:00.00>CRE,KL002,B738,52,4,T045,31000,.78
              00:00:10.50>KL001 HDG 180
              00:01:00.00>ALT KL001 FL310 1000
              01:00:00.00>VS KL002 -1500
              PAN KL001
              00:00:00.00>ADDWPT KL001 52.1 4.1
              """),
          FuzzTarget.ofTextFile(
              "scenario-world",
              "x.scn",
              file -> prepared("airspace", file),
              """
              00:00:00.00>CRE KL001 A320 52.5 4.25 90 FL300 280
              00:00:00.00>CRE KL002 B738 52 4 45 FL310 280
              """),
          FuzzTarget.ofTextFile(
              "case-flight",
              "x.json",
              file -> {
                FlightCase one = FlightCase.read(file);
                if (!one.times().isEmpty() && one.times().getLast() < 100 * one.dt()) {
                  var _ = one.result();
                }
              },
              "{\"dt\": 0.5, \"create\": {\"id\": \"A1\", \"type\": \"A320\", \"lat\": 52, \"lon\":"
                  + " 4, \"hdg\": 90, \"alt_m\": 9000, \"cas_ms\": 150}, \"commands\":"
                  + " [\"00:00:01.00>A1 HDG 100\"], \"times\": [1, 2]}"),
          FuzzTarget.ofTextFile(
              "case-detection",
              "x.json",
              file -> DetectionCase.read(file).result(),
              "{\"rpz_m\": 9260, \"hpz_m\": 300, \"lookahead_s\": 300, \"aircraft\": [{\"id\":"
                  + " \"A\", \"lat\": 52, \"lon\": 4, \"trk_deg\": 90, \"gs_ms\": 200, \"alt_m\":"
                  + " 9000, \"vs_ms\": 0}, {\"id\": \"B\", \"lat\": 52, \"lon\": 4.1, \"trk_deg\":"
                  + " 270, \"gs_ms\": 200, \"alt_m\": 9000, \"vs_ms\": 0}]}"),
          FuzzTarget.ofTextFile(
              "case-excavation",
              "x.json",
              file -> EpisodeCase.read(file).result(),
              "{\"meta\": {\"rules\": \"main\", \"N\": 16, \"base_type\": \"tracked\","
                  + " \"max_steps\": 20, \"maps\": {\"target\": [0, 200, -1, 56]}, \"start\":"
                  + " {\"pos\": [8, 8]}}, \"actions\": [0, 1, 2], \"checkpoints\": [{\"step\":"
                  + " 1}]}"),
          FuzzTarget.ofTextFile(
              "case-groups",
              "x.json",
              file -> GroupingCases.read(file).result(),
              "{\"group_agents_wrapper\": {\"cases\": [{\"name\": \"c\", \"groups\": {\"g\":"
                  + " [\"a\", \"b\"]}, \"action\": {\"g\": [1, 2]}, \"env_return\": [{\"a\": 1,"
                  + " \"b\": [2]}, {\"a\": 1, \"b\": 2}, {\"a\": false, \"b\": false, \"__all__\":"
                  + " false}, {\"a\": false, \"b\": false, \"__all__\": false}, {}]}]},"
                  + " \"rps_grouped\": [{\"actions\": [0, 1]}], \"concat_boundary_compare\":"
                  + " [{\"name\": \"d\", \"a\": [1], \"b\": [1]}]}"),
          FuzzTarget.ofFile(
              "site",
              "x.zip",
              () -> List.of(PolicyTargets.resource(ASSETS + "sites/pit-1.zip")),
              SitePack::read),
          new FuzzTarget(
              "site-members",
              () -> new ZipMembers(PolicyTargets.resource(ASSETS + "sites/pit-1.zip")).seeds(),
              bytes ->
                  SitePack.read(
                      FuzzScratch.file(
                          "x.zip",
                          new ZipMembers(PolicyTargets.resource(ASSETS + "sites/pit-1.zip"))
                              .with(bytes)))),
          FuzzTarget.ofTextFile(
              "study",
              "x.yaml",
              StudyFile::read,
              """
              environment: drive
              preset: near
              settings:
                learning_rate: 1e-3
                flag: no
              arms:
                memory:
                "no memory": { policy: mlp, number: 7 }
              seeds: [0, 3]
              partners:
                - scripted
              evaluation:
                episodes: 40
                maps: crossing
                checkpoint: best
              """,
              "{\"environment\": \"darkroom\", \"arms\": {\"a\": {}, \"b\": {}}, \"seeds\": [1]}"),
          FuzzTarget.ofTextFile(
              "study-scores",
              "x.json",
              StudyScores::read,
              """
              arm,trained_with,seed,scenario,partner,episode,world_seed,trial,score,return,length
              a,,0,m,,0,7,1,0.5,2,9
              "a,b",scripted,1,m,x,0,7,1,0.25,,8
              """),
          FuzzTarget.ofTextFile(
              "study-ledger",
              "x.study/ledger.json",
              file -> StoredStudy.read(file.resolveSibling("")),
              "{\"a-seed-0\": {\"arm\": \"a\", \"seed\": 0, \"request\": {\"environment\":"
                  + " \"darkroom\"}, \"run\": \"\", \"status\": \"planned\", \"reason\": \"\","
                  + " \"evaluated\": \"\"}}"),
          FuzzTarget.ofTextFile(
              "study-report",
              "x.study/report.json",
              WorldTargets::storedStudy,
              "{\"name\": \"x\", \"notes\": [\"one\"]}"),
          FuzzTarget.ofTextFile(
              "suite",
              "x.json",
              Suite::read,
              "{\"environment\": \"darkroom\", \"settings\": {\"size\": \"5\"}, \"worlds\":"
                  + " [{\"seed\": 1}, {\"scenario\": \"m\", \"partner\": \"scripted\", \"seed\":"
                  + " 2}]}"),
          FuzzTarget.ofTextFile(
              "reference-gap",
              "x.json",
              ReferenceGap::read,
              "{\"suite\": \"rooms.json\", \"reference\": {\"seed 1\": 0.8, \"seed 2\": 0.5}}"),
          FuzzTarget.ofText(
              "settings",
              WorldTargets::settings,
              "trials=3 size=5",
              "timeout_ticks=1e2",
              "a=\"b c\""));

  private WorldTargets() {}

  private static void storedStudy(Path report) throws IOException {
    Files.writeString(report.resolveSibling("ledger.json"), "{}");
    Files.writeString(
        report.resolveSibling("scores.csv"),
        """
        arm,trained_with,seed,scenario,partner,episode,world_seed,trial,score,return,length
        a,,0,m,,0,7,1,0.5,2,9
        """);
    var _ = StoredStudy.read(report.resolveSibling(""));
  }

  private static void prepared(String environment, Path scenario) {
    var type = BuiltInEnvironments.named(environment);
    var _ = type.prepare(type.settings().defaults(), Optional.of(scenario));
  }

  private static void settings(String text) {
    Map<String, String> typed = SettingsText.parse(text, "--set");
    for (var type : BuiltInEnvironments.all()) {
      try {
        var _ = type.settings().parse(typed, "--set");
      } catch (dev.hindsight.trainer.Problem _) {
        // The settings of another world may still take it.
      }
    }
  }
}
