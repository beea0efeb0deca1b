package dev.hindsight.trainer.env.rps;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.env.StateStream;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.StepResults;
import dev.hindsight.trainer.env.StorableState;
import dev.hindsight.trainer.env.TrialTotals;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.FixedArray;
import dev.hindsight.trainer.rollout.NpyArray;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Two players and a fixed number of turns. Each observes what the other played in the last turn, 0
/// before the first. Hot loop: steps allocate nothing; one owner thread.
///
/// Nothing is drawn: games of all seeds are the same. Where the reference sets its flags for a true
/// end and for a time limit at once, the end is a true one, and nothing is bootstrapped.
final class RpsGame implements Environment {
  /// Names of the parts of the state, in the order in which they are numbered.
  static final List<String> PARTS = List.of("moves", "clock", "wins", "totals");

  private static final int MOVES = RpsFactory.MOVES.size();
  private static final int PLAYERS = RpsFactory.PLAYERS;

  /// No move yet in this game.
  private static final int NONE = -1;

  private static final float BODY = 0.6f;

  /// Metres from the middle of the table.
  static final float SEAT = 1;

  private final RpsConfig config;
  private final EnvironmentShape shape;
  private final StepBuffer buffer;
  private final GameState state;

  RpsGame(RpsConfig config, EnvironmentShape shape) {
    this.config = config;
    this.shape = shape;
    buffer = new StepBuffer(shape);
    buffer.finalObservation();
    state = new GameState(config.games());
    reset();
  }

  @Override
  public EnvironmentShape shape() {
    return shape;
  }

  @Override
  public StepBuffer buffer() {
    return buffer;
  }

  @Override
  public void reset() {
    state.clear();
    buffer.clearResults();
    show();
  }

  @Override
  public void step(Actions actions) {
    int first = move(actions, 0);
    int second = move(actions, 1);
    buffer.clearResults();
    state.move[0] = first;
    state.move[1] = second;
    state.turn++;
    state.turns++;
    buffer.figures[first][0] = 1;
    buffer.figures[second][1] = 1;
    pay(Math.floorMod(first - second, MOVES));
    if (state.turn >= config.turns()) {
      endGame();
    }
    show();
  }

  private int move(Actions actions, int player) {
    return switch (config.form()) {
      case CONTINUOUS -> truncated(actions.continuous[player], player);
      case DISCRETE -> checked(actions.joint[player], player);
    };
  }

  /// Truncates toward 0, so that scissors needs exactly 2.
  private static int truncated(float action, int player) {
    double number = 1.0 + action;
    if (!(number > -1 && number < MOVES)) {
      throw Problem.of(
          player, wording("RpsGame.is_no_action", action), wording("RpsGame.give_a_number"));
    }
    return (int) number;
  }

  private static int checked(int move, int player) {
    if (move < 0 || move >= MOVES) {
      throw Problem.of(
          player,
          wording("RpsGame.there_is_no_action", move),
          wording("RpsGame.give_one_of_0_to_2"));
    }
    return move;
  }

  /// A move beats the one before it, and rock the last.
  ///
  /// @param ahead by how many moves the first player is ahead of the second, modulo their number
  private void pay(int ahead) {
    if (ahead == 0) {
      state.draws++;
      return;
    }
    int winner = ahead == 1 ? 0 : 1;
    state.wins[winner]++;
    buffer.reward[winner] = 1;
    buffer.reward[1 - winner] = -1;
  }

  private void endGame() {
    boolean last = state.game + 1 == config.games();
    int apart = state.wins[0] - state.wins[1];
    for (int player = 0; player < PLAYERS; player++) {
      buffer.trialEnded[player] = 1;
      buffer.truncation[player] = 1;
      int ahead = player == 0 ? apart : -apart;
      buffer.trialScore[player] = (1 + (float) ahead / config.turns()) / 2;
      if (last) {
        buffer.end(player, ahead > 0 ? EpisodeEnd.TASK_DONE : EpisodeEnd.TASK_FAILED);
      }
    }
    observe(buffer.finalObservation());
    state.finished[state.game]++;
    state.game = last ? 0 : state.game + 1;
    state.beginGame();
  }

  private void observe(float[] observation) {
    for (int player = 0; player < PLAYERS; player++) {
      observation[player] = Math.max(0, state.move[1 - player]);
    }
  }

  /// Writes the game to the buffer; the results of the last turn stay.
  private void show() {
    buffer.trial = state.game;
    buffer.trialTick = state.turn;
    observe(buffer.observation);
  }

  @Override
  public long stateHash() {
    long hash = 0;
    for (int part = 0; part < PARTS.size(); part++) {
      hash = SplitMix64.mix(hash ^ state.part(part));
    }
    return hash;
  }

  @Override
  public Snapshot snapshot() {
    return new GameSnapshot(config, state.copy(), new StepResults(buffer));
  }

  @Override
  public void restore(Snapshot snapshot) {
    if (!(snapshot instanceof GameSnapshot copy) || !copy.config.equals(config)) {
      throw new IllegalArgumentException("a snapshot of another kind of game");
    }
    state.set(copy.state);
    copy.results.restore(buffer);
    show();
  }

  private record GameSnapshot(RpsConfig config, GameState state, StepResults results)
      implements Snapshot {}

  @Override
  public Optional<StorableState> storable() {
    return Optional.of(
        StorableState.of(
            config.toString(),
            stream -> {
              state.transfer(stream, config.turns());
              buffer.transfer(stream);
            },
            this::show));
  }

  @Override
  public void writeState(int column, ByteBuffer row) {
    switch (column) {
      case 0 -> {
        row.putFloat(-SEAT).putFloat(0).putFloat(0);
        row.putFloat(SEAT).putFloat(0).putFloat((float) Math.PI);
      }
      case 1 -> row.put((byte) state.move[0]).put((byte) state.move[1]);
      case 2 -> row.putInt(state.wins[0]).putInt(state.wins[1]);
      default -> {
        for (int part = 0; part < PARTS.size(); part++) {
          StateParts.put(row, state.part(part));
        }
      }
    }
  }

  @Override
  public List<FixedArray> fixedArrays() {
    float[] sizes = new float[2 * PLAYERS];
    Arrays.fill(sizes, BODY);
    byte[] names = {'p', '1', 'p', '2'};
    return List.of(
        new FixedArray(
            ChannelSpec.fixed(
                "size", Dtype.F4, "m", wording("RpsGame.length_and_width"), "agent", 2),
            NpyArray.of(sizes, PLAYERS, 2)),
        new FixedArray(
            ChannelSpec.fixed(
                "callsign", Dtype.U1, "", wording("RpsGame.names_of_the_players"), "agent", 2),
            new NpyArray(
                Dtype.U1,
                new int[] {PLAYERS, 2},
                ByteBuffer.wrap(names).order(ByteOrder.LITTLE_ENDIAN))));
  }

  @Override
  public Map<String, Double> totals() {
    return Map.of(
        "turns", (double) state.turns,
        "draws", (double) state.draws,
        "trials", (double) Arrays.stream(state.finished).sum());
  }

  /// The scores of both players add up to 1.
  @Override
  public List<TrialTotals> trialTotals() {
    List<TrialTotals> scores = new ArrayList<>();
    for (int game = 0; game < config.games() && state.finished[game] > 0; game++) {
      scores.add(TrialTotals.of(0.5 * state.finished[game], state.finished[game]));
    }
    return scores;
  }

  /// The mutable state. [#part] allocates nothing.
  private static final class GameState {
    /// `[2]` moves of the last turn.
    private final int[] move = new int[PLAYERS];

    /// `[2]` turns won in this game.
    private final int[] wins = new int[PLAYERS];

    /// `[K]` since the reset.
    private final int[] finished;

    private int game;
    private int turn;
    private long turns;
    private long draws;

    GameState(int games) {
      finished = new int[games];
    }

    void clear() {
      Arrays.fill(finished, 0);
      game = 0;
      turns = 0;
      draws = 0;
      beginGame();
    }

    void beginGame() {
      turn = 0;
      Arrays.fill(move, NONE);
      Arrays.fill(wins, 0);
    }

    GameState copy() {
      GameState copy = new GameState(finished.length);
      copy.set(this);
      return copy;
    }

    void set(GameState other) {
      System.arraycopy(other.move, 0, move, 0, PLAYERS);
      System.arraycopy(other.wins, 0, wins, 0, PLAYERS);
      System.arraycopy(other.finished, 0, finished, 0, finished.length);
      game = other.game;
      turn = other.turn;
      turns = other.turns;
      draws = other.draws;
    }

    void transfer(StateStream stream, int turnsOfGame) {
      for (int player = 0; player < PLAYERS; player++) {
        move[player] = stream.within(move[player], NONE, MOVES - 1);
        wins[player] = stream.within(wins[player], 0, turnsOfGame);
      }
      stream.numbers(finished);
      game = stream.within(game, 0, finished.length - 1);
      turn = stream.within(turn, 0, turnsOfGame);
      turns = stream.number(turns);
      draws = stream.number(draws);
    }

    long part(int part) {
      return switch (part) {
        case 0 -> SplitMix64.mix((long) (move[0] + 2) << 32 | (move[1] + 2));
        case 1 -> SplitMix64.mix(SplitMix64.GAMMA ^ ((long) game << 32 | turn));
        case 2 -> SplitMix64.mix(3 ^ ((long) wins[0] << 32 | wins[1]));
        default -> totals();
      };
    }

    private long totals() {
      long hash = SplitMix64.mix(SplitMix64.mix(turns + 5) ^ draws);
      for (int games : finished) {
        hash = SplitMix64.mix(hash ^ games);
      }
      return hash;
    }
  }
}
