package dev.hindsight.app.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.outcome.ScoreReader;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.InflaterInputStream;

/// A page as a program reads it, compared with the recording that it was made from.
///
/// @param text the whole file
/// @param data its JSON
/// @param weights of the attention
record WrittenPage(String text, JsonNode data, byte[] weights) {
  static WrittenPage read(Path file) throws IOException {
    String text = Files.readString(file);
    return new WrittenPage(
        text, new ObjectMapper().readTree(block(text, "data")), block(text, "weights"));
  }

  private static byte[] block(String text, String id) throws IOException {
    Matcher found =
        Pattern.compile("<script type=\"text/plain\" id=\"" + id + "\">([^<]*)</script>")
            .matcher(text);
    if (!found.find()) {
      throw new IOException("the page has no block " + id);
    }
    if (found.group(1).isEmpty()) {
      return new byte[0];
    }
    byte[] packed = Base64.getDecoder().decode(found.group(1).getBytes(StandardCharsets.US_ASCII));
    return new InflaterInputStream(new ByteArrayInputStream(packed)).readAllBytes();
  }

  /// Where the page differs from the recording: numbers, places of bodies, scores and trials.
  List<String> differences(Rollout rollout) {
    List<String> found = new ArrayList<>();
    for (int frame = 0; frame < data.path("ticks").size(); frame++) {
      int tick = data.path("ticks").get(frame).asInt();
      for (String name : List.of("reward", "value", "action", "pose")) {
        Channel channel = rollout.channel(name).orElse(null);
        JsonNode rows = data.path("numbers").path(name);
        for (int i = 0; channel != null && i < channel.rowLength(); i++) {
          JsonNode number = rows.path(frame).path(i);
          double value = channel.value(tick, i);
          if (number.isNull()
              ? Double.isFinite(value)
              : (float) number.asDouble() != (float) value) {
            found.add(name + " of tick " + tick + " is " + number + ", not " + value);
          }
        }
      }
      bodies(rollout, frame, tick, found);
    }
    scores(rollout, found);
    return found;
  }

  private void bodies(Rollout rollout, int frame, int tick, List<String> found) {
    Channel pose = rollout.channel("pose").orElseThrow();
    double step = data.path("step").asDouble();
    for (JsonNode place : data.path("frames").get(frame)) {
      JsonNode mark = data.path("pool").get(place.asInt());
      int agent = mark.get(2).asInt();
      if (mark.get(0).asInt() == 2 && agent >= 0) {
        double x = data.path("bounds").get(0).asDouble() + step * mark.get(5).asDouble();
        double y = data.path("bounds").get(1).asDouble() + step * mark.get(6).asDouble();
        if (Math.hypot(x - pose.value(tick, 3 * agent), y - pose.value(tick, 3 * agent + 1))
            > 1.5 * step + 1e-3) {
          found.add("agent " + agent + " of tick " + tick + " is drawn at " + x + ", " + y);
        }
      }
    }
  }

  private void scores(Rollout rollout, List<String> found) {
    ScoreSheet sheet = ScoreReader.read(rollout, Progress.SILENT, new Cancellation());
    List<ScoreSheet.Place> places = sheet.places().toList();
    if (places.size() != data.path("scores").size()) {
      found.add("it has the scores of " + data.path("scores").size() + " trials");
    }
    for (int i = 0; i < Math.min(places.size(), data.path("scores").size()); i++) {
      JsonNode score = data.path("scores").get(i);
      double wanted = places.get(i).trial().score(Side.EGO);
      if (score.path("start").asInt() != places.get(i).trial().start()
          || (Double.isFinite(wanted) && score.path("score").asDouble() != wanted)) {
        found.add("trial " + i + " has the score " + score);
      }
    }
  }
}
