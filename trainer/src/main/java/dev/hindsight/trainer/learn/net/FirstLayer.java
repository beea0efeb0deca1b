package dev.hindsight.trainer.learn.net;

/// A linear layer that reads an observation directly, and where each of its columns is in the
/// observation.
///
/// The layer reads `rows` rows of an observation with the same weights; column c of row r is number
/// `from + r * stride + c`. Columns after the first `columns` read something else, such as a
/// one-hot kind.
///
/// @param name the layer's; its weights are `name.weight [to, width]` and `name.bias [to]`
/// @param width numbers it reads at once
/// @param columns how many of these are numbers of the observation
/// @param from index of the first in the observation
/// @param rows number of rows; a row that is all zeros is empty
/// @param stride distance between two rows in the observation
public record FirstLayer(String name, int width, int columns, int from, int rows, int stride) {
  /// Name of its weight matrix.
  public String weight() {
    return name + ".weight";
  }

  /// Name of its bias.
  public String bias() {
    return name + ".bias";
  }
}
