package dev.hindsight.app.cli.inspect;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.AgentGroup;
import dev.hindsight.trainer.group.GroupedStep;
import dev.hindsight.trainer.group.GroupingCases;
import dev.hindsight.trainer.group.RecordedGroups;
import dev.hindsight.trainer.observation.NestedObservation;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.rollout.RequestedTicks;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight groups`: what the groups of a recording's agents observe and are paid, as a library
/// with grouped agents would see it; or the cases of a file of reference numbers.
@Command(name = "groups")
public final class GroupsCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", descriptionKey = "GroupsCommand.file")
  private Path file;

  @Option(names = "--tick", paramLabel = "T", descriptionKey = "GroupsCommand.tick")
  private Optional<Integer> tick = Optional.empty();

  @Override
  public Integer call() {
    if (file.toString().endsWith(".json")) {
      if (tick.isPresent()) {
        throw new Problem(
            wording("GroupsCommand.cases_have_no_ticks"),
            "--tick",
            wording("GroupsCommand.leave_it_out_or_name_a_recording"));
      }
      Map<String, Object> result = GroupingCases.read(file).result();
      String words =
          result.entrySet().stream()
              .flatMap(section ->
                  section.getValue() instanceof List<?> cases
                      ? cases.stream().map(one -> section.getKey() + " " + one)
                      : Stream.empty())
              .collect(Collectors.joining("\n"));
      result(result, words);
      return OK;
    }
    try (Rollout rollout = noted(RecordingOpener.open(file))) {
      RecordedGroups groups =
          RecordedGroups.of(rollout)
              .orElseThrow(() ->
                  new Problem(
                      wording("GroupsCommand.it_declares_no_groups"),
                      file.toString(),
                      wording("GroupsCommand.record_a_world_with_groups")));
      if (tick.isPresent()) {
        step(groups, RequestedTicks.of(tick.get()).in(rollout).from());
      } else {
        returns(groups, rollout.ticks());
      }
    }
    return OK;
  }

  /// @param reward the sum of the members'
  /// @param observation the numbers that the group observes next, by name; absent at an end
  private record GroupStepJson(
      String group,
      List<String> members,
      double reward,
      List<Double> memberRewards,
      boolean terminated,
      boolean truncated,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Float> observation) {}

  private void step(RecordedGroups groups, int at) {
    GroupedStep step;
    try {
      step = groups.step(at);
    } catch (IllegalArgumentException missing) {
      throw new Problem(
          wording("GroupsCommand.at_tick", at, String.valueOf(missing.getMessage())),
          file.toString(),
          wording("GroupsCommand.all_members_must_act"),
          missing);
    }
    List<GroupStepJson> all = new ArrayList<>();
    for (AgentGroup group : groups.groups()) {
      if (step.rewards().containsKey(group.name())) {
        all.add(
            new GroupStepJson(
                group.name(),
                groups.named(group),
                step.rewards().getOrDefault(group.name(), Double.NaN),
                step.memberRewards().getOrDefault(group.name(), List.of()),
                step.terminateds().getOrDefault(group.name(), false),
                step.truncateds().getOrDefault(group.name(), false),
                numbers(Optional.ofNullable(step.observations().get(group.name())))));
      }
    }
    String words =
        all.stream()
            .map(one ->
                wording(
                    "GroupsCommand.step",
                    one.group(),
                    number(one.reward()),
                    named(one.members(), one.memberRewards()),
                    one.terminated()
                        ? wording("GroupsCommand.ended")
                        : one.truncated() ? wording("GroupsCommand.cut") : "",
                    one.observation().isEmpty()
                        ? ""
                        : wording("GroupsCommand.observes", one.observation().size())))
            .collect(Collectors.joining("\n"));
    result(new GroupStepsJson(at, all), words);
  }

  private record GroupStepsJson(int tick, List<GroupStepJson> groups) {}

  private static Map<String, Float> numbers(Optional<NestedObservation> observation) {
    Map<String, Float> numbers = new LinkedHashMap<>();
    observation.ifPresent(one -> {
      ObservationLayout layout = one.tree().layout();
      for (int i = 0; i < one.numbers().length; i++) {
        numbers.put(layout.nameOf(i), one.numbers()[i]);
      }
    });
    return numbers;
  }

  /// @param missingTicks ticks at which some members act and others are in limbo
  /// @param firstMissing the first of them; absent if there is none
  private record GroupReturnJson(
      String group,
      List<String> members,
      double earned,
      List<Double> memberEarned,
      int missingTicks,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Integer> firstMissing) {}

  private void returns(RecordedGroups groups, int ticks) {
    List<GroupReturnJson> all = new ArrayList<>();
    for (AgentGroup group : groups.groups()) {
      double[] earned = new double[group.members().size()];
      int missing = 0;
      Optional<Integer> first = Optional.empty();
      for (int at = 0; at < ticks; at++) {
        for (int i = 0; i < earned.length; i++) {
          earned[i] += groups.reward(at, group.members().get(i));
        }
        if (!groups.missing(group, at).isEmpty()) {
          missing++;
          first = first.isPresent() ? first : Optional.of(at);
        }
      }
      List<Double> each = Arrays.stream(earned).boxed().toList();
      double sum = each.stream().mapToDouble(Double::doubleValue).sum();
      all.add(new GroupReturnJson(group.name(), groups.named(group), sum, each, missing, first));
    }
    String words =
        all.stream()
            .map(one ->
                wording(
                        "GroupsCommand.return",
                        one.group(),
                        number(one.earned()),
                        named(one.members(), one.memberEarned()))
                    + (one.firstMissing().isPresent()
                        ? wording(
                            "GroupsCommand.missing", one.missingTicks(), one.firstMissing().get())
                        : ""))
            .collect(Collectors.joining("\n"));
    result(new GroupReturnsJson(ticks, all), words);
  }

  private record GroupReturnsJson(int ticks, List<GroupReturnJson> groups) {}

  private static String named(List<String> members, List<Double> numbers) {
    List<String> each = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      each.add(members.get(i) + " " + number(numbers.get(i)));
    }
    return String.join(", ", each);
  }

  private static String number(double value) {
    return NumberWords.signedSignificant(value, 5);
  }
}
