package dev.hindsight.inspector.tick;

import dev.hindsight.inspector.live.FilterField;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.Sentence;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.trainer.env.BuiltInEnvironments;
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

/// The tick in a sentence, and below it every column, to unfold, to filter and to copy from. FX
/// thread.
final class TickPanel implements Panel {
  private final Sentence sentence = Sentence.of("sentence");
  private final LiveTree<Entry> tree = new LiveTree<>("facts", "Values at the cursor");
  private final FilterField filter;
  private final VBox node;
  private final Set<String> folded = new HashSet<>();
  private Moment moment;
  private int listed = Integer.MIN_VALUE;
  private EntryReader reader;

  TickPanel(Rollout rollout) {
    moment = new Moment(rollout, 0, Moment.NO_AGENT);
    reader = new EntryReader(moment);
    filter = new FilterField("facts.filter", "Filter columns", _ -> list());
    tree.column("Column", 176, this::name);
    tree.column("Value", 244, entry -> leaf(entry) ? reader.value(entry) : "");
    tree.column("Change", 112, entry -> leaf(entry) ? reader.change(entry) : "");
    tree.column("Unit", 54, Entry::unit);
    tree.column("Shape", 68, entry -> leaf(entry) ? entry.shapeWords() : "");
    tree.copying(entry -> leaf(entry) ? reader.copy(entry) : entry.name());
    node = new PanelBox(sentence, filter, tree).growing(tree);
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void show(Moment next) {
    moment = next;
    reader = new EntryReader(next);
    sentence.setText(BuiltInEnvironments.sketchOf(next.rollout()).narrate(next));
    // The rows of another agent are other rows: their numbers stand elsewhere.
    if (next.agent() != listed) {
      list();
    } else {
      tree.ask();
    }
  }

  private void list() {
    remember();
    String typed = filter.words();
    EntryList list = EntryList.of(moment.rollout(), moment.agent());
    TreeItem<Entry> root = new TreeItem<>();
    group(BodyNames.title(moment.rollout(), moment.agent()), list.agent(), typed, root);
    group("Everybody", list.everybody(), typed, root);
    group("Fixed", list.fixed(), typed, root);
    tree.setRoot(root);
    listed = moment.agent();
  }

  private void group(String title, List<Entry> entries, String typed, TreeItem<Entry> root) {
    TreeItem<Entry> head =
        new TreeItem<>(
            new Entry(
                new Entry.Store(Entry.Kind.FIXED, ""), title, "", "", 0, List.of(), 0, _ -> title));
    for (Entry entry : entries) {
      if (matches(entry, typed)) {
        head.getChildren().add(new EntryItem(entry));
      }
    }
    head.setExpanded(!folded.contains(groupName(title)));
    if (!head.getChildren().isEmpty()) {
      root.getChildren().add(head);
    }
  }

  /// Which groups the user has folded outlives another agent and another filter.
  private void remember() {
    for (TreeItem<Entry> head : tree.getRoot().getChildren()) {
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

  private static boolean matches(Entry entry, String typed) {
    return (entry.name() + " " + entry.unit() + " " + entry.doc())
        .toLowerCase(Locale.ROOT)
        .contains(typed);
  }

  private static boolean leaf(Entry entry) {
    return !entry.store().key().isEmpty();
  }

  private String name(Entry entry) {
    return entry.name();
  }

  /// Unfolds when it is asked to, not before: an observation has thousands of parts.
  private static final class EntryItem extends TreeItem<Entry> {
    private boolean unfolded;

    EntryItem(Entry entry) {
      super(entry);
    }

    @Override
    public boolean isLeaf() {
      return !getValue().foldable();
    }

    @Override
    public javafx.collections.ObservableList<TreeItem<Entry>> getChildren() {
      if (!unfolded) {
        unfolded = true;
        super.getChildren().setAll(getValue().parts().stream().map(EntryItem::new).toList());
      }
      return super.getChildren();
    }
  }
}
