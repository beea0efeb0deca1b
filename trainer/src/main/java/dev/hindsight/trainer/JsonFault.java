package dev.hindsight.trainer;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;

/// Where a JSON text is wrong. Jackson names no place where a text exceeds one of its limits, such
/// as 1,000 digits in a number or 1,000 levels of nesting.
public final class JsonFault {
  private JsonFault() {}

  /// The line, from 1; 0 if it is not known.
  public static int line(JsonProcessingException failure) {
    JsonLocation place = failure.getLocation();
    return place == null ? 0 : Math.max(0, place.getLineNr());
  }

  /// The position in bytes, from 0; 0 if it is not known.
  public static long offset(JsonProcessingException failure) {
    JsonLocation place = failure.getLocation();
    return place == null ? 0 : Math.max(0, place.getByteOffset());
  }
}
