package dev.hindsight.app.foreign;

import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.policy.TensorFile;
import dev.hindsight.trainer.policy.TensorSummary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The tensors of a file at a glance, beside those of another file.
///
/// @param rows in the order of the file
/// @param missing names of tensors that only the other file has
public record TensorTable(List<Row> rows, List<String> missing) {
  /// How a tensor is paired with the one of its name in the other file.
  public enum Pairing {
    /// There is no other file.
    ALONE,
    /// The other file has one of the same shape.
    PAIRED,
    /// The other file has none of that name.
    ADDED,
    /// The other file has one of another shape.
    OTHER_SHAPE
  }

  /// A tensor.
  ///
  /// @param difference from the one of the other file; empty unless paired
  public record Row(
      TensorSummary summary, Pairing pairing, Optional<TensorSummary.Difference> difference) {}

  /// Copies the lists.
  public TensorTable {
    rows = List.copyOf(rows);
    missing = List.copyOf(missing);
  }

  /// Reads a file, and another to compare it with. For a background thread.
  ///
  /// @throws dev.hindsight.trainer.Problem if one has no tensors
  public static TensorTable read(Path file, Optional<Path> against) {
    Map<String, Tensor> own = TensorFile.read(file);
    Optional<Map<String, Tensor>> other = against.map(TensorFile::read);
    List<Row> rows = new ArrayList<>();
    for (Tensor tensor : own.values()) {
      rows.add(row(tensor, other));
    }
    List<String> missing =
        other
            .map(tensors ->
                tensors.keySet().stream().filter(name -> !own.containsKey(name)).toList())
            .orElse(List.of());
    return new TensorTable(rows, missing);
  }

  private static Row row(Tensor tensor, Optional<Map<String, Tensor>> other) {
    TensorSummary summary = TensorSummary.of(tensor);
    if (other.isEmpty()) {
      return new Row(summary, Pairing.ALONE, Optional.empty());
    }
    Optional<Tensor> pair = Optional.ofNullable(other.get().get(tensor.name()));
    if (pair.isEmpty()) {
      return new Row(summary, Pairing.ADDED, Optional.empty());
    }
    return Arrays.equals(pair.get().shape(), tensor.shape())
        ? new Row(
            summary, Pairing.PAIRED, Optional.of(TensorSummary.difference(tensor, pair.get())))
        : new Row(summary, Pairing.OTHER_SHAPE, Optional.empty());
  }

  /// How many numbers there are in all.
  public long numbers() {
    return rows.stream().mapToLong(row -> row.summary().count()).sum();
  }

  /// How many of them are NaN or infinite.
  public long nonFinite() {
    return rows.stream().mapToLong(row -> row.summary().nonFinite()).sum();
  }

  /// The names of the tensors that are paired so.
  public List<String> names(Pairing pairing) {
    return rows.stream()
        .filter(row -> row.pairing() == pairing)
        .map(row -> row.summary().name())
        .toList();
  }
}
