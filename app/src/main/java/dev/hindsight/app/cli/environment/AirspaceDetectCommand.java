package dev.hindsight.app.cli.environment;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.env.airspace.cases.DetectionCase;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `hindsight airspace detect`: state-based conflict detection of a moment in a file.
@Command(name = "detect", description = "Find which aircraft will lose separation, and when.")
public final class AirspaceDetectCommand extends CommandBase {
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
          "\n%s: closest %s m in %s s, lost in %s s"
              .formatted(
                  pairs.get(k),
                  whole(list(result, "dcpa_m").get(k)),
                  whole(list(result, "tcpa_s").get(k)),
                  whole(list(result, "tLOS_s").get(k))));
    }
    return words.toString();
  }

  /// A number without its fraction; what is not finite is a text already.
  private static Object whole(Object value) {
    return value instanceof Number number ? Math.round(number.doubleValue()) : value;
  }

  private static List<?> list(Map<String, Object> result, String name) {
    return result.get(name) instanceof List<?> list ? list : List.of();
  }
}
