"""PyTorch at the sizes of `hindsight bench train`, to be measured beside it.

The network of PufferDrive, PPO and Adam, in one process, without a simulator: observations are random
and ready, so what is measured is the most that PyTorch could do with an environment that costs nothing.

    python3 ppo_anchor.py --policy lstm|transformer [--sets folded] [--compile] [--bfloat16]
                          [--threads N] [--rows N] [--seconds S]

Needs PyTorch 2.x and, for --compile, a C++ compiler. Prints agent-steps per second of wall time and of
processor time, over whole updates after two that are not counted.
"""

import argparse
import math
import os
import sys
import time

# Otherwise the GNU C library returns large arrays to the system and takes them back, page by page.
KEEP = {"MALLOC_MMAP_THRESHOLD_": "4000000000", "MALLOC_TRIM_THRESHOLD_": "8000000000", "MALLOC_TOP_PAD_": "256000000"}
if __name__ == "__main__" and not KEEP.keys() <= os.environ.keys():
    os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **KEEP})

import torch
import torch.nn.functional as F
from torch import nn

SIZES = {
    # agents, ticks of an update, optimiser steps, numbers of the agent itself, vehicles, road points, width
    "lstm": (1024, 32, 4, 7, 31, 128, 64),
    "transformer": (64, 182, 2, 9, 63, 200, 128),
}
HIDDEN, ACTIONS, ROAD_TYPES, LAYERS, HEADS = 256, 91, 7, 2, 4


class SetEncoder(nn.Module):
    """Linear, LayerNorm, Linear for each row, then the largest value of each column."""

    def __init__(self, inputs, width, folded):
        super().__init__()
        self.first, self.norm, self.second = nn.Linear(inputs, width), nn.LayerNorm(width), nn.Linear(width, width)
        self.folded = folded

    def forward(self, rows):
        if not self.folded:
            return self.second(self.norm(self.first(rows))).max(-2).values
        # There is no activation, so a row's encoding is (A x + a) / s(x) + c, with s(x)^2 a quadratic form.
        weight, bias = self.first.weight, self.first.bias
        centred = torch.cat([weight - weight.mean(0), (bias - bias.mean())[:, None]], 1)
        encode = self.second.weight @ (self.norm.weight[:, None] * centred)
        shift = self.second.weight @ self.norm.bias + self.second.bias
        form = centred.T @ centred / centred.shape[0]
        ones = torch.cat([rows, torch.ones_like(rows[..., :1])], -1)
        scale = torch.rsqrt(((ones @ form) * ones).sum(-1, keepdim=True) + self.norm.eps)
        return ((ones @ encode.T) * scale).max(-2).values + shift


class Encoder(nn.Module):
    def __init__(self, own, vehicles, roads, width, folded):
        super().__init__()
        self.own, self.vehicles, self.roads = own, vehicles, roads
        self.ego = nn.Sequential(nn.Linear(own, width), nn.LayerNorm(width), nn.Linear(width, width))
        self.road = SetEncoder(6 + ROAD_TYPES, width, folded)
        self.partner = SetEncoder(7, width, folded)
        self.shared = nn.Linear(3 * width, HIDDEN)

    def forward(self, seen):
        ego = self.ego(seen[:, : self.own])
        partners = seen[:, self.own : self.own + 7 * self.vehicles].view(-1, self.vehicles, 7)
        roads = seen[:, self.own + 7 * self.vehicles :].view(-1, self.roads, 7)
        kinds = F.one_hot(roads[..., 6].long(), ROAD_TYPES).to(seen.dtype)
        road = self.road(torch.cat([roads[..., :6], kinds], -1))
        return torch.relu(self.shared(F.gelu(torch.cat([ego, road, self.partner(partners)], 1))))


class LstmPolicy(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder, self.lstm = encoder, nn.LSTM(HIDDEN, HIDDEN, batch_first=True)
        self.actor, self.value = nn.Linear(HIDDEN, ACTIONS), nn.Linear(HIDDEN, 1)

    def start(self, agents, ticks):
        return torch.zeros(1, agents, HIDDEN), torch.zeros(1, agents, HIDDEN)

    def act(self, seen, memory, tick):
        out, memory = self.lstm(self.encoder(seen)[:, None], memory)
        return self.actor(out[:, 0]), self.value(out[:, 0])[:, 0], memory

    def forward(self, seen):
        agents, ticks = seen.shape[:2]
        out, _ = self.lstm(self.encoder(seen.flatten(0, 1)).view(agents, ticks, -1))
        return self.actor(out), self.value(out)[..., 0]


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.one, self.two = nn.LayerNorm(HIDDEN), nn.LayerNorm(HIDDEN)
        self.project, self.out = nn.Linear(HIDDEN, 3 * HIDDEN), nn.Linear(HIDDEN, HIDDEN)
        self.up, self.down = nn.Linear(HIDDEN, 2 * HIDDEN), nn.Linear(2 * HIDDEN, HIDDEN)

    def heads(self, x):
        agents, ticks = x.shape[:2]
        return self.project(self.one(x)).view(agents, ticks, 3, HEADS, -1).permute(2, 0, 3, 1, 4)

    def finish(self, x, seen):
        x = x + self.out(seen.transpose(1, 2).flatten(2))
        return x + self.down(F.gelu(self.up(self.two(x))))

    def forward(self, x):
        q, k, v = self.heads(x)
        return self.finish(x, F.scaled_dot_product_attention(q, k, v, is_causal=True))

    def step(self, x, keys, values, tick):
        q, k, v = self.heads(x)
        keys[:, :, tick], values[:, :, tick] = k[:, :, 0], v[:, :, 0]
        return self.finish(x, F.scaled_dot_product_attention(q, keys[:, :, : tick + 1], values[:, :, : tick + 1]))


class TransformerPolicy(nn.Module):
    def __init__(self, encoder, ticks):
        super().__init__()
        self.encoder, self.blocks = encoder, nn.ModuleList(Block() for _ in range(LAYERS))
        self.norm, self.actor, self.value = nn.LayerNorm(HIDDEN), nn.Linear(HIDDEN, ACTIONS), nn.Linear(HIDDEN, 1)
        angle = torch.arange(ticks)[:, None] * 10000.0 ** (-torch.arange(0, HIDDEN, 2) / HIDDEN)
        self.register_buffer("place", torch.stack([angle.sin(), angle.cos()], -1).flatten(1))

    def start(self, agents, ticks):
        cached = torch.bfloat16 if torch.is_autocast_enabled("cpu") else torch.float32
        room = (agents, HEADS, ticks, HIDDEN // HEADS)
        return [(torch.zeros(room, dtype=cached), torch.zeros(room, dtype=cached)) for _ in self.blocks]

    def act(self, seen, memory, tick):
        x = (self.encoder(seen) + self.place[tick])[:, None]
        for block, (keys, values) in zip(self.blocks, memory):
            x = block.step(x, keys, values, tick)
        x = self.norm(x[:, 0])
        return self.actor(x), self.value(x)[:, 0], memory

    def forward(self, seen):
        agents, ticks = seen.shape[:2]
        x = self.encoder(seen.flatten(0, 1)).view(agents, ticks, -1) + self.place
        for block in self.blocks:
            x = block(x)
        x = self.norm(x)
        return self.actor(x), self.value(x)[..., 0]


def loss(logits, value, action, old_log_prob, advantage, old_value):
    log_probs = F.log_softmax(logits.float(), -1)
    log_prob = log_probs.gather(-1, action[..., None])[..., 0]
    ratio = torch.exp(log_prob - old_log_prob)
    policy = torch.max(-advantage * ratio, -advantage * ratio.clamp(0.8, 1.2)).mean()
    target, value = advantage + old_value, value.float()
    clipped = old_value + (value - old_value).clamp(-0.2, 0.2)
    errors = torch.max((value - target) ** 2, (clipped - target) ** 2).mean() / 2
    entropy = -(log_probs.exp() * log_probs).sum(-1).mean()
    return policy + 2 * errors - 0.005 * entropy


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--policy", choices=SIZES, default="lstm")
    options.add_argument("--sets", choices=("published", "folded"), default="published")
    options.add_argument("--compile", action="store_true")
    options.add_argument("--bfloat16", action="store_true")
    options.add_argument("--threads", type=int, default=1)
    options.add_argument("--rows", type=int, default=2048, help="agents times ticks of one pass backwards")
    options.add_argument("--seconds", type=float, default=10)
    chosen = options.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(chosen.threads)
    agents, ticks, steps, own, vehicles, roads, width = SIZES[chosen.policy]
    encoder = Encoder(own, vehicles, roads, width, chosen.sets == "folded")
    policy = LstmPolicy(encoder) if chosen.policy == "lstm" else TransformerPolicy(encoder, ticks)
    if chosen.compile:
        policy.encoder.compile()
        policy.compile() if chosen.policy == "transformer" else None
    adam = torch.optim.Adam(policy.parameters(), lr=3e-4, fused=True)
    seen = torch.rand(agents, ticks, own + 7 * (vehicles + roads))
    road = seen[..., own + 7 * vehicles :].view(agents, ticks, roads, 7)
    road[..., 6] = torch.randint(ROAD_TYPES, road.shape[:-1]).float()
    reward = torch.randn(agents, ticks) * 0.1

    def update():
        action, log_prob, value = (torch.empty(agents, ticks, dtype=t) for t in (torch.int64, torch.float32, torch.float32))
        with torch.no_grad():
            memory = policy.start(agents, ticks)
            for tick in range(ticks):
                logits, worth, memory = policy.act(seen[:, tick], memory, tick)
                log_probs = F.log_softmax(logits.float(), -1)
                drawn = torch.multinomial(log_probs.exp(), 1)
                action[:, tick], value[:, tick] = drawn[:, 0], worth
                log_prob[:, tick] = log_probs.gather(1, drawn)[:, 0]
            advantage, last = torch.zeros(agents, ticks), torch.zeros(agents)
            for tick in range(ticks - 2, -1, -1):
                error = reward[:, tick + 1] + 0.98 * value[:, tick + 1] - value[:, tick]
                last = advantage[:, tick] = error + 0.98 * 0.95 * last
        for rows in torch.randperm(agents).chunk(steps):
            normal = (advantage[rows] - advantage[rows].mean()) / (advantage[rows].std() + 1e-8)
            # A step's gradient is the sum over its parts: intermediates of a whole step would not fit a cache.
            for part in torch.arange(len(rows)).split(max(1, chosen.rows // ticks)):
                some = rows[part]
                logits, worth = policy(seen[some])
                share = len(part) / len(rows)
                (share * loss(logits, worth, action[some], log_prob[some], normal[part], value[some])).backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
            adam.step()
            adam.zero_grad(set_to_none=True)

    with torch.autocast("cpu", torch.bfloat16, enabled=chosen.bfloat16):
        update()
        update()
        wall, busy, updates = time.perf_counter(), time.process_time(), 0
        while time.perf_counter() - wall < chosen.seconds:
            update()
            updates += 1
        wall, busy = time.perf_counter() - wall, time.process_time() - busy
    done = updates * agents * ticks
    print(f"{chosen.policy} {chosen.sets}{' compiled' if chosen.compile else ''}{' bfloat16' if chosen.bfloat16 else ''}: "
          f"{done / wall:,.0f} agent-steps/s, {done / busy:,.0f} per second of processor time, {updates} updates, "
          f"PyTorch {torch.__version__}, {chosen.threads} threads")
    assert all(math.isfinite(p.detach().sum().item()) for p in policy.parameters())


if __name__ == "__main__":
    main()
