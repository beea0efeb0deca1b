package dev.hindsight.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A page of the documentation: what a reader types, in order, and directives in comments above
/// blocks for the test that runs the page.
///
/// | comment above a block | says |
/// |---|---|
/// | `<!-- not run: REASON -->` | no command of the block is run |
/// | `<!-- not run "train --env": REASON -->` | those that begin so are not |
/// | `<!-- with "--set updates=1" "train": REASON -->` | those that begin so are run with these words at their end |
/// | `<!-- exit code 1 "check": REASON -->` | those that begin so end with that code |
/// | `<!-- needs data/x.bin: REASON -->` | a file of the reference data lies in the reader's folder; the block is left out where it is absent |
/// | `<!-- file facts.json -->` | the block is what a file holds, and not for a shell |
///
/// @param file the page
/// @param blocks in the page's order
record DocumentedPage(Path file, List<Block> blocks) {
  private static final Pattern FENCED =
      Pattern.compile("(?ms)((?:^ *<!--[^\\n]*-->\\n)*)^ *```(\\w*)\\n(.*?)^ *```$");
  private static final Pattern COMMENT = Pattern.compile("<!--\\s*(.*?)\\s*-->");
  private static final Pattern NOT_RUN = Pattern.compile("not run(?: \"([^\"]+)\")?\\s*:?\\s*(.*)");
  private static final Pattern WITH =
      Pattern.compile("with \"([^\"]+)\" \"([^\"]+)\"\\s*:?\\s*(.*)");
  private static final Pattern EXIT_CODE =
      Pattern.compile("exit code (\\d+) \"([^\"]+)\"\\s*:?\\s*(.*)");
  private static final Pattern NEEDS = Pattern.compile("needs (\\S+?)\\s*:\\s*(.*)");
  private static final Pattern FILE = Pattern.compile("file (\\S+)");
  private static final Pattern COMMAND =
      Pattern.compile("(?m)(^|[;&|]|\\bdo) *(\\./)?hindsight\\b");

  /// A fenced block.
  ///
  /// @param line the line of the page, from 1, at which it begins
  /// @param text between the fences
  /// @param marks its directives
  record Block(int line, String text, List<BlockDirective> marks) {
    /// The file to write it to, if it is one.
    Optional<String> writtenTo() {
      return of(BlockDirective.Written.class).stream()
          .map(BlockDirective.Written::file)
          .findFirst();
    }

    <M extends BlockDirective> List<M> of(Class<M> kind) {
      return marks.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /// The directive for a command that is not run.
    Optional<BlockDirective.NotRun> notRun(List<String> command) {
      return of(BlockDirective.NotRun.class).stream()
          .filter(mark -> begins(command, mark.prefix()))
          .findFirst();
    }

    /// A command as it is run: with the words that a directive adds to it.
    List<String> asRun(List<String> command) {
      List<String> words = new ArrayList<>(command);
      of(BlockDirective.With.class).stream()
          .filter(mark -> mark.appliesTo(command))
          .forEach(mark -> words.addAll(List.of(mark.words().split(" "))));
      return words;
    }

    /// The exit code expected of a command.
    int exitCode(List<String> command) {
      return of(BlockDirective.ExitCode.class).stream()
          .filter(mark -> begins(command, mark.prefix()))
          .findFirst()
          .map(BlockDirective.ExitCode::code)
          .orElse(0);
    }
  }

  /// A directive for the test that runs the page.
  sealed interface BlockDirective {
    /// The reason.
    String reason();

    /// @param prefix the beginning of the commands, after the name of the program; empty for all
    record NotRun(String prefix, String reason) implements BlockDirective {}

    /// @param words at the end of the commands
    /// @param prefix the beginning of the commands
    record With(String words, String prefix, String reason) implements BlockDirective {
      boolean appliesTo(List<String> command) {
        return begins(command, prefix);
      }
    }

    /// @param prefix the beginning of the commands
    record ExitCode(int code, String prefix, String reason) implements BlockDirective {}

    /// @param path below the folder of reference data
    record Needs(String path, String reason) implements BlockDirective {}

    /// @param file its name in the reader's folder
    record Written(String file) implements BlockDirective {
      @Override
      public String reason() {
        return "the commands name it";
      }
    }
  }

  /// Reads a page.
  static DocumentedPage read(Path file) throws IOException {
    return of(file, Files.readString(file).replace("\r\n", "\n"));
  }

  static DocumentedPage of(Path file, String text) {
    List<Block> blocks = new ArrayList<>();
    Matcher fenced = FENCED.matcher(text);
    while (fenced.find()) {
      List<BlockDirective> marks =
          COMMENT
              .matcher(fenced.group(1))
              .results()
              .flatMap(m -> mark(m.group(1)).stream())
              .toList();
      boolean shell = List.of("", "sh", "bash", "console").contains(fenced.group(2));
      boolean written = marks.stream().anyMatch(BlockDirective.Written.class::isInstance);
      if (written || (shell && COMMAND.matcher(fenced.group(3)).find())) {
        int line =
            1 + (int) text.substring(0, fenced.start(2)).chars().filter(c -> c == '\n').count();
        blocks.add(new Block(line, fenced.group(3), marks));
      }
    }
    return new DocumentedPage(file, blocks);
  }

  private static Optional<BlockDirective> mark(String comment) {
    Matcher notRun = NOT_RUN.matcher(comment);
    if (notRun.matches()) {
      return Optional.of(
          new BlockDirective.NotRun(
              Optional.ofNullable(notRun.group(1)).orElse(""), notRun.group(2)));
    }
    Matcher with = WITH.matcher(comment);
    if (with.matches()) {
      return Optional.of(new BlockDirective.With(with.group(1), with.group(2), with.group(3)));
    }
    Matcher code = EXIT_CODE.matcher(comment);
    if (code.matches()) {
      return Optional.of(
          new BlockDirective.ExitCode(
              Integer.parseInt(code.group(1)), code.group(2), code.group(3)));
    }
    Matcher needs = NEEDS.matcher(comment);
    if (needs.matches()) {
      return Optional.of(new BlockDirective.Needs(needs.group(1), needs.group(2)));
    }
    Matcher written = FILE.matcher(comment);
    return written.matches()
        ? Optional.of(new BlockDirective.Written(written.group(1)))
        : Optional.empty();
  }

  private static boolean begins(List<String> command, String prefix) {
    return prefix.isEmpty() || (String.join(" ", command) + " ").startsWith(prefix + " ");
  }
}
