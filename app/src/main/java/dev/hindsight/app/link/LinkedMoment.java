package dev.hindsight.app.link;

import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.LayoutPreset;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TickAddress;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;

/// The moment of a link in the window. FX thread.
public final class LinkedMoment {
  private LinkedMoment() {}

  /// A link to what a tab shows.
  public static MomentLink of(WindowContext window, Document document) {
    Moment moment = document.moment();
    Rollout rollout = document.rollout();
    Optional<LayoutPreset> layout =
        Arrays.stream(LayoutPreset.values())
            .filter(preset ->
                PaneKinds.fitting(preset.layout(window.room().get()), rollout.manifest())
                    .equals(document.layout().state()))
            .findFirst();
    return new MomentLink(
        rollout.file().toAbsolutePath(),
        rollout.ticks() == 0
            ? Optional.empty()
            : Optional.of(TickAddress.inRecording(rollout.trials(), moment.tick())),
        moment.agent() == Moment.NO_AGENT ? OptionalInt.empty() : OptionalInt.of(moment.agent()),
        layout);
  }

  /// Opens the recording of a link at its moment; shows failures to the user.
  public static void open(WindowContext window, MomentLink link) {
    window.open(link.file(), document -> show(window, document, link));
  }

  private static void show(WindowContext window, Document document, MomentLink link) {
    try {
      OptionalInt tick = link.tick(document.rollout());
      link.layout()
          .ifPresent(preset ->
              document
                  .layout()
                  .send(
                      new LayoutCommand.Arrange(
                          PaneKinds.fitting(
                                  preset.layout(window.room().get()), document.rollout().manifest())
                              .root())));
      tick.ifPresent(at -> document.timeline().send(new TimelineCommand.Seek(at)));
      link.agent().ifPresent(agent -> document.view().send(new ViewCommand.Select(agent)));
    } catch (Problem wrong) {
      window.raiseNotice(Notice.of(wrong));
    }
  }
}
