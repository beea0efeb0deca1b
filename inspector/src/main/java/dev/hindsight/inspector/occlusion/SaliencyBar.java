package dev.hindsight.inspector.occlusion;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.heatmap.DivergingColours;
import dev.hindsight.inspector.live.CanvasRegion;
import dev.hindsight.inspector.live.FxColours;
import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.SubjectWeights;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.layout.VBox;
import javafx.scene.text.Font;

/// The control for choosing by what the numbers of an observation are said to matter, with the
/// legend of its colours. The policy runs in the background, for the newest moment only. FX thread.
public final class SaliencyBar extends VBox {
  private static final double GAP = 4;

  private final PanelContext context;
  private final WordedChoiceBox<SaliencyMeasure> choice;
  private final WrappedLabel legend = WrappedLabel.muted("observation.saliency.legend");
  private final Scale scale;
  private final NewestJob<Request, Optional<Saliency>> job;
  private final Runnable changed;
  private Moment moment;
  private Optional<Wanted> asked = Optional.empty();
  private Cancellation outdated = new Cancellation();
  private Optional<Saliency> shown = Optional.empty();

  private record Wanted(SaliencyMeasure measure, int agent, int tick) {}

  /// @param outdated cancelled as soon as something else is wanted
  private record Request(Wanted wanted, Cancellation outdated) {}

  /// @param changed runs when there is something else to draw
  public SaliencyBar(PanelContext context, Runnable changed) {
    super(GAP);
    this.context = context;
    this.changed = changed;
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    scale = new Scale(context.palette());
    job = new NewestJob<>(context, wording("SaliencyBar.computing"), this::compute, this::arrived);
    choice =
        new WordedChoiceBox<>(
            "observation.saliency", wording("SaliencyBar.what_matters"), SaliencyMeasure::words);
    choice.offer(
        SaliencyMeasure.of(context.rollout().manifest()),
        SaliencyMeasure.NOTHING,
        _ -> show(moment));
    choice.setMinWidth(0);
    legend.managedProperty().bind(legend.visibleProperty());
    legend.visibleProperty().bind(legend.textProperty().isNotEmpty());
    getChildren().addAll(choice, scale, legend);
    scale.show(Optional.empty());
  }

  /// Ends without a result when something else is wanted.
  private Job<Optional<Saliency>> compute(Request request) {
    Rollout rollout = moment.rollout();
    Wanted wanted = request.wanted;
    return (progress, cancellation) -> {
      Progress checking =
          (done, total, unit) -> {
            cancellation.throwIfCancelled();
            progress.report(done, total, unit);
          };
      try {
        return Optional.of(
            Saliency.of(
                rollout, wanted.measure, wanted.agent, wanted.tick, checking, request.outdated));
      } catch (CancellationException stopped) {
        if (cancellation.isCancelled()) {
          throw stopped;
        }
        return Optional.empty();
      }
    };
  }

  /// Whether a measure is chosen.
  public boolean chosen() {
    return choice.chosen().map(SaliencyMeasure::kind).orElse(SaliencyMeasure.Kind.NOTHING)
        != SaliencyMeasure.Kind.NOTHING;
  }

  /// What to draw at the moment; empty while it is being computed, and where there is none.
  public Optional<Saliency> shown() {
    return shown.filter(one -> one.belongsTo(moment) && !one.isEmpty());
  }

  /// Follows the cursor.
  public void show(Moment next) {
    moment = next;
    Wanted wanted =
        new Wanted(choice.chosen().orElse(SaliencyMeasure.NOTHING), next.agent(), next.tick());
    if (!asked.equals(Optional.of(wanted))) {
      asked = Optional.of(wanted);
      shown = Optional.empty();
      outdated.cancel();
      outdated = new Cancellation();
      if (chosen() && next.agent() != Moment.NO_AGENT && next.tick() < next.rollout().ticks()) {
        job.request(new Request(wanted, outdated));
      }
      draw();
    }
  }

  private void arrived(Optional<Saliency> result) {
    result
        .filter(
            one -> asked.equals(Optional.of(new Wanted(one.measure(), one.agent(), one.tick()))))
        .ifPresent(one -> {
          shown = result;
          draw();
        });
  }

  private void draw() {
    boolean waits = chosen() && shown.isEmpty() && moment.agent() != Moment.NO_AGENT;
    legend.setText(
        waits ? wording("SaliencyBar.computing") : shown.map(Saliency::legend).orElse(""));
    scale.show(shown());
    changed.run();
  }

  /// Applies other colours.
  public void applyPalette(Palette palette) {
    scale.applyPalette(palette);
  }

  /// Stops computing, and takes the weights out of the scenes.
  public void close() {
    outdated.cancel();
    context.weigh(SubjectWeights.NONE);
  }

  /// The colours with the numbers at their ends.
  private static final class Scale extends CanvasRegion {
    private static final double HEIGHT = 15;
    private static final double LETTERS = 52;
    private static final double LONGEST = 160;

    private Palette palette;
    private DivergingColours colours;
    private Optional<Saliency> saliency = Optional.empty();

    @SuppressWarnings("this-escape") // Nothing calls back before it is part of a scene.
    Scale(Palette palette) {
      super("observation.saliency.scale", wording("SaliencyBar.the_scale_of_the_colours"));
      this.palette = palette;
      colours = new DivergingColours(palette);
      preferSize(HEIGHT, 2 * LETTERS + LONGEST, HEIGHT);
    }

    void show(Optional<Saliency> next) {
      saliency = next.filter(one -> one.scale() > 0);
      setVisible(saliency.isPresent());
      setManaged(saliency.isPresent());
      repaint();
    }

    void applyPalette(Palette other) {
      palette = other;
      colours = new DivergingColours(other);
      repaint();
    }

    @Override
    protected void paint(GraphicsContext g, double width, double height) {
      saliency.ifPresent(one -> {
        boolean signed = one.measure().kind() != SaliencyMeasure.Kind.OCCLUSION;
        double from = signed ? LETTERS : 12;
        double length = Math.max(20, Math.min(LONGEST, width - from - LETTERS));
        g.setFont(Font.font(11));
        g.setTextBaseline(VPos.TOP);
        g.setFill(FxColours.of(palette.rgb(Tone.TEXT_MUTED)));
        String end = NumberWords.significant(one.scale(), 3);
        g.fillText(signed ? "-" + end : "0", 0, 1, from - 4);
        g.fillText(signed ? "+" + end : end, from + length + 4, 1, LETTERS - 4);
        for (int x = 0; x < (int) length; x++) {
          double share = x / (length - 1);
          g.setFill(FxColours.of(colours.signed(signed ? 2 * share - 1 : share)));
          g.fillRect(from + x, 3, 1, height - 6);
        }
        g.setStroke(FxColours.of(palette.rgb(Tone.STATIC)));
        g.strokeRect(from - 0.5, 2.5, length + 1, height - 5);
      });
    }
  }
}
