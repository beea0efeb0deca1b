package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Integrity.Concern;
import dev.hindsight.trainer.rollout.Integrity.Fault;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntegrityTest {
  private static final int TICKS = 5;

  /// Bytes of a member's header before its name.
  private static final int LOCAL_HEADER = 30;

  @TempDir Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void record() {
    file = folder.resolve("x.rollout");
    TestRecordings.write(file, TestRecordings.COLUMNS, TICKS, 2);
  }

  @Test
  void aRecordingIsWhatWasWritten() {
    Integrity.Report report = whole(file);
    assertEquals(List.of(), report.faults());
    assertEquals(List.of(), report.remarks());
    assertEquals(List.of(), report.unrecorded());
    // Five columns of three chunks, one static array, one last row, the two of JSON.
    assertEquals(5 * 3 + 4, report.members());
  }

  @Test
  void aRecordingOfAVersionWithoutDigestsIsRightAndSaysWhatIsNotRecorded() throws IOException {
    Integrity.Report report = whole(TamperedRecording.of(file).withoutDigests().save());
    assertEquals(List.of(), report.faults());
    assertEquals(List.of("digests of the individual members"), report.unrecorded());
  }

  @Test
  void aRecordingOfAnotherProgramIsRight() throws IOException {
    Path foreign = folder.resolve("foreign.rollout");
    Files.write(foreign, ForeignFile.whole().bytes(folder));
    Integrity.Report report = whole(foreign);
    assertEquals(List.of(), report.faults());
    assertTrue(report.unrecorded().contains("the overall hash"));
  }

  @Test
  void aPartIsRightAsFarAsItHasCome() throws IOException {
    Path part = folder.resolve("y.rollout.part");
    byte[] bytes = Files.readAllBytes(file);
    for (int length = bytes.length - 400; length > bytes.length - 2400; length -= 97) {
      Files.write(part, Arrays.copyOf(bytes, length));
      assertEquals(List.of(), whole(part).faults(), "cut at " + length);
    }
  }

  @Test
  void aFileThatLostItsEndIsFaultyUnderAnyNameButThatOfAPart() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Path cut = folder.resolve("cut.rollout");
    for (int length = bytes.length - 1; length > bytes.length - 2400; length -= 97) {
      Files.write(cut, Arrays.copyOf(bytes, length));
      Integrity.Report report = whole(cut);
      assertEquals(
          List.of(Concern.ARCHIVE),
          report.faults().stream().map(Fault::concern).toList(),
          "cut at " + length);
      assertTrue(report.gravest().isEmpty(), "what is left is as written");
    }
    String last = whole(cut).faults().getFirst().words();
    assertTrue(
        last.matches(
            "summary.json is missing: the recording was cut off after \\d ticks, and the last"
                + " \\d+ B of the file were not read"),
        last);
  }

  @Test
  void aSummaryThatWasTakenOutIsMissed() throws IOException {
    for (String name : List.of("y.rollout", "y.rollout.part")) {
      Path without =
          TamperedRecording.of(file).without("summary.json").saveAs(folder.resolve(name));
      assertEquals(
          List.of("summary.json is missing: the recording was cut off after 5 ticks"),
          whole(without).faults().stream().map(Fault::words).toList());
    }
  }

  @Test
  void bytesThatBelongToNothingAreFaults() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Path longer = folder.resolve("longer.rollout");
    Files.write(longer, bytes);
    Files.write(longer, new byte[50], StandardOpenOption.APPEND);
    assertEquals(
        List.of(
            "the file has no directory at its end: something was appended, or its last bytes are"
                + " missing"),
        whole(longer).faults().stream().map(Fault::words).toList());
    // The same as a comment of the archive.
    bytes[bytes.length - 2] = 50;
    Files.write(longer, bytes);
    Files.write(longer, new byte[50], StandardOpenOption.APPEND);
    assertEquals(
        List.of(
            "the file holds 50 bytes that belong to no member, from byte " + bytes.length + " on"),
        whole(longer).faults().stream().map(Fault::words).toList());
  }

  /// Of the bytes in front of a member's content, but for the version and the head of the extra
  /// field, which tools write differently.
  @Test
  void aHeaderThatDiffersFromTheDirectoryIsFoundInEveryField() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    String name = "channels/action/000001.npy";
    int header = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(name) - LOCAL_HEADER;
    int extra = header + LOCAL_HEADER + name.length();
    int content = extra + Byte.toUnsignedInt(bytes[header + 28]);
    Path changed = folder.resolve("changed.rollout");
    for (int at = header; at < content; at++) {
      if ((at >= header + 4 && at < header + 6) || (at >= extra && at < extra + 6)) {
        continue;
      }
      byte[] flipped = bytes.clone();
      flipped[at] ^= 0x10;
      Files.write(changed, flipped);
      assertTrue(isFaulty(changed), at - header + " of the header");
    }
  }

  private static boolean isFaulty(Path file) {
    try {
      return !whole(file).faults().isEmpty();
    } catch (Problem _) {
      return true;
    }
  }

  @Test
  void aFlippedBitOfAnyArrayNamesItsMember() throws IOException {
    for (String member : TamperedRecording.of(file).members()) {
      if (member.endsWith(".npy")) {
        byte[] bytes = Files.readAllBytes(file);
        byte[] name = member.getBytes(StandardCharsets.UTF_8);
        Path damaged = folder.resolve("damaged.rollout");
        bytes[lastByteOf(bytes, name)] ^= 1;
        Files.write(damaged, bytes);
        assertEquals(
            member + " is damaged: its bytes do not match its CRC-32",
            whole(damaged).faults().getFirst().words());
        assertEquals(1, whole(damaged).faults().size());
      }
    }
  }

  /// Members lie one after the other: that of a name ends before the next header, or the directory.
  private static int lastByteOf(byte[] bytes, byte[] name) {
    String all = new String(bytes, StandardCharsets.ISO_8859_1);
    int at = all.indexOf(new String(name, StandardCharsets.ISO_8859_1));
    int size = Byte.toUnsignedInt(bytes[at - 8]) + 256 * Byte.toUnsignedInt(bytes[at - 7]);
    int extra = Byte.toUnsignedInt(bytes[at - 2]) + 256 * Byte.toUnsignedInt(bytes[at - 1]);
    return at + name.length + extra + size - 1;
  }

  @Test
  void aReplacedMemberOfAnyKindIsNamedThoughItsChecksumIsRight() throws IOException {
    for (String member : TamperedRecording.of(file).members()) {
      if (member.endsWith(".npy")) {
        Path changed =
            TamperedRecording.of(file).bit(member).saveAs(folder.resolve("changed.rollout"));
        assertEquals(
            List.of(member + " was replaced after the recording was written"),
            whole(changed).faults().stream().map(Fault::words).toList());
      }
    }
  }

  @Test
  void aReplacedMemberIsFoundByTheHashWhereThereAreNoDigests() throws IOException {
    for (String member : TamperedRecording.of(file).members()) {
      if (member.endsWith(".npy")) {
        Path changed =
            TamperedRecording.of(file)
                .withoutDigests()
                .bit(member)
                .saveAs(folder.resolve("changed.rollout"));
        assertEquals(1, whole(changed).faults().size(), member);
        assertEquals(Concern.NUMBERS, whole(changed).faults().getFirst().concern());
      }
    }
  }

  @Test
  void theFirstTickOfAReplacedChunkIsTold() throws IOException {
    TamperedRecording.of(file).bit("channels/action/000001.npy").save();
    assertEquals(2, whole(file).faults().getFirst().tick());
    TestRecordings.write(folder.resolve("z.rollout"), TestRecordings.COLUMNS, TICKS, 2);
    TamperedRecording.of(folder.resolve("z.rollout")).bit("final/observation.npy").save();
    assertEquals(TICKS, whole(folder.resolve("z.rollout")).faults().getFirst().tick());
  }

  @Test
  void whatTheManifestSaysIsNamedWhereItWasChanged() throws IOException {
    TamperedRecording.of(file)
        .text("manifest.json", json -> json.replace("\"seed\":7", "\"seed\":8"))
        .save();
    Fault fault = whole(file).faults().getFirst();
    assertEquals("manifest.json seed was changed after the recording was written", fault.words());
    assertEquals(Concern.RECIPE, fault.concern());
  }

  @Test
  void aManifestWrittenAnewWithOtherWhiteSpaceIsTheSame() throws IOException {
    TamperedRecording.of(file).text("manifest.json", json -> json.replace("\":", "\" : ")).save();
    assertEquals(List.of(), whole(file).faults());
  }

  @Test
  void aChangedHashIsALabelAndNoMore() throws IOException {
    TamperedRecording.of(file)
        .text("summary.json", json -> json.replaceFirst("\"hash\":\"....", "\"hash\":\"beef"))
        .save();
    Integrity.Report report = whole(file);
    assertEquals(List.of(Concern.LABEL), report.faults().stream().map(Fault::concern).toList());
    assertTrue(report.gravest().isEmpty());
    assertTrue(report.faults().getFirst().words().startsWith("summary.json hash was changed"));
  }

  @Test
  void aMemberThatWasTakenOutOrAddedIsNamed() throws IOException {
    TamperedRecording.of(file)
        .without("final/observation.npy")
        .array("final/action.npy", NpyArray.of(new int[] {1, 2, 3}, 3))
        .save();
    Integrity.Report report = whole(file);
    assertEquals(
        List.of("final/observation.npy was removed after the recording was written"),
        report.faults().stream().map(Fault::words).toList());
    assertEquals(
        List.of("final/action.npy was added after the recording was written"), report.remarks());
  }

  @ParameterizedTest
  @ValueSource(strings = {"final/observation.npy", "static/road/points.npy"})
  void anArrayOfAnotherSizeThanAnnouncedIsNamed(String member) throws IOException {
    TamperedRecording.of(file)
        .withoutDigests()
        .text("summary.json", json -> json.replaceFirst("\"hash\":\"[0-9a-f]*\"", "\"hash\":\"\""))
        .array(member, NpyArray.of(new float[] {1, 2, 3}, 3))
        .save();
    Fault fault = whole(file).faults().getFirst();
    assertEquals(member, fault.member());
    assertTrue(fault.what().startsWith("holds <f4 [3] where the manifest declares"), fault.what());
  }

  @Test
  void ofTheChannelsOnlyThoseThatAreReadAreLookedThrough() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    byte[] name = "channels/action/000001.npy".getBytes(StandardCharsets.UTF_8);
    bytes[lastByteOf(bytes, name)] ^= 1;
    Files.write(file, bytes);
    assertEquals(0, read(file, Set.of("observation")::contains).faults().size());
    assertEquals(1, read(file, Set.of("action")::contains).faults().size());
  }

  @Test
  void whatIsReadThroughAnotherViewIsTheSameFile() throws IOException {
    TamperedRecording.of(file).bit("static/road/points.npy").save();
    try (Rollout rollout = Rollouts.open(file)) {
      ForwardingRollout view = () -> rollout;
      assertEquals(1, Integrity.whole(view, Progress.SILENT, new Cancellation()).faults().size());
    }
  }

  private static Integrity.Report whole(Path file) {
    return read(file, _ -> true);
  }

  private static Integrity.Report read(Path file, Predicate<String> channels) {
    try (Rollout rollout = Rollouts.open(file)) {
      return Integrity.of(rollout, channels, Progress.SILENT, new Cancellation());
    }
  }
}
