package dev.hindsight.trainer.learn.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class HostArrayTest {
  /// Java's allocator aligns to 16 bytes, so about every fourth array would be aligned by chance.
  @Test
  void memoryIsAlignedAsTheEnginesOwnWhateverTheSize() {
    try (NDManager manager = TestTorch.manager()) {
      for (int length = 1; length <= 64; length++) {
        try (HostArray array = new HostArray(manager, DataType.FLOAT32, length)) {
          assertEquals(0, MemorySegment.ofBuffer(array.bytes()).address() % 64);
          assertEquals(Float.BYTES * length, array.bytes().capacity());
        }
      }
    }
  }

  @Test
  void theEngineReadsWhatIsWrittenLater() {
    try (NDManager manager = TestTorch.manager();
        HostArray array = new HostArray(manager, DataType.FLOAT32, 3)) {
      array.bytes().putFloat(0, 1.5f).putFloat(Float.BYTES, -2).putFloat(2 * Float.BYTES, 3);
      assertArrayEquals(new float[] {1.5f, -2, 3}, array.onDevice().toFloatArray());
    }
  }

  @Test
  void weightsAndStatesLieWhereTheEngineAligns() {
    try (NDManager manager = TestTorch.manager()) {
      for (int length = 1; length <= 64; length++) {
        try (NDArray array = EngineMemory.array(manager, new float[length], new Shape(length))) {
          assertEquals(0, MemorySegment.ofBuffer(array.toByteBuffer(true)).address() % 64);
        }
      }
    }
  }

  @Test
  void theFirstEntriesAreThoseAlongTheFirstAxis() {
    try (NDManager manager = TestTorch.manager();
        HostArray array = new HostArray(manager, DataType.FLOAT32, 3, 2)) {
      for (int i = 0; i < 6; i++) {
        array.bytes().putFloat(Float.BYTES * i, i);
      }
      NDArray first = array.onDevice(2);
      assertEquals(new Shape(2, 2), first.getShape());
      assertArrayEquals(new float[] {0, 1, 2, 3}, first.toFloatArray());
    }
  }

  /// DJL copies a view with gaps, as it does an array on a GPU, and leaves the copy to the manager.
  @Test
  void readingNumbersLeavesNothingToTheManager() {
    try (NDManager manager = TestTorch.manager();
        NDArray square = manager.create(new float[] {1, 2, 3, 4}, new Shape(2, 2));
        NDArray turned = square.transpose()) {
      int before = manager.getManagedArrays().size();
      assertArrayEquals(new float[] {1, 3, 2, 4}, EngineMemory.numbers(turned));
      assertEquals(before, manager.getManagedArrays().size());
      turned.toFloatArray();
      assertEquals(before + 1, manager.getManagedArrays().size(), "what the test is there for");
    }
  }
}
