package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NpyTest {
  @TempDir Path folder;

  @Test
  void anArrayComesBackFromAFile() throws IOException {
    Path file = folder.resolve("a.npy");
    Npy.write(file, NpyArray.of(new int[] {1, -2, 3, 4, 5, 6}, 1, 3, 2));
    NpyArray read = Npy.read(file);
    assertArrayEquals(new int[] {1, 3, 2}, read.shape());
    assertArrayEquals(new int[] {1, -2, 3, 4, 5, 6}, read.ints());
    try (var left = Files.list(folder)) {
      assertEquals(List.of(file), left.toList());
    }
  }

  @Test
  void theElementsBeginAtAMultipleOf64() {
    for (int axes = 0; axes < 12; axes++) {
      assertEquals(0, NpyHeader.encode(Dtype.F4, new int[axes]).length % 64);
    }
  }

  @Test
  void columnMajorElementsAreTurnedRound() {
    ByteBuffer data = ints(0, 3, 1, 4, 2, 5);
    NpyArray array =
        Npy.parse(npy(1, "{'descr': '<i4', 'fortran_order': True, 'shape': (2, 3), }", data), "a");
    assertArrayEquals(new int[] {0, 1, 2, 3, 4, 5}, array.ints());
  }

  @Test
  void bigEndianElementsAreTurned() {
    ByteBuffer data = ByteBuffer.allocate(24).order(ByteOrder.BIG_ENDIAN);
    data.putDouble(0, 1.25).putDouble(8, -2e300).putDouble(16, 3);
    String header = "{'descr': '>f8', 'fortran_order': True, 'shape': (3, 1), }";
    NpyArray array = Npy.parse(npy(1, header, data), "a");

    assertEquals(Dtype.F8, array.dtype());
    assertEquals(-2e300, array.value(1));
    assertEquals(3, array.value(2));
  }

  @Test
  void unsignedElementsGetALargerTypeUnlessTheyAreTooLarge() {
    ByteBuffer shorts = ByteBuffer.wrap(new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
    String two = "{'descr': '<u2', 'fortran_order': False, 'shape': (2,), }";
    String turned = "{'descr': '>u2', 'fortran_order': False, 'shape': (2,), }";
    String four = "{'descr': '<u4', 'fortran_order': False, 'shape': (1,), }";
    String eight = "{'descr': '<u8', 'fortran_order': False, 'shape': (1,), }";

    assertArrayEquals(new int[] {0xfeff, 0x100}, Npy.parse(npy(1, two, shorts), "a").ints());
    assertArrayEquals(new int[] {0xfffe, 1}, Npy.parse(npy(1, turned, shorts), "a").ints());
    assertEquals(4294967295.0, Npy.parse(npy(1, four, ints(-1)), "a").value(0));
    assertEquals(5, Npy.parse(npy(1, eight, ints(5, 0)), "a").value(0));
    assertThrows(Problem.class, () -> Npy.parse(npy(1, eight, ints(5, -1)), "a"));
  }

  @Test
  void anArrayOfObjectsOrOfFieldsIsRefusedWithWhatToDo() {
    String objects = "{'descr': '|O', 'fortran_order': False, 'shape': (2,), }";
    String fields = "{'descr': [('x', '<i4')], 'fortran_order': False, 'shape': (2,), }";

    Problem object = assertThrows(Problem.class, () -> Npy.parse(npy(1, objects, ints(1)), "a"));
    Problem field = assertThrows(Problem.class, () -> Npy.parse(npy(1, fields, ints(1)), "a"));
    assertTrue(object.getMessage().contains("pickle"), object.getMessage());
    assertTrue(field.getMessage().contains("array['name']"), field.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }",
        "{\"shape\":(2,),\"fortran_order\":False,\"descr\":\"<i4\"}",
        "  { 'fortran_order' : False , 'descr' : '<i4' , 'shape' : ( 2 , ) }   \n"
      })
  void headersOfOtherWritersAreUnderstood(String header) {
    assertArrayEquals(new int[] {7, 8}, Npy.parse(npy(1, header, ints(7, 8)), "a").ints());
    assertArrayEquals(new int[] {7, 8}, Npy.parse(npy(2, header, ints(7, 8)), "a").ints());
    assertArrayEquals(new int[] {7, 8}, Npy.parse(npy(3, header, ints(7, 8)), "a").ints());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'descr': '>i4', 'fortran_order': False, 'shape': (3,), }",
        "{'descr': '<M8[D]', 'fortran_order': False, 'shape': (1,), }",
        "{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }",
        "{'descr': '<U2', 'fortran_order': False, 'shape': (1,), }",
        "{'descr': '|O', 'fortran_order': False, 'shape': (2,), }",
        "{'descr': [('x', '<i4')], 'fortran_order': False, 'shape': (2,), }",
        "{'descr': '<i4', 'fortran_order': 0, 'shape': (2,), }",
        "{'descr': '<i4', 'descr': '<i4', 'shape': (2,), }",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (-2,), }",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (99999999999999999999,), }",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2147483647, 2147483647, 9), }",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2, , ), }",
        "{'descr': '<i4', 'fortran_order': False}",
        "__import__('os').system('true')"
      })
  void otherArraysAreRefused(String header) {
    assertThrows(Problem.class, () -> Npy.parse(npy(1, header, ints(7, 8)), "a"));
  }

  @Test
  void noBytesAtAllAreMoreThanAProblem() {
    Random random = new Random(9);
    byte[] good = new byte[136];
    Npy.bytes(NpyArray.of(new int[] {1, 2}, 2)).get(good);
    int refused = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = good.clone();
      bytes[random.nextInt(70)] = (byte) random.nextInt(256);
      try {
        NpyArray array = Npy.parse(ByteBuffer.wrap(bytes), "a");
        assertEquals(array.length() * array.dtype().bytes(), array.data().remaining());
      } catch (Problem problem) {
        refused++;
      }
    }
    assertTrue(refused > 1000, refused + " refused");
  }

  @Test
  void aMissingFileIsAProblem() {
    assertThrows(Problem.class, () -> Npy.read(folder.resolve("none.npy")));
  }

  private static ByteBuffer ints(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(values);
    return bytes;
  }

  @Test
  void aHeaderThatIsNotUnderstoodIsQuotedWithoutItsBlanksAndOtherBytes() {
    String header = "{'descr': '<i4'," + " ".repeat(60) + "c\u00e9\u0007" + "x".repeat(500);
    Problem problem = assertThrows(Problem.class, () -> Npy.parse(npy(1, header, ints(7, 8)), "a"));
    assertTrue(problem.what().contains("{'descr': '<i4', c??xxx"), problem.what());
    assertTrue(problem.what().length() < 300, problem.what());
  }

  private static ByteBuffer npy(int version, String header, ByteBuffer data) {
    byte[] text = header.getBytes(StandardCharsets.ISO_8859_1);
    ByteBuffer bytes = ByteBuffer.allocate(12 + text.length + data.capacity());
    bytes.order(ByteOrder.LITTLE_ENDIAN).put((byte) 0x93);
    bytes.put("NUMPY".getBytes(StandardCharsets.ISO_8859_1)).put((byte) version).put((byte) 0);
    if (version == 1) {
      bytes.putShort((short) text.length);
    } else {
      bytes.putInt(text.length);
    }
    return bytes.put(text).put(data.duplicate().clear()).flip();
  }
}
