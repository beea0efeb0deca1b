package dev.hindsight.trainer.branch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every environment separates the parts of its state, and covers everything in its digest.
class StatePartsTest {
  private static final int TICKS = 120;

  @TempDir Path folder;

  static List<BranchCase> all() {
    return BranchCase.all();
  }

  private static int column(Environment environment) {
    List<Column> columns = environment.shape().stateColumns();
    return IntStream.range(0, columns.size())
        .filter(c -> StateParts.is(columns.get(c).spec()))
        .findFirst()
        .orElseThrow();
  }

  private static long[] parts(Environment environment) {
    int column = column(environment);
    ByteBuffer row =
        ByteBuffer.allocate(environment.shape().stateColumns().get(column).rowBytes())
            .order(ByteOrder.LITTLE_ENDIAN);
    environment.writeState(column, row);
    assertFalse(row.hasRemaining());
    long[] parts = new long[row.flip().remaining() / 8];
    row.asLongBuffer().get(parts);
    return parts;
  }

  private static void draw(Environment environment, Actions actions, Random random) {
    switch (environment.shape().actions()) {
      case ActionSpace.Discrete discrete ->
          Arrays.setAll(actions.joint, _ -> random.nextInt(discrete.count()));
      case ActionSpace.Continuous _ -> {
        for (int i = 0; i < actions.continuous.length; i++) {
          actions.continuous[i] = random.nextFloat(-1, 1);
        }
      }
    }
  }

  /// Replay compares a part with the one of the same name: under another name, a part of an older
  /// recording would be compared with nothing.
  @Test
  void partsHaveTheNamesThatRecordingsHaveForThem() throws IOException {
    List<String> now = new ArrayList<>();
    for (EnvironmentType type : BuiltInEnvironments.all()) {
      EnvironmentShape shape =
          type.prepare(
                  type.settings().parse(Map.of(), "test"), SampleRecordings.scenario(type, folder))
              .shape();
      for (Column column : shape.stateColumns()) {
        if (StateParts.is(column.spec())) {
          now.add(type.id() + ": " + String.join(", ", StateParts.names(column.spec())));
        }
      }
    }
    try (InputStream stored =
        Objects.requireNonNull(StatePartsTest.class.getResourceAsStream("state-parts.txt"))) {
      assertEquals(new String(stored.readAllBytes(), StandardCharsets.UTF_8).lines().toList(), now);
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void theDigestChangesWhereAPartDoesAndNowhereElse(BranchCase branchCase) throws IOException {
    try (Rollout recording = Rollouts.open(branchCase.in(folder))) {
      Environment environment = SimulationRecipe.of(recording).create();
      Actions actions = new Actions(environment.shape());
      Random random = new Random(3);
      long digest = environment.stateHash();
      long[] parts = parts(environment);
      BitSet moved = new BitSet();
      for (int tick = 0; tick < TICKS; tick++) {
        draw(environment, actions, random);
        environment.step(actions);
        long[] now = parts(environment);
        assertEquals(digest == environment.stateHash(), Arrays.equals(parts, now), "tick " + tick);
        for (int i = 0; i < now.length; i++) {
          assertNotEquals(StateParts.UNTOLD, now[i]);
          moved.set(i, moved.get(i) || parts[i] != now[i]);
        }
        digest = environment.stateHash();
        parts = now;
      }
      assertTrue(moved.cardinality() >= 3, moved + " of " + parts.length);
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void aStateThatIsRestoredHasTheSameParts(BranchCase branchCase) throws IOException {
    try (Rollout recording = Rollouts.open(branchCase.in(folder))) {
      Environment environment = SimulationRecipe.of(recording).create();
      List<String> names =
          StateParts.names(environment.shape().stateColumns().get(column(environment)).spec());
      assertEquals(names.size(), new HashSet<>(names).size(), names.toString());
      Actions actions = new Actions(environment.shape());
      Random random = new Random(4);
      Environment.Snapshot start = environment.snapshot();
      long[] parts = parts(environment);
      assertEquals(names.size(), parts.length);
      for (int tick = 0; tick < 20; tick++) {
        draw(environment, actions, random);
        environment.step(actions);
      }
      environment.restore(start);
      assertArrayEquals(parts, parts(environment));
    }
  }
}
