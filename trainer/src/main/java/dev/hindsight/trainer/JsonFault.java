package dev.hindsight.trainer;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.hindsight.trainer.text.Sentences;
import java.util.regex.Pattern;

/// Where a JSON text is wrong. Jackson names no place where a text exceeds one of its limits, such
/// as 1,000 digits in a number or 1,000 levels of nesting.
public final class JsonFault {
  /// The place, which [#line] gives; the class of a field, and the rest of that sentence; packages.
  private static final Pattern INTERNALS =
      Pattern.compile(
          " ?\\((?:start marker )?at \\[Source:.*\\]\\)| ?at \\[Source:.*\\]"
              + "| \\(class [^)]*\\), not marked as ignorable.*|(?<=`)(?:[a-z]\\w*\\.)+"
              + "|, from `[A-Z]\\w*\\.\\w+\\(\\)`");

  private JsonFault() {}

  /// The line, from 1; 0 if it is not known.
  public static int line(JsonProcessingException failure) {
    JsonLocation place = failure.getLocation();
    return place == null ? 0 : Math.max(0, place.getLineNr());
  }

  /// What is wrong, in a line without what Jackson says of itself: classes, readers and options.
  public static String words(JsonProcessingException failure) {
    String text = String.valueOf(failure.getOriginalMessage()).lines().findFirst().orElse("");
    return Sentences.uncapitalised(INTERNALS.matcher(text).replaceAll("").strip());
  }

  /// The position in bytes, from 0; 0 if it is not known.
  public static long offset(JsonProcessingException failure) {
    JsonLocation place = failure.getLocation();
    return place == null ? 0 : Math.max(0, place.getByteOffset());
  }
}
