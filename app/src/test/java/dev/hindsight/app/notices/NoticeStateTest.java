package dev.hindsight.app.notices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NoticeStateTest {
  private static Notice trouble(int number) {
    return new Notice.Trouble("it broke", "file " + number, "mend it");
  }

  private static NoticeState raised(int... numbers) {
    NoticeState state = NoticeState.EMPTY;
    for (int number : numbers) {
      state = state.apply(new NoticeCommand.Raise(trouble(number)));
    }
    return state;
  }

  @Test
  void newestIsShownFirst() {
    assertEquals(Optional.of(trouble(2)), raised(1, 2).shown());
  }

  @Test
  void whatIsSaidTwiceStandsOnce() {
    assertEquals(List.of(trouble(2), trouble(1)), raised(1, 2, 1).open());
  }

  @Test
  void puttingOneAwayShowsTheOneBefore() {
    assertEquals(
        Optional.of(trouble(1)), raised(1, 2).apply(new NoticeCommand.Dismiss(trouble(2))).shown());
  }

  @Test
  void endlessTroubleDoesNotFillTheMemory() {
    NoticeState state = NoticeState.EMPTY;
    for (int i = 0; i < 1000; i++) {
      state = state.apply(new NoticeCommand.Raise(trouble(i)));
    }

    assertEquals(50, state.open().size());
    assertEquals(Optional.of(trouble(999)), state.shown());
  }

  @Test
  void problemTellsWhatWhereAndWhatToDo() {
    assertEquals(
        new Notice.Trouble("it ends early", "a.rollout", "record it again"),
        Notice.of(new Problem("it ends early", "a.rollout", "record it again")));
  }

  @Test
  void controlsThatCallEachOtherForEverAreABugAndNoFileThatIsNestedTooDeeply() {
    StackOverflowError controls = new StackOverflowError();
    controls.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement("javafx.scene.control.Spinner", "setValue", "Spinner.java", 1)
        });
    assertInstanceOf(Notice.Crash.class, Notice.of(controls));
    assertInstanceOf(Notice.Trouble.class, Notice.of(new StackOverflowError()));
  }

  @Test
  void anythingElseIsABugWithAReport() {
    Notice notice = Notice.of(new IllegalStateException("no"));

    assertInstanceOf(Notice.Crash.class, notice);
    assertTrue(notice.text().contains("anythingElseIsABugWithAReport"));
  }

  private static Notice.Crash crash(String words, String place) {
    return new Notice.Crash(words, words + " at " + place, place);
  }

  @Test
  void theSameCrashIsCountedAndNotShownAgain() {
    Notice.Crash first = crash("no tick 3", "Lane.paint:7");
    NoticeState state =
        NoticeState.EMPTY
            .apply(new NoticeCommand.Raise(first))
            .apply(new NoticeCommand.Raise(trouble(1)))
            .apply(new NoticeCommand.Raise(crash("no tick 4", "Lane.paint:7")));

    assertEquals(List.of(first, trouble(1)), state.open());
    assertEquals(2, state.times(first));
  }

  @Test
  void aCrashThatWasPutAwayDoesNotComeBackButAnotherOneIsShown() {
    Notice.Crash first = crash("no tick 3", "Lane.paint:7");
    Notice.Crash other = crash("no tick 3", "Lane.paint:9");
    NoticeState state =
        NoticeState.EMPTY
            .apply(new NoticeCommand.Raise(first))
            .apply(new NoticeCommand.Dismiss(first))
            .apply(new NoticeCommand.Raise(first));
    assertEquals(List.of(), state.open());
    assertEquals(2, state.times(first));

    assertEquals(List.of(other), state.apply(new NoticeCommand.Raise(other)).open());
  }

  @Test
  void wordsThatDifferAreTheSameCrash() {
    Notice[] thrown = new Notice[2];
    for (int i = 0; i < thrown.length; i++) {
      thrown[i] = Notice.of(new IllegalStateException("tick " + i));
    }

    assertEquals(((Notice.Crash) thrown[0]).place(), ((Notice.Crash) thrown[1]).place());
  }
}
