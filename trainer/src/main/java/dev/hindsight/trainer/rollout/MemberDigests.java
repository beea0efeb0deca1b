package dev.hindsight.trainer.rollout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/// What the summary says of every other member when a recording is closed: a CRC-32 for each array,
/// chunk by chunk, and one for each thing the manifest says. It tells a member that was replaced
/// afterwards, whose own checksum is right again, from the one that was written.
///
/// In `summary.json` this is the key `digests`: `{"manifest": {"seed": "1d3f00aa",
/// "environment.config.dt": "..."}, "arrays": {"static/scenario": ["..."], "channels/pose": ["...",
/// "..."], "final/pose": ["..."]}}`. Recordings made before, and those of other programs, have
/// none.
///
/// @param manifest by what it is of: a key of the manifest, those of `environment` and its `config`
///   one by one
/// @param arrays by member without `.npy` and the number of the chunk
record MemberDigests(Map<String, String> manifest, Map<String, List<String>> arrays) {
  /// The key in [Summary#extra()].
  static final String KEY = "digests";

  private static final String MANIFEST = "manifest";
  private static final String ARRAYS = "arrays";
  private static final String ENVIRONMENT = "environment";
  private static final String CONFIG = "config";

  /// Of a recording as it is written.
  static MemberDigests of(Manifest manifest, Map<String, List<String>> arrays) {
    return new MemberDigests(of(RolloutJson.tree(RolloutJson.write(manifest))), arrays);
  }

  /// What there is in a summary; nothing in one of an earlier version or another program.
  static Optional<MemberDigests> in(Summary summary) {
    JsonNode node = summary.extra().get(KEY);
    if (node == null || !node.path(ARRAYS).isObject()) {
      return Optional.empty();
    }
    Map<String, String> manifest = new LinkedHashMap<>();
    node.path(MANIFEST).properties().forEach(e -> manifest.put(e.getKey(), e.getValue().asText()));
    Map<String, List<String>> arrays = new LinkedHashMap<>();
    node.path(ARRAYS)
        .properties()
        .forEach(entry -> {
          List<String> checksums = new ArrayList<>();
          entry.getValue().forEach(one -> checksums.add(one.asText()));
          arrays.put(entry.getKey(), checksums);
        });
    return Optional.of(new MemberDigests(manifest, arrays));
  }

  JsonNode json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    ObjectNode told = node.putObject(MANIFEST);
    manifest.forEach(told::put);
    ObjectNode each = node.putObject(ARRAYS);
    arrays.forEach((array, checksums) -> {
      var list = each.putArray(array);
      checksums.forEach(list::add);
    });
    return node;
  }

  /// One for each thing a manifest says, whatever the white space between them.
  static Map<String, String> of(JsonNode manifest) {
    Map<String, String> digests = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : manifest.properties()) {
      boolean split = entry.getKey().equals(ENVIRONMENT) && entry.getValue().isObject();
      if (split) {
        environment(entry.getValue(), digests);
      } else {
        digests.put(entry.getKey(), of(entry.getValue().toString()));
      }
    }
    return digests;
  }

  private static void environment(JsonNode environment, Map<String, String> digests) {
    for (Map.Entry<String, JsonNode> entry : environment.properties()) {
      String key = ENVIRONMENT + "." + entry.getKey();
      if (entry.getKey().equals(CONFIG) && entry.getValue().isObject()) {
        for (Map.Entry<String, JsonNode> knob : entry.getValue().properties()) {
          digests.put(key + "." + knob.getKey(), of(knob.getValue().toString()));
        }
      } else {
        digests.put(key, of(entry.getValue().toString()));
      }
    }
  }

  private static String of(String text) {
    CRC32 crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }

  /// What a member goes under: `channels/pose` for `channels/pose/000003.npy`.
  static String array(String member) {
    return ChunkName.parse(member)
        .map(chunk -> "channels/" + chunk.channel())
        .orElseGet(() -> member.replaceFirst("\\.npy$", ""));
  }

  /// What of a member goes into [Summary#hash()].
  static byte[] line(String member, long size, int crc) {
    String line = member + " " + size + " " + HexFormat.of().toHexDigits(crc) + "\n";
    return line.getBytes(StandardCharsets.UTF_8);
  }
}
