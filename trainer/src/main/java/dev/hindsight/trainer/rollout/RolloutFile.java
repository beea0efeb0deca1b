package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.HeldFile;
import dev.hindsight.trainer.OutputFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.zip.ZipBatch;
import dev.hindsight.trainer.rollout.zip.ZipPlace;
import dev.hindsight.trainer.rollout.zip.ZipTarget;
import dev.hindsight.trainer.rollout.zip.ZipWriter;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The file behind a [RolloutWriter]: `NAME.rollout.part` until it is complete. Used by one thread
/// at a time.
final class RolloutFile {
  private static final String PART = ".part";

  /// Whether a file that is open cannot be renamed, as on Windows.
  private static final boolean LOCKS_NAMES = File.separatorChar == '\\';

  private final Path file;
  private final Path part;
  private final FileChannel channel;

  /// Releases the part.
  private final Closeable hold;

  private final ZipWriter zip;
  private final MessageDigest digest;
  private final Map<String, List<String>> checksums = new LinkedHashMap<>();

  private RolloutFile(Path file, Path part, FileChannel channel, Closeable hold, ZipTarget target) {
    this.file = file;
    this.part = part;
    this.channel = channel;
    this.hold = hold;
    zip = new ZipWriter(target);
    digest = MemberDigests.sha256();
  }

  /// Creates a file.
  ///
  /// @throws Problem if the place cannot be written, or another process is writing there
  static RolloutFile create(Path file) {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new Problem(
          wording("RolloutFile.it_is_no_file_that_can"),
          file.toString(),
          Files.isDirectory(file)
              ? wording("RolloutFile.name_a_file_such_as", file.resolve("x.rollout"))
              : wording("RolloutFile.choose_another_name"));
    }
    Path place = place(file);
    Path part = sibling(place);
    try {
      HeldFile held = locked(file, part);
      while (held.channel().size() > 0) {
        // A reader may have mapped the remains of a killed recording: shortening a mapped file
        // invalidates the mapping, a new file of that name does not. They go while this process has
        // their lock, so no other can mean its own new part.
        try {
          Files.deleteIfExists(part);
        } finally {
          held.close();
        }
        held = locked(file, part);
      }
      return new RolloutFile(
          place, part, held.channel(), held::close, ZipTarget.of(held.channel()));
    } catch (NoSuchFileException e) {
      throw new Problem(
          wording("RolloutFile.there_is_no_such_folder"),
          (Files.isSymbolicLink(file) ? place : file).toString(),
          wording("RolloutFile.make_it_or_choose_another"),
          e);
    } catch (IOException e) {
      throw new Problem(
          wording("RolloutFile.the_recording_cannot_be_written", Problem.reason(e)),
          file.toString(),
          wording("RolloutFile.choose_a_folder_you_may_write"),
          e);
    }
  }

  private static Path place(Path file) {
    try {
      return OutputFile.place(file);
    } catch (IOException e) {
      throw new Problem(
          wording("RolloutFile.the_recording_cannot_be_written", Problem.reason(e)),
          file.toString(),
          wording("RolloutFile.choose_another_name"),
          e);
    }
  }

  /// Opens the part and locks it. What was opened may have been deleted by a process that had its
  /// lock before: then the name leads to another file, or to none.
  private static HeldFile locked(Path file, Path part) throws IOException {
    while (true) {
      Optional<Object> before = key(part);
      if (before.isEmpty()) {
        make(part);
        continue;
      }
      HeldFile held;
      try {
        held = HeldFile.take(part, StandardOpenOption.WRITE).orElseThrow(() -> taken(file));
      } catch (NoSuchFileException _) {
        continue;
      }
      boolean kept = false;
      try {
        kept = before.equals(key(part));
      } finally {
        if (!kept) {
          held.close();
        }
      }
      if (kept) {
        return held;
      }
    }
  }

  private static void make(Path part) throws IOException {
    try {
      Files.createFile(part);
    } catch (FileAlreadyExistsException _) {
      // Another process was faster; the lock decides.
      return;
    }
  }

  /// What the system knows a file by; empty if it is not there.
  private static Optional<Object> key(Path part) throws IOException {
    try {
      BasicFileAttributes file = Files.readAttributes(part, BasicFileAttributes.class);
      // Windows has no keys: there a file that is open keeps its name.
      return Optional.of(Optional.ofNullable(file.fileKey()).orElse(part));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  private static Problem taken(Path file) {
    return new Problem(
        wording("RolloutFile.another_recording_is_being_written"),
        file.toString(),
        wording("RolloutFile.choose_another_name"));
  }

  /// Whether a part is being written now, by another process or this one. A writer holds the lock
  /// until it closes the file or dies.
  static boolean beingWritten(Path part) {
    try {
      return HeldFile.isHeld(part);
    } catch (IOException _) {
      return false;
    }
  }

  /// As [#create], but writes everything except the rename to another target.
  static RolloutFile through(Path file, ZipTarget target) throws IOException {
    Path part = partOf(file);
    FileChannel channel =
        FileChannel.open(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    return new RolloutFile(file, part, channel, channel, target);
  }

  /// Path of a recording until it is complete: beside the file that a symbolic link leads to.
  static Path partOf(Path file) {
    return sibling(Files.isSymbolicLink(file) ? OutputFile.placeOrItself(file) : file);
  }

  private static Path sibling(Path place) {
    return place.resolveSibling(place.getFileName() + PART);
  }

  /// Whether a name is that of a recording that is not complete.
  static boolean isPart(Path file) {
    return String.valueOf(file.getFileName()).endsWith(PART);
  }

  /// The name a part will have once it is complete; any other name unchanged.
  static Path wholeOf(Path file) {
    String name = String.valueOf(file.getFileName());
    return isPart(file)
        ? file.resolveSibling(name.substring(0, name.length() - PART.length()))
        : file;
  }

  Path part() {
    return part;
  }

  void json(String member, Record value) throws IOException {
    ZipPlace _ = zip.member(member, ByteBuffer.wrap(RolloutJson.write(value)));
  }

  /// Writes an array.
  void array(String member, NpyArray array) throws IOException {
    ByteBuffer header = npyHeader(array.dtype(), array.shape());
    note(member, zip.member(member, header, array.data().duplicate()));
  }

  /// Starts arrays that will appear together.
  ///
  /// @param first member of the first one
  ZipBatch batch(String first, ByteBuffer npyHeader, int dataBytes) {
    return zip.batch(first, npyHeader, dataBytes);
  }

  /// The part of a member before an array's elements.
  static ByteBuffer npyHeader(Dtype dtype, int[] shape) {
    return ByteBuffer.wrap(NpyHeader.encode(dtype, shape));
  }

  /// Adds a written array to the hash, in the order of the file.
  void note(String member, ZipPlace place) {
    digest.update(MemberDigests.line(member, place.size(), place.crc()));
    checksums
        .computeIfAbsent(MemberDigests.array(member), _ -> new ArrayList<>())
        .add(HexFormat.of().toHexDigits(place.crc()));
  }

  /// The CRC-32 of every array so far, in the order of its chunks.
  Map<String, List<String>> checksums() {
    return checksums;
  }

  /// Hex digest of all arrays so far; then starts over.
  String hash() {
    return HexFormat.of().formatHex(digest.digest());
  }

  /// Finishes the file and renames it.
  void publish() throws IOException {
    zip.finish();
    channel.force(true);
    if (LOCKS_NAMES) {
      hold.close();
    }
    // With the lock still held, so that no other recorder takes it for the remains of a killed one.
    AtomicFile.rename(part, file);
    hold.close();
  }

  /// Stops writing and keeps the part.
  void release() throws IOException {
    hold.close();
  }

  /// Stops writing and deletes the part.
  void discard() throws IOException {
    hold.close();
    Files.deleteIfExists(part);
  }
}
