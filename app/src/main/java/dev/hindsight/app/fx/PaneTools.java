package dev.hindsight.app.fx;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Orientation;
import javafx.scene.layout.Region;

/// The controls of a pane: beside its tab if there is room, else in rows below it, because a scene
/// or a timeline needs the height more than its controls do. FX thread.
public final class PaneTools extends Region {
  private List<ToolRow> shown = List.of();
  private double tabsWidth;
  private double tabsHeight;

  /// The place of a row of controls.
  private record Place(ToolRow tools, int row, double x, double width) {}

  /// Shows some controls.
  ///
  /// @param rows from left to right
  public PaneTools(List<ToolRow> rows) {
    setPickOnBounds(false);
    show(rows);
  }

  /// Replaces the controls.
  public void show(List<ToolRow> rows) {
    shown = List.copyOf(rows);
    getChildren().setAll(rows.stream().map(ToolRow::node).toList());
  }

  /// Sets the space for the tabs.
  ///
  /// @param tabs their width, in pixels
  /// @param high their height, in pixels
  public void leave(double tabs, double high) {
    if (tabs != tabsWidth || high != tabsHeight) {
      tabsWidth = tabs;
      tabsHeight = high;
      requestLayout();
    }
  }

  /// Whether controls fit beside the tabs at a width.
  public boolean beside(double width) {
    List<Place> places = places(width);
    return !places.isEmpty() && places.getFirst().row() == 0;
  }

  /// The height of the row with the tabs, including the controls beside them.
  public double firstRow(double width) {
    return rowHeight(places(width), 0);
  }

  @Override
  public Orientation getContentBias() {
    return Orientation.HORIZONTAL;
  }

  /// The height of tabs and controls together.
  @Override
  protected double computePrefHeight(double width) {
    List<Place> places = places(width < 0 ? Double.MAX_VALUE : width);
    double height = 0;
    for (int row = 0; row < rows(places); row++) {
      height += rowHeight(places, row);
    }
    return height;
  }

  private static int rows(List<Place> places) {
    return places.isEmpty() ? 1 : places.getLast().row() + 1;
  }

  private double rowHeight(List<Place> places, int row) {
    double tools =
        places.stream()
            .filter(place -> place.row() == row)
            .mapToDouble(place -> place.tools().node().prefHeight(place.width()))
            .max()
            .orElse(0);
    return snapSizeY(row == 0 ? Math.max(tools, tabsHeight) : tools);
  }

  /// Fills row after row by least widths; the first tools of a row get their preferred width, the
  /// last one the rest.
  private List<Place> places(double width) {
    List<List<ToolRow>> rows = new ArrayList<>(List.of(new ArrayList<>()));
    double taken = tabsWidth;
    for (ToolRow tools : shown) {
      if (taken + tools.leastWidth() > width && taken > 0) {
        rows.add(new ArrayList<>());
        taken = 0;
      }
      rows.getLast().add(tools);
      taken += tools.leastWidth();
    }
    List<Place> places = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      double x = row == 0 ? tabsWidth : 0;
      double left = width - x - rows.get(row).stream().mapToDouble(ToolRow::leastWidth).sum();
      List<ToolRow> beside = rows.get(row);
      for (ToolRow tools : beside) {
        double least = tools.leastWidth();
        double wanted = Math.max(0, tools.node().prefWidth(-1) - least);
        boolean last = tools.equals(beside.getLast());
        double more = last ? Math.max(0, left) : Math.clamp(wanted, 0, Math.max(0, left));
        left -= more;
        double given = Math.min(least + more, width - x);
        places.add(new Place(tools, row, x, given));
        x += given;
      }
    }
    return places;
  }

  @Override
  protected double computeMinWidth(double height) {
    return 0;
  }

  @Override
  protected double computeMinHeight(double width) {
    return 0;
  }

  @Override
  protected void layoutChildren() {
    List<Place> places = places(getWidth());
    double y = 0;
    for (int row = 0; row < rows(places); row++) {
      double high = rowHeight(places, row);
      for (Place place : places) {
        if (place.row() == row) {
          place.tools().fit(place.width());
          place.tools().node().resizeRelocate(snapPositionX(place.x()), y, place.width(), high);
        }
      }
      y += high;
    }
  }
}
