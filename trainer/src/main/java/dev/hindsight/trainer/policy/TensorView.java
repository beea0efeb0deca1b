package dev.hindsight.trainer.policy;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.nio.ByteBuffer;
import java.util.Optional;

/// A tensor as a pickle describes it: a view of a storage that other tensors may share.
///
/// @param storage the underlying flat array
/// @param offset index of its first element in the storage
/// @param size elements along each axis, outermost first
/// @param stride storage elements per step along each axis
record TensorView(Storage storage, long offset, int[] size, int[] stride) {
  /// More axes than any weight has.
  private static final int MOST_AXES = 8;

  /// @param type how an element is stored
  /// @param key name of its archive member, below `data/`
  /// @param count number of elements
  record Storage(StorageType type, String key, int count) {}

  /// Why it is not a valid view of its storage; empty if it is valid. Call this first: the other
  /// methods trust the numbers.
  Optional<String> flaw() {
    if (size.length != stride.length || size.length > MOST_AXES) {
      return Optional.of(wording("TensorView.has_axes_and_strides", size.length, stride.length));
    }
    if (offset < 0) {
      return Optional.of(wording("TensorView.begins_before_its_storage"));
    }
    long count = 1;
    long last = offset;
    for (int axis = 0; axis < size.length; axis++) {
      if (size[axis] < 1 || stride[axis] < 0) {
        return Optional.of(
            wording("TensorView.has_size_and_stride_on_an", size[axis], stride[axis]));
      }
      count *= size[axis];
      last += (size[axis] - 1L) * stride[axis];
      // Both are small enough not to overflow in the next iteration, or the loop ends here.
      if (count > storage.count() || last >= storage.count()) {
        break;
      }
    }
    if (last >= storage.count()) {
      return Optional.of(wording("TensorView.reaches_beyond_the_numbers_of_its", storage.count()));
    }
    return count > storage.count()
        ? Optional.of(wording("TensorView.repeats_the_numbers_of_its_storage", storage.count()))
        : Optional.empty();
  }

  /// Number of elements.
  int count() {
    int count = 1;
    for (int axis : size) {
      count *= axis;
    }
    return count;
  }

  /// Its elements in C order.
  ///
  /// @param numbers the storage's bytes, little-endian
  float[] values(ByteBuffer numbers) {
    float[] values = new float[count()];
    int[] index = new int[size.length];
    int at = (int) offset;
    for (int i = 0; i < values.length; i++) {
      values[i] = storage.type().value(numbers, at);
      for (int axis = size.length - 1; axis >= 0; axis--) {
        at += stride[axis];
        if (++index[axis] < size[axis]) {
          break;
        }
        at -= size[axis] * stride[axis];
        index[axis] = 0;
      }
    }
    return values;
  }
}
