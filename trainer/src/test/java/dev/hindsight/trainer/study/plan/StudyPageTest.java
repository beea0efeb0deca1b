package dev.hindsight.trainer.study.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.study.Difference;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.study.StratifiedBootstrap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class StudyPageTest {
  private static final Interval ENDS = new Interval(0.5, 0.25, 0.75, 3, Interval.Method.STUDENT);
  private static final Interval NO_ENDS =
      new Interval(-1, Double.NaN, Double.NaN, 1, Interval.Method.NONE);
  private static final String ENDS_JSON =
      "{\"value\":0.5,\"interval\":[0.25,0.75],\"method\":\"student-t\"}";
  private static final String NO_ENDS_JSON =
      "{\"value\":-1.0,\"interval\":[null,null],\"method\":\"none\"}";

  static StudySpec spec() {
    return new StudySpec(
        "a study",
        "darkroom",
        Optional.empty(),
        Optional.empty(),
        TrainingTask.Device.CPU,
        List.of(),
        Map.of(),
        List.of(new StudySpec.Arm("memory", Optional.empty(), Map.of())),
        List.of(7L),
        new StudySpec.HeldOut(1, 0, List.of(), Optional.empty(), Map.of(), "sample", false, false));
  }

  @Test
  void theReportIsWrittenWithTheseKeysInThisOrder() throws JsonProcessingException {
    StudyReport.ArmReport arm =
        new StudyReport.ArmReport(
            "memory",
            List.of(new StudyReport.RunResult(7, 0.5, 1e-9, 3, 200)),
            List.of(NO_ENDS, ENDS),
            ENDS,
            NO_ENDS,
            ENDS,
            ENDS,
            ENDS,
            NO_ENDS,
            ENDS,
            List.of(ENDS));
    StudyReport.ArmComparison comparison =
        new StudyReport.ArmComparison(
            new Difference("memory", "none", ENDS),
            new Difference("memory", "none", NO_ENDS),
            NO_ENDS);
    StudyPage page =
        new StudyPage(
            spec(),
            new StudyReport(List.of(arm), List.of(comparison), new StratifiedBootstrap(2000, 5)),
            List.of("a note"));

    String expected =
        """
        {"name":"a study","environment":"darkroom","confidence":0.95,\
        "bootstrap":{"resamples":2000,"seed":5},"notes":["a note"],"thresholds":[THRESHOLDS],\
        "arms":[{"arm":"memory",\
        "runs":[{"seed":7,"score":0.5,"gain":1.0E-9,"return":3.0,"length":200.0}],\
        "trialScores":[NO_ENDS,ENDS],"score":ENDS,"gain":NO_ENDS,"return":ENDS,"median":ENDS,\
        "interquartileMean":ENDS,"interquartileMeanGain":NO_ENDS,"optimalityGap":ENDS,\
        "profile":[ENDS]}],\
        "comparisons":[{"baseline":"memory","arm":"none","scoreDifference":ENDS,\
        "gainDifference":NO_ENDS,"probabilityOfImprovement":NO_ENDS,"differs":true,\
        "sentence":"SENTENCE","gainSentence":"GAIN"}]}\
        """
            .replace("NO_ENDS", NO_ENDS_JSON)
            .replace("ENDS", ENDS_JSON)
            .replace(
                "THRESHOLDS",
                StudyReport.thresholds().stream()
                    .map(String::valueOf)
                    .collect(Collectors.joining(",")))
            .replace("SENTENCE", comparison.sentence())
            .replace("GAIN", comparison.gainSentence());
    assertEquals(expected, new ObjectMapper().readTree(page.json()).toString());
    assertTrue(comparison.gainSentence().contains("one run; 1 run of each"));
    assertTrue(
        comparison.gainSentence().startsWith("whether 'none' and 'memory' differ in the gain"),
        comparison.gainSentence());
    assertTrue(comparison.sentence().contains("'none' and 'memory' differ"));
    assertTrue(page.json().startsWith("{\n  \"name\" : \"a study\",\n"), page.json());
    assertTrue(page.json().endsWith("\n}\n"), page.json());
  }
}
