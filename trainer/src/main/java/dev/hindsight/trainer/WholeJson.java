package dev.hindsight.trainer;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.Closeable;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads records from JSON of which nothing is null. Jackson alone gives null for the text `null`,
/// and for any value in it.
public final class WholeJson {
  private static final @Nullable Closeable NO_PARSER = null;

  /// The accessors of a record's components. Java makes new ones, to be prepared anew, whenever it
  /// is asked, which takes far longer than to read a component: a layout of observations has some
  /// thousand.
  private static final ClassValue<List<Method>> ACCESSORS =
      new ClassValue<>() {
        @Override
        protected List<Method> computeValue(Class<?> type) {
          List<Method> accessors =
              Stream.of(type.getRecordComponents()).map(RecordComponent::getAccessor).toList();
          accessors.forEach(accessor -> accessor.setAccessible(true));
          return accessors;
        }
      };

  private WholeJson() {}

  /// Parses a text.
  ///
  /// @throws JsonProcessingException if it is none of that type, or holds a null
  public static <T> T read(JsonMapper mapper, String text, Class<T> type)
      throws JsonProcessingException {
    return whole(mapper.<@Nullable T>readValue(text, type));
  }

  /// As [#read(JsonMapper, String, Class)], for lists and maps.
  public static <T> T read(JsonMapper mapper, String text, TypeReference<T> type)
      throws JsonProcessingException {
    return whole(mapper.<@Nullable T>readValue(text, type));
  }

  /// As [#read(JsonMapper, String, Class)], for a tree.
  public static <T> T read(JsonMapper mapper, JsonNode tree, Class<T> type)
      throws JsonProcessingException {
    return whole(mapper.<@Nullable T>treeToValue(tree, type));
  }

  private static <T> T whole(@Nullable T value) throws JsonProcessingException {
    if (value == null || !isWhole(value)) {
      throw new JsonMappingException(NO_PARSER, wording("WholeJson.a_null_where_a_value"));
    }
    return value;
  }

  /// Whether a value and all that it consists of is there.
  public static boolean isWhole(@Nullable Object value) {
    return switch (value) {
      case null -> false;
      case Record parts ->
          ACCESSORS.get(parts.getClass()).stream()
              .allMatch(accessor -> isWhole(component(parts, accessor)));
      case Map<?, ?> map -> map.values().stream().allMatch(WholeJson::isWhole);
      case Collection<?> all -> all.stream().allMatch(WholeJson::isWhole);
      default -> true;
    };
  }

  private static @Nullable Object component(Record whole, Method accessor) {
    try {
      return accessor.invoke(whole);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a component that cannot be read: " + accessor, e);
    }
  }
}
