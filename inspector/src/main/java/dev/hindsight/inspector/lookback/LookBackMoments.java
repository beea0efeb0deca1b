package dev.hindsight.inspector.lookback;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.live.FxImages;
import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.render.raster.SceneRaster;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.Bounds;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.task.Job;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javafx.scene.control.Button;
import javafx.scene.control.ContentDisplay;
import javafx.scene.image.ImageView;
import javafx.scene.layout.FlowPane;

/// Shows the moments with the most weight as small pictures; pressing one goes there. FX thread;
/// pictures are drawn in the background.
final class LookBackMoments extends FlowPane {
  static final int COUNT = 4;

  private final PanelContext context;
  private final List<Button> buttons = new ArrayList<>();
  private final NewestJob<Request, Drawn> job;
  private Palette palette;
  private Thumbnails thumbnails;
  private List<LookBack.WeightedTick> looks = List.of();

  private record Request(List<LookBack.WeightedTick> looks, int agent, Palette palette) {}

  private record Drawn(Request request, List<int[]> pictures, Thumbnails by) {}

  LookBackMoments(PanelContext context) {
    super(6, 6);
    this.context = context;
    this.palette = context.palette();
    this.thumbnails = new Thumbnails(context.rollout(), palette);
    this.job =
        new NewestJob<>(
            context, wording("LookBackMoments.pictures_of_moments"), this::draw, this::drawn);
    for (int place = 0; place < COUNT; place++) {
      buttons.add(button(place));
    }
    getChildren().addAll(buttons);
  }

  private Button button(int place) {
    ImageView picture = new ImageView();
    picture.setFitWidth(Thumbnails.WIDTH);
    picture.setFitHeight(Thumbnails.HEIGHT);
    Button button = new Button("", picture);
    button.setId("look-back.moment." + place);
    button.setContentDisplay(ContentDisplay.TOP);
    button.setOnAction(_ -> {
      if (place < looks.size()) {
        context.seek(looks.get(place).tick());
      }
    });
    button.hoverProperty().addListener((_, _, over) -> point(place, over));
    button.focusedProperty().addListener((_, _, over) -> point(place, over));
    return button;
  }

  private void point(int place, Boolean over) {
    context.point(
        over && place < looks.size()
            ? Set.of(MarkSubject.moment(looks.get(place).tick()))
            : Set.of());
  }

  /// Shows other moments: their texts at once, their pictures when they are drawn.
  void show(List<LookBack.WeightedTick> next, int agent) {
    looks = next;
    TrialIndex trials = context.rollout().trials();
    for (int place = 0; place < COUNT; place++) {
      Button button = buttons.get(place);
      boolean there = place < looks.size();
      button.setVisible(there);
      button.setManaged(there);
      if (there) {
        LookBack.WeightedTick weightedTick = looks.get(place);
        String words =
            String.format(
                Locale.ROOT,
                "%s · %s",
                TickWords.trial(trials, weightedTick.tick()),
                NumberWords.percent(weightedTick.weight()));
        button.setText(words);
        button.setAccessibleText(wording("LookBackMoments.go_to_tick", weightedTick.tick(), words));
      }
    }
    job.request(new Request(looks, agent, palette));
  }

  void applyPalette(Palette next) {
    palette = next;
  }

  private Job<Drawn> draw(Request request) {
    Thumbnails known = thumbnails;
    return (_, cancellation) -> {
      Thumbnails by = known.fits(request.palette) ? known : known.withPalette(request.palette);
      List<int[]> pictures = new ArrayList<>();
      for (LookBack.WeightedTick weightedTick : request.looks) {
        cancellation.throwIfCancelled();
        pictures.add(by.argb(weightedTick.tick(), request.agent));
      }
      return new Drawn(request, pictures, by);
    };
  }

  private void drawn(Drawn next) {
    thumbnails = next.by;
    for (int place = 0; place < Math.min(COUNT, next.pictures.size()); place++) {
      if (buttons.get(place).getGraphic() instanceof ImageView picture) {
        picture.setImage(
            FxImages.image(Thumbnails.WIDTH, Thumbnails.HEIGHT, next.pictures.get(place)));
      }
    }
  }

  /// Small pictures of moments, drawn off the FX thread. One owner thread at a time.
  private static final class Thumbnails {
    static final int WIDTH = 112;
    static final int HEIGHT = 84;

    /// A picture of a wider world, in metres, shows only the surroundings of the agent.
    private static final double SMALL = 60;

    private final Rollout rollout;
    private final Palette palette;
    private final Sketch sketch;
    private final SceneRaster raster;
    private Optional<Boolean> large = Optional.empty();

    /// Makes an empty cache.
    Thumbnails(Rollout rollout, Palette palette) {
      this.rollout = rollout;
      this.palette = palette;
      this.sketch = BuiltInEnvironments.sketchOf(rollout);
      this.raster = new SceneRaster(sketch, palette);
    }

    /// Whether its pictures have the colours of a theme.
    boolean fits(Palette wanted) {
      return palette.equals(wanted);
    }

    /// The same pictures in other colours.
    Thumbnails withPalette(Palette other) {
      return new Thumbnails(rollout, other);
    }

    private boolean large() {
      if (large.isEmpty()) {
        Bounds bounds = sketch.backdrop(rollout).bounds();
        large = Optional.of(Math.max(bounds.width(), bounds.height()) > SMALL);
      }
      return large.orElseThrow();
    }

    /// The picture of an agent's moment, `[HEIGHT * WIDTH]`, `0xAARRGGBB`.
    int[] argb(int tick, int agent) {
      Camera camera =
          large() ? new Camera.Follow(agent, SMALL, Camera.Up.NORTH) : new Camera.WholeMap();
      BufferedImage image =
          raster.image(
              new Moment(rollout, tick, agent),
              EnumSet.of(Overlay.GOALS, Overlay.TRAILS),
              camera,
              WIDTH,
              HEIGHT);
      return image.getRGB(0, 0, WIDTH, HEIGHT, new int[WIDTH * HEIGHT], 0, WIDTH);
    }
  }
}
