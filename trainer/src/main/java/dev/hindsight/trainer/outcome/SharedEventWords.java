package dev.hindsight.trainer.outcome;

import static dev.hindsight.trainer.text.TrainerText.wording;

/// The words of the events that [EventKind] declares for all environments.
final class SharedEventWords {
  static final EventWords GOAL =
      new EventWords(
          "Goal",
          wording("SharedEventWords.goal_reached"),
          wording("SharedEventWords.reaches_its_goal"),
          "",
          "goals",
          "Goals",
          "reached",
          "goal",
          wording("SharedEventWords.the_action_reached_a_goal"));

  static final EventWords COLLISION =
      new EventWords(
          "Collision",
          wording("SharedEventWords.vehicle_collision"),
          wording("SharedEventWords.hits_a_vehicle"),
          wording("SharedEventWords.in_collision"),
          "collisions",
          "Collisions",
          "crashed",
          "hit",
          wording("SharedEventWords.a_vehicle_collision_began_with_the"));

  static final EventWords AGENT_COLLISION =
      new EventWords(
          COLLISION.title(),
          wording("SharedEventWords.agent_collision"),
          wording("SharedEventWords.hits_another_agent"),
          COLLISION.state(),
          COLLISION.plural(),
          COLLISION.heading(),
          COLLISION.outcome(),
          COLLISION.mark(),
          wording("SharedEventWords.an_agent_collision_began_with_the"));

  static final EventWords OFFROAD =
      new EventWords(
          wording("SharedEventWords.off_road"),
          wording("SharedEventWords.left_the_road"),
          wording("SharedEventWords.leaves_the_road"),
          wording("SharedEventWords.off_the_road"),
          "offroad",
          wording("SharedEventWords.off_road"),
          wording("SharedEventWords.off_the_road"),
          "off",
          wording("SharedEventWords.the_action_took_it_across_a"));

  static final EventWords LEFT_ELSEWHERE =
      new EventWords(
          wording("SharedEventWords.off_road"),
          wording("SharedEventWords.left_the_road"),
          wording("SharedEventWords.leaves_its_sector_elsewhere"),
          "",
          wording("SharedEventWords.left_elsewhere"),
          wording("SharedEventWords.wrong_exit"),
          wording("SharedEventWords.left_elsewhere"),
          "off",
          wording("SharedEventWords.the_action_took_it_across_a"));

  static final EventWords CONFLICT =
      new EventWords(
          "Conflict",
          wording("SharedEventWords.comes_into_conflict"),
          wording("SharedEventWords.comes_into_conflict"),
          wording("SharedEventWords.in_conflict"),
          "conflicts",
          "Conflicts",
          "Conflict",
          "conflict",
          wording("SharedEventWords.the_action_led_to_a_predicted"));

  static final EventWords LOSS =
      new EventWords(
          "Loss",
          wording("SharedEventWords.loss_of_separation"),
          wording("SharedEventWords.loses_separation"),
          wording("SharedEventWords.too_close"),
          wording("SharedEventWords.losses_of_separation"),
          "Losses",
          wording("SharedEventWords.too_close"),
          "loss",
          wording("SharedEventWords.separation_was_lost_with_the_action"));

  static final EventWords REFUSED =
      new EventWords(
          "Refused",
          wording("SharedEventWords.action_refused_neutral_action_taken"),
          wording("SharedEventWords.its_action_is_refused"),
          "",
          wording("SharedEventWords.refused_actions"),
          "Refused",
          "Refused",
          "refused",
          wording("SharedEventWords.the_action_was_invalid_so_the"));

  static final EventWords LIMBO =
      new EventWords(
          "Limbo",
          wording("SharedEventWords.enters_limbo"),
          wording("SharedEventWords.enters_limbo"),
          wording("SharedEventWords.in_limbo"),
          "Limbo",
          "Limbo",
          "Limbo",
          "Limbo",
          wording("SharedEventWords.it_left_the_map"));

  static final EventWords TERMINAL =
      new EventWords(
          "Terminal",
          wording("SharedEventWords.terminal_the_episode_ended"),
          wording("SharedEventWords.its_episode_ends"),
          "",
          "Terminal",
          "Terminal",
          "Terminal",
          "Terminal",
          wording("SharedEventWords.its_episode_ended"));

  static final EventWords TRUNCATION =
      new EventWords(
          "Truncation",
          wording("SharedEventWords.truncation_a_limit_or_the_trials"),
          wording("SharedEventWords.its_trace_is_cut"),
          "",
          "Truncation",
          "Truncation",
          "Truncation",
          "Truncation",
          wording("SharedEventWords.its_trace_was_cut"));

  private SharedEventWords() {}
}
