package dev.hindsight.inspector.lookback;

import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.live.Pixels;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.Subject;
import dev.hindsight.trainer.task.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javafx.scene.control.Button;
import javafx.scene.control.ContentDisplay;
import javafx.scene.image.ImageView;
import javafx.scene.layout.FlowPane;

/// The moments looked at most as small pictures; pressing one goes there. FX thread, pictures are
/// drawn beside it.
final class LookBackMoments extends FlowPane {
  static final int COUNT = 4;

  private final PanelContext context;
  private final List<Button> buttons = new ArrayList<>();
  private final NewestJob<Wish, Drawn> job;
  private Palette palette;
  private Thumbnails thumbnails;
  private List<LookBack.Look> looks = List.of();

  private record Wish(List<LookBack.Look> looks, int agent, Palette palette) {}

  private record Drawn(Wish wish, List<int[]> pictures, Thumbnails by) {}

  LookBackMoments(PanelContext context) {
    super(6, 6);
    this.context = context;
    this.palette = context.palette();
    this.thumbnails = new Thumbnails(context.rollout(), palette);
    this.job = new NewestJob<>(context, "Pictures of moments", this::draw, this::drawn);
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
        over && place < looks.size() ? Set.of(Subject.moment(looks.get(place).tick())) : Set.of());
  }

  /// Shows other moments; their words at once, their pictures when they are drawn.
  void show(List<LookBack.Look> next, int agent) {
    looks = next;
    TrialIndex trials = context.rollout().trials();
    for (int place = 0; place < COUNT; place++) {
      Button button = buttons.get(place);
      boolean there = place < looks.size();
      button.setVisible(there);
      button.setManaged(there);
      if (there) {
        LookBack.Look look = looks.get(place);
        String words =
            String.format(
                Locale.ROOT,
                "%s · %s",
                TickWords.trial(trials, look.tick()),
                NumberWords.percent(look.weight()));
        button.setText(words);
        button.setAccessibleText("Go to tick " + look.tick() + ", " + words);
      }
    }
    job.wish(new Wish(looks, agent, palette));
  }

  void dress(Palette next) {
    palette = next;
  }

  private Job<Drawn> draw(Wish wish) {
    Thumbnails known = thumbnails;
    return (_, cancellation) -> {
      Thumbnails by = known.fits(wish.palette) ? known : known.dressed(wish.palette);
      List<int[]> pictures = new ArrayList<>();
      for (LookBack.Look look : wish.looks) {
        cancellation.throwIfCancelled();
        pictures.add(by.argb(look.tick(), wish.agent));
      }
      return new Drawn(wish, pictures, by);
    };
  }

  private void drawn(Drawn next) {
    thumbnails = next.by;
    for (int place = 0; place < Math.min(COUNT, next.pictures.size()); place++) {
      if (buttons.get(place).getGraphic() instanceof ImageView picture) {
        picture.setImage(
            Pixels.image(Thumbnails.WIDTH, Thumbnails.HEIGHT, next.pictures.get(place)));
      }
    }
  }
}
