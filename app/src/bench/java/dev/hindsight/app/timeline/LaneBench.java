package dev.hindsight.app.timeline;

import dev.hindsight.app.settings.Theme;
import dev.hindsight.inspector.series.MinMaxPyramid;
import dev.hindsight.trainer.outcome.EventLog;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import javafx.scene.Group;
import javafx.scene.Scene;
import javafx.scene.canvas.Canvas;
import javafx.scene.image.WritableImage;

/// Measures how long it takes to draw and paint a lane with a curve, at every zoom from the whole
/// curve to single ticks. On the FX thread.
///
/// @param ticks points of the curve
/// @param width of the timeline, in pixels
/// @param height of the lane, in pixels
/// @param repeats number of repetitions
public record LaneBench(int ticks, int width, int height, int repeats) {
  private static final int WARM_UP = 60;

  /// The time of each repetition in milliseconds: from the numbers to the painted picture,
  /// including ruler and name.
  public List<Double> run() {
    Random random = new Random(1);
    MinMaxPyramid series = MinMaxPyramid.of(_ -> random.nextGaussian(), ticks, new Cancellation());
    LaneData column = new LaneData.Ready(LaneSeries.Style.CURVE, series, "1", Integer::toString);
    LaneState.Lane lane = new LaneState.Lane(new LaneSource.ChannelComponent("noise", 0), height);
    Canvas canvas = new Canvas(width, LaneLayout.wanted(List.of(lane)));
    Scene scene = new Scene(new Group(canvas), canvas.getWidth(), canvas.getHeight());
    WritableImage image = new WritableImage(width, (int) canvas.getHeight());
    LanePainter painter = new LanePainter();
    TimeAxis axis = new TimeAxis(ticks, 0.1, new TrialIndex(new int[] {0}, new int[] {0}, ticks));
    List<Double> millis = new ArrayList<>();
    for (int i = -WARM_UP; i < repeats; i++) {
      double span = Math.pow(ticks, random.nextDouble());
      TimeWindow window =
          i % 3 == 0
              ? TimeWindow.all(ticks)
              : new TimeWindow(ticks, random.nextDouble() * ticks, span);
      LaneContents sheet =
          new LaneContents(
              axis,
              new LaneState(List.of(lane), 0, window),
              new LaneLayout(List.of(lane), width, canvas.getHeight(), 0),
              Moment.NO_AGENT,
              AgentNames.NONE,
              EventLog.EMPTY,
              LaneHints.NONE,
              Optional.empty(),
              Optional.empty(),
              List.of(),
              List.of(),
              List.of(),
              _ -> column);
      long begin = System.nanoTime();
      painter.paint(canvas.getGraphicsContext2D(), sheet, Theme.DARK, 1);
      var _ = scene.snapshot(image);
      if (i >= 0) {
        millis.add((System.nanoTime() - begin) / 1e6);
      }
    }
    return millis;
  }
}
