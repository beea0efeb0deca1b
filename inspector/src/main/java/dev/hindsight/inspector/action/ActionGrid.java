package dev.hindsight.inspector.action;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.CanvasRegion;
import dev.hindsight.inspector.live.FxColours;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.action.ActionSpace.Factor;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Tone;
import java.util.Optional;
import java.util.function.IntConsumer;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.MouseEvent;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;

/// Shows the probabilities of joint actions of two factors as a grid. The first factor grows
/// upwards and the second to the right, or to the left where its words say so, as for steering. A
/// frame marks the chosen action. FX thread.
///
/// Illegal actions are crossed out, so that they do not look like legal ones of probability 0.
///
/// A cell's brightness is the square root of its probability over the largest one, so that unlikely
/// but possible actions stay visible.
final class ActionGrid extends CanvasRegion {
  private static final double LEFT = 52;
  private static final double BOTTOM = 30;
  private static final double TOP = 4;

  private final Factor upwards;
  private final Factor across;
  private final boolean toTheLeft;
  private Palette palette;
  private double[] probability = new double[0];
  private boolean[] legal = new boolean[0];
  private int chosen = -1;

  private ActionGrid(
      Factor upwards, Factor across, Palette palette, IntConsumer onPoint, IntConsumer onPick) {
    super(
        "action.grid",
        wording("ActionGrid.probability_of_every_joint_action", upwards.name(), across.name()));
    this.upwards = upwards;
    this.across = across;
    this.toTheLeft = across.leftward() > 0;
    this.palette = palette;
    preferSize(90, 320, 150);
    addEventHandler(MouseEvent.MOUSE_MOVED, e -> onPoint.accept(at(x(e), y(e))));
    addEventHandler(MouseEvent.MOUSE_EXITED, _ -> onPoint.accept(-1));
    addEventHandler(
        MouseEvent.MOUSE_CLICKED,
        e -> {
          int action = at(x(e), y(e));
          if (e.getClickCount() == 2 && action >= 0) {
            onPick.accept(action);
          }
        });
  }

  /// A grid for a recording whose actions have exactly two factors.
  ///
  /// @param onPoint gets the joint action under the mouse, -1 for none
  /// @param onPick gets the joint action that the user double-clicks
  static Optional<ActionGrid> of(
      Rollout rollout, Palette palette, IntConsumer onPoint, IntConsumer onPick) {
    return ActionManifest.joint(rollout.manifest())
        .filter(space -> space.factors().size() == 2)
        .map(space ->
            new ActionGrid(
                space.factors().getFirst(), space.factors().getLast(), palette, onPoint, onPick));
  }

  /// Shows a policy's output; shows nothing if its length differs from the grid's.
  void show(ActionProbabilities actionProbabilities) {
    boolean fits = actionProbabilities.probability().length == rows() * columns();
    probability = fits ? actionProbabilities.probability() : new double[0];
    legal = fits ? actionProbabilities.legal() : new boolean[0];
    chosen = fits ? actionProbabilities.chosen() : -1;
    repaint();
  }

  void applyPalette(Palette other) {
    palette = other;
    repaint();
  }

  private int rows() {
    return upwards.levels().size();
  }

  private int columns() {
    return across.levels().size();
  }

  /// Maps a level of the first factor to its row, and a row to its level.
  private int row(int level) {
    return rows() - 1 - level;
  }

  /// Maps a level of the second factor to its column, and a column to its level.
  private int column(int level) {
    return toTheLeft ? columns() - 1 - level : level;
  }

  private int at(double x, double y) {
    double column = Math.floor((x - LEFT) / cellWidth());
    double row = Math.floor((y - TOP) / cellHeight());
    boolean inside = column >= 0 && column < columns() && row >= 0 && row < rows();
    return inside && probability.length > 0
        ? row((int) row) * columns() + column((int) column)
        : -1;
  }

  private double cellWidth() {
    return (width() - LEFT - 2) / columns();
  }

  private double cellHeight() {
    return (height() - TOP - BOTTOM) / rows();
  }

  @Override
  protected void paint(GraphicsContext g, double width, double height) {
    if (width < LEFT + 40 || height < 60) {
      return;
    }
    double most = 1e-12;
    for (double p : probability) {
      most = p > most ? p : most;
    }
    Color ground = FxColours.of(palette.background());
    Color full = FxColours.of(palette.rgb(Tone.AGENT));
    for (int row = 0; row < rows(); row++) {
      for (int column = 0; column < columns(); column++) {
        int action = row(row) * columns() + column(column);
        double p = action < probability.length ? probability[action] : 0;
        g.setFill(Double.isNaN(p) ? ground : ground.interpolate(full, Math.sqrt(p / most)));
        g.fillRect(
            LEFT + column * cellWidth() + 0.5,
            TOP + row * cellHeight() + 0.5,
            cellWidth() - 1,
            cellHeight() - 1);
        if (action < legal.length && !legal[action]) {
          cross(g, LEFT + column * cellWidth(), TOP + row * cellHeight());
        }
      }
    }
    frame(g);
    axes(g);
  }

  /// Crosses out the cell with this corner.
  private void cross(GraphicsContext g, double x, double y) {
    double inset = Math.min(4, Math.min(cellWidth(), cellHeight()) / 4);
    double right = x + cellWidth() - inset;
    double bottom = y + cellHeight() - inset;
    g.setStroke(FxColours.of(palette.rgb(Tone.TEXT_MUTED)));
    g.setLineWidth(1);
    g.strokeLine(x + inset, y + inset, right, bottom);
    g.strokeLine(x + inset, bottom, right, y + inset);
  }

  private void frame(GraphicsContext g) {
    if (chosen >= 0 && chosen < rows() * columns()) {
      double x = LEFT + column(chosen % columns()) * cellWidth();
      double y = TOP + row(chosen / columns()) * cellHeight();
      g.setStroke(FxColours.of(palette.rgb(Tone.SELECTED)));
      g.setLineWidth(2);
      g.strokeRect(x + 1, y + 1, cellWidth() - 2, cellHeight() - 2);
    }
  }

  private void axes(GraphicsContext g) {
    g.setFill(FxColours.of(palette.rgb(Tone.TEXT_MUTED)));
    g.setFont(Font.font(10));
    g.setTextAlign(TextAlignment.RIGHT);
    g.setTextBaseline(VPos.CENTER);
    int everyRow = Math.max(1, (int) Math.ceil(11 / cellHeight()));
    for (int row = 0; row < rows(); row += everyRow) {
      g.fillText(level(upwards, row(row)), LEFT - 4, TOP + (row + 0.5) * cellHeight());
    }
    g.setTextAlign(TextAlignment.CENTER);
    g.setTextBaseline(VPos.TOP);
    double bottom = TOP + rows() * cellHeight() + 2;
    int everyColumn = Math.max(1, (int) Math.ceil(38 / cellWidth()));
    for (int column = 0; column < columns(); column += everyColumn) {
      g.fillText(level(across, column(column)), LEFT + (column + 0.5) * cellWidth(), bottom);
    }
    g.setTextAlign(TextAlignment.LEFT);
    String sideways = toTheLeft ? "   ← " : "   → ";
    g.fillText("↑ " + named(upwards) + sideways + named(across), 2, bottom + 13);
  }

  private static String named(Factor factor) {
    return factor.unit().isEmpty() || factor.unit().equals("1")
        ? factor.name()
        : factor.name() + " [" + factor.unit() + "]";
  }

  private static String level(Factor factor, int index) {
    return NumberWords.significant(factor.levels().get(index), 3);
  }
}
