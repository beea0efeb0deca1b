package dev.hindsight.trainer.policy;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hindsight.trainer.JsonFault;
import dev.hindsight.trainer.Problem;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads [safetensors](https://huggingface.co/docs/safetensors): an 8-byte length, that many bytes
/// of JSON with the place of each tensor, and the tensors end to end.
final class Safetensors {
  /// The header's entry that is not a tensor: text to text; Hindsight's values are JSON.
  static final String METADATA = "__metadata__";

  private static final int LENGTH_BYTES = 8;
  private static final int LONGEST_HEADER = 16 << 20;
  private static final String DAMAGED = wording("Safetensors.copy_or_download_it_again");

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final String where;
  private final ByteBuffer data;
  private final boolean anyType;
  private final Map<String, Tensor> tensors = new LinkedHashMap<>();
  private final Map<String, JsonNode> metadata = new LinkedHashMap<>();

  /// The place of one tensor in the data.
  private record Place(String name, StorageType type, int[] shape, long begin, long end) {}

  private Safetensors(ByteBuffer data, boolean anyType, String where) {
    this.data = data;
    this.anyType = anyType;
    this.where = where;
  }

  /// Whether the bytes begin like a safetensors file.
  static boolean recognises(byte[] bytes) {
    return bytes.length > LENGTH_BYTES
        && bytes[LENGTH_BYTES] == '{'
        && Long.compareUnsigned(headerLength(bytes), LONGEST_HEADER) <= 0;
  }

  /// Reads a whole file of weights.
  ///
  /// @param sha256 digest of the bytes
  static Checkpoint read(byte[] bytes, String name, String sha256, String where) {
    Safetensors file = parsed(bytes, false, where);
    if (file.tensors.isEmpty()) {
      throw new Problem(
          wording("Safetensors.it_holds_no_tensors"),
          where,
          wording("Safetensors.save_the_weights_again"));
    }
    return new Checkpoint(name, sha256, file.tensors, file.metadata);
  }

  /// Reads all tensors of a file, those of whole numbers too.
  static Map<String, Tensor> all(byte[] bytes, String where) {
    return parsed(bytes, true, where).tensors;
  }

  private static Safetensors parsed(byte[] bytes, boolean anyType, String where) {
    long length = headerLength(bytes);
    if (length > bytes.length - LENGTH_BYTES) {
      throw new Problem(
          wording("Safetensors.the_header_of_bytes_is_cut", length, bytes.length), where, DAMAGED);
    }
    int begin = LENGTH_BYTES + (int) length;
    ByteBuffer data = ByteBuffer.wrap(bytes, begin, bytes.length - begin).slice();
    Safetensors file = new Safetensors(data.order(ByteOrder.LITTLE_ENDIAN), anyType, where);
    file.parse(new String(bytes, LENGTH_BYTES, (int) length, StandardCharsets.UTF_8));
    return file;
  }

  private void parse(String header) {
    List<Place> places = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : json(header).properties()) {
      if (entry.getKey().equals(METADATA)) {
        entry
            .getValue()
            .properties()
            .forEach(m -> metadata.put(m.getKey(), metadataValue(m.getValue())));
      } else {
        places.add(place(entry.getKey(), entry.getValue()));
      }
    }
    checkCover(places);
    for (Place place : places) {
      tensors.put(place.name(), tensor(place));
    }
  }

  private JsonNode json(String header) {
    try {
      JsonNode root = mapper().readTree(header);
      if (root != null && root.isObject()) {
        return root;
      }
    } catch (JsonProcessingException e) {
      throw new Problem(
          wording("Safetensors.its_header_is_not_valid", JsonFault.words(e)), where, DAMAGED, e);
    }
    throw new Problem(wording("Safetensors.its_header_is_not_a_json"), where, DAMAGED);
  }

  private static JsonMapper mapper() {
    JsonMapper mapper =
        JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
    mapper
        .getFactory()
        .setStreamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(8).build());
    return mapper;
  }

  /// Hindsight's own values are JSON; those of other programs are any text.
  private static JsonNode metadataValue(JsonNode value) {
    try {
      JsonNode parsed = JSON.readTree(value.asText());
      return parsed == null || parsed.isMissingNode() ? TextNode.valueOf("") : parsed;
    } catch (JsonProcessingException _) {
      return TextNode.valueOf(value.asText());
    }
  }

  private Place place(String name, JsonNode entry) {
    Optional<StorageType> known = type(entry.path("dtype").asText());
    StorageType type =
        known
            .filter(found -> anyType || !found.whole())
            .orElseThrow(() ->
                new Problem(
                    wording(
                        "Safetensors.tensor",
                        name,
                        wording(
                            "Safetensors.is_stored_as_not_as_f32", entry.path("dtype").asText())),
                    where,
                    known.isPresent()
                        ? wording("PickleGlobal.save_the_model_with_float32_weights")
                        : wording("Safetensors.convert_its_tensors_to_float32")));
    JsonNode offsets = entry.path("data_offsets");
    if (!entry.path("shape").isArray() || offsets.size() != 2) {
      throw flaw(name, wording("Safetensors.has_no_shape_or_no_data"));
    }
    int[] shape = new int[entry.path("shape").size()];
    long bytes = type.bytes();
    for (int axis = 0; axis < shape.length; axis++) {
      JsonNode size = entry.path("shape").path(axis);
      if (!size.canConvertToInt() || !size.isIntegralNumber() || size.intValue() < 1) {
        throw flaw(name, wording("Safetensors.has_a_size_of", size));
      }
      shape[axis] = size.intValue();
      bytes *= shape[axis];
      if (bytes > data.capacity()) {
        throw flaw(name, wording("Safetensors.needs_more_bytes_than_the_file"));
      }
    }
    long begin = offset(name, offsets.path(0));
    long end = offset(name, offsets.path(1));
    if (end - begin != bytes) {
      throw flaw(name, wording("Safetensors.has_bytes_its_shape_needs", end - begin, bytes));
    }
    return new Place(name, type, shape, begin, end);
  }

  private long offset(String name, JsonNode offset) {
    if (!offset.isIntegralNumber()
        || !offset.canConvertToLong()
        || offset.longValue() < 0
        || offset.longValue() > data.capacity()) {
      throw flaw(name, wording("Safetensors.lies_at_and_the_data_has", offset, data.capacity()));
    }
    return offset.longValue();
  }

  private static Optional<StorageType> type(String dtype) {
    return switch (dtype) {
      case "F32" -> Optional.of(StorageType.FLOAT);
      case "F16" -> Optional.of(StorageType.HALF);
      case "BF16" -> Optional.of(StorageType.BFLOAT16);
      case "F64" -> Optional.of(StorageType.DOUBLE);
      case "I64" -> Optional.of(StorageType.LONG);
      case "I32" -> Optional.of(StorageType.INT);
      case "I16" -> Optional.of(StorageType.SHORT);
      case "I8" -> Optional.of(StorageType.BYTE);
      case "U8", "BOOL" -> Optional.of(StorageType.UNSIGNED_BYTE);
      default -> Optional.empty();
    };
  }

  /// Checks that there are neither overlaps nor holes, as the format requires, so that a file has
  /// one meaning and no hidden part.
  private void checkCover(List<Place> places) {
    long end = 0;
    for (Place place : places.stream().sorted(Comparator.comparingLong(Place::begin)).toList()) {
      if (place.begin() != end) {
        throw flaw(
            place.name(),
            place.begin() < end
                ? wording("Safetensors.overlaps_another")
                : wording("Safetensors.lies_behind_a_hole"));
      }
      end = place.end();
    }
    if (end != data.capacity()) {
      throw new Problem(
          wording("Safetensors.its_tensors_take_bytes_the_file", end, data.capacity()),
          where,
          DAMAGED);
    }
  }

  private Tensor tensor(Place place) {
    ByteBuffer numbers = data.slice((int) place.begin(), (int) (place.end() - place.begin()));
    numbers.order(ByteOrder.LITTLE_ENDIAN);
    float[] values = new float[numbers.capacity() / place.type().bytes()];
    for (int i = 0; i < values.length; i++) {
      values[i] = place.type().value(numbers, i);
    }
    return new Tensor(place.name(), place.shape(), values);
  }

  private Problem flaw(String tensor, String what) {
    return new Problem(wording("Safetensors.tensor", tensor, what), where, DAMAGED);
  }

  private static long headerLength(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(0);
  }
}
