package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.Shape;

/// Arrays in memory that the engine has allocated and aligned itself.
///
/// An array made of Java's numbers lies where Java's allocator put them, and some of the engine's
/// kernels round differently for other alignments: what is computed could differ in its last bit
/// from run to run. So arrays that are multiplied are copied here. See also [HostArray].
public final class EngineMemory {
  private EngineMemory() {}

  /// A copy of numbers. Belongs to the surrounding scope, or to the manager if there is none.
  public static NDArray array(NDManager manager, float[] numbers, Shape shape) {
    try (NDArray created = manager.create(numbers, shape)) {
      return created.duplicate();
    }
  }

  /// Copies numbers into an array of as many. [NDArray#set(java.nio.Buffer)] would put Java's
  /// memory in its place, which PyTorch warns about.
  public static void overwrite(NDArray array, float[] numbers) {
    try (NDArray fresh = array.getManager().create(numbers)) {
      array.set(new NDIndex(":"), fresh);
    }
  }

  /// A copy of an array's numbers for Java.
  ///
  /// [NDArray#toFloatArray] alone leaves what it reads from, if that is not the array itself (it
  /// lies on a GPU, or is a view with gaps), to the array's manager: outside a scope, memory that
  /// is never freed.
  public static float[] numbers(NDArray array) {
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      return array.toFloatArray();
    }
  }
}
