package dev.hindsight.app.cli;

import dev.hindsight.trainer.env.airspace.cases.DetectionCase;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `hindsight airspace detect`: state-based conflict detection of a moment in a file.
@Command(
    name = "detect",
    description = "Who of some aircraft will lose separation with whom, and when.")
final class AirspaceDetectCommand extends CommandBase {
  @Parameters(
      paramLabel = "FILE.json",
      description = "rpz_m, hpz_m, lookahead_s and aircraft: id, lat, lon, trk_deg, gs_ms, ...")
  private Path file;

  @Override
  public Integer call() {
    Map<String, Object> result = DetectionCase.read(file).result();
    console().result(format(), result, words(result));
    return OK;
  }

  private static String words(Map<String, Object> result) {
    List<?> pairs = list(result, "confpairs");
    StringBuilder words = new StringBuilder();
    words.append(
        "%d conflicts, %d losses of separation (directed)"
            .formatted(pairs.size(), list(result, "lospairs").size()));
    for (int k = 0; k < pairs.size(); k++) {
      words.append(
          String.format(
              Locale.ROOT,
              "%n%s: closest %.0f m in %.0f s, lost in %.0f s",
              pairs.get(k),
              list(result, "dcpa_m").get(k),
              list(result, "tcpa_s").get(k),
              list(result, "tLOS_s").get(k)));
    }
    return words.toString();
  }

  private static List<?> list(Map<String, Object> result, String name) {
    return result.get(name) instanceof List<?> list ? list : List.of();
  }
}
