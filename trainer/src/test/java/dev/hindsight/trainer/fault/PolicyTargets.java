package dev.hindsight.trainer.fault;

import dev.hindsight.trainer.learn.replay.ReplayContents;
import dev.hindsight.trainer.learn.replay.StoredEpisode;
import dev.hindsight.trainer.learn.sac.CheckpointReplay;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.TensorFile;
import dev.hindsight.trainer.policy.program.OnnxFile;
import dev.hindsight.trainer.policy.program.ProgramForm;
import dev.hindsight.trainer.run.ledger.RunCheckpoint;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// Weights and programs of all formats.
final class PolicyTargets {
  private static final String PROGRAMS = "/dev/hindsight/trainer/policy/program/";
  private static final String SHIPPED = "/dev/hindsight/assets/policies/";

  static final List<FuzzTarget> ALL =
      List.of(
          FuzzTarget.ofFile(
              "torch-script",
              "x.pt",
              () -> resources("plain.pt", "darkroom.pt", "recurrent.pt"),
              PolicyTargets::open),
          new FuzzTarget(
              "torch-script-members",
              () -> new ZipMembers(resource(PROGRAMS + "darkroom.pt")).seeds(),
              bytes -> zipped("darkroom.pt", bytes)),
          new FuzzTarget(
              "torch-script-gaussian-members",
              () -> new ZipMembers(resource(PROGRAMS + "gaussian.pt")).seeds(),
              bytes -> zipped("gaussian.pt", bytes)),
          FuzzTarget.ofFile(
              "onnx",
              "x.onnx",
              () -> resources("plain.onnx", "darkroom.onnx", "recurrent.onnx"),
              PolicyTargets::open),
          new FuzzTarget(
              "onnx-bytes",
              () -> resources("plain.onnx", "gaussian.onnx"),
              bytes -> OnnxFile.read(bytes, Path.of("x.onnx"))),
          FuzzTarget.ofFile(
              "safetensors",
              "x.safetensors",
              PolicyTargets::safetensors,
              PolicyTargets::checkpoint),
          new FuzzTarget("safetensors-header", PolicyTargets::headers, PolicyTargets::headed),
          FuzzTarget.ofFile(
              "raw-weights",
              "x.bin",
              () -> List.of(new byte[64], new byte[] {0, 0, -128, 63, 1, 0, 0, 0}),
              PolicyTargets::checkpoint),
          FuzzTarget.ofFile(
              "tensor-file",
              "x.npz",
              () -> List.of(resource(PROGRAMS + "arrays.npz")),
              TensorFile::read),
          new FuzzTarget(
              "tensor-file-members",
              () -> new ZipMembers(resource(PROGRAMS + "arrays.npz")).seeds(),
              bytes ->
                  TensorFile.read(
                      FuzzScratch.file(
                          "x.npz", new ZipMembers(resource(PROGRAMS + "arrays.npz")).with(bytes)))),
          FuzzTarget.ofTextFile(
              "policy-form",
              "x.policy.json",
              file -> ProgramForm.of(file.resolveSibling("x.pt")),
              "{\"inputs\": [{\"name\": \"x\", \"role\": \"observation\", \"shape\": [1, 4]}],"
                  + " \"outputs\": [{\"name\": \"y\", \"role\": \"logits\"}], \"bound\": \"tanh\","
                  + " \"deviation\": 0.5}"),
          FuzzTarget.ofFile(
              "replay-checkpoint", "x.safetensors", PolicyTargets::sac, PolicyTargets::replay),
          FuzzTarget.ofFile(
              "run-checkpoint",
              "x.safetensors",
              PolicyTargets::sac,
              file -> RunCheckpoint.progress(Checkpoints.read(file))),
          new FuzzTarget(
              "replay-checkpoint-header",
              () -> List.of(header(sac().getFirst())),
              bytes -> replay(FuzzScratch.file("x.safetensors", headed(sac().getFirst(), bytes)))));

  private PolicyTargets() {}

  static byte[] resource(String name) throws Exception {
    try (InputStream in = Objects.requireNonNull(PolicyTargets.class.getResourceAsStream(name))) {
      return in.readAllBytes();
    }
  }

  private static List<byte[]> resources(String... names) throws Exception {
    List<byte[]> all = new ArrayList<>();
    for (String name : names) {
      all.add(resource(PROGRAMS + name));
    }
    return all;
  }

  private static void open(Path file) {
    Checkpoint checkpoint = Checkpoints.read(file);
    var _ = CheckpointOrigin.of(checkpoint);
  }

  private static void checkpoint(Path file) {
    Checkpoint checkpoint = Checkpoints.read(file);
    var _ = CheckpointOrigin.of(checkpoint);
    var _ = RunCheckpoint.version(checkpoint);
  }

  private static void zipped(String program, byte[] input) throws Exception {
    open(FuzzScratch.file("x.pt", new ZipMembers(resource(PROGRAMS + program)).with(input)));
  }

  private static List<byte[]> safetensors() throws Exception {
    return List.of(
        small("{\"a\":{\"dtype\":\"F32\",\"shape\":[2,2],\"data_offsets\":[0,16]}}", 16),
        small(
            "{\"__metadata__\":{\"format\":\"pt\"},\"a\":{\"dtype\":\"F16\",\"shape\":[2],\"data_offsets\":[0,4]},"
                + "\"b\":{\"dtype\":\"BF16\",\"shape\":[],\"data_offsets\":[4,6]}}",
            6),
        sac().getFirst());
  }

  private static byte[] small(String header, int data) {
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(8 + text.length + data)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(text.length)
        .put(text)
        .array();
  }

  /// A checkpoint of soft actor-critic with its replay buffer.
  private static List<byte[]> sac() throws Exception {
    return List.of(resource("sac.safetensors"));
  }

  private static void replay(Path file) {
    CheckpointReplay replay = CheckpointReplay.open(file);
    for (ReplayContents contents : replay.buffers()) {
      for (StoredEpisode episode : contents.episodes()) {
        double _ = contents.probability(episode);
        var _ = replay.history(episode);
      }
    }
  }

  private static List<byte[]> headers() throws Exception {
    return List.of(header(resource(SHIPPED + "darkroom-5x5.safetensors")));
  }

  private static byte[] header(byte[] file) {
    int length = (int) ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong(0);
    return Arrays.copyOfRange(file, 8, 8 + length);
  }

  /// A header of any text before the weights of a shipped policy.
  private static void headed(byte[] header) throws Exception {
    byte[] file = resource(SHIPPED + "darkroom-5x5.safetensors");
    checkpoint(FuzzScratch.file("x.safetensors", headed(file, header)));
  }

  private static byte[] headed(byte[] file, byte[] header) {
    int length = (int) ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong(0);
    ByteBuffer bytes =
        ByteBuffer.allocate(file.length - length + header.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(header.length).put(header).put(file, 8 + length, file.length - 8 - length);
    return bytes.array();
  }
}
