"""Makes small policies whose memories have every usual shape, and the numbers PyTorch computes with them.

python make.py FOLDER [SEED]     needs torch and onnx; 3 agents, 6 ticks
"""
import json, pathlib, sys, warnings
import torch
from torch import nn

warnings.filterwarnings("ignore")
OBSERVATION, ACTIONS, HIDDEN, AGENTS, TICKS = 5, 4, 3, 3, 6


class Headed(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor = nn.Linear(HIDDEN, ACTIONS)
        self.critic = nn.Linear(HIDDEN, 1)


class Lstm(Headed):
    def __init__(self, layers):
        super().__init__()
        self.lstm = nn.LSTM(OBSERVATION, HIDDEN, layers)


class Stacked(Lstm):
    """Both states in one array, [2, layers, agents, numbers]."""

    def forward(self, obs, state):
        x, (h, c) = self.lstm(obs.unsqueeze(0), (state[0], state[1]))
        x = x.squeeze(0)
        state_out = torch.stack([h, c])
        logits = self.actor(x)
        value = self.critic(x)
        return logits, value, state_out


class StackedLast(Lstm):
    """[agents, 2, layers, numbers]."""

    def forward(self, obs, state):
        t = state.permute(1, 2, 0, 3).contiguous()
        x, (h, c) = self.lstm(obs.unsqueeze(0), (t[0], t[1]))
        x = x.squeeze(0)
        return self.actor(x), self.critic(x), torch.stack([h, c]).permute(2, 0, 1, 3)


class SideBySide(Lstm):
    """[layers, agents, 2 * numbers]."""

    def forward(self, obs, state):
        before, cells = state.chunk(2, -1)
        x, (h, c) = self.lstm(obs.unsqueeze(0), (before.contiguous(), cells.contiguous()))
        x = x.squeeze(0)
        return self.actor(x), self.critic(x), torch.cat([h, c], -1)


class Pair(Lstm):
    """A tuple of two arrays, [layers, agents, numbers]."""

    def forward(self, obs, state: tuple[torch.Tensor, torch.Tensor]):
        x, state = self.lstm(obs.unsqueeze(0), state)
        x = x.squeeze(0)
        return self.actor(x), self.critic(x), state


class Cell(Headed):
    """[2, agents, numbers]; with GELU, which makes PyTorch write a file of a newer version."""

    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTMCell(OBSERVATION, HIDDEN)

    def forward(self, obs, state):
        h, c = self.lstm(nn.functional.gelu(obs), (state[0], state[1]))
        return self.actor(h), self.critic(h), torch.stack([h, c])


class Gru(Headed):
    """[layers, agents, numbers], or [agents, layers, numbers]."""

    def __init__(self, layers, agents_first: bool):
        super().__init__()
        self.gru = nn.GRU(OBSERVATION, HIDDEN, layers)
        self.agents_first = agents_first

    def forward(self, obs, h):
        before = h.transpose(0, 1).contiguous() if self.agents_first else h
        x, after = self.gru(obs.unsqueeze(0), before)
        x = x.squeeze(0)
        return self.actor(x), self.critic(x), after.transpose(0, 1) if self.agents_first else after


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    obs = torch.randn(TICKS, AGENTS, OBSERVATION)
    numbers = {"observations": obs.flatten().tolist(), "policies": {}}
    zeros = torch.zeros
    policies = {
        "stacked": (Stacked(1), zeros(2, 1, AGENTS, HIDDEN)),
        "stacked-2": (Stacked(2), zeros(2, 2, AGENTS, HIDDEN)),
        "stacked-last": (StackedLast(2), zeros(AGENTS, 2, 2, HIDDEN)),
        "side-by-side": (SideBySide(1), zeros(1, AGENTS, 2 * HIDDEN)),
        "pair-2": (Pair(2), (zeros(2, AGENTS, HIDDEN), zeros(2, AGENTS, HIDDEN))),
        "cell": (Cell(), zeros(2, AGENTS, HIDDEN)),
        "gru-2": (Gru(2, False), zeros(2, AGENTS, HIDDEN)),
        "gru-first": (Gru(2, True), zeros(AGENTS, 2, HIDDEN)),
    }
    for name, (model, state) in policies.items():
        model.eval()
        torch.jit.script(model).save(folder / f"{name}-scripted.pt")
        torch.jit.trace(model, (obs[0], state)).save(folder / f"{name}-traced.pt")
        memories, results = (["state.0", "state.1"], ["out.0", "out.1"]) if isinstance(state, tuple) else (["state"], ["state_out"])
        names = dict(input_names=["obs", *memories], output_names=["logits", "value", *results], dynamo=False)
        axis = 1 if isinstance(state, tuple) else list(state.shape).index(AGENTS)
        axes = {k: {axis: "agents"} for k in memories + results} | {k: {0: "agents"} for k in ("obs", "logits", "value")}
        torch.onnx.export(model, (obs[0], state), str(folder / f"{name}.onnx"), dynamic_axes=axes, **names)
        torch.onnx.export(model, (obs[0], state), str(folder / f"{name}-fixed.onnx"), **names)
        ticks = []
        for t in range(TICKS):
            with torch.no_grad():
                logits, value, state = model(obs[t], state)
            ticks.append([logits.flatten().tolist(), value.flatten().tolist()])
        numbers["policies"][name] = ticks
    (folder / "numbers.json").write_text(json.dumps(numbers))


main()
