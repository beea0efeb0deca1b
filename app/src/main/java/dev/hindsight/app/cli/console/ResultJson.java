package dev.hindsight.app.cli.console;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Converts results to JSON: a record becomes an object with its components in order.
///
/// A path is the text that the user gave, not a URI. JSON has no NaN and no infinity: such a number
/// becomes null, also in arrays. An empty `Optional` becomes null, or is left out if its component
/// has `@JsonInclude(NON_EMPTY)`.
public final class ResultJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .registerModule(
              new SimpleModule()
                  .addSerializer(double.class, new FiniteNumber())
                  .addSerializer(Double.class, new FiniteNumber())
                  .addSerializer(float.class, new FiniteNumber())
                  .addSerializer(Float.class, new FiniteNumber())
                  .addSerializer(new FiniteNumbers<>(float[].class))
                  .addSerializer(new FiniteNumbers<>(double[].class))
                  .addSerializer(Path.class, ToStringSerializer.instance)
                  .addSerializer(new OptionalValue()));

  /// Jackson escapes those below U+0020; a terminal obeys these too, or turns the text around.
  private static final Pattern CONTROLS =
      Pattern.compile("[\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]");

  private ResultJson() {}

  /// The JSON text of a result: one line.
  ///
  /// @param result a record or a map
  public static String text(Object result) {
    try {
      return CONTROLS
          .matcher(MAPPER.writeValueAsString(result))
          .replaceAll(found -> "\\\\u%04x".formatted((int) found.group().charAt(0)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a result that is not JSON", e);
    }
  }

  /// The same with a last field `notes`; without notes it is left out.
  static String text(Object result, List<String> notes) {
    return notes.isEmpty()
        ? text(result)
        : text(MAPPER.<ObjectNode>valueToTree(result).set("notes", MAPPER.valueToTree(notes)));
  }

  /// The fields by name, in order.
  static Map<String, Object> fields(Record result) {
    return MAPPER.convertValue(result, new TypeReference<>() {});
  }

  private static final class FiniteNumber extends StdSerializer<Number> {
    private static final long serialVersionUID = 1;

    FiniteNumber() {
      super(Number.class);
    }

    @Override
    public void serialize(Number value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      write(value, json);
    }

    /// Floats keep their own digits.
    static void write(Number value, JsonGenerator json) throws IOException {
      if (!Double.isFinite(value.doubleValue())) {
        json.writeNull();
      } else if (value instanceof Float single) {
        json.writeNumber(single);
      } else {
        json.writeNumber(value.doubleValue());
      }
    }
  }

  /// Arrays of numbers.
  ///
  /// @param <T> `float[]` or `double[]`
  private static final class FiniteNumbers<T> extends StdSerializer<T> {
    private static final long serialVersionUID = 1;

    FiniteNumbers(Class<T> array) {
      super(array);
    }

    @Override
    public void serialize(T values, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeStartArray();
      for (int i = 0; i < Array.getLength(values); i++) {
        FiniteNumber.write((Number) Array.get(values, i), json);
      }
      json.writeEndArray();
    }
  }

  private static final class OptionalValue extends StdSerializer<Optional<?>> {
    private static final long serialVersionUID = 1;

    OptionalValue() {
      super(Optional.class, false);
    }

    @Override
    public boolean isEmpty(SerializerProvider provider, Optional<?> value) {
      return value.isEmpty();
    }

    @Override
    public void serialize(Optional<?> value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      if (value.isPresent()) {
        provider.defaultSerializeValue(value.get(), json);
      } else {
        provider.defaultSerializeNull(json);
      }
    }
  }
}
