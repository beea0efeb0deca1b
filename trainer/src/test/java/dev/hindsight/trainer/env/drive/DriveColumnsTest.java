package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.NpyArray;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DriveColumnsTest {
  private static ByteBuffer row(Environment environment, String name) {
    List<Column> columns = environment.shape().stateColumns();
    for (int c = 0; c < columns.size(); c++) {
      if (columns.get(c).spec().name().equals(name)) {
        ByteBuffer row =
            ByteBuffer.allocate(columns.get(c).rowBytes()).order(ByteOrder.LITTLE_ENDIAN);
        environment.writeState(c, row);
        assertFalse(row.hasRemaining(), name + " leaves bytes unwritten");
        return row.flip();
      }
    }
    throw new AssertionError("no column " + name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"preset=classic", "preset=adaptive", "dynamics_model=jerk"})
  void everyColumnWritesExactlyItsRow(String setting) {
    Environment environment = TestDrives.environment(TestMap.busy(), setting);
    for (Column column : environment.shape().stateColumns()) {
      row(environment, column.spec().name());
    }
  }

  @Test
  void posesAreRelativeToTheWorldOrigin() {
    Environment environment = TestDrives.environment(TestMap.busy());
    NpyArray origin = TestDrives.fixed(environment, "world_origin");
    ByteBuffer pose = row(environment, "pose");
    assertEquals(-20, pose.getFloat() + origin.value(0), 1e-4);
    assertEquals(0, pose.getFloat() + origin.value(1), 1e-4);
    ByteBuffer other = row(environment, "other_pose");
    assertEquals(0, other.getFloat() + origin.value(0), 1e-4);
  }

  @Test
  void sizesAreThoseThatAreSimulated() {
    Environment environment = TestDrives.environment(TestMap.busy());
    NpyArray size = TestDrives.fixed(environment, "size");
    assertEquals(4.5f * 0.7f, size.value(0), 1e-6);
    assertEquals(2 * 0.7f, size.value(1), 1e-6);
    NpyArray kinds = TestDrives.fixed(environment, "other_kind");
    assertEquals(List.of(1.0, 1.0, 2.0), List.of(kinds.value(0), kinds.value(1), kinds.value(2)));
  }

  @Test
  void roadsAreCutAtTheirOffsets() {
    Environment environment = TestDrives.environment(TestMap.busy());
    NpyArray offsets = TestDrives.fixed(environment, "road/offsets");
    NpyArray points = TestDrives.fixed(environment, "road/points");
    assertEquals(6, offsets.length());
    assertEquals(5, TestDrives.fixed(environment, "road/types").length());
    assertEquals(points.length(), 2 * offsets.value(5));
  }

  @Test
  void whereNobodyElseIsThereAreNoColumnsOfOthers() {
    Environment environment =
        TestDrives.environment(TestMap.busy(), "init_mode=create_only_controlled");
    assertTrue(
        environment.shape().stateColumns().stream()
            .noneMatch(column -> column.spec().name().startsWith("other")));
  }

  @Test
  void coPlayersAreMarked() {
    Environment environment =
        TestDrives.environment(TestMap.busy(), "goal_behavior=trial", "num_ego_agents=1");
    NpyArray egos = TestDrives.fixed(environment, "ego");
    assertEquals(List.of(1.0, 0.0), List.of(egos.value(0), egos.value(1)));
  }
}
