"""Learns to walk along a line with tabular Q-learning, forever or for some steps, and records it.

Usage: training_loop.py OUT.rollout LOG [STEPS [BYTES]]

Every step is also written to LOG in plain text before it is recorded, so that a reader can compare.
BYTES limits how long a file may become, as a full disk would.
"""

import sys
import time

import numpy as np

from hindsight_recorder import Recorder


class Line:
    """Walk from 0 to 6; falling below 0 ends the episode, and so do 12 steps."""

    GOAL = 6
    LIMIT = 12

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.x = 0
        self.steps = 0

    def reset(self):
        self.x = int(self.random.integers(0, 3))
        self.steps = 0
        return self.observe()

    def observe(self):
        return np.array([self.x, self.x / self.GOAL], dtype=np.float32)

    def step(self, action):
        self.x += 1 if action == 1 else -1
        self.steps += 1
        terminated = self.x >= self.GOAL or self.x < 0
        truncated = not terminated and self.steps >= self.LIMIT
        reward = 1.0 if self.x >= self.GOAL else -1.0 if self.x < 0 else -0.01
        return self.observe(), reward, terminated, truncated


class Table:
    """Q-learning with an epsilon-greedy policy."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.q = np.zeros((Line.GOAL + 3, 2), dtype=np.float64)

    def act(self, state):
        if self.random.random() < 0.3:
            return int(self.random.integers(0, 2))
        return int(np.argmax(self.q[state]))

    def learn(self, state, action, reward, after, terminated):
        target = reward + (0.0 if terminated else 0.95 * self.q[after].max())
        self.q[state, action] += 0.2 * (target - self.q[state, action])


def main():
    out, log = sys.argv[1], open(sys.argv[2], "w")
    steps = int(sys.argv[3]) if len(sys.argv) > 3 else 1 << 60
    if len(sys.argv) > 4:
        import resource
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[4]), resource.RLIM_INFINITY))
    world, table = Line(1), Table(2)
    recorder = Recorder(out, env="line", seed=1, policy="q-table", actions=["back", "forth"],
                        names=["x", "share"])
    seen = world.reset()
    episodes = 0
    step = 0
    while step < steps:
        state = int(seen[0]) + 1
        action = table.act(state)
        after, reward, terminated, truncated = world.step(action)
        if len(sys.argv) <= 4:
            log.write("%d %r %d %r %d %d %r\n" % (step, float(seen[0]), action, reward, terminated,
                                                  truncated, float(after[0])))
            log.flush()
        recorder.step(seen, action, reward, terminated, truncated, final_observation=after,
                      value=float(table.q[state].max()))
        table.learn(state, action, reward, int(after[0]) + 1, terminated)
        step += 1
        if terminated or truncated:
            episodes += 1
            seen = world.reset()
        else:
            seen = after
        if len(sys.argv) <= 3:
            time.sleep(0.001)
    recorder.close()
    print("trained %d steps, %d episodes" % (step, episodes))


if __name__ == "__main__":
    main()
