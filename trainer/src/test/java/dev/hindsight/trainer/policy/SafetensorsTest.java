package dev.hindsight.trainer.policy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.rollout.Manifest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SafetensorsTest {
  private static final CheckpointOrigin ORIGIN =
      new CheckpointOrigin(
          "drive-lstm",
          new Manifest.EnvironmentInfo("drive", Map.of("preset", TextNode.valueOf("classic")), "1"),
          new ObservationLayout(
              List.of(new ObservationLayout.Segment("ego", 0, List.of(2), List.of("x", "y")))),
          Map.of("epochs", IntNode.valueOf(3)),
          "0.1.0",
          "ab12");

  @TempDir Path folder;

  @Test
  void whatIsWrittenIsReadAgain() {
    Path file = folder.resolve("w.safetensors");
    Tensor matrix = new Tensor("b.weight", new int[] {2, 3}, new float[] {1, 2, 3, 4, 5, -0f});
    Tensor scalar = new Tensor("a.scale", new int[0], new float[] {Float.MIN_VALUE});
    Checkpoints.write(file, List.of(matrix, scalar), ORIGIN.metadata());

    Checkpoint read = Checkpoints.read(file);

    assertEquals(List.of("b.weight", "a.scale"), List.copyOf(read.tensors().keySet()));
    assertArrayEquals(matrix.shape(), read.tensor("b.weight").orElseThrow().shape());
    assertArrayEquals(matrix.values(), read.tensor("b.weight").orElseThrow().values());
    assertArrayEquals(scalar.values(), read.tensor("a.scale").orElseThrow().values());
    assertEquals(ORIGIN.metadata(), read.metadata());
    assertEquals(Optional.of(ORIGIN), CheckpointOrigin.of(read));
  }

  @Test
  void metadataOfANewerLayoutIsRefusedPolitely() {
    Path file = folder.resolve("newer.safetensors");
    Map<String, JsonNode> newer = new HashMap<>(ORIGIN.metadata());
    newer.put("layout", IntNode.valueOf(2));
    Checkpoints.write(file, List.of(new Tensor("a", new int[] {1}, new float[] {1})), newer);

    Checkpoint read = Checkpoints.read(file);

    Problem told = assertThrows(Problem.class, () -> CheckpointOrigin.of(read));
    assertTrue(
        told.getMessage()
            .endsWith(
                "its format is version 2; this program reads version 1"
                    + " - open it with a newer Hindsight"),
        told.getMessage());
  }

  /// Layout by the book: length, JSON padded to a multiple of eight, numbers.
  @Test
  void theBytesAreThoseOfTheFormat() throws IOException {
    Path file = folder.resolve("w.safetensors");
    Checkpoints.write(file, List.of(new Tensor("w", new int[] {1}, new float[] {1})), Map.of());

    String json =
        "{\"__metadata__\":{},\"w\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}";
    byte[] wanted =
        file(json + " ".repeat(-json.length() & 7), new byte[] {0, 0, (byte) 0x80, 0x3f});
    assertArrayEquals(wanted, Files.readAllBytes(file));
  }

  @Test
  void metadataOfOtherProgramsIsAnyText() throws IOException {
    Path file = folder.resolve("w.safetensors");
    String json =
        "{\"__metadata__\":{\"format\":\"pt\",\"n\":\"7\"},"
            + "\"w\":{\"dtype\":\"F16\",\"shape\":[1],\"data_offsets\":[0,2]}}";
    Files.write(file, file(json, new byte[] {0, 0x3e}));

    Checkpoint read = Checkpoints.read(file);

    assertArrayEquals(new float[] {1.5f}, read.tensor("w").orElseThrow().values());
    assertEquals(
        Map.of("format", TextNode.valueOf("pt"), "n", IntNode.valueOf(7)), read.metadata());
    assertEquals(Optional.empty(), CheckpointOrigin.of(read));
  }

  @Test
  void wholeNumbersAreListedButAreNoWeights() throws IOException {
    Path file = folder.resolve("w.safetensors");
    String json =
        """
        {"n":{"dtype":"I64","shape":[],"data_offsets":[0,8]},"b":{"dtype":"BOOL","shape":[2],"data_offsets":[8,10]},\
        "i":{"dtype":"I8","shape":[1],"data_offsets":[10,11]},"u":{"dtype":"U8","shape":[1],"data_offsets":[11,12]}}\
        """;
    Files.write(file, file(json, new byte[] {-2, -1, -1, -1, -1, -1, -1, -1, 1, 0, -3, -3}));

    Map<String, Tensor> all = TensorFile.read(file);
    assertArrayEquals(new float[] {-2}, numbers(all, "n"));
    assertArrayEquals(new float[] {1, 0}, numbers(all, "b"));
    assertArrayEquals(new float[] {-3}, numbers(all, "i"));
    assertArrayEquals(new float[] {253}, numbers(all, "u"));

    Problem told = assertThrows(Problem.class, () -> Checkpoints.read(file));
    assertTrue(told.getMessage().contains("without integer buffers"), told.getMessage());
  }

  @Test
  void aFileWithoutTensorsAndOneOfFloat8SayWhatToDo() throws IOException {
    Path file = folder.resolve("w.safetensors");
    Files.write(file, file("{}", new byte[0]));
    Problem empty = assertThrows(Problem.class, () -> Checkpoints.read(file));
    assertEquals("it holds no tensors", empty.what());
    assertTrue(empty.getMessage().contains("save the policy's weights again"), empty.getMessage());
    assertEquals(Map.of(), TensorFile.read(file));

    String json = "{\"w\":{\"dtype\":\"F8_E4M3\",\"shape\":[1],\"data_offsets\":[0,1]}}";
    Files.write(file, file(json, new byte[1]));
    Problem small = assertThrows(Problem.class, () -> Checkpoints.read(file));
    assertTrue(small.getMessage().contains("tensor w is stored as 'F8_E4M3'"), small.getMessage());
    assertTrue(small.getMessage().contains("convert its tensors to float32"), small.getMessage());
  }

  @Test
  void anIncompleteOriginIsRefused() {
    Checkpoint checkpoint =
        new Checkpoint(
            "w",
            "",
            Map.of(),
            Map.of("environment", IntNode.valueOf(1), "observation", IntNode.valueOf(2)));

    assertThrows(Problem.class, () -> CheckpointOrigin.of(checkpoint));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          tensor b overlaps another        | {'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8]},'b':{'dtype':'F32','shape':[1],'data_offsets':[4,8]}}
          tensor a follows a gap           | {'a':{'dtype':'F32','shape':[1],'data_offsets':[4,8]}}
          take 4 bytes, but the file has 8 | {'a':{'dtype':'F32','shape':[1],'data_offsets':[0,4]}}
          needs more bytes than the file   | {'a':{'dtype':'F32','shape':[3],'data_offsets':[0,12]}}
          needs more bytes than the file   | {'a':{'dtype':'F32','shape':[2147483647,2147483647,2147483647],'data_offsets':[0,8]}}
          lies at 12                       | {'a':{'dtype':'F32','shape':[2],'data_offsets':[4,12]}}
          lies at -4                       | {'a':{'dtype':'F32','shape':[2],'data_offsets':[-4,4]}}
          lies at 1.5                      | {'a':{'dtype':'F32','shape':[2],'data_offsets':[1.5,8]}}
          lies at 99999999999999999999     | {'a':{'dtype':'F32','shape':[2],'data_offsets':[0,99999999999999999999]}}
          has 4 bytes, but its shape needs 8| {'a':{'dtype':'F32','shape':[2],'data_offsets':[0,4]}}
          has a size of -2                 | {'a':{'dtype':'F32','shape':[-2],'data_offsets':[0,8]}}
          has a size of "2"                | {'a':{'dtype':'F32','shape':["2"],'data_offsets':[0,8]}}
          no shape or no data_offsets      | {'a':{'dtype':'F32'}}
          stored as 'I64'                  | {'a':{'dtype':'I64','shape':[1],'data_offsets':[0,8]}}
          stored as ''                     | {'a':7}
          header is not valid              | {'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8]},'a':{}}
          header is not valid              | {{{{{{{{{{{{
          header is not valid              | {'a':[[[[[[[[[[[[1]]]]]]]]]]]]}
          """)
  void aFlawIsTold(String what, String json) throws IOException {
    assertTold(what, file(json.replace('\'', '"'), new byte[8]));
  }

  @Test
  void aHeaderLongerThanTheFileIsTold() throws IOException {
    byte[] bytes = file("{}", new byte[0]);
    bytes[1] = 1;
    assertTold("the header of 258 bytes is cut off", bytes);
  }

  @Test
  void everyCutIsTold() throws IOException {
    byte[] whole =
        file(
            "{'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}}".replace('\'', '"'),
            new byte[8]);
    // Eight bytes or fewer are indistinguishable from raw floats.
    for (int length = 9; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThrows(
          Problem.class,
          () -> Checkpoints.read(Files.write(folder.resolve("x"), cut)),
          "" + length);
    }
  }

  @Test
  void aWriteThatFailsLeavesNothingBehind() throws IOException {
    Path file = Files.createDirectory(folder.resolve("taken"));
    Files.write(file.resolve("inside"), new byte[1]);

    assertThrows(Problem.class, () -> Checkpoints.write(file, List.of(), Map.of()));

    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(List.of(file), left.toList());
    }
  }

  private void assertTold(String what, byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve("x.safetensors"), bytes);
    Problem problem = assertThrows(Problem.class, () -> Checkpoints.read(file));
    assertTrue(problem.what().contains(what), problem::getMessage);
  }

  private static float[] numbers(Map<String, Tensor> all, String name) {
    return Objects.requireNonNull(all.get(name)).values();
  }

  private static byte[] file(String json, byte[] data) {
    byte[] header = json.getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes = ByteBuffer.allocate(8 + header.length + data.length);
    return bytes
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(header.length)
        .put(header)
        .put(data)
        .array();
  }
}
