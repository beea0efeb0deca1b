package dev.hindsight.trainer.fault;

import dev.hindsight.trainer.condition.ChannelSignals;
import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.ConditionScan;
import dev.hindsight.trainer.condition.Signals;
import dev.hindsight.trainer.outcome.FinalObservationRows;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.FollowedRollout;
import dev.hindsight.trainer.rollout.Npy;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.TamperedRecording;
import dev.hindsight.trainer.rollout.TickAddress;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import io.jhdf.api.WritableGroup;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Recordings of our own and of others, and what names places in them.
final class RecordingTargets {
  static final List<FuzzTarget> ALL =
      List.of(
          FuzzTarget.ofFile(
              "recording", "x.rollout", RecordingTargets::recording, RecordingTargets::walk),
          FuzzTarget.ofFile(
              "recording-part",
              "x.rollout.part",
              RecordingTargets::recording,
              RecordingTargets::walk),
          new FuzzTarget("recording-members", RecordingTargets::members, RecordingTargets::member),
          FuzzTarget.ofFile(
              "recording-verified", "x.rollout", RecordingTargets::recording, Rollouts::verify),
          FuzzTarget.ofFile(
              "recording-followed",
              "x.rollout.part",
              RecordingTargets::recording,
              RecordingTargets::follow),
          new FuzzTarget("npy", RecordingTargets::arrays, RecordingTargets::array),
          FuzzTarget.ofFile(
              "dataset-hdf5", "x.hdf5", RecordingTargets::hdf, RecordingTargets::open),
          FuzzTarget.ofFile("dataset-npz", "x.npz", RecordingTargets::npz, RecordingTargets::open),
          new FuzzTarget(
              "dataset-npz-members",
              () -> new ZipMembers(npz().getFirst()).seeds(),
              RecordingTargets::npzMember),
          FuzzTarget.ofFile(
              "dataset-npy", "x.npy", RecordingTargets::arrays, RecordingTargets::open),
          FuzzTarget.ofText(
              "condition",
              RecordingTargets::condition,
              "reward[0] > 0.5 && tick % 10 == 3",
              "agents.exists(b, removed[b]) || !(tick >= 7)",
              "reward[0] > -1e3 ? true : reward[0] in [1.0, 2.0]"),
          FuzzTarget.ofText(
              "tick",
              text ->
                  TickAddress.of(text, new TrialIndex(new int[] {0, 9}, new int[] {0, 1}, 20), 20),
              "7",
              "1:3",
              "1:1:2",
              "2:0"));

  private static final String DARK_ROOM = "fault-room";

  private RecordingTargets() {}

  private static Path sample() throws Exception {
    Path kept = FuzzScratch.held().resolve(DARK_ROOM);
    if (!Files.exists(kept)) {
      Path made = SampleRecordings.darkRoom(FuzzScratch.held(), Map.of(), 30);
      Files.move(made, kept);
    }
    return kept;
  }

  private static List<byte[]> recording() throws Exception {
    return List.of(Files.readAllBytes(sample()));
  }

  private static List<byte[]> members() throws Exception {
    TamperedRecording recording = TamperedRecording.of(sample());
    List<byte[]> seeds = new ArrayList<>();
    for (int i = 0; i < recording.members().size(); i++) {
      seeds.add(FuzzInput.numbered(i, recording.content(recording.members().get(i))));
    }
    return seeds;
  }

  private static void member(byte[] input) throws Exception {
    TamperedRecording recording = TamperedRecording.of(sample());
    List<String> names = recording.members();
    String name = names.get(FuzzInput.number(input) % names.size());
    walk(
        recording
            .content(name, FuzzInput.rest(input))
            .saveAs(FuzzScratch.empty().resolve("x.rollout")));
  }

  private static void open(Path file) {
    try (Rollout rollout = RecordingOpener.open(file)) {
      walk(rollout);
    }
  }

  private static void walk(Path file) {
    try (Rollout rollout = Rollouts.open(file)) {
      walk(rollout);
    }
  }

  private static void follow(Path file) {
    try (FollowedRollout rollout = Rollouts.follow(file)) {
      var _ = rollout.refresh();
      walk(rollout);
    }
  }

  /// Reads a little of everything there is.
  private static void walk(Rollout rollout) {
    int last = rollout.ticks() - 1;
    for (Channel channel : rollout.channels()) {
      for (int tick : new int[] {0, last / 2, last}) {
        if (tick >= 0 && tick <= last && channel.rowLength() > 0) {
          double _ = channel.value(tick, channel.rowLength() - 1);
          channel.read(tick, 0, new float[Math.min(64, channel.rowLength())], 1);
        }
      }
    }
    if (last >= 0) {
      var _ = rollout.trials().stretchAt(last);
    }
    rollout.manifest().fixed().stream()
        .map(ChannelSpec::name)
        .forEach(name -> rollout.fixed(name).ifPresent(RecordingTargets::use));
    rollout.manifest().channels().stream()
        .map(ChannelSpec::name)
        .forEach(name -> {
          rollout.last(name).ifPresent(RecordingTargets::use);
          rollout.sparse(name, 0).ifPresent(RecordingTargets::use);
        });
    var _ = FinalObservationRows.of(rollout.manifest());
    var _ = rollout.summary();
  }

  private static void use(NpyArray array) {
    if (array.length() > 0) {
      double _ = array.value(array.length() - 1);
    }
  }

  private static byte[] bytes(NpyArray array) {
    ByteBuffer written = Npy.bytes(array);
    byte[] bytes = new byte[written.remaining()];
    written.get(bytes);
    return bytes;
  }

  private static List<byte[]> arrays() {
    return List.of(
        bytes(NpyArray.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3)),
        bytes(NpyArray.of(new double[] {1, 2}, 2)),
        bytes(NpyArray.of(new int[] {1}, 1)));
  }

  private static void array(byte[] input) {
    use(Npy.parse(ByteBuffer.wrap(input), "x.npy"));
  }

  static List<byte[]> npz() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, NpyArray> each :
          Map.of(
                  "observations", NpyArray.of(new float[] {1, 2, 3, 4, 5, 6, 7, 8}, 4, 2),
                  "actions", NpyArray.of(new int[] {0, 1, 0, 1}, 4),
                  "rewards", NpyArray.of(new float[] {0, 0, 1, 0}, 4),
                  "terminals", NpyArray.of(new int[] {0, 1, 0, 1}, 4))
              .entrySet()) {
        zip.putNextEntry(new ZipEntry(each.getKey() + ".npy"));
        zip.write(bytes(each.getValue()));
        zip.closeEntry();
      }
    }
    return List.of(bytes.toByteArray());
  }

  private static void npzMember(byte[] input) throws Exception {
    byte[] whole = new ZipMembers(npz().getFirst()).with(input);
    open(FuzzScratch.file("x.npz", whole));
  }

  private static List<byte[]> hdf() throws Exception {
    Path flat = FuzzScratch.held().resolve("flat.hdf5");
    try (WritableHdfFile hdf = HdfFile.write(flat)) {
      hdf.putDataset("observations", new float[][] {{1, 2}, {3, 4}, {5, 6}});
      hdf.putDataset("actions", new float[][] {{1}, {0}, {1}});
      hdf.putDataset("rewards", new float[] {1, 2, 3});
      hdf.putDataset("terminals", new byte[] {0, 0, 1});
      hdf.putDataset("timeouts", new byte[] {0, 0, 0});
    }
    Path episodes = FuzzScratch.held().resolve("episodes.hdf5");
    try (WritableHdfFile hdf = HdfFile.write(episodes)) {
      WritableGroup group = hdf.putGroup("episode_0");
      group.putAttribute("seed", 4);
      group.putDataset("observations", new float[][] {{1, 2}, {3, 4}, {5, 6}});
      group.putDataset("actions", new int[] {1, 0});
      group.putDataset("rewards", new double[] {1, 2});
      group.putDataset("terminations", new byte[] {0, 1});
      group.putDataset("truncations", new byte[] {0, 0});
    }
    return List.of(Files.readAllBytes(flat), Files.readAllBytes(episodes));
  }

  private static void condition(String text) throws Exception {
    try (Rollout rollout = Rollouts.open(sample())) {
      Signals signals = Signals.of(rollout, List.of(new ChannelSignals()));
      Condition condition = Condition.of(text, signals.vocabulary());
      var _ = ConditionScan.of(condition, signals, Progress.SILENT, new Cancellation());
    }
  }
}
