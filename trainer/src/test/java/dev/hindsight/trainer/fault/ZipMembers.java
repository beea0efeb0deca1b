package dev.hindsight.trainer.fault;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// An archive of which one member is replaced: what lies behind its checksums is reached too. An
/// input is the number of the member in one byte, then its content.
final class ZipMembers {
  private final Map<String, byte[]> members = new LinkedHashMap<>();
  private final List<String> names;

  ZipMembers(byte[] zip) throws IOException {
    Path file = Files.createTempFile(FuzzScratch.held(), "members", ".zip");
    Files.write(file, zip);
    try (ZipFile archive = new ZipFile(file.toFile())) {
      for (ZipEntry entry : Collections.list(archive.entries())) {
        members.put(entry.getName(), archive.getInputStream(entry).readAllBytes());
      }
    }
    Files.delete(file);
    names = List.copyOf(members.keySet());
  }

  List<byte[]> seeds() {
    List<byte[]> seeds = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      seeds.add(FuzzInput.numbered(i, members.getOrDefault(names.get(i), new byte[0])));
    }
    return seeds;
  }

  /// Writes all members as files below a folder.
  void write(Path folder, byte[] input) throws IOException {
    String replaced = names.get(FuzzInput.number(input) % names.size());
    for (Map.Entry<String, byte[]> member : members.entrySet()) {
      Path file = folder.resolve(member.getKey());
      Files.createDirectories(file.getParent());
      Files.write(
          file, member.getKey().equals(replaced) ? FuzzInput.rest(input) : member.getValue());
    }
  }

  byte[] with(byte[] input) throws IOException {
    String replaced = names.get(FuzzInput.number(input) % names.size());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> member : members.entrySet()) {
        byte[] content =
            member.getKey().equals(replaced) ? FuzzInput.rest(input) : member.getValue();
        CRC32 sum = new CRC32();
        sum.update(content);
        ZipEntry entry = new ZipEntry(member.getKey());
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(content.length);
        entry.setCrc(sum.getValue());
        out.putNextEntry(entry);
        out.write(content);
        out.closeEntry();
      }
    }
    return bytes.toByteArray();
  }
}
