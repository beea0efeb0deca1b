package dev.hindsight.trainer.run.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.WholeJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The histograms and texts of an imported run over its steps, by tag; in the run's folder as
/// `history.jsonl`, one line for each.
public record LoggedHistory(
    Map<String, List<LoggedBands>> histograms, Map<String, List<LoggedText>> texts) {
  private static final String FILE = "history.jsonl";
  private static final JsonMapper JSON = new JsonMapper();

  /// Copies the maps, keeping the order.
  public LoggedHistory {
    histograms = new LinkedHashMap<>(histograms);
    texts = new LinkedHashMap<>(texts);
  }

  /// A line: a histogram with quantiles, or a text.
  private record Line(
      String tag,
      long step,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Double> quantiles,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) String text) {
    Line {
      // What a line leaves out is null before it is nothing.
      quantiles = quantiles == null ? List.of() : quantiles;
      text = text == null ? "" : text;
    }
  }

  /// Whether there is nothing.
  public boolean empty() {
    return histograms.isEmpty() && texts.isEmpty();
  }

  /// Writes it into the folder of a run; nothing if it is empty.
  ///
  /// @throws Problem if the folder cannot be written
  void write(Path folder) {
    if (empty()) {
      return;
    }
    Path file = folder.resolve(FILE);
    try {
      StringBuilder lines = new StringBuilder();
      for (Map.Entry<String, List<LoggedBands>> each : histograms.entrySet()) {
        for (LoggedBands bands : each.getValue()) {
          lines
              .append(
                  JSON.writeValueAsString(
                      new Line(each.getKey(), bands.step(), bands.quantiles(), "")))
              .append('\n');
        }
      }
      for (Map.Entry<String, List<LoggedText>> each : texts.entrySet()) {
        for (LoggedText text : each.getValue()) {
          lines
              .append(
                  JSON.writeValueAsString(
                      new Line(each.getKey(), text.step(), List.of(), text.text())))
              .append('\n');
        }
      }
      AtomicFile.write(file, lines.toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new Problem(
          wording("LoggedHistory.it_cannot_be_written"),
          file.toString(),
          wording("LoggedHistory.free_disk_space"),
          e);
    }
  }

  /// Reads it from the folder of a run; empty if the run has none.
  ///
  /// @throws Problem if it is damaged
  public static LoggedHistory read(Path folder) {
    Path file = folder.resolve(FILE);
    Map<String, List<LoggedBands>> histograms = new LinkedHashMap<>();
    Map<String, List<LoggedText>> texts = new LinkedHashMap<>();
    if (Files.isRegularFile(file)) {
      try {
        for (String text : Files.readAllLines(file)) {
          Line line = WholeJson.read(JSON, text, Line.class);
          if (line.quantiles().isEmpty()) {
            texts
                .computeIfAbsent(line.tag(), _ -> new ArrayList<>())
                .add(new LoggedText(line.step(), line.text()));
          } else {
            histograms
                .computeIfAbsent(line.tag(), _ -> new ArrayList<>())
                .add(new LoggedBands(line.step(), line.quantiles()));
          }
        }
      } catch (IOException | IllegalArgumentException e) {
        throw new Problem(
            wording("LoggedHistory.it_cannot_be_read"),
            file.toString(),
            wording("LoggedHistory.import_the_log_again"),
            e);
      }
    }
    return new LoggedHistory(histograms, texts);
  }
}
