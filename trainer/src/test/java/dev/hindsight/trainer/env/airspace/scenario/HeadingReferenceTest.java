package dev.hindsight.trainer.env.airspace.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.airspace.AirTrafficReference;
import org.junit.jupiter.api.Test;

class HeadingReferenceTest {
  @Test
  void headingsAreTakenAndRefusedAsInTheReference() {
    for (JsonNode c : AirTrafficReference.file("bluesky_hdg_guard").get("cases")) {
      String text = c.get("text").textValue();
      if (c.get("outcome").textValue().equals("ok")) {
        assertEquals(c.get("value_or_message").doubleValue(), ScenarioNumbers.heading(text), text);
      } else {
        assertThrows(Problem.class, () -> ScenarioNumbers.heading(text), text);
      }
    }
  }
}
