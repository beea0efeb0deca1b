package dev.hindsight.trainer.rollout.foreign.dataset;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.NpyArray;
import io.jhdf.HdfFile;
import io.jhdf.api.Attribute;
import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Link;
import io.jhdf.api.Node;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// An HDF5 file, read without following links: what it declares is held against its size before
/// anything is read, and whatever is wrong with it becomes a one-line problem. One owner thread.
final class Hdf5 implements AutoCloseable {
  /// Groups within groups; a group that contains itself is deeper.
  private static final int DEEPEST = 16;

  private static final int MOST_NODES = 1_000_000;

  /// Deflate packs at most some 1,030 to 1.
  private static final long DENSEST = 1_100;

  /// Bytes of a file that is read as a whole.
  private static final long SMALL = 1 << 24;

  /// What small files may declare in any case, bytes.
  private static final long ALWAYS = 1 << 24;

  private static final byte[] SIGNATURE = {(byte) 0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};

  /// Bytes that tell the size of a file, of any version.
  private static final int SUPERBLOCK = 64;

  private static final Pattern TUPLE = Pattern.compile(MinariSpaces.INDEX + "\\d{1,6}");

  private static final Comparator<String> BY_NAME =
      Comparator.comparingInt(Hdf5::inTuple).thenComparing(Comparator.naturalOrder());

  private final Path file;
  private final HdfFile hdf;
  private final long size;
  private final Set<String> leftOut = new LinkedHashSet<>();
  private int nodes;

  private Hdf5(Path file, HdfFile hdf, long size) {
    this.file = file;
    this.hdf = hdf;
    this.size = size;
  }

  /// Whether a file begins as HDF5 files do.
  static boolean signed(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return Arrays.equals(in.readNBytes(SIGNATURE.length), SIGNATURE);
    } catch (IOException _) {
      return false;
    }
  }

  /// Opens a file.
  ///
  /// @throws Problem if it is none
  static Hdf5 open(Path file) {
    try {
      long size = Files.size(file);
      if (size > SMALL) {
        return guarded(file, () -> new Hdf5(file, new HdfFile(file), size));
      }
      // In memory, a length beyond the end is refused at once: from a file, jHDF reads what is
      // there again and again until it has as many bytes as a damaged header declares.
      byte[] bytes = Files.readAllBytes(file);
      return guarded(file, () -> new Hdf5(file, HdfFile.fromBytes(bytes), size));
    } catch (IOException e) {
      throw new Problem(
          wording("Hdf5.it_cannot_be_read"),
          file.toString(),
          wording("Hdf5.check_that_it_is_there"),
          e);
    }
  }

  /// Everything that jHDF meets in a damaged or hostile file is the file's fault.
  private static <T> T guarded(Path file, Supplier<T> work) {
    try {
      return work.get();
    } catch (Problem problem) {
      throw problem;
    } catch (OutOfMemoryError | StackOverflowError e) {
      throw new Problem(
          wording("Hdf5.it_does_not_fit"), file.toString(), wording("Hdf5.split_it"), e);
    } catch (RuntimeException | NoClassDefFoundError e) {
      if (isNewer(e)) {
        throw new Problem(
            wording("Hdf5.it_has_newer_datatypes"),
            file.toString(),
            wording("Hdf5.write_it_for_older_readers"),
            e);
      }
      OptionalLong whole = wholeSize(file);
      if (whole.isPresent()) {
        throw new Problem(
            wording("Hdf5.it_was_cut_off", whole.getAsLong()),
            file.toString(),
            wording("Hdf5.copy_it_again"),
            e);
      }
      throw new Problem(
          Optional.ofNullable(e.getMessage())
              .flatMap(text -> text.lines().findFirst())
              .map(reason -> wording("Hdf5.it_is_no_hdf5", reason))
              .orElseGet(() -> wording("Hdf5.it_is_damaged")),
          file.toString(),
          wording("Hdf5.write_it_again"),
          e);
    }
  }

  /// The bytes that a file should have, as its first ones say ("HDF5 File Format Specification",
  /// superblock: end of file address); empty if it has them, or does not say.
  private static OptionalLong wholeSize(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      ByteBuffer start = ByteBuffer.wrap(in.readNBytes(SUPERBLOCK)).order(ByteOrder.LITTLE_ENDIAN);
      int version = start.get(SIGNATURE.length);
      int bytes = start.get(version < 2 ? 13 : 9);
      if (bytes != Long.BYTES || version < 0 || version > 3) {
        return OptionalLong.empty();
      }
      long whole = start.getLong(version == 0 ? 40 : version == 1 ? 44 : 28);
      return whole > Files.size(file) ? OptionalLong.of(whole) : OptionalLong.empty();
    } catch (IOException | IndexOutOfBoundsException _) {
      return OptionalLong.empty();
    }
  }

  /// Whether jHDF met a datatype of version 4 or 5, which HDF5 1.12 and 2.0 write for readers of
  /// their own versions.
  private static boolean isNewer(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (String.valueOf(cause.getMessage()).startsWith("Unrecognized datatype version")) {
        return true;
      }
    }
    return false;
  }

  /// The paths of what was asked for so far and holds no numbers of a fixed size.
  List<String> leftOut() {
    return List.copyOf(leftOut);
  }

  Path file() {
    return file;
  }

  /// The root group.
  Group root() {
    return hdf;
  }

  /// The members of a group by name, in the order of their names: a file may have any, and the same
  /// data must have one. The members of a tuple follow their numbers.
  ///
  /// @throws Problem if one of them is a link
  Map<String, Node> members(Group group) {
    return guarded(
        file,
        () -> {
          Map<String, Node> members = new TreeMap<>(BY_NAME);
          members.putAll(group.getChildren());
          for (Node each : members.values()) {
            if (each instanceof Link || each.isLink()) {
              throw new Problem(
                  wording("Hdf5.it_links_elsewhere", each.getName()),
                  file.toString(),
                  wording("Hdf5.copy_what_it_links"));
            }
          }
          return members;
        });
  }

  /// The place in a tuple; -1 for any other name.
  private static int inTuple(String name) {
    return TUPLE.matcher(name).matches()
        ? Integer.parseInt(name.substring(MinariSpaces.INDEX.length()))
        : -1;
  }

  /// The group of a name, if there is one.
  Optional<Group> group(Group in, String name) {
    return Optional.ofNullable(members(in).get(name))
        .filter(node -> node instanceof Group)
        .map(node -> (Group) node);
  }

  /// All arrays of numbers in a group and the groups in it, by path; others are left out.
  Map<String, NpyArray> arrays(Group group) {
    Map<String, NpyArray> found = new LinkedHashMap<>();
    collect(group, "", 0, found);
    return found;
  }

  private void collect(Group group, String path, int depth, Map<String, NpyArray> found) {
    if (depth > DEEPEST || ++nodes > MOST_NODES) {
      throw new Problem(
          wording("Hdf5.groups_are_nested"), file.toString(), wording("Hdf5.write_it_again"));
    }
    members(group)
        .forEach((name, node) -> {
          if (node instanceof Group inner) {
            collect(inner, path + name + "/", depth + 1, found);
          } else if (node instanceof Dataset dataset) {
            array(dataset).ifPresent(array -> found.put(path + name, array));
          }
        });
  }

  /// An array of numbers.
  ///
  /// @return empty if it holds no numbers
  /// @throws Problem if it declares more than the file can hold
  Optional<NpyArray> array(Dataset dataset) {
    return guarded(
        file,
        () -> {
          // An array without rows has a shape; a null dataspace has none.
          if (dataset.isEmpty() && dataset.getDimensions().length == 0) {
            return Optional.empty();
          }
          if (dataset.isCompound() || dataset.isVariableLength()) {
            leftOut.add(dataset.getPath());
            return Optional.empty();
          }
          long bytes = 1;
          for (long axis : dataset.getDimensionsAsLong()) {
            bytes = Math.multiplyExact(bytes, axis);
          }
          bytes = Math.multiplyExact(bytes, Math.max(1, dataset.getDataType().getSize()));
          if (bytes > Integer.MAX_VALUE / 2 || (bytes > ALWAYS && bytes / DENSEST > size)) {
            throw new Problem(
                wording("Hdf5.it_declares_bytes", dataset.getPath(), bytes),
                file.toString(),
                wording("Hdf5.split_it"));
          }
          Optional<NpyArray> numbers = converted(dataset);
          if (numbers.isEmpty()) {
            leftOut.add(dataset.getPath());
          }
          return numbers;
        });
  }

  private static Optional<NpyArray> converted(Dataset dataset) {
    int[] shape = dataset.getDimensions();
    int length = Arrays.stream(shape).reduce(1, Math::multiplyExact);
    boolean byteSized = dataset.getDataType().getSize() == 1;
    Object data = length == 0 ? new float[0] : dataset.getDataFlat();
    return switch (data) {
      case float[] numbers ->
          Optional.of(array(Dtype.F4, shape, length, (to, i) -> to.putFloat(numbers[i])));
      case double[] numbers ->
          Optional.of(array(Dtype.F8, shape, length, (to, i) -> to.putDouble(numbers[i])));
      case byte[] numbers ->
          Optional.of(array(Dtype.I1, shape, length, (to, i) -> to.put(numbers[i])));
      case short[] numbers ->
          Optional.of(array(Dtype.I2, shape, length, (to, i) -> to.putShort(numbers[i])));
      case int[] numbers ->
          Optional.of(
              byteSized
                  ? array(Dtype.U1, shape, length, (to, i) -> to.put((byte) numbers[i]))
                  : array(Dtype.I4, shape, length, (to, i) -> to.putInt(numbers[i])));
      case long[] numbers ->
          Optional.of(array(Dtype.I8, shape, length, (to, i) -> to.putLong(numbers[i])));
      // Unsigned numbers of 64 bits, which nearly always fit.
      case BigInteger[] numbers
          when Arrays.stream(numbers).allMatch(number -> number.bitLength() < Long.SIZE) ->
          Optional.of(
              array(Dtype.I8, shape, length, (to, i) -> to.putLong(numbers[i].longValue())));
      case boolean[] truths ->
          Optional.of(
              array(Dtype.BOOL, shape, length, (to, i) -> to.put((byte) (truths[i] ? 1 : 0))));
      // How h5py writes booleans.
      case String[] names when isTruth(names) ->
          Optional.of(
              array(
                  Dtype.BOOL,
                  shape,
                  length,
                  (to, i) -> to.put((byte) (names[i].equals("TRUE") ? 1 : 0))));
      default -> Optional.empty();
    };
  }

  private static boolean isTruth(String[] names) {
    return Arrays.stream(names).allMatch(name -> "TRUE".equals(name) || "FALSE".equals(name));
  }

  /// Writes one number.
  private interface Put {
    void put(ByteBuffer to, int index);
  }

  private static NpyArray array(Dtype dtype, int[] shape, int length, Put put) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.multiplyExact(length, dtype.bytes()))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < length; i++) {
      put.put(bytes, i);
    }
    return new NpyArray(dtype, shape, bytes.flip());
  }

  /// A text or number that describes a group.
  Optional<String> attribute(Group group, String name) {
    return guarded(
        file,
        () -> {
          Attribute found = group.getAttributes().get(name);
          return found == null || found.isEmpty() || !found.isScalar()
              ? Optional.empty()
              : Optional.of(String.valueOf(found.getData()));
        });
  }

  @Override
  public void close() {
    hdf.close();
  }
}
