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
}
