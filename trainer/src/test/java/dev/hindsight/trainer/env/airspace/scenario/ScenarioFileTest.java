package dev.hindsight.trainer.env.airspace.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.airspace.scenario.ScenarioFile.TimedCommand;
import dev.hindsight.trainer.env.airspace.scenario.ScenarioFile.UnknownCommand;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScenarioFileTest {
  private static final List<String> LINES =
      List.of(
          "# two aircraft",
          "00:00:00.00>CRE KL001 A320 52.5 4.25 90 FL300 280",
          "00:00:00.00>CRE,KL002,B738,52,4,T045,31000,.78  # by Mach",
          "",
          "00:00:00.00>ASAS ON",
          "00:00:10.50>KL001 HDG 180",
          "00:01:00.00>ALT KL001 FL310 1000",
          "00:01:01.00>SPD KL002 250",
          "01:00:00.00>VS KL002 -1500",
          "PAN KL001",
          "00:00:00.00>ADDWPT KL001 52.1 4.1",
          "00:00:00.00>DEST KL001 53 5");

  @Test
  void commandsHaveTheirTimesAndLines() {
    ScenarioFile file = ScenarioFile.read(LINES, "test");

    assertEquals(8, file.entries().size());
    assertEquals(
        new TimedCommand(10.5, 6, new AircraftCommand.Heading("KL001", 180)),
        file.entries().get(2));
    assertEquals(3600, file.entries().get(5).seconds());
  }

  @Test
  void whatIsNotKnownIsToldByNameAndLine() {
    assertEquals(
        List.of(new UnknownCommand(5, "ASAS"), new UnknownCommand(10, "PAN")),
        ScenarioFile.read(LINES, "test").unread());
  }

  @Test
  void whatIsWrittenSaysTheSameAgain() {
    ScenarioFile file = ScenarioFile.read(LINES, "test");

    ScenarioFile again = ScenarioFile.read(file.lines(), "test");

    assertEquals(file.lines(), again.lines());
    assertEquals(file.entries().size(), again.entries().size());
    assertEquals(List.of(), again.unread());
  }

  @Test
  void whatIsMalformedIsToldWithItsLine() {
    Problem problem =
        assertThrows(
            Problem.class,
            () -> ScenarioFile.read(List.of("00:00:00>HDG KL1 90", "00:00:00>HDG KL1 nan"), "f"));
    assertTrue(
        problem.getMessage().startsWith("f line 2: 'nan' is not a valid heading"), "" + problem);

    assertThrows(Problem.class, () -> ScenarioFile.read(List.of("soon>HDG KL1 90"), "f"));
    assertThrows(Problem.class, () -> ScenarioFile.read(List.of("00:00:00>CRE KL1 A320"), "f"));
  }

  @Test
  void aByteOrderMarkHidesNoAircraft() {
    ScenarioFile file =
        ScenarioFile.read(List.of("\uFEFFCRE KL001 A320 52.5 4.25 90 FL300 280"), "test");
    assertEquals(1, file.entries().size());
    assertEquals(List.of(), file.unread());
  }
}
