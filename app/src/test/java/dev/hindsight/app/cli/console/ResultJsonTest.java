package dev.hindsight.app.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResultJsonTest {
  private record ScoreJson(
      double score,
      List<Double> interval,
      Optional<Double> gain,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> warning,
      float[] logits) {}

  private static String json(double score, Optional<Double> gain, Optional<String> warning) {
    return ResultJson.text(
        new ScoreJson(score, List.of(0.25, Double.NaN), gain, warning, new float[] {0.1f}));
  }

  @Test
  void componentsAreFieldsInTheirOrder() {
    assertEquals(
        "{\"score\":0.5,\"interval\":[0.25,null],\"gain\":1.0,\"warning\":\"w\",\"logits\":[0.1]}",
        json(0.5, Optional.of(1.0), Optional.of("w")));
  }

  @Test
  void whatIsNoNumberIsNullAndAnEmptyComponentNullOrAbsentAsItAsks() {
    assertEquals(
        "{\"score\":null,\"interval\":[0.25,null],\"gain\":null,\"logits\":[0.1]}",
        json(Double.NEGATIVE_INFINITY, Optional.empty(), Optional.empty()));
  }

  @Test
  void aPathIsItsTextAndNoUri() {
    assertEquals(
        "{\"file\":\"a/b c.npz\"}", ResultJson.text(Map.of("file", Path.of("a", "b c.npz"))));
  }

  @Test
  void numbersInsideAnOptionalFollowTheSameRule() {
    assertEquals(
        "{\"score\":1.0,\"interval\":[0.25,null],\"gain\":null,\"logits\":[0.1]}",
        json(1, Optional.of(Double.NaN), Optional.empty()));
  }

  @Test
  void numbersInArraysFollowTheSameRuleAndKeepTheirOwnDigits() {
    assertEquals("[0.1,null]", ResultJson.text(new float[] {0.1f, Float.NaN}));
    assertEquals(
        "[[0.1,null],[]]",
        ResultJson.text(new double[][] {{0.1, Double.POSITIVE_INFINITY}, new double[0]}));
  }

  @Test
  void nothingThatATerminalObeysIsPrintedAsItIs() throws Exception {
    Map<String, String> result = Map.of("name", "a\u001b[2J\u009b31m\u202eb\u2066c");
    String text = ResultJson.text(result);
    assertTrue(text.chars().allMatch(each -> each >= ' ' && each < 0x7f), text);
    assertEquals(result, new ObjectMapper().readValue(text, Map.class));
  }
}
