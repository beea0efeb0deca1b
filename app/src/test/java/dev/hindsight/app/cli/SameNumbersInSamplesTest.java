package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.recording.DemoPlan;
import dev.hindsight.app.recording.RecordingPlan;
import dev.hindsight.app.recording.Sample;
import dev.hindsight.app.recording.Samples;
import dev.hindsight.inspector.scores.ScoreChecks;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.outcome.RunningCounts;
import dev.hindsight.trainer.outcome.ScoreReader;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.scene.Captions;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// In the shipped samples and demos, `hindsight scores`, the last picture of each trial and the
/// summary give the same numbers.
class SameNumbersInSamplesTest {
  private static final Pattern LINE = Pattern.compile("trial +(\\d+): score ([-0-9.]+)");

  @TempDir private static Path folder;

  private static Map<String, Path> files() throws Exception {
    Map<String, Path> files = new LinkedHashMap<>();
    for (Sample sample : Samples.ALL) {
      files.put(
          sample.id(), sample.in(folder.resolve("s")).run(Progress.SILENT, new Cancellation()));
    }
    for (String driver : List.of(DemoPlan.DRIVER, DemoPlan.SCRIPTED)) {
      RecordingPlan plan =
          DemoPlan.into(folder, driver).writing(folder.resolve(driver + ".rollout"));
      files.put("demo of " + driver, plan.run(Progress.SILENT, new Cancellation()).file());
    }
    return files;
  }

  private static ScoreSheet sheet(Rollout rollout) {
    return ScoreReader.read(rollout, Progress.SILENT, new Cancellation());
  }

  /// Scores by trial, from 1, as the command line prints them.
  private static Map<Integer, String> printed(String words) {
    Map<Integer, String> scores = new TreeMap<>();
    Matcher lines = LINE.matcher(words);
    while (lines.find()) {
      scores.put(Integer.parseInt(lines.group(1)), lines.group(2));
    }
    return scores;
  }

  /// Printed scores that differ from the picture of a trial's last tick.
  private static List<String> differences(Rollout rollout, Map<Integer, String> printed) {
    RunningCounts counts = new RunningCounts(rollout);
    List<String> found = new ArrayList<>();
    for (ScoreSheet.Place place : sheet(rollout).places().toList()) {
      int number = place.trial().number() + 1;
      Moment last =
          new Moment(rollout, place.trial().start() + place.trial().ticks() - 1, Moment.NO_AGENT);
      for (Captions.Metric metric :
          Captions.of(last, EnumSet.of(Overlay.METRICS), counts).metrics()) {
        if (metric.name().equals("trial " + number + " score")) {
          String text = printed.getOrDefault(number, "none");
          if (text.equals("none")
              || !metric.value().equals(NumberWords.score(Double.parseDouble(text)))) {
            found.add(metric + " printed as " + text);
          }
        }
      }
    }
    return found;
  }

  @Test
  void scoresOnTheCommandLineAreThoseOfThePicturesAndOfTheSummary() throws Exception {
    int compared = 0;
    for (Map.Entry<String, Path> one : files().entrySet()) {
      try (Rollout rollout = Rollouts.open(one.getValue())) {
        ScoreSheet sheet = sheet(rollout);
        String words = CapturedCommand.of("scores", one.getValue().toString()).out();
        Map<Integer, String> printed = printed(words);
        assertEquals(List.of(), ScoreChecks.of(rollout, sheet), one.getKey());
        if (sheet.episodes().size() == 1) {
          assertEquals(List.of(), differences(rollout, printed), one.getKey() + ": " + words);
          compared += printed.size();
        }
      }
    }
    assertTrue(compared >= 8, compared + " trials");
  }

  @Test
  void aPrintedScoreOfAnotherTrialIsCaught() throws Exception {
    Sample sample = Samples.named("crossing");
    Path file = sample.in(folder.resolve("s")).run(Progress.SILENT, new Cancellation());
    try (Rollout rollout = Rollouts.open(file)) {
      assertFalse(differences(rollout, Map.of(1, "0.123", 2, "0.123")).isEmpty());
      assertFalse(differences(rollout, Map.of()).isEmpty());
    }
  }
}
