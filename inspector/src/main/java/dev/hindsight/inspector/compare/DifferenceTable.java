package dev.hindsight.inspector.compare;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.LiveTree;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.control.TreeItem;
import javafx.scene.input.KeyCode;

/// Lists the first difference of every channel, earliest first; expanding a channel lists its
/// agents or numbers. Enter or a click goes there. FX thread.
final class DifferenceTable {
  private final LiveTree<DifferenceRow> tree =
      new LiveTree<>(
          "differences-table", wording("DifferenceTable.where_the_two_recordings_first_differ"));
  private final DifferenceWords words;

  /// What a row expands into.
  enum Unfolding {
    /// One row for each agent.
    AGENTS,
    /// One row for each number.
    NUMBERS
  }

  /// Wide enough for a hash, or a float with as many digits as distinguish it from every other.
  private static final double NUMBER = 154;

  /// @param go goes to a difference
  DifferenceTable(DifferenceWords words, Consumer<FirstDifference> go) {
    this.words = words;
    tree.column("Channel", 132, this::name);
    first("Tick", 52, words::tick);
    first("Agent", 66, words::agent);
    first("A", NUMBER, d -> DifferenceWords.number(d.one()));
    first("B", NUMBER, d -> DifferenceWords.number(d.other()));
    tree.column(
        "|A−B|",
        92,
        row -> row.target().map(d -> DifferenceWords.size(channel(row), d)).orElse(""));
    tree.column(
        "Number",
        262,
        row -> row.target().map(d -> words.component(channel(row).channel(), d)).orElse(""));
    first("Trial", 58, words::address);
    tree.column(
        "Largest",
        84,
        row -> row instanceof DifferenceRow.OfChannel of ? DifferenceWords.size(of.channel()) : "");
    tree.column(
        "Ticks",
        60,
        row ->
            row instanceof DifferenceRow.OfChannel of
                ? Integer.toString(of.channel().differing())
                : "");
    tree.copying(row ->
        row.target()
            .map(d -> wording("DifferenceTable.at_tick", name(row), words.tick(d)))
            .orElse(""));
    tree.setOnMouseClicked(_ -> tree.chosen().flatMap(DifferenceRow::target).ifPresent(go));
    tree.setOnKeyReleased(event -> {
      if (event.getCode() == KeyCode.ENTER) {
        tree.chosen().flatMap(DifferenceRow::target).ifPresent(go);
      }
    });
  }

  private void first(String title, double width, Function<FirstDifference, String> text) {
    tree.column(title, width, row -> row.target().map(text).orElse(""));
  }

  private String name(DifferenceRow row) {
    return switch (row) {
      case DifferenceRow.OfChannel of -> of.channel().channel();
      case DifferenceRow.OfPart part -> {
        String agent = words.agent(part.difference());
        yield agent.isEmpty() ? "" : wording("DifferenceTable.agent", agent);
      }
    };
  }

  private static ChannelDifference channel(DifferenceRow row) {
    return switch (row) {
      case DifferenceRow.OfChannel of -> of.channel();
      case DifferenceRow.OfPart part -> part.channel();
    };
  }

  Node node() {
    return tree;
  }

  /// Whether there is no difference to list.
  boolean empty() {
    return tree.getRoot().getChildren().isEmpty();
  }

  /// Shows a report.
  void show(Optional<ComparisonReport> report, Unfolding unfolding) {
    TreeItem<DifferenceRow> root = new TreeItem<>();
    for (ChannelDifference channel : report.map(ComparisonReport::differing).orElse(List.of())) {
      TreeItem<DifferenceRow> item = new TreeItem<>(new DifferenceRow.OfChannel(channel));
      List<FirstDifference> parts =
          switch (unfolding) {
            case AGENTS -> channel.byAgent();
            case NUMBERS -> channel.byComponent();
          };
      if (parts.size() > 1) {
        for (FirstDifference part : parts) {
          item.getChildren().add(new TreeItem<>(new DifferenceRow.OfPart(channel, part)));
        }
      }
      root.getChildren().add(item);
    }
    tree.setRoot(root);
    tree.fitNames(
        root.getChildren().stream().map(item -> name(item.getValue())).toList(),
        List.of(),
        132,
        240);
  }

  /// A row of the table of first differences.
  private sealed interface DifferenceRow {
    /// Where a click leads; empty if nowhere.
    default Optional<FirstDifference> target() {
      return Optional.empty();
    }

    /// A channel.
    record OfChannel(ChannelDifference channel) implements DifferenceRow {
      @Override
      public Optional<FirstDifference> target() {
        return channel.first();
      }
    }

    /// One agent, or one number, of a channel.
    record OfPart(ChannelDifference channel, FirstDifference difference) implements DifferenceRow {
      @Override
      public Optional<FirstDifference> target() {
        return Optional.of(difference);
      }
    }
  }
}
