package dev.hindsight.trainer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.junit.jupiter.api.Test;

/// What users read of a fault in a JSON text.
class JsonFaultTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private record Point(double x) {}

  private static String words(String text) {
    return JsonFault.words(
        assertThrows(JsonProcessingException.class, () -> JSON.readValue(text, Point.class)));
  }

  @Test
  void theWordsAreThoseOfTheFaultAndNotOfTheReader() {
    assertEquals("unexpected end-of-input: expected close marker for Object", words("{\"x\": 1"));
    assertEquals("unrecognized field \"y\"", words("{\"y\": 1}"));
    assertEquals(
        "cannot deserialize value of type `double` from String \"a\": not a valid `double` value"
            + " (as String to convert)",
        words("{\"x\": \"a\"}"));
    assertEquals(
        "document nesting depth (1001) exceeds the maximum allowed (1000)",
        JsonFault.words(
            assertThrows(JsonProcessingException.class, () -> JSON.readTree("[".repeat(2000)))));
  }
}
