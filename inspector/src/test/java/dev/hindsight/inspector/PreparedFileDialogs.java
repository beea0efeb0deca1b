package dev.hindsight.inspector;

import dev.hindsight.inspector.panel.FileDialogs;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// File choosers with prepared answers; without one, the user cancels.
public final class PreparedFileDialogs implements FileDialogs {
  private final Queue<Path> answers = new ArrayDeque<>();
  private final Queue<Path> launched = new ConcurrentLinkedQueue<>();

  /// Answers the next question for a file.
  public void answer(Path file) {
    answers.add(file);
  }

  /// What other programs were asked to open so far.
  public List<Path> launched() {
    return List.copyOf(launched);
  }

  @Override
  public Optional<Path> open(String title, List<Kind> kinds) {
    return Optional.ofNullable(answers.poll());
  }

  @Override
  public List<Path> openMany(String title, List<Kind> kinds) {
    return open(title, kinds).stream().toList();
  }

  @Override
  public Optional<Path> folder(String title) {
    return Optional.ofNullable(answers.poll());
  }

  @Override
  public Optional<Path> save(String title, Kind kind, Path suggestion) {
    return Optional.ofNullable(answers.poll());
  }

  @Override
  public void launch(Path what) {
    launched.add(what);
  }
}
