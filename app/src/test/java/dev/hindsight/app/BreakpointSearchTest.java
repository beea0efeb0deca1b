package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.hindsight.app.breakpoints.BreakpointCommand;
import dev.hindsight.app.breakpoints.BreakpointSearch;
import dev.hindsight.app.breakpoints.BreakpointState;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.app.timeline.TimeAxis;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.timeline.TimelineModel;
import dev.hindsight.inspector.bookmark.BookmarkMark;
import dev.hindsight.inspector.breakpoint.Breakpoint;
import dev.hindsight.inspector.breakpoint.ConditionResult;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.RolloutWriter;
import dev.hindsight.trainer.task.Tasks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BreakpointSearchTest {
  private static final Breakpoint FIRST =
      Breakpoint.of("", "channel_collision[a] == 1", BookmarkMark.RED);
  private static final Breakpoint SECOND =
      Breakpoint.of("", "channel_collision[a] == 0", BookmarkMark.RED);

  @TempDir private Path folder;
  private final BlockingQueue<Runnable> owner = new LinkedBlockingQueue<>();
  private final Store<BreakpointState, BreakpointCommand> book =
      new Store<>(BreakpointState.EMPTY, BreakpointState::apply);

  @Test
  void aBreakpointSwitchedOffWhileAGrownRecordingIsSearchedIsSearchedOnceItIsOnAgain()
      throws InterruptedException, IOException {
    try (Tasks tasks = new Tasks(1);
        RolloutWriter writer = SyntheticRecording.begin(folder.resolve("x.rollout"), 2)) {
      BackgroundTasks background =
          new BackgroundTasks(
              tasks,
              owner::add,
              _ -> {
                throw new AssertionError();
              });
      SyntheticRecording.add(writer, 2, 48);
      Rollout live = writer.live();
      TimelineModel time = TimelineModel.of(live, Optional.empty(), () -> -1, _ -> {});
      book.send(new BreakpointCommand.Add(FIRST));
      book.send(new BreakpointCommand.Add(SECOND));
      BreakpointSearch search = new BreakpointSearch(time, book, background);
      drain(background);
      assertEquals(48, searched(search, FIRST));

      SyntheticRecording.add(writer, 2, 480);
      time.timeline().send(new TimelineCommand.Extend(TimeAxis.of(live)));
      off(FIRST);
      book.send(new BreakpointCommand.Update(FIRST.with(Breakpoint.Use.OFF), FIRST));
      drain(background);
      assertEquals(live.ticks(), searched(search, FIRST));
      assertEquals(live.ticks(), searched(search, SECOND));

      // The recording ends while only one of them is searched, which then is switched off.
      off(FIRST);
      SyntheticRecording.add(writer, 2, 48);
      time.timeline().send(new TimelineCommand.Extend(TimeAxis.of(live)));
      SyntheticRecording.add(writer, 2, 48);
      time.timeline().send(new TimelineCommand.Extend(TimeAxis.of(live)));
      off(SECOND);
      book.send(new BreakpointCommand.Update(FIRST.with(Breakpoint.Use.OFF), FIRST));
      drain(background);
      assertEquals(live.ticks(), searched(search, FIRST));
    }
  }

  private void off(Breakpoint breakpoint) {
    book.send(new BreakpointCommand.Update(breakpoint, breakpoint.with(Breakpoint.Use.OFF)));
  }

  private void drain(BackgroundTasks background) throws InterruptedException {
    while (!background.idle()) {
      Optional.ofNullable(owner.poll(100, TimeUnit.MILLISECONDS)).ifPresent(Runnable::run);
    }
  }

  private static int searched(BreakpointSearch search, Breakpoint breakpoint) {
    return assertInstanceOf(ConditionResult.Completed.class, search.found(breakpoint))
        .hits()
        .ticks();
  }
}
