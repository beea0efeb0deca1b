package dev.hindsight.trainer.policy;

import dev.hindsight.trainer.Problem;
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

  private static final String DAMAGED = "copy or download it again";

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
      checkMembers(zip, where);
      return new TorchArchive(zip, prefix(zip, where), where).tensors();
    } catch (ZipException e) {
      throw new Problem("the archive is cut off or damaged", where, DAMAGED, e);
    }
  }

  /// Checks that members are stored and do not overlap, so that nothing can unpack to more than the
  /// file.
  private static void checkMembers(ZipFile zip, String where) throws IOException {
    long total = 0;
    for (ZipEntry member : zip.stream().toList()) {
      if (member.getMethod() != ZipEntry.STORED || member.getSize() != member.getCompressedSize()) {
        throw new Problem(
            "member " + member.getName() + " is compressed",
            where,
            "open the file as torch.save wrote it; it was packed again since");
      }
      total += member.getSize();
    }
    if (total > Path.of(zip.getName()).toFile().length()) {
      throw new Problem("the members of the archive overlap", where, DAMAGED);
    }
  }

  private static String prefix(ZipFile zip, String where) {
    List<String> pickles =
        zip.stream().map(ZipEntry::getName).filter(name -> name.endsWith(PICKLE)).toList();
    if (pickles.size() != 1) {
      throw new Problem(
          "the archive has " + pickles.size() + " members named data.pkl, a state dict has one",
          where,
          "open a file that torch.save(model.state_dict(), FILE) wrote");
    }
    String prefix = pickles.getFirst().substring(0, pickles.getFirst().length() - PICKLE.length());
    if (zip.getEntry(prefix + "/constants.pkl") != null) {
      throw new Problem(
          "it is a TorchScript program, not weights alone", where, PickleReader.REMEDY);
    }
    return prefix;
  }

  private Map<String, Tensor> tensors() throws IOException {
    checkByteOrder();
    Map<String, PickleValue> entries =
        Unpickler.read(bytes("data.pkl", LONGEST_PICKLE), where).entries();
    if (entries.isEmpty()) {
      throw new Problem("it holds no tensors", where, PickleReader.REMEDY);
    }
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    long total = 0;
    for (Map.Entry<String, PickleValue> entry : entries.entrySet()) {
      String name = entry.getKey();
      if (!(entry.getValue() instanceof PickleValue.StoredTensor(TensorView view))) {
        throw new Problem(
            "entry '" + name + "' is " + entry.getValue().kind() + ", not a tensor",
            where,
            "open the weights alone (model_*.pt), not the trainer's state");
      }
      ByteBuffer numbers = storage(view.storage());
      view.flaw()
          .ifPresent(flaw -> {
            throw new Problem("tensor " + name + " " + flaw, where, DAMAGED);
          });
      total += view.count();
      checkTotal(total);
      tensors.put(name, new Tensor(name, view.size(), view.values(numbers)));
    }
    return tensors;
  }

  /// Checks that the file names each number at most twice, as a state dict does (`lstm.*` and its
  /// alias `cell.*`).
  private void checkTotal(long numbers) {
    if (numbers > 4 * stored) {
      throw new Problem("its tensors show the same numbers over and over", where, DAMAGED);
    }
  }

  private void checkByteOrder() throws IOException {
    if (zip.getEntry(prefix + "/byteorder") == null) {
      return;
    }
    String order = new String(bytes("byteorder", 16), StandardCharsets.UTF_8).strip();
    if (!order.equals("little")) {
      throw new Problem(
          "its numbers are in byte order '" + order + "'",
          where,
          "save it on a little-endian machine (x86, ARM)");
    }
  }

  private ByteBuffer storage(TensorView.Storage storage) throws IOException {
    ByteBuffer known = storages.get(storage.key());
    ByteBuffer data = known != null ? known : load(storage);
    if (data.capacity() != (long) storage.count() * storage.type().bytes()) {
      throw new Problem(
          "member data/%s has %d bytes, its %d numbers need %d"
              .formatted(
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
      throw new Problem("member " + member + " is missing", where, DAMAGED);
    }
    if (entry.getSize() > longest) {
      throw new Problem(
          "member "
              + member
              + " has "
              + entry.getSize()
              + " bytes, more than a state dict can have",
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
      throw new Problem("member " + member + " is damaged: its checksum is wrong", where, DAMAGED);
    }
    return bytes;
  }
}
