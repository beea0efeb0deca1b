package dev.hindsight.trainer.learn.net;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.AgentGroup;
import dev.hindsight.trainer.env.EnvironmentShape;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/// Which agents of an environment decide together: G groups with M members each, as rows of a batch
/// of all agents. An agent of no group is a group of one.
///
/// @param members M
/// @param groups the rows of each group's members, in the order of the group
public record GroupRows(int members, List<List<Integer>> groups) {
  /// Copies the lists.
  public GroupRows {
    groups = groups.stream().map(List::copyOf).toList();
  }

  /// Every agent decides for itself.
  public static GroupRows alone(int agents) {
    return new GroupRows(1, IntStream.range(0, agents).mapToObj(List::of).toList());
  }

  /// The groups of an environment, then its agents of no group.
  ///
  /// @throws Problem if they are not all of one size: one network cannot decide for them all
  public static GroupRows of(EnvironmentShape shape) {
    List<List<Integer>> all = new ArrayList<>();
    BitSet grouped = new BitSet();
    for (AgentGroup group : shape.groups()) {
      all.add(group.members());
      group.members().forEach(grouped::set);
    }
    IntStream.range(0, shape.agents())
        .filter(agent -> !grouped.get(agent))
        .forEach(agent -> all.add(List.of(agent)));
    int members = all.isEmpty() ? 1 : all.getFirst().size();
    for (int g = 0; g < all.size(); g++) {
      if (all.get(g).size() != members) {
        throw new Problem(
            wording(
                "GroupRows.groups_differ",
                title(shape, 0),
                members,
                title(shape, g),
                all.get(g).size()),
            wording("GroupRows.the_groups_of_the_environment"),
            wording("GroupRows.make_them_equal_or_let_each_decide"));
      }
    }
    return new GroupRows(members, all);
  }

  private static String title(EnvironmentShape shape, int group) {
    return group < shape.groups().size()
        ? shape.groups().get(group).name()
        : wording("GroupRows.an_agent_of_no_group");
  }

  /// G.
  public int count() {
    return groups.size();
  }

  /// The row of a member.
  public int row(int group, int member) {
    return groups.get(group).get(member);
  }
}
