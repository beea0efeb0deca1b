package dev.hindsight.inspector.mask;

import dev.hindsight.inspector.attention.AttentionLoader;
import dev.hindsight.inspector.attention.AttentionNotice;
import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.inspector.attention.AttentionState;
import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.StaleMark;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Span;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.VBox;

/// The cache at the cursor, and every stretch between two resets; Enter or a double click goes to
/// where one begins. FX thread.
public final class CachePanel implements Panel {
  private final PanelContext context;
  private final AttentionLoader follower;
  private final AttentionNotice notice;
  private final WrappedLabel wrappedLabel = WrappedLabel.of("cache.sentence");
  private final CacheStrip strip;
  private final CacheEdits edits;
  private final LiveTree<Integer> resets = new LiveTree<>("cache.resets", "Resets of the cache");
  private final VBox node;
  private Moment moment;
  private Optional<AttentionReading> listed = Optional.empty();

  /// Opens it on the recording of a context.
  public CachePanel(PanelContext context) {
    this.context = context;
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    notice =
        new AttentionNotice(
            "cache",
            "Select an agent to see what its memory holds, slot by slot.",
            context,
            () -> show(moment));
    edits = new CacheEdits(context);
    strip = new CacheStrip(context.palette(), edits::choose, edits::close);
    resets.column("Since", 210, row -> stretch(row).map(this::since).orElse(""));
    resets.column("Ticks", 60, row -> stretch(row).map(s -> "" + s.ticks()).orElse(""));
    resets.column("Cause", 170, this::cause);
    resets.setOnMouseClicked(this::clicked);
    resets.addEventHandler(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.ENTER) {
            seek();
            event.consume();
          }
        });
    follower =
        new AttentionLoader(context, this::changed)
            .marking(new StaleMark(wrappedLabel, strip, resets));
    node = new PanelBox(notice, wrappedLabel, strip, edits, resets).growing(resets);
    changed(follower.state());
  }

  private void clicked(MouseEvent event) {
    if (event.getClickCount() == 2) {
      seek();
    }
  }

  private void seek() {
    resets.chosen().flatMap(this::stretch).ifPresent(stretch -> context.seek(stretch.from()));
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public boolean empty() {
    return follower.state() instanceof AttentionState.Unavailable;
  }

  @Override
  public void show(Moment next) {
    moment = next;
    follower.follow(next);
    draw();
  }

  @Override
  public void applyPalette(Palette palette) {
    strip.applyPalette(palette);
  }

  private void changed(AttentionState state) {
    notice.show(state, List.of(wrappedLabel, strip, edits, resets));
    draw();
  }

  private void draw() {
    if (!(follower.state() instanceof AttentionState.Available(AttentionReading reading))
        || !reading.tells(moment.agent(), moment.tick())) {
      return;
    }
    boolean same =
        listed.map(AttentionReading::stretches).filter(reading.stretches()::equals).isPresent();
    listed = Optional.of(reading);
    if (!same) {
      LiveTree.rows(resets, reading.stretches().size());
    }
    resets.refreshCells();
    CacheState state =
        CacheState.at(reading.passage(), reading.stretches(), reading.horizon(), moment.tick());
    strip.show(
        MaskRow.acting(reading.passage(), reading.horizon(), moment.tick()), reading.trace());
    edits.show(moment, state.stretch().from());
    wrappedLabel.setText(words(state, reading.horizon()));
    strip.setAccessibleText(wrappedLabel.getText());
  }

  private String words(CacheState state, int horizon) {
    return ("This tick writes slot %d: %d of %d slots are filled, %d of them garbage (limbo)."
            + " Memory began at tick %d, cause: %s; earlier resets: %d.")
        .formatted(
            state.position(),
            state.written(),
            horizon,
            state.garbage(),
            state.stretch().from(),
            state.cause().words(),
            state.resets());
  }

  private Optional<Span> stretch(int row) {
    return listed
        .map(AttentionReading::stretches)
        .filter(all -> row < all.size())
        .map(all -> all.get(row));
  }

  private String since(Span stretch) {
    return TickWords.of(context.rollout().trials(), stretch.from())
        + (stretch.holds(moment.tick()) ? " ◀ here" : "");
  }

  private String cause(int row) {
    return stretch(row)
        .flatMap(stretch ->
            listed.map(r ->
                CacheState.at(r.passage(), r.stretches(), r.horizon(), stretch.from())
                    .cause()
                    .words()))
        .orElse("");
  }
}
