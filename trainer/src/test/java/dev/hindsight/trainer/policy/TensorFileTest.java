package dev.hindsight.trainer.policy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.policy.program.Program;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tensors are read as PyTorch and numpy wrote them; `make.py` beside the files wrote them and
/// their numbers.
class TensorFileTest {
  @TempDir private Path folder;

  @Test
  void aNestedCheckpointIsReadNumberForNumber() throws IOException {
    Map<String, Tensor> tensors = TensorFile.read(file("nested.pt"));
    JsonNode known =
        JsonMapper.builder()
            .build()
            .readTree(Files.readString(file("numbers.json")))
            .path("tensors");
    assertTrue(known.size() > 8);
    known
        .properties()
        .forEach(entry -> {
          Tensor tensor = Objects.requireNonNull(tensors.get(entry.getKey()), entry.getKey());
          float[] wanted = new float[entry.getValue().size()];
          for (int i = 0; i < wanted.length; i++) {
            wanted[i] = (float) entry.getValue().get(i).asDouble();
          }
          assertArrayEquals(wanted, tensor.values(), entry.getKey());
        });
    assertArrayEquals(new int[] {3, 2}, shape(tensors, "transposed"));
    assertArrayEquals(new int[] {3, 4}, shape(tensors, "optimizer.state.0.exp_avg"));
  }

  private static int[] shape(Map<String, Tensor> tensors, String name) {
    return Objects.requireNonNull(tensors.get(name)).shape();
  }

  @Test
  void anEmptyFileIsSaidToBeEmpty() throws IOException {
    Path empty = Files.write(folder.resolve("empty.pt"), new byte[0]);

    Problem problem = assertThrows(Problem.class, () -> TensorFile.read(empty));

    assertEquals("the file is empty", problem.what());
  }

  @Test
  void numbersThatAreNotFiniteAreCountedAndLeftOut() {
    Map<String, Tensor> tensors = TensorFile.read(file("arrays.npz"));
    TensorSummary odd = TensorSummary.of(Objects.requireNonNull(tensors.get("odd")));
    assertEquals(2, odd.nonFinite());
    assertEquals(4, odd.count());
    assertEquals(Math.sqrt(5), odd.norm(), 1e-12);
    assertEquals(-0.5, odd.mean());
    assertEquals(1.5, odd.deviation());
    assertEquals(1, odd.histogram()[0]);
    assertEquals(1, odd.histogram()[TensorSummary.BINS - 1]);
    assertEquals(List.of(-2.0, 1.0), List.of(odd.least(), odd.most()));
    assertArrayEquals(new int[] {2, 3}, shape(tensors, "a"));
  }

  @Test
  void aDifferenceIsTheLargestAndTheRelativeOne() {
    Tensor one = new Tensor("x", new int[] {2}, new float[] {3, 4});
    Tensor other = new Tensor("x", new int[] {2}, new float[] {3, 4.5f});
    TensorSummary.Difference difference = TensorSummary.difference(one, other);
    assertEquals(0.5, difference.largest());
    assertEquals(0.1, difference.relative(), 1e-12);
  }

  @Test
  void aProgramShowsItsTensorsToo() {
    assertArrayEquals(
        new int[] {12, 3}, shape(TensorFile.read(file("recurrent.pt")), "lstm.weight_hh_l0"));
  }

  @Test
  void anythingElseIsRefusedInOneLine() throws IOException {
    byte[] whole = Files.readAllBytes(file("nested.pt"));
    Path cut = folder.resolve("cut.pt");
    for (int length : new int[] {0, 10, whole.length / 2, whole.length - 5}) {
      Files.write(cut, java.util.Arrays.copyOf(whole, length));
      Problem problem = assertThrows(Problem.class, () -> TensorFile.read(cut));
      assertEquals(1, problem.getMessage().lines().count());
    }
  }

  private static Path file(String name) {
    return Path.of(
        URI.create(
            Objects.requireNonNull(
                    Program.class.getResource("/dev/hindsight/trainer/policy/program/" + name))
                .toString()));
  }
}
