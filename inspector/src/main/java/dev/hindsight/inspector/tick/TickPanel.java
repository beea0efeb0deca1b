package dev.hindsight.inspector.tick;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.FilterField;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.BodyNames;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.control.TreeItem;
import javafx.scene.layout.VBox;

/// Shows the tick in a sentence, and below it every column, to expand, filter and copy. FX thread.
public final class TickPanel implements Panel {
  private final WrappedLabel wrappedLabel = WrappedLabel.of("sentence");
  private final LiveTree<TickEntry> tree =
      new LiveTree<>("facts", wording("TickPanel.values_at_the_cursor"));
  private final FilterField filter;
  private final VBox node;
  private final Set<String> folded = new HashSet<>();
  private Moment moment;
  private int listed = Integer.MIN_VALUE;
  private TickEntryReader reader;

  /// Opens it on a recording.
  public TickPanel(Rollout rollout) {
    moment = new Moment(rollout, 0, Moment.NO_AGENT);
    reader = new TickEntryReader(moment);
    filter = new FilterField("facts.filter", wording("TickPanel.filter_columns"), _ -> list());
    tree.column("Column", 152, this::name);
    tree.column("Value", 180, tickEntry -> leaf(tickEntry) ? reader.value(tickEntry) : "");
    tree.column("Change", 106, tickEntry -> leaf(tickEntry) ? reader.change(tickEntry) : "");
    tree.column("Shape", 68, tickEntry -> leaf(tickEntry) ? tickEntry.shapeWords() : "");
    tree.copying(tickEntry -> leaf(tickEntry) ? reader.copy(tickEntry) : tickEntry.name());
    node = new PanelBox(wrappedLabel, filter, tree).growing(tree);
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void show(Moment next) {
    moment = next;
    reader = new TickEntryReader(next);
    wrappedLabel.setText(BuiltInEnvironments.sketchOf(next.rollout()).narrate(next));
    // The rows of another agent have different numbers in different places.
    if (next.agent() != listed) {
      list();
    } else {
      tree.refreshCells();
    }
  }

  private void list() {
    remember();
    String typed = filter.words();
    TickEntryList list = TickEntryList.of(moment.rollout(), moment.agent());
    TreeItem<TickEntry> root = new TreeItem<>();
    group(BodyNames.title(moment.rollout(), moment.agent()), list.agent(), typed, root);
    group(wording("TickPanel.all_agents"), list.allAgents(), typed, root);
    group("Fixed", list.fixed(), typed, root);
    tree.setRoot(root);
    tree.fitNames(
        root.getChildren().stream()
            .flatMap(head -> head.getChildren().stream())
            .map(row -> row.getValue().name())
            .toList(),
        152,
        240);
    listed = moment.agent();
  }

  private void group(
      String title, List<TickEntry> entries, String typed, TreeItem<TickEntry> root) {
    TreeItem<TickEntry> head =
        new TreeItem<>(
            new TickEntry(
                new TickEntry.ArraySource(TickEntry.Kind.FIXED, ""),
                title,
                "",
                "",
                0,
                List.of(),
                0,
                _ -> title));
    for (TickEntry tickEntry : entries) {
      if (matches(tickEntry, typed)) {
        head.getChildren().add(new EntryItem(tickEntry));
      }
    }
    head.setExpanded(!folded.contains(groupName(title)));
    if (!head.getChildren().isEmpty()) {
      root.getChildren().add(head);
    }
  }

  /// Keeps the folded groups when the agent or the filter changes.
  private void remember() {
    for (TreeItem<TickEntry> head : tree.getRoot().getChildren()) {
      String name = groupName(head.getValue().name());
      if (head.isExpanded()) {
        folded.remove(name);
      } else {
        folded.add(name);
      }
    }
  }

  private static String groupName(String title) {
    return title.startsWith("Agent") ? "Agent" : title;
  }

  private static boolean matches(TickEntry tickEntry, String typed) {
    return (tickEntry.name() + " " + tickEntry.unit() + " " + tickEntry.doc())
        .toLowerCase(Locale.ROOT)
        .contains(typed);
  }

  private static boolean leaf(TickEntry tickEntry) {
    return !tickEntry.store().key().isEmpty();
  }

  private String name(TickEntry tickEntry) {
    return tickEntry.name();
  }

  /// Creates its children when it is expanded, not before: an observation has thousands of parts.
  private static final class EntryItem extends TreeItem<TickEntry> {
    private boolean unfolded;

    EntryItem(TickEntry tickEntry) {
      super(tickEntry);
    }

    @Override
    public boolean isLeaf() {
      return !getValue().foldable();
    }

    @Override
    public javafx.collections.ObservableList<TreeItem<TickEntry>> getChildren() {
      if (!unfolded) {
        unfolded = true;
        super.getChildren().setAll(getValue().parts().stream().map(EntryItem::new).toList());
      }
      return super.getChildren();
    }
  }
}
