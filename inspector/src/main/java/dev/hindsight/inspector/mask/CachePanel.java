package dev.hindsight.inspector.mask;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.attention.AttentionLoader;
import dev.hindsight.inspector.attention.AttentionNotice;
import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.inspector.attention.AttentionState;
import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.StaleMark;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.policy.MemoryErasure;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Span;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;

/// Shows the cache at the cursor, and every stretch between two resets; Enter or a double click
/// goes to the beginning of a stretch. FX thread.
public final class CachePanel implements Panel {
  private final PanelContext context;
  private final AttentionLoader follower;
  private final AttentionNotice notice;
  private final WrappedLabel wrappedLabel = WrappedLabel.of("cache.sentence");
  private final CacheStrip strip;
  private final CacheEdits edits;
  private final LiveTree<Integer> resets =
      new LiveTree<>("cache.resets", wording("CachePanel.resets_of_the_cache"));
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
            wording("CachePanel.select_an_agent_to_see_what"),
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
    return wording(
        "CachePanel.this_tick_writes_slot_of_slots",
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

  /// Removes a slot from the cache before the policy reads it at the cursor's tick: adds this to
  /// the edits of the next branch. FX thread.
  private static final class CacheEdits extends FlowPane {
    private final PanelContext context;
    private final Label slot = new Label();
    private final Button close = new Button(wording("CachePanel.close_slot"));
    private final Button zero = new Button(wording("CachePanel.zero_slot"));
    private final Button wipe = new Button(wording("CachePanel.wipe_cache"));
    private final WordedChoiceBox<Whose> whose =
        new WordedChoiceBox<>(
            "cache.whose", wording("CachePanel.whose_cache_to_change"), Whose::words);
    private Moment moment;
    private int began;
    private OptionalInt chosen = OptionalInt.empty();

    private enum Whose {
      AGENT(wording("CachePanel.of_this_agent")),
      ALL(wording("CachePanel.of_all_agents"));

      private final String words;

      Whose(String words) {
        this.words = words;
      }

      private String words() {
        return words;
      }
    }

    CacheEdits(PanelContext context) {
      super(6, 4);
      this.context = context;
      moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
      button(close, "cache.close", wording("CachePanel.no_query_may_attend_to_it"));
      button(zero, "cache.zero", wording("CachePanel.queries_may_attend_to_it_but"));
      button(wipe, "cache.wipe", wording("CachePanel.the_agent_forgets_everything_as"));
      close.setOnAction(_ -> erase(MemoryErasure.CLOSE));
      zero.setOnAction(_ -> erase(MemoryErasure.ZERO));
      wipe.setOnAction(_ -> context.propose(new Edit.Wipe(moment.tick(), agent())));
      whose.keep(List.of(Whose.values()), () -> {});
      slot.setId("cache.slot");
      slot.setMinHeight(USE_PREF_SIZE);
      getChildren().addAll(close, zero, wipe, whose, slot);
    }

    private static void button(Button button, String id, String does) {
      button.setId(id);
      button.setTooltip(new Tooltip(wording("CachePanel.added_to_the_list_of_changes", does)));
      button.setMinWidth(USE_PREF_SIZE);
    }

    /// Shows the cache at another moment.
    ///
    /// @param first the tick in slot 0
    void show(Moment next, int first) {
      moment = next;
      began = first;
      refresh();
    }

    /// Chooses a slot, or none.
    void choose(OptionalInt next) {
      chosen = next;
      refresh();
    }

    /// Closes the chosen slot, if possible.
    void close() {
      if (!close.isDisabled()) {
        erase(MemoryErasure.CLOSE);
      }
    }

    private void refresh() {
      boolean there = moment.agent() != Moment.NO_AGENT;
      boolean before = chosen.isPresent() && began + chosen.getAsInt() < moment.tick();
      close.setDisable(!there || !before);
      zero.setDisable(close.isDisabled());
      wipe.setDisable(!there);
      slot.setText(
          chosen.isEmpty()
              ? wording("CachePanel.choose_a_slot_click_it_or")
              : wording(
                  "CachePanel.slot",
                  chosen.getAsInt(),
                  before
                      ? ": " + TickWords.of(context.rollout().trials(), began + chosen.getAsInt())
                      : wording("CachePanel.empty_before_this_tick")));
    }

    private void erase(MemoryErasure how) {
      chosen.ifPresent(
          number -> context.propose(new Edit.Slot(moment.tick(), agent(), began + number, how)));
    }

    private int agent() {
      return whose.chosen().orElse(Whose.AGENT) == Whose.ALL ? Edit.ALL : moment.agent();
    }
  }

  /// The cache of an agent at a tick.
  ///
  /// @param position ticks since the stretch began, from 0: the slot written now
  /// @param written the number of written slots, including the current one
  /// @param garbage how many of these hold limbo
  /// @param stretch the ticks from the last reset to the next
  /// @param resets how often the memory was reset before
  /// @param cause the cause of the last reset
  private record CacheState(
      int position, int written, int garbage, Span stretch, int resets, Cause cause) {
    /// The cause of a reset.
    enum Cause {
      /// The recording begins.
      BEGINNING(wording("CachePanel.the_recording_begins")),
      /// The previous episode ended, for good or at its time limit.
      EPISODE_END(wording("CachePanel.the_end_of_an_episode")),
      /// All slots were written.
      FULL(wording("CachePanel.all_slots_were_full")),
      /// Something else reset it.
      OTHER(wording("CachePanel.neither_a_terminal_nor_a_full"));

      private final String words;

      Cause(String words) {
        this.words = words;
      }

      /// A description for users.
      String words() {
        return words;
      }
    }

    /// What the cache holds after the policy has acted at a tick.
    ///
    /// @param stretches from the policy's memory
    /// @param horizon S
    static CacheState at(EpisodeFlags episodeFlags, List<Span> stretches, int horizon, int tick) {
      int at = 0;
      while (at + 1 < stretches.size() && stretches.get(at + 1).from() <= tick) {
        at++;
      }
      Span stretch = stretches.get(at);
      int garbage = 0;
      for (int t = stretch.from(); t <= tick; t++) {
        garbage += episodeFlags.live(t) ? 0 : 1;
      }
      int position = tick - stretch.from();
      return new CacheState(
          position,
          position + 1,
          garbage,
          stretch,
          at,
          cause(episodeFlags, stretches, at, horizon));
    }

    private static Cause cause(
        EpisodeFlags episodeFlags, List<Span> stretches, int at, int horizon) {
      int from = stretches.get(at).from();
      if (from == 0) {
        return Cause.BEGINNING;
      }
      if (episodeFlags.ended()[from - 1] != 0) {
        return Cause.EPISODE_END;
      }
      return stretches.get(at - 1).ticks() == horizon ? Cause.FULL : Cause.OTHER;
    }
  }
}
