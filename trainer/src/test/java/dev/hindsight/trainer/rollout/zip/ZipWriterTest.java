package dev.hindsight.trainer.rollout.zip;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZipWriterTest {
  @TempDir Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void name() {
    file = folder.resolve("a.zip");
  }

  @Test
  void contentsBeginAtMultiplesOf64WhateverTheNames() throws IOException {
    byte[] bytes = write(100, ZipFormat.FULL32, ZipFormat.FULL16);
    ZipArchive archive = archive(bytes);
    for (int i = 0; i < 100; i++) {
      MemorySegment content = archive.checked(archive.member(name(i)).orElseThrow());
      assertArrayEquals(content(i), content.toArray(ValueLayout.JAVA_BYTE));
      long offset = content.address() - MemorySegment.ofArray(bytes).address();
      assertEquals(0, offset % 64, name(i));
    }
  }

  @Test
  void moreMembersThan16BitsCountNeedZip64() throws IOException {
    int count = 66_000;
    byte[] bytes = write(count, ZipFormat.FULL32, ZipFormat.FULL16);
    assertEquals(count, archive(bytes).members().size());
    try (ZipFile other = new ZipFile(file.toFile())) {
      assertEquals(count, other.size());
      assertArrayEquals(content(65_999), read(other, 65_999));
    }
  }

  @Test
  void offsetsLargerThan32BitsNeedZip64() throws IOException {
    byte[] bytes = write(50, 300, 20);
    ZipArchive archive = archive(bytes);
    try (ZipFile other = new ZipFile(file.toFile())) {
      for (int i = 0; i < 50; i++) {
        MemorySegment content = archive.checked(archive.member(name(i)).orElseThrow());
        assertArrayEquals(content(i), content.toArray(ValueLayout.JAVA_BYTE));
        assertArrayEquals(content(i), read(other, i));
      }
    }
  }

  @Test
  void anArchiveWithoutItsDirectoryKeepsItsWholeMembers() throws IOException {
    byte[] bytes = write(10, ZipFormat.FULL32, ZipFormat.FULL16);
    ZipArchive whole = archive(bytes);
    ZipMember seventh = whole.member(name(6)).orElseThrow();
    ZipArchive cut = archive(Arrays.copyOf(bytes, (int) seventh.limit() - 1));
    assertFalse(cut.whole());
    assertEquals(
        whole.members().stream().limit(6).map(ZipMember::name).toList(),
        cut.members().stream().map(ZipMember::name).toList());
  }

  @Test
  void aDamagedZip64RecordIsAProblem() throws IOException {
    byte[] bytes = write(50, 300, 20);
    bytes[bytes.length - 22 - 20 + 8] ^= 1;
    Problem problem = assertThrows(Problem.class, () -> archive(bytes));
    assertTrue(problem.what().contains("ZIP64"), problem.getMessage());
  }

  @Test
  void whatIsWrittenHasNoFault() throws IOException {
    assertEquals(List.of(), archive(write(10, ZipFormat.FULL32, ZipFormat.FULL16)).faults());
    assertEquals(List.of(), archive(write(50, 300, 20)).faults(), "with ZIP64 records");
  }

  /// As programs write that do not know the sizes beforehand.
  @Test
  void sizesThatFollowTheContentAreNoFaultButOtherBytesThereAre() {
    byte[] content = content(0);
    for (int more : new int[] {0, 1}) {
      ByteBuffer zip = ByteBuffer.allocate(500).order(ByteOrder.LITTLE_ENDIAN);
      CRC32 crc = new CRC32();
      crc.update(content);
      zip.putInt(ZipFormat.LOCAL).putShort((short) 20).putShort((short) 8).putShort((short) 0);
      zip.putLong(0).putLong(0);
      zip.putShort((short) 1).putShort((short) 0).put((byte) 'a').put(content);
      zip.putInt(0x08074b50).putInt((int) crc.getValue());
      zip.putInt(content.length).putInt(content.length).put(new byte[more]);
      int directory = zip.position();
      zip.putInt(ZipFormat.ENTRY).putShort((short) 20).putShort((short) 20).putShort((short) 8);
      zip.putShort((short) 0).putInt(0).putInt((int) crc.getValue());
      zip.putInt(content.length).putInt(content.length).putShort((short) 1).putLong(0);
      zip.putInt(0).putInt(0).put((byte) 'a');
      int size = zip.position() - directory;
      zip.putInt(ZipFormat.END).putInt(0).putShort((short) 1).putShort((short) 1);
      zip.putInt(size).putInt(directory).putShort((short) 0);
      ZipArchive archive = archive(Arrays.copyOf(zip.array(), zip.position()));
      assertArrayEquals(
          content,
          archive.checked(archive.member("a").orElseThrow()).toArray(ValueLayout.JAVA_BYTE));
      assertEquals(more, archive.faults().size(), archive.faults().toString());
    }
  }

  @Test
  void contentMayComeInParts() throws IOException {
    try (FileChannel channel = create()) {
      ZipWriter zip = new ZipWriter(ZipTarget.of(channel));
      ZipPlace place =
          zip.member("a", ByteBuffer.wrap(new byte[] {1, 2}), ByteBuffer.wrap(new byte[] {3}));
      zip.finish();
      ZipMember member = archive(Files.readAllBytes(file)).member("a").orElseThrow();
      assertEquals(3, member.size());
      assertEquals(place.crc(), member.crc());
    }
  }

  private byte[] write(int count, long full32, int full16) throws IOException {
    try (FileChannel channel = create()) {
      ZipWriter zip = new ZipWriter(ZipTarget.of(channel), full32, full16);
      for (int i = 0; i < count; i++) {
        ZipPlace _ = zip.member(name(i), ByteBuffer.wrap(content(i)));
      }
      zip.finish();
    }
    return Files.readAllBytes(file);
  }

  private FileChannel create() throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private static ZipArchive archive(byte[] bytes) {
    return new ZipArchive(MemorySegment.ofArray(bytes), "a.zip");
  }

  private static byte[] read(ZipFile zip, int number) throws IOException {
    ZipEntry entry = zip.getEntry(name(number));
    return zip.getInputStream(entry).readAllBytes();
  }

  private static String name(int number) {
    return "n".repeat(number % 70) + "ä" + number;
  }

  private static byte[] content(int number) {
    return ("content of " + number).getBytes(StandardCharsets.UTF_8);
  }
}
