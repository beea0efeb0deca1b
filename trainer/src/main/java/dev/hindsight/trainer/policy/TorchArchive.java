package dev.hindsight.trainer.policy;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Manifest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/// A PyTorch `.pt` file: a ZIP of stored members, in which `PREFIX/data.pkl` says which tensor is
/// which view of which `PREFIX/data/KEY`.
final class TorchArchive {
  private static final String PICKLE = "/data.pkl";

  /// Far more than the few kilobytes of a state dict; limits the memory that the pickle can use.
  private static final long LONGEST_PICKLE = 1 << 20;

  private static final String DAMAGED = wording("TorchArchive.copy_or_download_it_again");

  private final ZipFile zip;
  private final String prefix;
  private final String where;
  private final Map<String, ByteBuffer> storages = new HashMap<>();

  /// Elements of all storages read so far.
  private long stored;

  private TorchArchive(ZipFile zip, String prefix, String where) {
    this.zip = zip;
    this.prefix = prefix;
    this.where = where;
  }

  /// Reads the tensors of a file, in file order.
  ///
  /// @throws Problem if it is not a state dict, or damaged
  static Map<String, Tensor> read(Path file, String where) throws IOException {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      refuseRecording(zip, where);
      checkMembers(zip, where);
      return new TorchArchive(zip, prefix(zip, where), where).tensors();
    } catch (ZipException e) {
      throw new Problem(wording("TorchArchive.the_archive_is_cut_off_or"), where, DAMAGED, e);
    }
  }

  /// Checks that members are stored and do not overlap, so that nothing can unpack to more than the
  /// file.
  private static void checkMembers(ZipFile zip, String where) throws IOException {
    long total = 0;
    for (ZipEntry member : zip.stream().toList()) {
      if (member.getMethod() != ZipEntry.STORED || member.getSize() != member.getCompressedSize()) {
        throw new Problem(
            wording("TorchArchive.member_is_compressed", member.getName()),
            where,
            wording("TorchArchive.open_the_file_as_torch_save"));
      }
      total += member.getSize();
    }
    if (total > Path.of(zip.getName()).toFile().length()) {
      throw new Problem(wording("TorchArchive.the_members_of_the_archive_overlap"), where, DAMAGED);
    }
  }

  /// Refuses a recording, which is a ZIP file, too.
  static void refuseRecording(ZipFile zip, String where) {
    if (zip.getEntry(Manifest.MEMBER) != null) {
      throw new Problem(
          wording("TorchArchive.it_is_a_recording"),
          where,
          wording("TorchArchive.open_its_policy"));
    }
  }

  private static String prefix(ZipFile zip, String where) {
    List<String> pickles =
        zip.stream().map(ZipEntry::getName).filter(name -> name.endsWith(PICKLE)).toList();
    if (pickles.size() != 1) {
      throw new Problem(
          wording("TorchArchive.the_archive_has_members_named_data", pickles.size()),
          where,
          wording("TorchArchive.open_a_file_that_torch_save"));
    }
    String prefix = pickles.getFirst().substring(0, pickles.getFirst().length() - PICKLE.length());
    if (zip.getEntry(prefix + "/constants.pkl") != null) {
      throw new Problem(
          wording("TorchArchive.it_is_a_torchscript_program_not"), where, PickleReader.REMEDY);
    }
    return prefix;
  }

  private Map<String, Tensor> tensors() throws IOException {
    checkByteOrder();
    Map<String, PickleValue> entries =
        Unpickler.read(bytes("data.pkl", LONGEST_PICKLE), where).entries();
    if (entries.isEmpty()) {
      throw new Problem(wording("TorchArchive.it_holds_no_tensors"), where, PickleReader.REMEDY);
    }
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    long total = 0;
    for (Map.Entry<String, PickleValue> entry : entries.entrySet()) {
      String name = entry.getKey();
      if (!(entry.getValue() instanceof PickleValue.StoredTensor(TensorView view))) {
        throw new Problem(
            wording("TorchArchive.entry_is_not_a_tensor", name, entry.getValue().kind()),
            where,
            wording("TorchArchive.open_the_weights_alone_model_pt"));
      }
      ByteBuffer numbers = storage(view.storage());
      view.flaw()
          .ifPresent(flaw -> {
            throw new Problem(wording("TorchArchive.tensor", name, flaw), where, DAMAGED);
          });
      total += view.count();
      checkTotal(total);
      checkMemory(total);
      tensors.put(name, new Tensor(name, view.size(), view.values(numbers)));
    }
    return tensors;
  }

  /// Checks that the file names each number at most twice, as a state dict does (`lstm.*` and its
  /// alias `cell.*`).
  private void checkTotal(long numbers) {
    if (numbers > 4 * stored) {
      throw new Problem(wording("TorchArchive.its_tensors_show_the_same_numbers"), where, DAMAGED);
    }
  }

  /// Checks that all numbers fit the memory as floats before another tensor is unpacked: those of
  /// 16 bits take twice the space of the file, and each that has an alias twice that.
  private void checkMemory(long numbers) {
    long most = Runtime.getRuntime().maxMemory() / 2;
    if (numbers * Float.BYTES > most) {
      throw new Problem(
          wording("TorchArchive.its_numbers_take_more_than_mb", most >> 20),
          where,
          wording("TorchArchive.give_more_memory"));
    }
  }

  private void checkByteOrder() throws IOException {
    if (zip.getEntry(prefix + "/byteorder") == null) {
      return;
    }
    String order = new String(bytes("byteorder", 16), StandardCharsets.UTF_8).strip();
    if (!order.equals("little")) {
      throw new Problem(
          wording("TorchArchive.its_numbers_are_in_byte_order", order),
          where,
          wording("TorchArchive.save_it_on_a_little_endian"));
    }
  }

  private ByteBuffer storage(TensorView.Storage storage) throws IOException {
    ByteBuffer known = storages.get(storage.key());
    ByteBuffer data = known != null ? known : load(storage);
    if (data.capacity() != (long) storage.count() * storage.type().bytes()) {
      throw new Problem(
          wording(
              "TorchArchive.member_data_has_bytes_its_numbers",
              storage.key(),
              data.capacity(),
              storage.count(),
              (long) storage.count() * storage.type().bytes()),
          where,
          DAMAGED);
    }
    return data;
  }

  private ByteBuffer load(TensorView.Storage storage) throws IOException {
    byte[] bytes = bytes("data/" + storage.key(), Integer.MAX_VALUE);
    ByteBuffer data = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    storages.put(storage.key(), data);
    stored += bytes.length / storage.type().bytes();
    return data;
  }

  private byte[] bytes(String member, long longest) throws IOException {
    ZipEntry entry = zip.getEntry(prefix + "/" + member);
    if (entry == null) {
      throw new Problem(wording("TorchArchive.member_is_missing", member), where, DAMAGED);
    }
    if (entry.getSize() > longest) {
      throw new Problem(
          wording("TorchArchive.member_has_bytes_more_than_a", member, entry.getSize()),
          where,
          PickleReader.REMEDY);
    }
    byte[] bytes;
    try (InputStream in = zip.getInputStream(entry)) {
      bytes = in.readNBytes((int) entry.getSize());
    }
    CRC32 sum = new CRC32();
    sum.update(bytes);
    if (bytes.length != entry.getSize() || sum.getValue() != entry.getCrc()) {
      throw new Problem(
          wording("TorchArchive.member_is_damaged_its_checksum_is", member), where, DAMAGED);
    }
    return bytes;
  }
}
