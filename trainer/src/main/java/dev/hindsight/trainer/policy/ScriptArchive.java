package dev.hindsight.trainer.policy;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.policy.program.NumberKind;
import dev.hindsight.trainer.policy.program.Program;
import dev.hindsight.trainer.policy.program.Program.HiddenSize;
import dev.hindsight.trainer.policy.program.ProgramFormat;
import dev.hindsight.trainer.policy.program.ProgramSlot;
import dev.hindsight.trainer.policy.program.ScriptCode;
import dev.hindsight.trainer.policy.program.ScriptGuard;
import dev.hindsight.trainer.policy.program.ScriptOutputs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// A TorchScript file: a ZIP of code, of a pickle that says which tensor is which, and of numbers.
///
/// After the checks it is written anew, in memory, from the checked members alone: what the runtime
/// loads is what was looked at, whatever else the file holds.
final class ScriptArchive {
  private static final long LARGEST = 512L << 20;
  private static final long LONGEST_TEXT = 4 << 20;
  private static final long MOST_MEMBERS = 20_000;
  private static final String PREFIX = "policy/";

  /// Where PyTorch writes the version of a file that calls a newer operator, such as GELU.
  private static final String NEWER_VERSION = ".data/version";

  private ScriptArchive() {}

  /// Whether an archive is a TorchScript file.
  static boolean recognises(ZipFile zip) {
    return zip.stream().anyMatch(entry -> entry.getName().endsWith("/constants.pkl"));
  }

  /// Reads and checks a file.
  ///
  /// @throws Problem naming what is refused
  static Program read(Path file, String where) throws IOException {
    Map<String, byte[]> members;
    try (ZipFile zip = new ZipFile(file.toFile())) {
      members = members(zip, where);
    } catch (ZipException e) {
      throw new Problem(
          wording("TorchArchive.the_archive_is_cut_off_or"),
          where,
          wording("TorchArchive.copy_or_download_it_again"),
          e);
    }
    ScriptPickle.Result model =
        ScriptPickle.check(member(members, "data.pkl", where), members, "data", where);
    ScriptPickle.check(member(members, "constants.pkl", where), members, "constants", where);
    Map<String, String> code = new LinkedHashMap<>();
    members.forEach((name, bytes) -> {
      if (name.startsWith("code/")) {
        code.put(name, new String(bytes, StandardCharsets.UTF_8));
      }
    });
    ScriptCode.check(code, where);
    code.forEach((name, source) ->
        members.put(name, ScriptGuard.guarded(source).getBytes(StandardCharsets.UTF_8)));
    int dot = model.root().lastIndexOf('.');
    if (dot < 0) {
      throw damaged(wording("ScriptArchive.it_holds_no_module"), where);
    }
    String text =
        code.getOrDefault("code/" + model.root().substring(0, dot).replace('.', '/') + ".py", "");
    String name = model.root().substring(dot + 1);
    List<ProgramSlot> outputs = new ArrayList<>();
    ScriptOutputs.names(code, text, name, where)
        .forEach(output -> outputs.add(new ProgramSlot(output, NumberKind.FLOAT32, List.of())));
    return new Program(
        ProgramFormat.TORCHSCRIPT,
        file,
        anew(members),
        ScriptCode.inputs(text, name, where),
        outputs,
        Map.of(),
        hidden(model.shapes()));
  }

  /// The members that are needed, unpacked, without the folder they are in.
  ///
  /// @throws Problem if they unpack to too much, or two have one name
  static Map<String, byte[]> members(ZipFile zip, String where) throws IOException {
    Map<String, byte[]> members = new LinkedHashMap<>();
    Set<String> prefixes = new LinkedHashSet<>();
    long total = 0;
    if (zip.size() > MOST_MEMBERS) {
      throw damaged(wording("ScriptArchive.it_unpacks_to_too_much"), where);
    }
    for (ZipEntry entry : zip.stream().toList()) {
      String whole = entry.getName();
      int slash = whole.indexOf('/');
      String name = whole.substring(slash + 1);
      prefixes.add(whole.substring(0, Math.max(0, slash)));
      boolean text = name.endsWith(".py") || name.endsWith(".pkl");
      total += entry.getSize();
      if (entry.getSize() < 0
          || total > LARGEST
          || (text && entry.getSize() > LONGEST_TEXT)
          || (entry.getMethod() == ZipEntry.STORED
              && entry.getSize() != entry.getCompressedSize())) {
        throw damaged(wording("ScriptArchive.it_unpacks_to_too_much"), where);
      }
      if (needed(name) && members.put(name, content(zip, entry, where)) != null) {
        throw damaged(wording("ScriptArchive.it_holds_two_members", name), where);
      }
    }
    if (prefixes.size() != 1) {
      throw damaged(wording("ScriptArchive.its_members_are_in_several_folders"), where);
    }
    return members;
  }

  private static boolean needed(String name) {
    if (name.contains("..") || name.contains("\\")) {
      return false;
    }
    return name.equals("data.pkl")
        || name.equals("constants.pkl")
        || name.equals("version")
        || name.equals(NEWER_VERSION)
        || name.equals("byteorder")
        || name.matches("(data|constants)/[\\w.-]+")
        || (name.startsWith("code/") && name.endsWith(".py"));
  }

  private static byte[] content(ZipFile zip, ZipEntry entry, String where) throws IOException {
    byte[] bytes;
    try (InputStream in = zip.getInputStream(entry)) {
      bytes = in.readNBytes(Math.toIntExact(entry.getSize() + 1));
    }
    CRC32 sum = new CRC32();
    sum.update(bytes);
    if (bytes.length != entry.getSize() || sum.getValue() != entry.getCrc()) {
      throw damaged(
          wording("TorchArchive.member_is_damaged_its_checksum_is", entry.getName()), where);
    }
    return bytes;
  }

  private static byte[] member(Map<String, byte[]> members, String name, String where) {
    byte[] bytes = members.get(name);
    if (bytes == null) {
      throw damaged(wording("TorchArchive.member_is_missing", name), where);
    }
    return bytes;
  }

  private static byte[] anew(Map<String, byte[]> members) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> member : members.entrySet()) {
        ZipEntry entry = new ZipEntry(PREFIX + member.getKey());
        CRC32 sum = new CRC32();
        sum.update(member.getValue());
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(member.getValue().length);
        entry.setCrc(sum.getValue());
        entry.setTime(0);
        zip.putNextEntry(entry);
        zip.write(member.getValue());
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  /// The sizes of recurrent layers, by their weights: `weight_hh_l0` of `nn.LSTM`, `weight_hh` of a
  /// cell. Both have one column per number of the state.
  private static List<HiddenSize> hidden(Map<String, ScriptPickle.Shape> shapes) {
    Map<String, HiddenSize> sizes = new LinkedHashMap<>();
    shapes.forEach((name, tensor) -> {
      int[] shape = tensor.sizes();
      int at = name.lastIndexOf("weight_hh");
      if (at >= 0 && shape.length == 2) {
        boolean layered = name.startsWith("weight_hh_l", at);
        sizes.merge(
            name.substring(0, at),
            new HiddenSize(layered ? 1 : 0, shape[1]),
            (one, other) -> new HiddenSize(one.layers() + other.layers(), one.numbers()));
      }
    });
    return List.copyOf(sizes.values());
  }

  private static Problem damaged(String what, String where) {
    return new Problem(what, where, wording("ScriptArchive.save_it_again_with_torch_jit_save"));
  }
}
