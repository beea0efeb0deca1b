package dev.hindsight.trainer.env.airspace.scenario;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A scenario file: commands, each with its time, `00:00:10.00>HDG KL001 180`.
///
/// @param entries known commands, in file order
/// @param unread unknown commands, so that they are never skipped silently
public record ScenarioFile(List<TimedCommand> entries, List<UnknownCommand> unread) {
  private static final Pattern TIMED =
      Pattern.compile("(\\d{1,6}):(\\d{1,2}):(\\d{1,2}(?:\\.\\d*+)?)\\s*+>(.*)");

  /// How much of what should be a time a message repeats.
  private static final int LONGEST_TIME = 40;

  /// Copies the lists.
  public ScenarioFile {
    entries = List.copyOf(entries);
    unread = List.copyOf(unread);
  }

  /// A command with its time.
  ///
  /// @param seconds since the start
  /// @param line number in the file, from 1
  public record TimedCommand(double seconds, int line, AircraftCommand command) {}

  /// A line with an unknown command.
  ///
  /// @param line number in the file, from 1
  /// @param command its name
  public record UnknownCommand(int line, String command) {
    @Override
    public String toString() {
      return wording("ScenarioFile.line", command, line);
    }
  }

  /// Reads a file.
  ///
  /// @throws Problem naming the malformed line
  public static ScenarioFile read(Path file) {
    try {
      return read(Files.readAllLines(file, StandardCharsets.UTF_8), file.toString());
    } catch (MalformedInputException e) {
      throw new Problem(
          wording("ScenarioFile.it_is_not_text"),
          file.toString(),
          wording("ScenarioFile.give_a_scn_file"),
          e);
    } catch (IOException e) {
      throw new Problem(
          wording("ScenarioFile.it_cannot_be_read"),
          file.toString(),
          wording("ScenarioFile.check_the_file_and_its_permissions"),
          e);
    }
  }

  /// Reads lines.
  ///
  /// @param where their source, for messages
  public static ScenarioFile read(List<String> lines, String where) {
    List<TimedCommand> entries = new ArrayList<>();
    List<UnknownCommand> unread = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      // A byte order mark, which some editors write, is no part of the first command.
      String text = i == 0 ? lines.get(i).replaceFirst("^\uFEFF", "") : lines.get(i);
      String line = text.replaceFirst("#.*", "").strip();
      if (!line.isEmpty()) {
        read(line, i + 1, where, entries, unread);
      }
    }
    return new ScenarioFile(entries, unread);
  }

  private static void read(
      String line,
      int number,
      String where,
      List<TimedCommand> entries,
      List<UnknownCommand> unread) {
    Matcher timed = TIMED.matcher(line);
    if (!timed.matches() && line.contains(">")) {
      throw new Problem(
          wording(
              "ScenarioFile.is_not_a_time",
              line.substring(0, Math.min(LONGEST_TIME, line.indexOf('>')))),
          wording("ScenarioFile.line_2", where, number),
          wording("ScenarioFile.give_hours_minutes_and_seconds_00"));
    }
    String text = timed.matches() ? timed.group(4) : line;
    try {
      Optional<AircraftCommand> command = AircraftCommandText.read(text);
      if (command.isPresent()) {
        entries.add(new TimedCommand(timed.matches() ? seconds(timed) : 0, number, command.get()));
      } else {
        unread.add(
            new UnknownCommand(
                number, AircraftCommandText.words(text).stream().findFirst().orElse(">")));
      }
    } catch (Problem problem) {
      throw problem.at(wording("ScenarioFile.line_2", where, number));
    }
  }

  private static double seconds(Matcher timed) {
    return Integer.parseInt(timed.group(1)) * 3600.0
        + Integer.parseInt(timed.group(2)) * 60.0
        + Double.parseDouble(timed.group(3));
  }

  /// The lines of an equivalent file.
  public List<String> lines() {
    return entries.stream()
        .map(timedCommand ->
            time(timedCommand.seconds) + ">" + AircraftCommandText.write(timedCommand.command))
        .toList();
  }

  private static String time(double seconds) {
    long minutes = (long) (seconds / 60);
    return String.format(
        Locale.ROOT, "%02d:%02d:%05.2f", minutes / 60, minutes % 60, seconds - minutes * 60.0);
  }
}
