package dev.hindsight.trainer.env.drive.simulation;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.map.DriveMap.Track;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.AgentSelection;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.ControlledBodies;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.CreatedBodies;
import dev.hindsight.trainer.env.drive.simulation.TrafficParticipant.Role;
import java.util.ArrayList;
import java.util.List;

/// The participants: the agents in the order policies see them, then all other bodies.
///
/// @param agents controlled by a policy
/// @param others experts and static bodies, in file order
public record Roster(List<TrafficParticipant> agents, List<TrafficParticipant> others) {
  /// Factor from the real to the simulated size of bodies.
  private static final float SHRINK = 0.7f;

  /// Least distance of an agent's start from its goal, in metres.
  private static final float LEAST_DISTANCE = 2;

  private static final int VEHICLE = 1;

  /// Copies the lists.
  public Roster {
    agents = List.copyOf(agents);
    others = List.copyOf(others);
  }

  /// Number of bodies; agents come first.
  public int size() {
    return agents.size() + others.size();
  }

  /// A body by its index.
  public TrafficParticipant actor(int index) {
    return index < agents.size() ? agents.get(index) : others.get(index - agents.size());
  }

  /// Number of egos, counted from the first agent; the rest are co-players.
  public int egos(AgentSelection rules) {
    return rules.egos() == 0 ? agents.size() : Math.min(rules.egos(), agents.size());
  }

  /// Assigns roles to the objects in file order until the scene is full.
  ///
  /// @param where the map, for messages
  /// @throws Problem if the map has no controllable body
  public static Roster cast(DriveMap map, MapFrame frame, DriveConfig config, String where) {
    AgentSelection rules = config.casting();
    List<TrafficParticipant> agents = new ArrayList<>();
    List<TrafficParticipant> others = new ArrayList<>();
    int created = 0;
    for (int o = 0; o < map.objects().size() && created < config.preset().maxActors(); o++) {
      Track track = map.objects().get(o);
      if (!created(track, rules)) {
        continue;
      }
      created++;
      boolean considered = agents.size() < rules.maxAgents();
      float scale = considered ? SHRINK : 1;
      boolean able = considered && controllable(track, o, map, frame, rules);
      boolean surplus =
          able && rules.maxControlled() != -1 && agents.size() >= rules.maxControlled();
      float length = track.length() * scale;
      float width = track.width() * scale;
      if (able && !surplus) {
        agents.add(TrafficParticipant.of(o, track, Role.AGENT, frame, length, width));
      } else if (rules.creation() == CreatedBodies.ALL_VALID) {
        boolean expert = surplus || track.markAsExpert() == 1 || !considered;
        Role role = expert ? Role.EXPERT : Role.STATIC;
        others.add(TrafficParticipant.of(o, track, role, frame, length, width));
      }
    }
    checkSizes(agents, where);
    if (agents.isEmpty()) {
      throw new Problem(
          wording("Roster.none_of_its_objects_can_be", map.objects().size()),
          where,
          wording("Roster.choose_another_control_mode_or_init"));
    }
    return new Roster(agents, others);
  }

  private static void checkSizes(List<TrafficParticipant> agents, String where) {
    for (TrafficParticipant agent : agents) {
      if (!(agent.length() > 0 && agent.width() > 0)) {
        throw new Problem(
            wording("Roster.object_has_no_extent_so_it", agent.object()),
            where,
            wording("Roster.give_it_a_length_and_a"));
      }
    }
  }

  private static boolean created(Track track, AgentSelection rules) {
    int start = rules.initSteps();
    if (start >= track.ticks() || track.valid()[start] != 1) {
      return false;
    }
    return rules.creation() == CreatedBodies.ALL_VALID
        || rules.control() != ControlledBodies.VEHICLES
        || track.type() == VEHICLE;
  }

  private static boolean controllable(
      Track track, int object, DriveMap map, MapFrame frame, AgentSelection rules) {
    return switch (rules.control()) {
      case SDC_ONLY -> object == map.sdcTrackIndex();
      case WOSAC -> true;
      case VEHICLES -> track.type() == VEHICLE && free(track, frame);
      case AGENTS -> free(track, frame);
    };
  }

  /// Whether it is not marked as an expert and its goal is far enough away.
  private static boolean free(Track track, MapFrame frame) {
    TrafficParticipant trafficParticipant =
        TrafficParticipant.of(0, track, Role.AGENT, frame, track.length(), track.width());
    float dx = trafficParticipant.goalX() - trafficParticipant.x()[0];
    float dy = trafficParticipant.goalY() - trafficParticipant.y()[0];
    return track.markAsExpert() == 0 && (float) Math.sqrt(dx * dx + dy * dy) >= LEAST_DISTANCE;
  }
}
