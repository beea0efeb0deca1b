package dev.hindsight.app.workspace;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// Describes the user's changes for the Undo and Redo menu items.
final class ChangeNames {
  private ChangeNames() {}

  /// @param selected the agent, or [Moment#NO_AGENT]
  static String selecting(Rollout rollout, int selected) {
    return selected == Moment.NO_AGENT
        ? wording("ChangeNames.deselect_agent")
        : wording("ChangeNames.select", AgentNames.of(rollout).titled(selected));
  }

  static String arranging(Layout before, Layout now) {
    List<PaneId> opened = new ArrayList<>(now.panes());
    opened.removeAll(before.panes());
    List<PaneId> closed = new ArrayList<>(before.panes());
    closed.removeAll(now.panes());
    if (opened.isEmpty() && closed.isEmpty()) {
      return before.sameTabs(now)
          ? wording("ChangeNames.resize_panes")
          : wording("ChangeNames.move_pane");
    }
    if (closed.isEmpty() && opened.size() == 1) {
      return wording("ChangeNames.open", title(opened.getFirst()));
    }
    if (opened.isEmpty()) {
      return closed.size() == 1
          ? wording("ChangeNames.close", title(closed.getFirst()))
          : wording("ChangeNames.close_panes");
    }
    return wording("ChangeNames.change_layout");
  }

  static String bookmarking(List<Bookmark> before, List<Bookmark> now) {
    int more = now.size() - before.size();
    if (more == 0) {
      return new HashSet<>(before).equals(new HashSet<>(now))
          ? wording("ChangeNames.change_bookmarks")
          : wording("ChangeNames.edit_bookmark");
    }
    return more > 0 ? wording("ChangeNames.add_bookmark") : wording("ChangeNames.remove_bookmark");
  }

  private static String title(PaneId pane) {
    return PaneKinds.named(pane.kind()).map(PaneKinds.Kind::title).orElse(pane.toString());
  }
}
