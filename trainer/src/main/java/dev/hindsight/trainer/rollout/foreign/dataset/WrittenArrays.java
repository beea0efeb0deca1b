package dev.hindsight.trainer.rollout.foreign.dataset;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.NpyArray;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// Checks that an HDF5 file holds the numbers that were written to it. jHDF does not notice if a
/// disk that is nearly full takes only some of the bytes, and goes on.
final class WrittenArrays {
  private final Map<String, Long> sums = new HashMap<>();

  /// Notes what is written.
  ///
  /// @param path groups and name
  void add(String path, NpyArray array) {
    sums.put(path, sum(array));
  }

  /// Reads the file and compares.
  ///
  /// @throws IOException if something is missing or different
  void check(Path file) throws IOException {
    Map<String, Long> left = new HashMap<>(sums);
    Hdf5 written = Hdf5.open(file);
    try {
      for (Map.Entry<String, Node> member : written.members(written.root()).entrySet()) {
        if (member.getValue() instanceof Group group) {
          written
              .arrays(group)
              .forEach((path, array) -> left.remove(member.getKey() + "/" + path, sum(array)));
        }
      }
    } catch (Problem damaged) {
      throw new IOException(wording("MinariExport.the_disk_did_not_take_all"), damaged);
    } finally {
      written.close();
    }
    if (!left.isEmpty()) {
      throw new IOException(wording("MinariExport.the_disk_did_not_take_all"));
    }
  }

  /// Depends on every number and its place, not on the type that it is stored in.
  private static long sum(NpyArray array) {
    long sum = array.length();
    for (int i = 0; i < array.length(); i++) {
      sum = sum * 31 + Double.doubleToLongBits(array.value(i));
    }
    return sum;
  }
}
