"""What minari.MinariDataset(path) does with a folder, step by step, then reads every episode; prints what it found."""
import json, pathlib, re, sys
import gymnasium as gym, h5py, numpy as np
from gymnasium import spaces

gym.logger.min_level = 50

# A later version than this may know more; every 0.5 knows these.
SUPPORTED = {"0.4.0", "0.4.1", "0.4.2", "0.4.3", "0.5.0"}
ID = re.compile(r"^(?:(?P<namespace>[-_\w][-_\w/]*[-_\w]+)/)?(?P<dataset>[-_\w]+?)(?:-v(?P<version>\d+))?$")


def space_of(text):
    given = json.loads(text) if isinstance(text, str) else text
    kind = given["type"]
    if kind == "Dict":
        return spaces.Dict({key: space_of(each) for key, each in given["subspaces"].items()})
    if kind == "Tuple":
        return spaces.Tuple([space_of(each) for each in given["subspaces"]])
    if kind == "Discrete":
        return spaces.Discrete(n=given["n"], start=given["start"])
    assert kind == "Box", kind
    dtype = np.dtype(given["dtype"])
    for type in (None, dtype):  # both forms of the loader
        low, high = np.array(given["low"], dtype=type), np.array(given["high"], dtype=type)
        box = spaces.Box(low=low, high=high, shape=tuple(given["shape"]), dtype=dtype)
    return box


def decoded(item, space):
    if isinstance(space, spaces.Tuple):
        assert isinstance(item, h5py.Group)
        return tuple(decoded(item[f"_index_{i}"], space.spaces[i]) for i in range(len(item.keys())))
    if isinstance(space, spaces.Dict):
        assert isinstance(item, h5py.Group)
        return {key: decoded(item[key], space.spaces[key]) for key in item.keys()}
    assert isinstance(item, h5py.Dataset)
    return item[()]


def rows(value, space, step):
    if isinstance(space, spaces.Tuple):
        return tuple(rows(v, s, step) for v, s in zip(value, space.spaces, strict=True))
    if isinstance(space, spaces.Dict):
        return {key: rows(value[key], s, step) for key, s in space.spaces.items()}
    return value[step]


def infos(group):
    return {key: infos(each) if isinstance(each, h5py.Group) else each[()] for key, each in group.items()}


path = pathlib.Path(sys.argv[1]) / "data"
metadata = json.load(open(path / "metadata.json"))
assert isinstance(metadata["observation_space"], str) and isinstance(metadata["action_space"], str)
observation_space, action_space = space_of(metadata["observation_space"]), space_of(metadata["action_space"])
assert metadata["data_format"] == "hdf5" and metadata["minari_version"] in SUPPORTED
name = ID.fullmatch(metadata["dataset_id"])
assert name and int(name["version"]) >= 0
if "env_spec" in metadata:
    gym.envs.registration.EnvSpec.from_json(metadata["env_spec"])
steps = outside = 0
with h5py.File(path / "main_data.hdf5") as file:
    assert len(file.keys()) == metadata["total_episodes"]
    for index in range(metadata["total_episodes"]):
        episode = file[f"episode_{index}"]
        about = dict(episode.attrs)
        assert about["id"] == index
        seed = int(about["seed"]) if about.get("seed") is not None else None
        observations, actions = decoded(episode["observations"], observation_space), decoded(episode["actions"], action_space)
        rewards, terminations, truncations = (episode[key][:] for key in ("rewards", "terminations", "truncations"))
        assert terminations.dtype == truncations.dtype == bool, terminations.dtype
        assert len(rewards) == about["total_steps"] == len(terminations) == len(truncations)
        assert rewards[terminations].shape == (terminations.sum(),)
        extra = infos(episode["infos"]) if "infos" in episode else {}
        for step in range(len(rewards) + 1):
            seen = rows(observations, observation_space, step)
            final = step == len(rewards) and about["final_observation"] == 0
            if not final:
                inside = observation_space.contains(seen)
                outside += not inside
            if step < len(rewards):
                assert action_space.contains(rows(actions, action_space, step)), (step, actions, action_space)
        steps += len(rewards)
assert steps == metadata["total_steps"]
assert outside == 0, (outside, observation_space, seen)
print(metadata["dataset_id"], metadata["total_episodes"], steps, observation_space, action_space, sep="|")
