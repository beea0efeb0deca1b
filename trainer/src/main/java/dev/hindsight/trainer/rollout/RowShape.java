package dev.hindsight.trainer.rollout;

import dev.hindsight.trainer.Problem;
import java.util.Arrays;

/// Finds the sizes of a channel's axes in one recording: those the stored arrays have, where they
/// agree with what the manifest announces.
///
/// @param agents size of the axis `agent`
/// @param where the file, for messages
record RowShape(ChannelSpec spec, int agents, String where) {
  /// Sizes of the axes after `tick`; their product fits an int.
  ///
  /// @throws Problem if the first chunk is of another type or shape than announced
  int[] of(StoredChunks chunks) {
    return chunks.count() == 0 ? announced() : held(chunks.header(0));
  }

  /// Without any chunk an axis that has only a name is empty.
  private int[] announced() {
    int[] sizes = new int[spec.shape().size() - 1];
    for (int axis = 0; axis < sizes.length; axis++) {
      Object size = spec.shape().get(axis + 1);
      sizes[axis] = size instanceof Integer known ? known : size.equals("agent") ? agents : 0;
    }
    return checked(sizes);
  }

  private int[] held(NpyHeader header) {
    int[] shape = header.shape();
    boolean fits = header.dtype() == spec.type() && shape.length == spec.shape().size();
    for (int axis = 1; fits && axis < shape.length; axis++) {
      Object size = spec.shape().get(axis);
      fits =
          !(size instanceof Integer known && known != shape[axis])
              && !(size.equals("agent") && shape[axis] != agents);
    }
    if (!fits) {
      throw new Problem(
          "it holds "
              + header.dtype().code()
              + " "
              + Arrays.toString(shape)
              + " where the manifest announces "
              + spec.dtype()
              + " "
              + spec.shape()
              + " with "
              + agents
              + " agents",
          where + " " + ChunkName.of(spec.name(), 0),
          "make manifest.json and the arrays agree");
    }
    return checked(Arrays.copyOfRange(shape, 1, shape.length));
  }

  private int[] checked(int[] sizes) {
    try {
      int _ = Arrays.stream(sizes).reduce(spec.type().bytes(), Math::multiplyExact);
      return sizes;
    } catch (ArithmeticException e) {
      throw new Problem(
          "a row of " + Arrays.toString(sizes) + " is impossibly large",
          where + " " + spec.name(),
          "make rows smaller than 2 GiB",
          e);
    }
  }
}
