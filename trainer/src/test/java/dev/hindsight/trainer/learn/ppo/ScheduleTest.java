package dev.hindsight.trainer.learn.ppo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.SharedData;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScheduleTest {
  @Test
  void aCosineBeginsAndEndsWhereItSaysAndIsHalfwayInTheMiddle() {
    Schedule cosine = new Schedule(Schedule.Shape.COSINE, 3, 1, 100);
    assertEquals(3, cosine.at(0), 1e-12);
    assertEquals(2, cosine.at(50), 1e-12);
    assertEquals(1 + (1 + Math.cos(Math.PI / 4)), cosine.at(25), 1e-12);
    assertEquals(1, cosine.at(100), 1e-12);
    assertEquals(1, cosine.at(1000), 1e-12);
  }

  @Test
  void theReferencesEntropyFallsOverItsOwnLengthAndThenStays() throws IOException {
    JsonNode golden =
        new ObjectMapper()
            .readTree(SharedData.require("golden/terra_ppo.json").toFile())
            .get("entropy_schedule_cosine");
    PpoConfig config =
        PpoConfig.of(
            new PpoType()
                .settings()
                .parse(
                    Map.of(
                        "updates", "381469",
                        "ent_coef", golden.get("start").asText(),
                        "final_ent_coef", golden.get("end").asText(),
                        "ent_anneal_updates", golden.get("steps").asText()),
                    "test"));
    for (JsonNode point : golden.get("points")) {
      assertEquals(point.get(1).doubleValue(), config.entropy().at(point.get(0).longValue()), 1e-9);
    }
  }

  @Test
  void aScheduleWithoutALengthOfItsOwnTakesThatOfTheRun() {
    PpoConfig config =
        PpoConfig.of(
            new PpoType()
                .settings()
                .parse(Map.of("updates", "40", "anneal", "linear", "learning_rate", "1"), "test"));
    assertEquals(0.55, config.learningRate().at(20), 1e-12);
    assertEquals(0.1, config.learningRate().at(40), 1e-12);
  }

  @Test
  void aLineGoesInEqualSteps() {
    Schedule line = new Schedule(Schedule.Shape.LINEAR, 3, 1, 4);
    assertEquals(2.5, line.at(1), 1e-12);
    assertEquals(1, line.at(9), 1e-12);
  }

  @Test
  void aConstantStays() {
    assertEquals(3, new Schedule(Schedule.Shape.CONSTANT, 3, 1, 4).at(9));
  }
}
