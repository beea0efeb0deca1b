package dev.hindsight.trainer.branch;

import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.EditWords;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.scene.Poses;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/// The poses of a branch as its world took them: a world of cells puts an agent into the middle of
/// one, and may keep its heading. A branch says what was done, not what was asked.
final class SettledPoses {
  /// Metres and radians that rounding may make of a pose.
  private static final double ROUNDING = 0.01;

  private SettledPoses() {}

  /// The branch with settled poses, and titled by them unless the user chose a title.
  ///
  /// @param parent the recording that it leaves
  /// @param edited its world at its first tick, after all edits of the tick
  static Branch of(Branch branch, Rollout parent, Environment edited) {
    List<Edit> settled =
        branch.edits().stream()
            .map(edit -> edit instanceof Edit.Pose pose ? settled(pose, edited) : edit)
            .toList();
    AgentNames names = AgentNames.of(parent);
    boolean named = !branch.title().equals(EditWords.of(branch.edits(), parent.manifest(), names));
    return branch
        .doing(settled)
        .titled(named ? branch.title() : EditWords.of(settled, parent.manifest(), names));
  }

  private static Edit settled(Edit.Pose asked, Environment edited) {
    List<Column> columns = edited.shape().stateColumns();
    for (int c = 0; c < columns.size(); c++) {
      if (columns.get(c).spec().name().equals("pose")) {
        ByteBuffer row =
            ByteBuffer.allocate(Float.BYTES * columns.get(c).rowLength())
                .order(ByteOrder.LITTLE_ENDIAN);
        edited.writeState(c, row);
        int at = 3 * Float.BYTES * asked.agent();
        return settled(asked, row.getFloat(at), row.getFloat(at + 4), row.getFloat(at + 8));
      }
    }
    return asked;
  }

  private static Edit settled(Edit.Pose asked, float x, float y, float heading) {
    double turn = Math.IEEEremainder(heading - asked.heading(), 2 * Math.PI);
    boolean elsewhere = Math.hypot(x - asked.x(), y - asked.y()) > ROUNDING;
    boolean there = x != Poses.OFF_MAP && (elsewhere || Math.abs(turn) > ROUNDING);
    return there ? new Edit.Pose(asked.tick(), asked.agent(), x, y, heading) : asked;
  }

  /// Whether a branch puts agents anywhere.
  static boolean any(Branch branch) {
    return branch.edits().stream().anyMatch(Edit.Pose.class::isInstance);
  }
}
