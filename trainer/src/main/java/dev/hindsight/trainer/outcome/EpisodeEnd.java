package dev.hindsight.trainer.outcome;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.util.Optional;
import java.util.stream.Stream;

/// Why an agent's episode ended: the values of the channel `end`, `[tick, agent]`, where 0 means
/// that it goes on.
///
/// At each of them the agent's memory is wiped and its traces stop. Only a [#TIMEOUT] bootstraps:
/// the world would have gone on, so the value of the final observation stands for what was cut off.
/// The others are true ends: nothing follows, and `terminal` is set.
public enum EpisodeEnd {
  /// The agent did what the task asked.
  TASK_DONE(1, wording("EpisodeEnd.task_done")),
  /// The task cannot be done any more: its own rules ended it, its time for it included.
  TASK_FAILED(2, wording("EpisodeEnd.task_failed")),
  /// A limit on the length of episodes, which is no part of the task.
  TIMEOUT(3, wording("EpisodeEnd.time_limit")),
  /// A contact took the agent out of the world.
  CRASH(4, wording("EpisodeEnd.crash")),
  /// A true end of which the environment does not say whether the task was done.
  TERMINATED(5, wording("EpisodeEnd.terminated"));

  private final byte code;
  private final String words;

  EpisodeEnd(int code, String words) {
    this.code = (byte) code;
    this.words = words;
  }

  /// The end with a code; empty for 0 and for codes that this version does not know.
  public static Optional<EpisodeEnd> of(int code) {
    return Stream.of(values()).filter(end -> end.code == code).findFirst();
  }

  /// Its number in buffers and recordings.
  public byte code() {
    return code;
  }

  /// Whether nothing follows, so that nothing is bootstrapped.
  public boolean isForGood() {
    return this != TIMEOUT;
  }

  /// As in sentences: `time limit`.
  public String words() {
    return words;
  }
}
