package dev.hindsight.trainer.record;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.FixedArray;
import dev.hindsight.trainer.rollout.Integrity;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The scenario file stored in a recording, so that it replays if the file is missing or has
/// changed.
public final class EmbeddedScenario {
  /// Name of the static array with the file's bytes.
  static final String ARRAY = Integrity.SCENARIO;

  private static final String NAME = Integrity.SCENARIO;
  private static final String SHA256 = Integrity.SCENARIO_SHA256;

  private EmbeddedScenario() {}

  /// The file's bytes as a static array of a recording.
  static FixedArray array(Path scenario) {
    byte[] bytes = bytes(scenario);
    ChannelSpec spec =
        ChannelSpec.fixed(
            ARRAY,
            Dtype.U1,
            "1",
            wording("EmbeddedScenario.the_scenario_file_byte_for_byte", scenario.getFileName()),
            "byte");
    return new FixedArray(
        spec, new NpyArray(Dtype.U1, new int[] {bytes.length}, ByteBuffer.wrap(bytes)));
  }

  /// The entries about the file in the manifest's configuration.
  static Map<String, JsonNode> config(Path scenario) {
    Map<String, JsonNode> config = new LinkedHashMap<>();
    config.put(NAME, TextNode.valueOf(String.valueOf(scenario.getFileName())));
    config.put(SHA256, TextNode.valueOf(sha256(bytes(scenario))));
    return config;
  }

  /// Writes a recording's scenario to a temporary file, which the caller deletes.
  static Optional<Path> unpack(Rollout rollout) {
    return write(rollout, name -> Files.createTempFile("hindsight-scenario-", "-" + name));
  }

  /// Writes a recording's scenario into a folder, under its name in the recording.
  ///
  /// @return the file; empty if the recording holds no scenario
  /// @throws Problem if it cannot be written
  public static Optional<Path> unpackInto(Path folder, Rollout rollout) {
    return write(
        rollout, name -> folder.resolve(name.isBlank() || name.startsWith(".") ? NAME : name));
  }

  /// Chooses the place of a scenario by its name.
  private interface Place {
    Path of(String name) throws IOException;
  }

  private static Optional<Path> write(Rollout rollout, Place place) {
    return rollout
        .fixed(ARRAY)
        .map(array -> {
          JsonNode recorded = rollout.manifest().environment().config().get(NAME);
          String name =
              recorded == null ? "" : recorded.asText().replaceAll("[^A-Za-z0-9._-]", "_");
          try {
            Path file = place.of(name);
            ByteBuffer data = array.data().duplicate();
            byte[] bytes = new byte[data.remaining()];
            data.get(bytes);
            Files.write(file, bytes);
            return file;
          } catch (IOException e) {
            throw new Problem(
                wording("EmbeddedScenario.its_scenario_cannot_be_unpacked"),
                rollout.file().toString(),
                wording("EmbeddedScenario.free_disk_space_for_temporary_files"),
                e);
          }
        });
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new Problem(
          wording("EmbeddedScenario.it_cannot_be_read"),
          file.toString(),
          wording("EmbeddedScenario.check_the_name_and_the_folder"),
          e);
    }
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
