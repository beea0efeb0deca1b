package dev.hindsight.app.dock;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A part of a layout: stacked tabs, or parts side by side.
///
/// Every arrangement has exactly one such tree: tabs are never empty, a split has at least two
/// parts, none of which is a split in the same direction, and shares add up to 1. Only [Split#of]
/// normalises parts into a split.
public sealed interface LayoutNode {
  /// The panes from left to right, top to bottom, front and back.
  Stream<PaneId> panes();

  /// Panes stacked as tabs.
  ///
  /// @param order order of the tabs, each once
  /// @param shown the tab in front
  record Tabs(List<PaneId> order, PaneId shown) implements LayoutNode {
    /// Copies the list.
    public Tabs {
      order = List.copyOf(order);
      if (!order.contains(shown) || order.stream().distinct().count() != order.size()) {
        throw new IllegalArgumentException("tabs " + order + " do not show " + shown);
      }
    }

    /// Tabs with a single pane.
    public static Tabs of(PaneId pane) {
      return new Tabs(List.of(pane), pane);
    }

    @Override
    public Stream<PaneId> panes() {
      return order.stream();
    }
  }

  /// The direction of a split.
  enum Flow {
    /// From left to right.
    COLUMNS,
    /// From top to bottom.
    ROWS
  }

  /// One part of a split.
  ///
  /// @param share of the split's length, above 0
  record SplitPart(LayoutNode node, double share) {
    /// Rejects shares too small to see.
    public SplitPart {
      if (!(share > 0) || !Double.isFinite(share)) {
        throw new IllegalArgumentException("a share of " + share);
      }
    }
  }

  /// Parts side by side.
  ///
  /// @param parts at least two, whose shares add up to 1
  record Split(Flow flow, List<SplitPart> parts) implements LayoutNode {
    private static final double TOLERANCE = 1e-9;

    /// Copies the list.
    public Split {
      parts = List.copyOf(parts);
      double sum = parts.stream().mapToDouble(SplitPart::share).sum();
      Flow own = flow;
      boolean nested =
          parts.stream().anyMatch(part -> part.node() instanceof Split inner && inner.flow == own);
      if (parts.size() < 2 || nested || Math.abs(sum - 1) > TOLERANCE) {
        throw new IllegalArgumentException("not a split: " + parts);
      }
    }

    /// The normalised node for parts in a direction; empty if there are no parts.
    public static Optional<LayoutNode> of(Flow flow, List<SplitPart> parts) {
      List<SplitPart> flat = new ArrayList<>();
      double total = parts.stream().mapToDouble(SplitPart::share).sum();
      // Shares that already add up to 1 stay as they are, to the last bit.
      double sum = Math.abs(total - 1) < TOLERANCE ? 1 : total;
      for (SplitPart splitPart : parts) {
        double share = splitPart.share() / sum;
        if (splitPart.node() instanceof Split inner && inner.flow == flow) {
          inner.parts.forEach(each -> flat.add(new SplitPart(each.node(), each.share() * share)));
        } else {
          flat.add(new SplitPart(splitPart.node(), share));
        }
      }
      return flat.size() < 2
          ? flat.stream().findFirst().map(SplitPart::node)
          : Optional.of(new Split(flow, flat));
    }

    @Override
    public Stream<PaneId> panes() {
      return parts.stream().flatMap(splitPart -> splitPart.node().panes());
    }
  }
}
