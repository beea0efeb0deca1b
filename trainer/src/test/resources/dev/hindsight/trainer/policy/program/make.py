"""Makes the small policies in this folder and the numbers PyTorch computes with them.

python make.py FOLDER [SEED]     needs torch, onnx and onnxscript; 3 agents, 6 ticks
"""
import json, pathlib, sys, warnings
import torch
from torch import nn

warnings.filterwarnings("ignore")
OBSERVATION, ACTIONS, HIDDEN, AGENTS, TICKS = 5, 4, 3, 3, 6


class Plain(nn.Module):
    def __init__(self, inputs=OBSERVATION, actions=ACTIONS):
        super().__init__()
        self.body = nn.Linear(inputs, HIDDEN)
        self.actor = nn.Linear(HIDDEN, actions)
        self.critic = nn.Linear(HIDDEN, 1)

    def forward(self, obs):
        x = torch.tanh(self.body(obs))
        return self.actor(x), self.critic(x)


class Recurrent(nn.Module):
    """An LSTM of one layer; the state is [layers, batch, hidden], as nn.LSTM has it."""

    def __init__(self, hidden=HIDDEN):
        super().__init__()
        self.lstm = nn.LSTM(OBSERVATION, hidden)
        self.actor = nn.Linear(hidden, ACTIONS)
        self.critic = nn.Linear(hidden, 1)

    def forward(self, obs, h, c):
        x, (h_out, c_out) = self.lstm(obs.unsqueeze(0), (h, c))
        x = x.squeeze(0)
        logits = self.actor(x)
        value = self.critic(x)
        return logits, value, h_out, c_out


class BatchAsTime(Recurrent):
    """The mistake: the agents are taken for the ticks of one sequence."""

    def forward(self, obs, h, c):
        x, (h_out, c_out) = self.lstm(obs.unsqueeze(1), (h[:, :1], c[:, :1]))
        x = x.squeeze(1)
        return self.actor(x), self.critic(x), h_out.expand_as(h), c_out.expand_as(c)


class Masked(Plain):
    def forward(self, obs, mask):
        x = torch.tanh(self.body(obs))
        return self.actor(x).masked_fill(mask < 0.5, -1e9), self.critic(x)


class MaskIgnored(Plain):
    def forward(self, obs, mask):
        x = torch.tanh(self.body(obs))
        return self.actor(x) + 0 * mask, self.critic(x)


class Probabilities(Plain):
    def forward(self, obs):
        x = torch.tanh(self.body(obs))
        return torch.softmax(self.actor(x), 1), self.critic(x)


class Gaussian(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(OBSERVATION, HIDDEN)
        self.mean = nn.Linear(HIDDEN, 2)
        self.log_std = nn.Parameter(torch.randn(2) / 3)

    def forward(self, obs):
        mean = torch.tanh(self.mean(torch.relu(self.body(obs))))
        log_std = self.log_std.expand_as(mean)
        return mean, log_std


class Noisy(Plain):
    def forward(self, obs):
        x = torch.tanh(self.body(obs))
        return self.actor(x) + torch.randn_like(self.actor(x)), self.critic(x)


class Counting(Plain):
    """Code that a policy may have, and that a naive check would refuse."""

    def forward(self, obs):
        x = obs
        for i in range(2):
            if x.size(0) > i:
                x = x * 1.5
        parts = [torch.tanh(self.body(x)), torch.relu(self.body(x))]
        x = torch.stack(parts).mean(0)
        logits = self.actor(x)
        value = self.critic(x)[:, 0]
        return logits, value


class AnyWorld(nn.Module):
    """Reads an observation of any length: its mean and its largest number."""

    def __init__(self, actions):
        super().__init__()
        self.actor = nn.Linear(2, actions)
        self.critic = nn.Linear(2, 1)

    def forward(self, obs):
        x = torch.stack([obs.mean(1), obs.amax(1)], 1)
        return self.actor(x), self.critic(x)


class Unnamed(AnyWorld):
    """Names that say nothing: a memory s that comes out first, and decisions after it."""

    def __init__(self, actions):
        super().__init__(actions)
        self.cell = nn.GRUCell(2, HIDDEN)
        self.actor = nn.Linear(HIDDEN, actions)

    def forward(self, x, s):
        s = self.cell(torch.stack([x.mean(1), x.amax(1)], 1), s)
        return s * 1.0, self.actor(s)


def save(folder, name, model, inputs, script=True, onnx=True):
    model.eval()
    if script:
        torch.jit.script(model).save(folder / f"{name}.pt")
    if onnx:
        keys, values = list(inputs), tuple(inputs.values())
        outputs = OUTPUTS[name]
        axes = {k: {0: "batch", 1: "numbers"} for k in inputs} if isinstance(model, AnyWorld) else {k: {1 if v.dim() == 3 else 0: "batch"} for k, v in inputs.items()}
        axes |= {"s": {0: "batch"}} if "s" in inputs else {}
        axes |= {k: {1 if "_out" in k else 0: "batch"} for k in outputs}
        torch.onnx.export(model, values, str(folder / f"{name}.onnx"), input_names=keys,
                          output_names=outputs, dynamic_axes=axes, dynamo=False, opset_version=17)


OUTPUTS = {
    "plain": ["logits", "value"],
    "recurrent": ["logits", "value", "h_out", "c_out"],
    "batch-as-time": ["logits", "value", "h_out", "c_out"],
    "masked": ["logits", "value"],
    "mask-ignored": ["logits", "value"],
    "probabilities": ["logits", "value"],
    "gaussian": ["mean", "log_std"],
    "noisy": ["logits", "value"],
    "counting": ["logits", "value"],
    "drive": ["logits", "value"],
    "darkroom": ["logits", "value"],
    "unnamed": ["first", "second"],
}


def tensors(folder):
    """A checkpoint of a training loop, nested, with whole numbers; and arrays that are not finite."""
    import numpy

    body = nn.Sequential(nn.Linear(4, 3), nn.BatchNorm1d(3))
    body(torch.randn(6, 4)).square().mean().backward()
    optimiser = torch.optim.Adam(body.parameters())
    optimiser.step()
    state = {"model": body.state_dict(), "optimizer": optimiser.state_dict(), "epoch": 3, "lr": 0.1}
    state["transposed"] = torch.arange(6.0).reshape(2, 3).t()
    state["half"] = torch.tensor([0.5, -2.0], dtype=torch.bfloat16)
    torch.save(state, folder / "nested.pt")
    odd = numpy.array([1, numpy.nan, numpy.inf, -2], dtype=numpy.float32)
    numpy.savez(folder / "arrays.npz", a=numpy.arange(6.0).reshape(2, 3), odd=odd)
    known = {"model." + k: v for k, v in body.state_dict().items()}
    known |= {"transposed": state["transposed"], "half": state["half"]}
    return {k: v.float().contiguous().flatten().tolist() for k, v in known.items()}


class Slow(Plain):
    """Computes for some seconds."""

    def forward(self, obs):
        x = obs.sum()
        for i in range(3000000):
            x = x * 0.5 + 1.0
        return self.actor(torch.tanh(self.body(obs))) + x * 0, self.critic(torch.tanh(self.body(obs)))


class Large(Plain):
    """Takes some hundred megabytes for each agent, several times."""

    def forward(self, obs):
        x = obs.sum(1, keepdim=True).expand(obs.size(0), 60000000)
        for i in range(20):
            x = torch.sin(x)
        x = x.sum(1, keepdim=True) * 0
        hidden = torch.tanh(self.body(obs))
        return self.actor(hidden) + x, self.critic(hidden)


def hostile(folder):
    """Programs that take long or much."""
    import onnx, numpy
    from onnx import TensorProto, helper, numpy_helper

    torch.jit.script(Slow().eval()).save(folder / "slow.pt")
    torch.jit.script(Large().eval()).save(folder / "large.pt")
    constants = {"many": numpy.array([1, 60000000]), "weight": numpy.ones((OBSERVATION, ACTIONS), numpy.float32)}
    node = helper.make_node
    nodes = [node("ReduceMax", ["obs"], ["most"], axes=[1], keepdims=1), node("Expand", ["most", "many"], ["x0"])]
    nodes += [node("Sin", [f"x{i}"], [f"x{i + 1}"]) for i in range(20)]
    nodes += [node("ReduceMax", ["x20"], ["y"], axes=[1], keepdims=1), node("MatMul", ["obs", "weight"], ["z"]), node("Add", ["y", "z"], ["logits"])]
    value = helper.make_tensor_value_info
    graph = helper.make_graph(nodes, "large", [value("obs", TensorProto.FLOAT, ["n", OBSERVATION])],
                              [value("logits", TensorProto.FLOAT, ["n", ACTIONS])],
                              [numpy_helper.from_array(v, k) for k, v in constants.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    onnx.save(model, folder / "large.onnx")


WIDE = 16


def wide(folder, obs):
    """A wider LSTM, and what it decides."""
    torch.manual_seed(16)
    model = Recurrent(WIDE).eval()
    torch.jit.script(model).save(folder / "wide.pt")
    h = c = torch.zeros(1, AGENTS, WIDE)
    ticks = []
    for t in range(TICKS):
        with torch.no_grad():
            a, b, h, c = model(obs[t], h, c)
        ticks.append([a.flatten().tolist(), b.flatten().tolist()])
    return ticks


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    obs = torch.randn(TICKS, AGENTS, OBSERVATION)
    mask = (torch.rand(AGENTS, ACTIONS) < 0.6).float()
    mask[:, 0] = 1
    state = torch.zeros(1, AGENTS, HIDDEN)
    numbers = {"observations": obs.flatten().tolist(), "mask": mask.flatten().tolist(), "policies": {}}
    policies = {
        "plain": (Plain(), {"obs": obs[0]}),
        "recurrent": (Recurrent(), {"obs": obs[0], "h": state, "c": state}),
        "batch-as-time": (BatchAsTime(), {"obs": obs[0], "h": state, "c": state}),
        "masked": (Masked(), {"obs": obs[0], "mask": mask}),
        "mask-ignored": (MaskIgnored(), {"obs": obs[0], "mask": mask}),
        "probabilities": (Probabilities(), {"obs": obs[0]}),
        "gaussian": (Gaussian(), {"obs": obs[0]}),
        "noisy": (Noisy(), {"obs": obs[0]}),
        "counting": (Counting(), {"obs": obs[0]}),
    }
    for name, (model, inputs) in policies.items():
        save(folder, name, model, inputs, onnx=name in ("plain", "recurrent", "masked", "gaussian", "noisy"))
        ticks, h, c = [], state, state
        for t in range(TICKS):
            with torch.no_grad():
                if name == "recurrent":
                    a, b, h, c = model(obs[t], h, c)
                elif "mask" in name:
                    a, b = model(obs[t], mask)
                elif name == "batch-as-time":
                    break
                else:
                    a, b = model(obs[t])
            ticks.append([a.flatten().tolist(), b.flatten().tolist()])
        if name != "noisy":
            numbers["policies"][name] = ticks
    for name, actions in (("drive", 91), ("darkroom", 4)):
        save(folder, name, AnyWorld(actions), {"obs": obs[0]})
    numbers["tensors"] = tensors(folder)
    numbers["policies"]["wide"] = wide(folder, obs)
    save(folder, "unnamed", Unnamed(ACTIONS), {"x": obs[0], "s": torch.zeros(AGENTS, HIDDEN)})
    (folder / "numbers.json").write_text(json.dumps(numbers))
    save(folder, "double", Plain().double(), {}, onnx=False)


main()
