package dev.hindsight.trainer.rollout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.rollout.zip.ZipMember;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/// The digests that the summary of a closed recording holds of every other member: a CRC-32 for
/// each array, chunk by chunk, and one for each entry of the manifest. They reveal a member that
/// was replaced later together with its own checksum.
///
/// In `summary.json` this is the key `digests`: `{"manifest": {"seed": "1d3f00aa",
/// "environment.config.dt": "..."}, "arrays": {"static/scenario": ["..."], "channels/pose": ["...",
/// "..."], "final/pose": ["..."]}}`. Older recordings and those of other programs have none.
///
/// @param manifest by manifest key; `environment` and its `config` are split into their keys
/// @param arrays by member without `.npy` and the number of the chunk
record MemberDigests(Map<String, String> manifest, Map<String, List<String>> arrays) {
  /// The key in [Summary#extra()].
  static final String KEY = "digests";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final String MANIFEST = "manifest";
  private static final String ARRAYS = "arrays";
  private static final String ENVIRONMENT = "environment";
  private static final String CONFIG = "config";

  /// The digests of a recording as it is written.
  static MemberDigests of(Manifest manifest, Map<String, List<String>> arrays) {
    return new MemberDigests(of(RolloutJson.tree(RolloutJson.write(manifest))), arrays);
  }

  /// The digests in a summary; empty in one of an earlier version or another program.
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
    return JSON.valueToTree(this);
  }

  /// One digest for each entry of a manifest, independent of white space between entries.
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

  /// How a member compares with what the recorder wrote.
  enum Origin {
    /// It has the checksum that was written.
    WRITTEN,
    /// It has another one.
    REPLACED,
    /// There was no such member.
    ADDED
  }

  /// Where a member comes from, by its checksum.
  ///
  /// @param chunk of a column, from 0; 0 for any other array
  Origin origin(ZipMember member, int chunk) {
    List<String> recorded = arrays.getOrDefault(array(member.name()), List.of());
    if (chunk >= recorded.size()) {
      return Origin.ADDED;
    }
    return recorded.get(chunk).equals(HexFormat.of().toHexDigits(member.crc()))
        ? Origin.WRITTEN
        : Origin.REPLACED;
  }

  /// The key of a member: `channels/pose` for `channels/pose/000003.npy`.
  static String array(String member) {
    return ChunkName.parse(member)
        .map(chunk -> "channels/" + chunk.channel())
        .orElseGet(() -> member.replaceFirst("\\.npy$", ""));
  }

  /// The line of a member that [Summary#hash()] digests.
  static byte[] line(String member, long size, int crc) {
    String line = member + " " + size + " " + HexFormat.of().toHexDigits(crc) + "\n";
    return line.getBytes(StandardCharsets.UTF_8);
  }

  /// A digest that every Java has.
  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
